"""Writes the moves of a table as a script, which `replay` plays to the same state."""

from ..moves import ADD, JOINED
from .script import write_move

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..setup import Setup
    from ..table import Table


def write_log(setup: "Setup", table: "Table") -> "Iterator[str]":
    """The lines of the script, without line endings. Joined moves are one line; undone moves are left out."""
    for line in setup.text().split("\n"):
        if line:
            yield line
    i = 0
    while i < table.count:
        kind, seat, a, b, _ = table.move(i)
        i += 1
        while kind == ADD and i < table.count:
            _, _, _, more, flags = table.move(i)
            if not flags & JOINED:
                break
            b += more
            i += 1
        yield write_move(kind, seat, a, b, table.game)
