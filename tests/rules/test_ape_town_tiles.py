"""Ape Town: set-up, tiles, disks, points at once, turns, the two ways to enter tiles."""

import pytest

from engine_core.errors import TextError
from engine_core.games.ape_town import SUPPLY
from engine_core.games.ape_town_scoring import TILES
from engine_core.moves import NEXT, NO_SEAT, PLACE, REMOVE
from tests.kit.rules.ape_town_table import (
    SAMPLE,
    not_placed,
    place,
    placing,
    points,
    scores,
    sit,
    skip,
    source,
)
from tests.kit.rules.refusals import refused


# -- set-up ------------------------------------------------------------------------------------------
def test_at1_everybody_starts_with_six_money_and_fifteen_disks() -> None:
    _, game = sit(4)
    assert scores(game) == [0, 0, 0, 0]
    assert [game.value(1, seat) for seat in range(4)] == [6, 6, 6, 6]
    assert [game.disks(seat) for seat in range(4)] == [15, 15, 15, 15]
    assert {TILES[i]: game.supply(i) for i in range(6)} == {
        "tarsier": 10,
        "chimpanzee": 10,
        "mandrill": 10,
        "lemur": 14,
        "orangutan": 12,
        "depot": 24,
    }
    assert sum(SUPPLY) == 80


@pytest.mark.parametrize("seats", [1, 5])
def test_at1_two_to_four_players(seats: int) -> None:
    with pytest.raises(TextError, match="2 to 4"):
        sit(seats)


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("entry disk", "space or region"),
        ("claims maybe", "off or on"),
        ("extort none", "equal or proportional"),
        ("hearts 0 17", "it has map, entry, claims, extort"),
    ],
)
def test_at16_an_option_that_cannot_be_is_named_with_what_can(option: str, words: str) -> None:
    with pytest.raises(TextError, match=words):
        sit(3, option)


def test_at2_a_game_needs_its_city() -> None:
    with pytest.raises(TextError, match="set map FILE"):
        sit(city="")


def test_at2_a_faulty_map_is_named_with_line_and_column_of_the_map_and_the_line_of_the_script() -> None:
    with pytest.raises(TextError, match=r"line 1, column 3 of the map: region B has no colour") as caught:
        sit(3, "map town.map", city="A B\ngrey A\n")
    assert caught.value.line == 3


# -- tiles and disks ---------------------------------------------------------------------------------
@pytest.mark.parametrize("tile", TILES)
def test_at1_more_tiles_of_a_kind_than_exist_are_refused(tile: str) -> None:
    table, game = sit(2, city=SAMPLE)
    number = TILES.index(tile)
    for space in range(SUPPLY[number]):
        table.play(PLACE, NO_SEAT, space, number)
    assert game.supply(number) == 0
    assert str(SUPPLY[number]) in refused(table, "supply", PLACE, NO_SEAT, 70, number)
    table.undo()
    table.play(PLACE, NO_SEAT, 70, number)


def test_at1_a_sixteenth_disk_is_refused() -> None:
    table, game = sit(2, city=SAMPLE)
    space = 0
    for number in range(15):
        table.play(PLACE, NO_SEAT, space, TILES.index("lemur" if number < 8 else "orangutan"))
        table.play(PLACE, NO_SEAT, space + 1, TILES.index("depot"))
        space += 2
    assert [game.disks(0), game.disks(1)] == [0, 15]
    message = refused(table, "disks", PLACE, NO_SEAT, space, TILES.index("orangutan"))
    assert "Ana has no disk left" in message
    table.play(NEXT, NO_SEAT)
    table.play(PLACE, NO_SEAT, space, TILES.index("orangutan"))
    assert game.disk(space) == 1


def test_at7_orangutan_and_lemur_carry_the_disk_and_score_nothing_at_once() -> None:
    table, game = sit()
    place(table, "B1 depot", "A2 orangutan", "B3 lemur")
    assert scores(game) == [0, 0, 0]
    assert [game.disks(seat) for seat in range(3)] == [15, 14, 14]
    assert game.disk(game.city.find("A2")) == 1
    assert game.disk(game.city.find("B3")) == 2
    assert game.disk(game.city.find("B1")) == NO_SEAT
    assert [TILES[game.tile(game.city.find(name))] for name in ("A2", "B1", "B3")] == ["orangutan", "depot", "lemur"]
    assert game.tile(game.city.find("C1")) == -1
    assert game.disk(game.city.find("C1")) == NO_SEAT


def test_at3_an_occupied_space_is_refused() -> None:
    table, _ = sit()
    place(table, "A2 mandrill")
    assert "A2" in not_placed(table, "occupied", "A2 depot")


@pytest.mark.parametrize(("a", "b"), [(12, 0), (-1, 0), (200, 0), (0, 6), (0, -1)])
def test_at3_a_space_or_tile_that_does_not_exist_is_refused(a: int, b: int) -> None:
    table, _ = sit()
    refused(table, "unknown", PLACE, NO_SEAT, a, b)


def test_at3_the_first_reason_in_the_fixed_order_is_given() -> None:
    """`unknown` before `seat` before `occupied` before `supply`."""
    table, _ = sit(2, city=SAMPLE)
    for space in range(10):
        table.play(PLACE, NO_SEAT, space, 0)
    refused(table, "unknown", PLACE, 1, 99, 0)
    refused(table, "seat", PLACE, 1, 3, 0)
    refused(table, "occupied", PLACE, NO_SEAT, 3, 0)
    refused(table, "supply", PLACE, NO_SEAT, 33, 0)


# -- points at once ----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("tile", "each"), [("tarsier", 1), ("chimpanzee", 2), ("mandrill", 3), ("lemur", 0), ("orangutan", 0)]
)
def test_at5_an_ape_scores_its_value_for_each_depot_beside_it(tile: str, each: int) -> None:
    """The derived example: a mandrill beside two depots scores 6."""
    table, game = sit(2)
    place(table, "A2 depot", "B1 depot", "D1 depot", "B3 " + tile)
    assert source(game, "immediate") == [0, 2 * each]
    assert scores(game) == [0, 2 * each]


def test_at6_a_depot_scores_the_values_beside_it() -> None:
    """The derived example: beside tarsier, chimpanzee, mandrill and lemur it scores 6; depots have no value."""
    table, game = sit(2)
    place(table, "A2 tarsier", "B1 chimpanzee", "A3 mandrill", "C1 lemur", "D2 depot")
    assert scores(game) == [3, 0]  # the fifth lies beside A3
    place(table, "B3 depot")
    assert source(game, "immediate") == [3, 6]


def test_at5_at6_only_what_lies_there_already_counts() -> None:
    table, game = sit(2)
    place(table, "B3 mandrill", "A2 depot")
    assert scores(game) == [0, 3]
    place(table, "B2 mandrill")
    assert scores(game) == [0, 3]


# -- turns -------------------------------------------------------------------------------------------
def test_at15_turns_go_clockwise_from_the_first_seat() -> None:
    table, game = sit(3)
    order = []
    for words in ("A1 depot", "A2 depot", "A3 tarsier", "B1 tarsier"):
        order.append(game.turn())
        place(table, words)
    assert order == [0, 1, 2, 0]
    assert (game.round(), game.phase()) == (0, 0)


def test_at15_next_passes_the_turn_without_a_tile() -> None:
    table, game = sit(3)
    skip(table)
    assert game.turn() == 1
    table.play(NEXT, 1)
    assert game.turn() == 2
    refused(table, "seat", NEXT, 1)
    refused(table, "seat", NEXT, 3)


def test_at15_only_the_seat_on_turn_places() -> None:
    table, _ = sit(3)
    where, tile = placing(table, "A1 depot")
    assert "Ana" in refused(table, "seat", PLACE, 1, where, tile)
    table.play(PLACE, 0, where, tile)


def test_at15_a_move_of_another_game_is_unknown() -> None:
    table, _ = sit(3)
    refused(table, "unknown", REMOVE, 0)


# -- by region ---------------------------------------------------------------------------------------
def test_at16_by_region_the_table_adds_the_points_at_once_itself() -> None:
    table, game = sit(2, "entry region")
    place(table, "A depot", "A mandrill")
    assert scores(game) == [0, 0]
    points(table, 1, 3)
    assert (source(game, "hand"), source(game, "immediate")) == ([0, 3], [0, 0])
    assert game.turn() == 0


def test_at16_by_region_a_full_region_is_refused() -> None:
    table, game = sit(2, "entry region")
    place(table, "A depot", "A tarsier", "A depot")
    assert game.completed() == "A"
    assert "A is full" in not_placed(table, "occupied", "A depot")


def test_at16_by_region_completion_scores_as_by_space() -> None:
    by_region, one = sit(3, "entry region")
    by_space, other = sit(3)
    tiles = ("lemur", "mandrill", "orangutan", "chimpanzee", "tarsier", "depot")
    letters = "DADABB"
    numbers = dict.fromkeys("ABCD", 0)
    for letter, tile in zip(letters, tiles, strict=True):
        numbers[letter] += 1
        place(by_region, f"{letter} {tile}")
        place(by_space, f"{letter}{numbers[letter]} {tile}")
    place(by_region, "D lemur")
    place(by_space, "D3 lemur")
    assert one.completed() == other.completed() == "D"
    for name in ("dominance", "extortion"):
        assert source(one, name) == source(other, name)
    assert sum(source(one, "extortion")) > 0


def test_at16_by_region_no_space_is_known() -> None:
    table, game = sit(2, "entry region")
    place(table, "A lemur")
    assert (game.tile(0), game.disk(0)) == (-1, NO_SEAT)
    assert (game.place_name(1), game.place_number("D")) == ("B", 3)
    refused(table, "unknown", PLACE, NO_SEAT, 4, 0)
