"""Loads the stored moves of a game into a new table. Needed at power-on only, so it is no part of table.py.

Call `load` and `load_checkpoint` for each piece that was read, then `play_to_end`.
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
    """Add packed moves to the table's log without playing them: those at `start`, `start + step`, ... below `stop`.

    data: moves as the journal recorded them, UNDO and REDO included, each accepted by the rules before.
    Raises RuleError when the log is full or an UNDO or REDO has too few steps, and MemoryError.
    """
    view = memoryview(data)
    for at in range(start, stop, step):  # runs thousands of times, so calls are avoided
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
    """Keep `state`, the packed state before move EVERY * `number` of the log so far. Raises MemoryError, ValueError."""
    table._states.put(number, state)


def play_to_end(table: "Table", alive: "Callable[[], object]" = nothing) -> None:
    """Play the loaded log to its end, from the last checkpoint on.

    Raises RuleError when a move is refused: log and game then end before that move. alive: called now and then,
    because this can take seconds.
    """
    try:
        table._go_to(table.count, alive)
    except RuleError:
        table._end = table.count
        table._forget_undone()
        raise
