"""Tables of Ape Town for the tests, and the few things they do with them again and again."""

from pathlib import Path

from engine_core.city import COLOURS
from engine_core.games.ape_town import ApeTownGame
from engine_core.games.ape_town_scoring import TILES
from engine_core.moves import ADD, CLAIM, CONFIRM, FINAL, NEXT, NO_SEAT, PLACE
from engine_core.setup_reading import read_setup
from engine_core.table import Table
from tests.kit.rules.refusals import refused

NAMES = ("Ana", "Ben", "Cho", "Dee", "Eli")
SAMPLE = (Path(__file__).parents[3] / "boards" / "sample_city.map").read_text(encoding="utf-8")

# Four regions of three spaces. All of them touch each other, but for A and C.
SMALL = """\
A A B B
 A B C C
D D D C
grey A
black B C
white D
"""


def sit(seats: int = 3, *options: str, city: str = SMALL) -> tuple[Table, ApeTownGame]:
    """A new table with `seats` seats and options such as "claims on"; its game comes along, typed."""
    lines = ["game ape_town", "seats " + " ".join(NAMES[:seats]), *["set " + option for option in options]]
    table = Table(read_setup("\n".join(lines), city))
    assert isinstance(table.game, ApeTownGame)
    return table, table.game


def place(table: Table, *tiles: str) -> None:
    """Place tiles such as "A2 mandrill", turn by turn."""
    for words in tiles:
        table.play(PLACE, NO_SEAT, *placing(table, words))


def placing(table: Table, words: str) -> tuple[int, int]:
    """PLACE's `a` and `b` for "A2 mandrill"."""
    where, tile = words.split()
    return table.game.place_number(where), TILES.index(tile)


def claim(table: Table, colour: str, passed: int = 0, taken: int = 0) -> None:
    table.play(CLAIM, NO_SEAT, COLOURS.index(colour), passed + 256 * taken)


def skip(table: Table, turns: int = 1) -> None:
    for _ in range(turns):
        table.play(NEXT, NO_SEAT)


def points(table: Table, seat: int, amount: int) -> None:
    table.play(ADD, seat, 0, amount)


def money(table: Table, seat: int, amount: int) -> None:
    table.play(ADD, seat, 1, amount)


def final_money(table: Table, *values: int) -> None:
    """End scoring: the money of the seats in order."""
    for seat, value in enumerate(values):
        table.play(FINAL, seat, 0, value)


def confirm(table: Table) -> None:
    table.play(CONFIRM, NO_SEAT)


def scores(game: ApeTownGame) -> list[int]:
    return [game.total(seat) for seat in range(game.seats)]


def source(game: ApeTownGame, name: str) -> list[int]:
    """The points of the seats from one source."""
    return [game.source(game.SOURCES.index(name), seat) for seat in range(game.seats)]


def paid(game: ApeTownGame, letter: str) -> list[int]:
    """What the last completion gave the seats out of region `letter`."""
    region = game.city.find_region(letter)
    return [game.regions.paid(region, seat) for seat in range(game.seats)]


def not_placed(table: Table, code: str, words: str) -> str:
    """Placing "A2 mandrill" is refused with `code`; gives the message."""
    return refused(table, code, PLACE, NO_SEAT, *placing(table, words))
