"""A fresh table gets its log back from storage. Needed at power-up only, and so no part of table.py.

First `load` and `load_checkpoint` as often as need be, then `settle`.
"""

from ..compat import nothing
from ..errors import RuleError
from ..moves import REDO, SIZE, UNDO, unpack_from
from ..table import BLOCK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..table import Table


def load(table: "Table", data: "bytes | bytearray", start: int, stop: int, step: int) -> None:
    """Take packed moves into the table's log without playing them: one every `step` bytes of `data`.

    They are as a journal recorded them: accepted once, with the flags of this log, UNDO and REDO among them.
    Raises RuleError when the log is full, or UNDO or REDO has nowhere to go, and MemoryError.
    """
    view = memoryview(data)
    for at in range(start, stop, step):  # thousands of times, so nothing is called that need not be
        kind = data[at]
        count = table.count
        if kind == UNDO:
            table.count = table._steps_back(unpack_from(data, at)[2] or 1)
        elif kind == REDO:
            table.count = table._steps_on(unpack_from(data, at)[2] or 1)
        else:
            place = count % BLOCK * SIZE
            if place == 0:
                table._make_log_room()
            if table._end != count:
                table._forget_undone()
            table._blocks[count // BLOCK][place : place + SIZE] = view[at : at + SIZE]
            table.count = table._end = count + 1


def load_checkpoint(table: "Table", number: int, state: "bytes | memoryview") -> None:
    """While loading: the packed state before move EVERY * `number` of the log as it is now. Raises MemoryError."""
    table._states.put(number, state)


def settle(table: "Table", alive: "Callable[[], object]" = nothing) -> None:
    """Bring the game to the end of the loaded log, from the last checkpoint on.

    Raises RuleError when a move is refused: log and game end before it then. alive: called now and then, for it
    can take seconds.
    """
    try:
        table._go_to(table.count, alive)
    except RuleError:
        table._end = table.count
        table._forget_undone()
        raise
