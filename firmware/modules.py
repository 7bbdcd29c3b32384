"""Modules on the board: found quickly at power-on, forgotten when they are not needed any more, and looked through
in a good order for garbage.
"""

import gc
import sys

FOLDER = "/lib"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_modules: "list[Any]" = [None, 0]  # (the others, a module) and so on; and how many modules there were then


def end() -> None:
    """Look for modules in the file system itself again: see finding.py."""
    if sys.path[0] == FOLDER:
        import vfs

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
    """As `forget`, and the memory is free at return."""
    forget(*names)
    if sys.implementation.name == "micropython":
        collect()


def forget(*names: str) -> None:
    """Forget modules that nobody needs any more: on the board they take memory. They can be imported again."""
    if sys.implementation.name == "micropython":
        for name in names:
            if sys.modules.pop(name, None) is not None and "." in name:
                package, last = name.rsplit(".", 1)
                delattr(sys.modules[package], last)
        _modules[0] = None  # they must not be kept here
        _modules[1] = 0
