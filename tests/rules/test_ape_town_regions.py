"""Ape Town: completion, dominance and its tie-breaks, extortion, and what is shown of it."""

import pytest

from engine_core.games.ape_town import ApeTownGame
from engine_core.games.ape_town_scoring import BY_LEMURS, BY_NOBODY, BY_ORANGUTANS
from engine_core.moves import NO_SEAT
from engine_core.table import Table
from tests.kit.rules.ape_town_table import money, paid, place, points, scores, sit, skip, source

# Region A of eight spaces in a ring around nothing that counts; B to D touch it, E touches nobody.
TOWN = """\
B B A A A C C   E
 B A A A A C D   E
    A D D D
grey A
black B C
white D E
"""


def lay(table: Table, seat: int, words: str) -> None:
    """A tile such as "A lemur" by `seat`, whoever is on turn, on the region's next empty space."""
    game = table.game
    assert isinstance(game, ApeTownGame)
    while game.turn() != seat:
        skip(table)
    letter, tile = words.split()
    free = [i for i in range(game.city.spaces) if game.city.letters[game.city.region[i]] == letter and game.tile(i) < 0]
    place(table, f"{game.city.name(free[0])} {tile}")


def fill(*tiles: tuple[int, str], options: tuple[str, ...] = ()) -> tuple[Table, ApeTownGame]:
    """A table on TOWN with tiles by seat laid in order."""
    table, game = sit(3, *options, city=TOWN)
    for seat, words in tiles:
        lay(table, seat, words)
    return table, game


# Worth 8, without disks: five tiles.
WORTH_8 = ((0, "A mandrill"), (1, "A mandrill"), (2, "A chimpanzee"))


# -- completion --------------------------------------------------------------------------------------
def test_at8_a_region_is_complete_when_its_last_space_is_occupied() -> None:
    table, game = sit(2)
    place(table, "A1 lemur", "A2 depot")
    assert (game.completed(), game.regions.last()) == ("", -1)
    place(table, "A3 mandrill")
    assert (game.completed(), game.regions.last()) == ("A", 0)
    assert game.regions.is_full(0)
    assert not game.regions.is_full(1)
    place(table, "B2 depot")
    assert (game.completed(), game.regions.last()) == ("A", -1)


def test_at8_a_region_is_scored_once() -> None:
    table, game = sit(2)
    place(table, "A1 lemur", "A2 depot", "A3 mandrill")
    before = source(game, "dominance")
    assert sum(before) == 3
    place(table, "C3 mandrill", "C2 mandrill", "D1 mandrill")
    assert source(game, "dominance") == before


def test_at8_the_completing_tile_counts_in_its_region() -> None:
    _, game = fill(*WORTH_8, *[(0, "A depot")] * 4, (1, "A orangutan"))
    assert game.completed() == "A"
    assert source(game, "dominance") == [0, 8, 0]


# -- dominance ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("orangutans", "lemurs", "expected", "how"),
    [
        ((1, 0, 0), (0, 2, 2), (8, 0, 0), BY_ORANGUTANS),
        ((2, 1, 0), (0, 0, 2), (8, 0, 0), BY_ORANGUTANS),
        ((1, 1, 0), (0, 1, 2), (0, 0, 8), BY_LEMURS),  # derived example: the lemurs' owner without orangutans
        ((0, 0, 0), (1, 1, 0), (0, 0, 0), BY_NOBODY),  # derived example
        ((0, 0, 0), (1, 2, 0), (0, 8, 0), BY_LEMURS),
        ((0, 0, 0), (0, 0, 0), (0, 0, 0), BY_NOBODY),
        ((1, 1, 0), (0, 0, 0), (0, 0, 0), BY_NOBODY),
        ((1, 1, 0), (0, 0, 1), (0, 0, 8), BY_LEMURS),
        ((1, 1, 1), (1, 1, 0), (0, 0, 0), BY_NOBODY),
    ],
)
def test_at9_most_orangutans_then_most_lemurs_then_nobody(
    orangutans: tuple[int, ...], lemurs: tuple[int, ...], expected: tuple[int, ...], how: int
) -> None:
    tiles = [(seat, "A orangutan") for seat in range(3) for _ in range(orangutans[seat])]
    tiles += [(seat, "A lemur") for seat in range(3) for _ in range(lemurs[seat])]
    tiles += [(0, "A depot")] * (5 - len(tiles))
    _, game = fill(*tiles, *WORTH_8)
    assert game.completed() == "A"
    assert source(game, "dominance") == list(expected)
    assert paid(game, "A") == list(expected)
    assert game.regions.how() == how


def test_at9_a_region_worth_nothing_has_a_leader_all_the_same() -> None:
    table, game = sit(2)
    place(table, "A1 orangutan", "A2 depot", "A3 depot")
    assert (game.regions.last(), game.regions.how(), scores(game)) == (0, BY_ORANGUTANS, [0, 0])


def test_at9_the_leader_of_a_region_is_known_before_it_is_complete() -> None:
    table, game = sit(2)
    assert game.regions.leader(0) == NO_SEAT
    place(table, "A1 lemur")
    assert game.regions.leader(0) == 0
    place(table, "A2 orangutan")
    assert game.regions.leader(0) == 1
    assert game.regions.leader(1) == NO_SEAT


# -- extortion ---------------------------------------------------------------------------------------
def test_at10_neighbours_with_fewer_lemurs_pay_their_worth_rounded_up_each() -> None:
    """B is worth 3, C 5 (both incomplete), D nothing: with two owners 2 + 3 each; E does not touch A."""
    _, game = fill(
        (0, "B mandrill"),
        (1, "C mandrill"),
        (2, "C chimpanzee"),
        (0, "E mandrill"),
        *WORTH_8,
        (0, "A lemur"),
        (1, "A lemur"),
        *[(2, "A depot")] * 3,
    )
    assert game.completed() == "A"
    assert (paid(game, "B"), paid(game, "C"), paid(game, "D"), paid(game, "E")) == (
        [2, 2, 0],
        [3, 3, 0],
        [0] * 3,
        [0] * 3,
    )
    assert source(game, "extortion") == [5, 5, 0]
    assert source(game, "dominance") == [0, 0, 0]


def test_at10_a_neighbour_with_as_many_lemurs_of_all_players_together_pays_nothing() -> None:
    _, game = fill(
        (0, "B mandrill"),
        (0, "B lemur"),
        (1, "B lemur"),
        (1, "C mandrill"),
        (2, "C lemur"),
        *WORTH_8,
        *[(0, "A lemur")] * 2,
        *[(2, "A depot")] * 3,
    )
    assert paid(game, "B") == [0, 0, 0]
    assert paid(game, "C") == [3, 0, 0]


def test_at10_a_complete_neighbour_pays_too() -> None:
    _, game = fill(
        (0, "B mandrill"), (1, "B mandrill"), (2, "B depot"), *WORTH_8, (0, "A lemur"), *[(2, "A depot")] * 4
    )
    assert game.completed() == "AB"
    assert paid(game, "B") == [6, 0, 0]


def test_at10_without_lemurs_nobody_extorts() -> None:
    _, game = fill((0, "B mandrill"), *WORTH_8, (0, "A orangutan"), *[(2, "A depot")] * 4)
    assert source(game, "extortion") == [0, 0, 0]


@pytest.mark.parametrize(
    ("options", "shares"), [((), [4, 4, 0]), (("extort equal",), [4, 4, 0]), (("extort proportional",), [6, 2, 0])]
)
def test_at10_shares_are_equal_or_in_proportion_to_lemurs(options: tuple[str, ...], shares: list[int]) -> None:
    """C is worth 7: halves are 3.5 each; of four lemurs three are Ana's: 5.25 and 1.75."""
    _, game = fill(
        (0, "C mandrill"),
        (1, "C mandrill"),
        (2, "C tarsier"),
        *WORTH_8,
        *[(0, "A lemur")] * 3,
        (1, "A lemur"),
        (2, "A depot"),
        options=options,
    )
    assert game.completed() == "AC"
    assert paid(game, "C") == shares


# -- what is shown -----------------------------------------------------------------------------------
def test_at11_what_a_completion_paid_stays_until_play_goes_on() -> None:
    table, game = fill((0, "B mandrill"), *WORTH_8, (0, "A lemur"), *[(2, "A depot")] * 4)
    shown = (game.regions.last(), game.regions.how(), paid(game, "A"), paid(game, "B"))
    assert shown == (0, BY_LEMURS, [8, 0, 0], [3, 0, 0])
    points(table, 1, 2)
    money(table, 1, -1)
    assert (game.regions.last(), game.regions.how(), paid(game, "A"), paid(game, "B")) == shown
    skip(table)
    nothing = (-1, BY_NOBODY, [0] * 3, [0] * 3)
    assert (game.regions.last(), game.regions.how(), paid(game, "A"), paid(game, "B")) == nothing
    table.undo()
    assert (game.regions.last(), game.regions.how(), paid(game, "A"), paid(game, "B")) == shown


def test_at11_the_sum_shown_is_what_the_scores_gained() -> None:
    table, game = fill((0, "B mandrill"), (1, "D tarsier"), *WORTH_8, (0, "A lemur"), *[(2, "A depot")] * 3)
    before = scores(game)
    lay(table, 2, "A lemur")
    gained = [after - earlier for after, earlier in zip(scores(game), before, strict=True)]
    shown = [sum(game.regions.paid(region, seat) for region in range(game.city.regions)) for seat in range(3)]
    assert gained == shown
    assert sum(shown) > 0
