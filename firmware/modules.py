"""Modules on the board: found quickly at power-on, forgotten when they are not needed any more, and looked through
in a good order for garbage.
"""

import gc
import sys

FOLDER = "/lib"
PACKAGES = ("engine_core", "firmware")
_BEGINNING = (
    "engine_core.checkpoint_entries",
    "engine_core.city_reading",
    "engine_core.city_text",
    "engine_core.housekeeping",
    "engine_core.proving",
    "engine_core.recovery",
    "engine_core.resuming",
    "engine_core.settings_file",
    "engine_core.setup_text",
)
_IS_FOLDER = 0x4000
_IS_FILE = 0x8000
_ENOENT = 2
_OFTEN = 5  # modules from one collection of garbage to the next

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_modules: "list[Any]" = [None, 0]  # (the others, a module) and so on; and how many modules there were then


class Names:
    """A read-only file system for the importer, in the place of FOLDER: what is in it, asked from a list of its names.

    To import one module MicroPython asks three times whether a name exists before it opens the file; on littlefs
    that costs more than reading it. Here the names are listed once.
    """

    def __init__(self, files: "Any", folders: "tuple[str, ...]") -> None:
        self.tidy = False  # the memory is to be kept in one piece while many modules are loaded
        self._opened = 0
        self._files = files
        self._kinds: "dict[str, int]" = {}
        for folder in folders:
            self._list("/" + folder)

    def _list(self, folder: str) -> None:
        self._kinds[folder] = _IS_FOLDER
        for entry in self._files.ilistdir(FOLDER + folder):
            path = folder + "/" + entry[0]
            if entry[1] == _IS_FOLDER:
                self._list(path)
            else:
                self._kinds[path] = _IS_FILE

    def mount(self, readonly: bool, mkfs: bool) -> None:
        """Nothing to prepare."""

    def umount(self) -> None:
        """Nothing to put away."""

    def stat(self, path: str) -> "tuple[int, ...]":
        """As os.stat, as far as the importer looks at it."""
        kind = self._kinds.get(path)
        if kind is None:
            raise OSError(_ENOENT)
        return (kind, 0, 0, 0, 0, 0, 0, 0, 0, 0)

    def open(self, path: str, mode: str) -> "Any":
        """The real file."""
        self._opened += 1
        if self.tidy and self._opened % _OFTEN == 0:
            collect()  # else what was garbage for a moment would lie between the modules for ever
        return self._files.open(FOLDER + path, mode)


def quicken(tidy: bool = False) -> None:
    """From now on our modules are found by their listed names.

    tidy: again, with care: slower, but the memory stays in one piece.
    """
    import vfs

    mounted: "Any" = vfs.mount()
    for files, place in mounted:
        if place == FOLDER:
            files.tidy = tidy
            return
    for files, place in mounted:
        if place == "/":
            vfs.mount(Names(files, PACKAGES), FOLDER)
            sys.path.insert(0, FOLDER)


def end() -> None:
    """Look in the file system itself again."""
    import vfs

    for _, place in vfs.mount():
        if place == FOLDER:
            vfs.umount(FOLDER)
            sys.path.remove(FOLDER)


def collect() -> None:
    """Collect garbage, in half the time that gc.collect() takes by itself.

    The collector keeps what it has still to look at on a stack of 64 places. When it overflows, and it does as soon
    as it comes to the list of all modules, the collector looks through everything once more. It begins with the
    globals of the module that called it, which is this one: it finds the others one by one here, the core first,
    on which the firmware rests, and never has so much to remember.
    """
    if _modules[1] != len(sys.modules):
        _modules[1] = len(sys.modules)
        _modules[0] = None
        for name in sorted(sys.modules, reverse=True):
            module = sys.modules[name]
            if not hasattr(module, "__path__"):  # a package has all its modules at once
                _modules[0] = (_modules[0], module)
    gc.collect()


def drop(*names: str) -> None:
    """Forget modules that nobody needs any more: on the board they take memory. They can be imported again."""
    if sys.implementation.name == "micropython":
        for name in names:
            if sys.modules.pop(name, None) is not None and "." in name:
                package, last = name.rsplit(".", 1)
                delattr(sys.modules[package], last)
        _modules[1] = 0  # they must not be kept here
        collect()


def drop_beginning() -> None:
    """Forget what is needed only when a game begins or comes back."""
    drop(*[name for name in _BEGINNING if name in sys.modules])


def drop_game(game: str) -> None:
    """Forget the modules of a game that is no longer played."""
    starts = ("engine_core.games." + game, "engine_core.panels." + game)
    drop(*[name for name in list(sys.modules) if name.startswith(starts)])
