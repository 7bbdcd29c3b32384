"""A table of Primates for the tests, and the few things they do with it again and again."""

from engine_core.games.primates import PrimatesGame
from engine_core.moves import ADD, CONFIRM, ENVIRONMENT, FINAL, NEXT, NO_SEAT
from engine_core.setup_reading import read_setup
from engine_core.table import Table

NAMES = ("Ana", "Ben", "Cho", "Dee")
REQUIRED = (0, 1, 2, 4)  # end scoring without the conditional bonuses


def sit(seats: int = 3, *options: str) -> tuple[Table, PrimatesGame]:
    """A new table with `seats` seats and options such as "actions on"; its game comes along, typed."""
    lines = ["game primates", "seats " + " ".join(NAMES[:seats]), *["set " + option for option in options]]
    table = Table(read_setup("\n".join(lines)))
    assert isinstance(table.game, PrimatesGame)
    return table, table.game


def turns(table: Table, count: int) -> None:
    """Play `count` whole turns."""
    for _ in range(count):
        table.play(ENVIRONMENT, NO_SEAT)
        table.play(NEXT, NO_SEAT)


def to_the_end(seats: int = 3, *options: str) -> tuple[Table, PrimatesGame]:
    """A table after its last turn, with the end scoring open."""
    table, game = sit(seats, *options)
    turns(table, game.rounds * seats)
    return table, game


def enter(table: Table, seat: int, extant: int = 0, extinct: int = 0, bonus: int = 0, food: int = 0) -> None:
    """The four values that every seat has in the end scoring."""
    for category, value in zip(REQUIRED, (extant, extinct, bonus, food), strict=True):
        table.play(FINAL, seat, category, value)


def hearts(table: Table, seat: int, count: int) -> None:
    table.play(ADD, seat, 0, count)


def finish(table: Table) -> None:
    table.play(CONFIRM, NO_SEAT)
