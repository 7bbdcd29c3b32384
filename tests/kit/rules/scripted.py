"""Tests in the words of scripts: sit down, play lines, ask how a line is refused, check expectations."""

from engine_core.errors import RuleError
from engine_core.scripts import expect
from engine_core.scripts.script import read_count, read_move
from engine_core.setup_reading import read_setup
from engine_core.table import Table

NAMES = ("Ana", "Ben", "Cho", "Dee", "Eli", "Fay", "Gus")


def sit(game: str = "after_us", seats: int = 3, *options: str, map_text: str = "") -> Table:
    """A new table; options as after `set`, such as "resources on"."""
    lines = [f"game {game}", "seats " + " ".join(NAMES[:seats]), *[f"set {option}" for option in options]]
    return Table(read_setup("\n".join(lines), map_text))


def play(table: Table, *lines: str) -> None:
    """Play lines; RuleError when one is refused."""
    for line in lines:
        words = line.split()
        if words[0] == "undo":
            table.undo(read_count(words))
        elif words[0] == "redo":
            table.redo(read_count(words))
        else:
            kind, seat, a, b = read_move(words, table.game)
            table.play(kind, seat, a, b)


def refusal(table: Table, line: str) -> str:
    """The code with which the line is refused, or "accepted"; a refused one has changed nothing."""
    before = (table.game.pack(), table.count, table.version, table.can_redo())
    try:
        play(table, line)
    except RuleError as error:
        code, message = error.code, error.message
    else:
        return "accepted"
    assert before == (table.game.pack(), table.count, table.version, table.can_redo())
    assert message.endswith(".")
    return code


def holds(table: Table, *expectations: str) -> None:
    """Check lines as after `expect`."""
    for line in expectations:
        assert expect.failure(line.split(), table.game, 0) == ""
