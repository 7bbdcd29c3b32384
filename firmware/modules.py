"""Modules on the board: found quickly at power-on, forgotten when they are not needed any more.

To import one module MicroPython asks the file system three times whether a name exists before it opens the
file; on littlefs that costs more than reading it. Here the names are listed once.
"""

import gc
import os
import sys

FOLDER = "/lib"
MOUNT = "/modules"
PACKAGES = ("engine_core", "firmware")
_IS_FOLDER = 0x4000
_IS_FILE = 0x8000
_ENOENT = 2


class Names:
    """A read-only file system for the importer: what is in FOLDER, asked from a list of its names."""

    def __init__(self, root: str, folders: "tuple[str, ...]") -> None:
        self._root = root
        self._kinds: "dict[str, int]" = {}
        for folder in folders:
            self._list(folder)

    def _list(self, folder: str) -> None:
        self._kinds["/" + folder] = _IS_FOLDER
        for entry in os.ilistdir(self._root + "/" + folder):
            path = folder + "/" + entry[0]
            if entry[1] == _IS_FOLDER:
                self._list(path)
            else:
                self._kinds["/" + path] = _IS_FILE

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

    def open(self, path: str, mode: str) -> object:
        """The real file."""
        return open(self._root + path, mode)


def quicken() -> None:
    """From now on our modules are found by their listed names."""
    import vfs

    vfs.mount(Names(FOLDER, PACKAGES), MOUNT)
    sys.path.insert(0, MOUNT)
    _look_in(MOUNT)


def end() -> None:
    """Look in the file system itself again."""
    import vfs

    if MOUNT in sys.path:
        sys.path.remove(MOUNT)
        _look_in(FOLDER)
        vfs.umount(MOUNT)


def _look_in(folder: str) -> None:
    """Where the packages that are there already look for their modules; engine_core.games is one of them too."""
    for name in list(sys.modules):
        module = sys.modules[name]
        if name.split(".")[0] in PACKAGES and hasattr(module, "__path__"):
            path = folder + "/" + name.replace(".", "/")
            module.__path__ = path  # type: ignore[assignment]  # a string on MicroPython


def drop(*names: str) -> None:
    """Forget modules that nobody needs any more: on the board they take memory. They can be imported again."""
    if sys.implementation.name == "micropython":
        for name in names:
            if sys.modules.pop(name, None) is not None:
                package, last = name.rsplit(".", 1)
                delattr(sys.modules[package], last)
        gc.collect()


def drop_game(game: str) -> None:
    """Forget the modules of a game that is no longer played."""
    starts = ("engine_core.games." + game, "engine_core.panels." + game)
    drop(*[name for name in list(sys.modules) if name.startswith(starts)])
