"""Manages modules on the board: ends the fast imports of power-on, forgets modules that are no longer needed, and
collects garbage.
"""

import gc
import sys

FOLDER = "/lib"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_modules: "list[Any]" = [None, 0]  # a linked list of all modules, each link (rest, module); their number


def end() -> None:
    """End the fast imports of fast_imports.py: find modules in the file system again."""
    if sys.path[0] == FOLDER:
        import vfs

        vfs.umount(FOLDER)
        sys.path.remove(FOLDER)


def collect() -> None:
    """Collect garbage in half the time of a plain gc.collect().

    The collector keeps the objects it has still to mark on a stack of 64 entries. The dict of all modules overflows
    that stack, and after an overflow the collector scans the whole heap again. But it marks the globals of the calling
    module first, and that is this module. So it finds all modules one by one in the linked list here, those of the core
    first, because the firmware refers to them; the stack then stays short.
    """
    if _modules[1] != len(sys.modules):
        _modules[1] = len(sys.modules)
        _modules[0] = None
        for name in sorted(sys.modules, reverse=True):
            module = sys.modules[name]
            if not hasattr(module, "__path__"):  # a package refers to all its modules, which overflows the stack
                _modules[0] = (_modules[0], module)
    gc.collect()


def drop(*names: str) -> None:
    """Forget modules as `forget` does, and collect garbage so that their memory is free at return."""
    forget(*names)
    if sys.implementation.name == "micropython":
        collect()


def forget(*names: str) -> None:
    """Remove modules that are no longer needed from sys.modules, on the board only, where they take memory.

    They can be imported again.
    """
    if sys.implementation.name == "micropython":
        for name in names:
            if sys.modules.pop(name, None) is not None and "." in name:
                package, last = name.rsplit(".", 1)
                delattr(sys.modules[package], last)
        _modules[0] = None  # the list would keep them in memory
        _modules[1] = 0
