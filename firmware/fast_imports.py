"""Makes imports fast at power-on: modules are found in a list of names. The board forgets this module afterwards."""

import sys

from .modules import FOLDER, collect

LIST = "/firmware/names.txt"  # the paths of all modules in FOLDER; host/build.py writes it
_NOUGHTS = (0,) * 9
_FOLDER = (0x4000,) + _NOUGHTS  # a result of os.stat; the importer uses the first number only
_FILE = (0x8000,) + _NOUGHTS
_OFTEN = 5  # modules imported from one garbage collection to the next

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class Names:
    """A read-only file system for the importer. Mounted over a folder, it answers from a list of the names in it.

    For each import MicroPython asks three times whether a name exists before it opens the file. On littlefs that
    takes longer than reading the file. LIST has all names, in one file.
    """

    def __init__(self, files: "Any", place: str) -> None:
        """Raises OSError when there is no list."""
        self.alive: "Callable[[], object] | None" = None  # see fast_imports
        self._opened = 0
        self._files = files
        self._place = place
        self._stats: "dict[str, tuple[int, ...]]" = {}
        with files.open(place + LIST, "r") as file:
            for path in file.read().split():
                self._stats[path] = _FILE
                self._stats[path[: path.rfind("/")]] = _FOLDER

    def mount(self, readonly: bool, mkfs: bool) -> None:
        """Required of a file system; there is nothing to do."""

    def umount(self) -> None:
        """Required of a file system; there is nothing to do."""

    def stat(self, path: str) -> "tuple[int, ...]":
        """As os.stat. Raises KeyError when there is no such name.

        There must be no branch in this method: MicroPython raises KeyboardInterrupt at branches, and the importer takes
        any error here for a missing file. Ctrl-C would be lost, and the module not found.
        """
        return self._stats[path]

    def open(self, path: str, mode: str) -> "Any":
        """Open the real file. Raises ImportError when it is missing, although LIST has it."""
        if self.alive is not None:
            self.alive()
            self._opened += 1
            if self._opened % _OFTEN == 0:
                collect()  # otherwise short-lived garbage would leave gaps between the modules for ever
        try:
            return self._files.open(self._place + path, mode)
        except OSError:
            raise ImportError("no module named '%s'" % path[1 : path.rfind(".")].replace("/", ".")) from None


def fast_imports(alive: "Callable[[], object] | None" = None) -> None:
    """Find modules by LIST from now on, until modules.end.

    alive: called for each module that is imported. With it, garbage is collected now and then: imports are slower, but
    memory is not fragmented. A second call only sets `alive`.
    """
    import vfs

    mounted: "Any" = vfs.mount()
    for files, place in mounted:
        if place == FOLDER:
            files.alive = alive
            return
    for files, place in mounted:
        if place == "/":
            try:
                names = Names(files, FOLDER)
            except OSError:
                return  # without the list modules are found in the file system, more slowly
            vfs.mount(names, FOLDER)
            sys.path.insert(0, FOLDER)
