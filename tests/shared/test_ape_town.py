"""A whole game of Ape Town on both runtimes: equal digests, undo, refusals, no allocation where there must be none."""

from engine_core.errors import RuleError
from engine_core.games.ape_town import ApeTownGame
from engine_core.moves import ADD, CLAIM, CONFIRM, FINAL, NEXT, NO_SEAT, PLACE
from engine_core.setup_reading import read_setup
from engine_core.table import Table
from tests.kit.shared.full_city import FULL
from tests.kit.shared.heap import allocates_nothing

SETUP = "game ape_town\nseats Ana Ben Cho\n"
ORDER = (3, 5, 2, 4, 5, 1, 0, 5, 3, 4)  # kinds of tiles, round and round while there are any


def sit(*options: str) -> "tuple[Table, ApeTownGame]":
    """A new table; its game comes along, typed."""
    table = Table(read_setup(SETUP + "".join(["set " + option + "\n" for option in options]), FULL))
    game = table.game
    assert isinstance(game, ApeTownGame)
    return table, game


def next_tile(game: ApeTownGame, number: int) -> int:
    """The tile of turn `number`: the next of ORDER that exists and that the seat can place."""
    while True:
        tile = ORDER[number % 10]
        if game.supply(tile) and (tile not in (3, 4) or game.disks(game.turn())):
            return tile
        number += 1


def whole_game(table: Table, game: ApeTownGame, by: int = 37) -> "list[int]":
    """Place 80 tiles, every `by`-th space, and confirm; the digest after every turn."""
    digests = []
    for number in range(80):
        space = number * by % 80
        table.play(PLACE, NO_SEAT, space, next_tile(game, number))
        digests.append(table.digest())
    for seat in range(3):
        table.play(FINAL, seat, 0, 4 + seat)
    table.play(CONFIRM, NO_SEAT)
    digests.append(table.digest())
    return digests


def test_at12_a_whole_game_has_these_digests_on_every_runtime() -> None:
    table, game = sit()
    digests = whole_game(table, game)
    assert (digests[0], digests[40], digests[-1]) == DIGESTS, [hex(digests[i]) for i in (0, 40, -1)]
    assert game.completed() == "ABCDEFGHI"
    totals = [game.total(seat) for seat in range(3)]
    assert totals == TOTALS, totals
    assert game.winners() == [totals.index(max(totals))]
    sources = [sum([game.source(i, seat) for seat in range(3)]) for i in range(5)]
    assert sources == SOURCES, sources


def test_at10_proportional_shares_are_these_on_every_runtime() -> None:
    table, game = sit("extort proportional")
    whole_game(table, game)
    shares = [game.source(3, seat) for seat in range(3)]
    assert shares == PROPORTIONAL, shares


def test_at16_by_region_a_whole_game_completes_as_by_space() -> None:
    by_space, one = sit()
    whole_game(by_space, one)
    by_region, other = sit("entry region")
    for number in range(80):
        space = number * 37 % 80
        by_region.play(PLACE, NO_SEAT, other.city.region[space], next_tile(other, number))
    for seat in range(3):
        for source in (2, 3):
            assert one.source(source, seat) == other.source(source, seat)


def test_c1_the_whole_game_is_taken_back_and_played_again() -> None:
    table, game = sit()
    start = table.digest()
    digests = whole_game(table, game)
    for _ in range(4):
        table.undo()
    for number in range(79, 0, -1):
        assert table.digest() == digests[number], number
        table.undo()
    table.undo()
    assert (table.digest(), game.completed(), game.over()) == (start, "", False)
    table.redo(84)
    assert table.digest() == digests[-1]
    assert game.decided()


def test_at3_refusals_say_why_and_change_nothing() -> None:
    table, _ = sit("claims on")
    table.play(CLAIM, NO_SEAT, 0, 2)
    before = table.digest()
    for kind, seat, a, b, code in (
        (PLACE, NO_SEAT, 80, 0, "unknown"),
        (PLACE, NO_SEAT, -1, 0, "unknown"),
        (PLACE, 1, 0, 0, "seat"),
        (PLACE, NO_SEAT, 3, 0, "colour"),
        (CLAIM, NO_SEAT, 1, 0, "claim"),
        (CLAIM, NO_SEAT, 1, 5, "money"),
        (CLAIM, NO_SEAT, 1, 256, "claim"),
        (CLAIM, NO_SEAT, 1, 3 * 256, "money"),
        (CLAIM, NO_SEAT, 1, 10, "value"),
        (NEXT, NO_SEAT, 0, 0, "claim"),
        (FINAL, 0, 0, 3, "scoring"),
        (CONFIRM, NO_SEAT, 0, 0, "scoring"),
        (ADD, 0, 1, -5, "value"),
    ):
        found = "accepted"
        try:
            table.play(kind, seat, a, b)
        except RuleError as error:
            found = error.code
        assert (found, table.digest()) == (code, before), (kind, seat, a, b, found)


def test_at5_a_turn_allocates_nothing_not_even_one_that_completes_a_region() -> None:
    table, game = sit("claims on")
    for space in range(26):  # less than a checkpoint takes
        if game.city.region[space] == 0 and space != 1:
            table.play(CLAIM, NO_SEAT, 0, 0)
            table.play(PLACE, NO_SEAT, space, (3, 2)[space % 2])

    def turn() -> None:
        table.play(CLAIM, NO_SEAT, 0, 1)
        table.play(PLACE, NO_SEAT, 1, 4)
        table.play(ADD, 1, 0, 2)
        table.play(ADD, 1, 1, -1)
        table.play(NEXT, NO_SEAT)

    allocates_nothing(turn)
    assert (game.completed(), game.regions.last()) == ("A", -1)
    table.undo(3)
    assert game.regions.last() == 0


def test_a_question_allocates_nothing_and_changes_nothing() -> None:
    table, game = sit()
    whole_game(table, game)
    before = table.digest(), table.version

    def ask() -> None:
        for seat in range(game.seats):
            game.total(seat)
            game.value(0, seat)
            game.value(1, seat)
            game.final(0, seat)
            game.disks(seat)
            game.tie_break(seat)
            for source in range(5):
                game.source(source, seat)
            for region in range(game.city.regions):
                game.regions.paid(region, seat)
        for region in range(game.city.regions):
            game.regions.leader(region)
            game.regions.is_full(region)
        for space in range(game.city.spaces):
            game.tile(space)
            game.disk(space)
        for tile in range(6):
            game.supply(tile)
        game.due()
        game.turn()
        game.over()
        game.decided()
        game.regions.last()
        game.regions.how()
        game.track.claimed()
        game.track.reveal()
        game.track.money_on_tiles()

    allocates_nothing(ask)
    assert before == (table.digest(), table.version)


# Reckoned once on CPython; the tests' point is that no runtime gives others.
DIGESTS = (0x5E4786AE, 0x0AC5D6F8, 0xD0E9DAD8)
TOTALS = [87, 51, 92]
SOURCES = [0, 47, 54, 114, 15]
PROPORTIONAL = [46, 22, 45]
