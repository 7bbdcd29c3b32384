"""Our modules found quickly at power-on. Needed then only, and forgotten."""

import sys

from .modules import FOLDER, collect

LIST = "/firmware/names.txt"  # every module in FOLDER, as host/build.py writes it
_NOUGHTS = (0,) * 9
_FOLDER = (0x4000,) + _NOUGHTS  # as os.stat gives it, as far as the importer looks at it
_FILE = (0x8000,) + _NOUGHTS
_OFTEN = 5  # modules from one collection of garbage to the next

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class Names:
    """A read-only file system for the importer, in the place of a folder: what is in it, from a list of its names.

    To import one module MicroPython asks three times whether a name exists before it opens the file; on littlefs
    that costs more than reading it. LIST has all names, in one file.
    """

    def __init__(self, files: "Any", place: str) -> None:
        """Raises OSError when there is no list."""
        self.alive: "Callable[[], object] | None" = None  # called often; the memory is to be kept in one piece, too
        self._opened = 0
        self._files = files
        self._place = place
        self._stats: "dict[str, tuple[int, ...]]" = {}
        with files.open(place + LIST, "r") as file:
            for path in file.read().split():
                self._stats[path] = _FILE
                self._stats[path[: path.rfind("/")]] = _FOLDER

    def mount(self, readonly: bool, mkfs: bool) -> None:
        """Nothing to prepare."""

    def umount(self) -> None:
        """Nothing to put away."""

    def stat(self, path: str) -> "tuple[int, ...]":
        """As os.stat. Raises KeyError when it is not there.

        The importer takes any error for that, KeyboardInterrupt too: Ctrl-C would be lost, and a module with it.
        It is raised where code branches, so there is no branch here.
        """
        return self._stats[path]

    def open(self, path: str, mode: str) -> "Any":
        """The real file. Raises ImportError when it is missing: the list says that it belongs here."""
        if self.alive is not None:
            self.alive()
            self._opened += 1
            if self._opened % _OFTEN == 0:
                collect()  # else what was garbage for a moment would lie between the modules for ever
        try:
            return self._files.open(self._place + path, mode)
        except OSError:
            raise ImportError("no module named '%s'" % path[1 : path.rfind(".")].replace("/", ".")) from None


def quicken(alive: "Callable[[], object] | None" = None) -> None:
    """From now on our modules are found by their listed names, until modules.end.

    alive: again, with care: slower, but the memory stays in one piece, and this is called for each module.
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
                return  # modules are found all the same, more slowly
            vfs.mount(names, FOLDER)
            sys.path.insert(0, FOLDER)
