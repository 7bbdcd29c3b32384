"""Ape Town: claims, the money they cost, the colour they bind to, and the sections of the track."""

import pytest

from engine_core.games.ape_town import ApeTownGame
from engine_core.games.base import DUE
from engine_core.moves import CLAIM, NEXT, NO_SEAT, PLACE
from tests.kit.rules.ape_town_table import SAMPLE, claim, money, not_placed, place, sit, skip
from tests.kit.rules.refusals import refused

GREY, BLACK, WHITE = range(3)


def reveal_due(due: int) -> bool:
    return due == 1 << DUE.index("reveal")


# -- money -------------------------------------------------------------------------------------------
def test_at4_the_leftmost_tile_is_free() -> None:
    table, game = sit(3, "claims on")
    claim(table, "grey")
    assert game.value(1, 0) == 6
    assert game.turn() == 0
    place(table, "A1 depot")
    assert game.turn() == 1


def test_at4_one_money_for_each_tile_passed_over_and_the_money_on_the_tile_is_taken() -> None:
    table, game = sit(3, "claims on")
    claim(table, "grey", 4)
    place(table, "A1 depot")
    assert (game.value(1, 0), game.track.money_on_tiles()) == (2, 4)
    claim(table, "grey", 1, 2)
    assert (game.value(1, 1), game.track.money_on_tiles()) == (7, 3)


def test_at4_money_never_goes_below_zero() -> None:
    table, game = sit(3, "claims on")
    assert "only 6" in refused(table, "money", CLAIM, NO_SEAT, GREY, 7)
    claim(table, "grey", 6)
    assert game.value(1, 0) == 0


def test_at4_the_money_on_the_tile_comes_after_the_price() -> None:
    table, game = sit(2, "claims on")
    claim(table, "grey", 6)
    place(table, "A1 depot")
    skip(table)
    refused(table, "money", CLAIM, NO_SEAT, GREY, 1 + 256 * 3)
    claim(table, "grey", 0, 3)
    assert game.value(1, 0) == 3


def test_at4_no_more_money_lies_on_the_tiles_than_was_paid() -> None:
    table, _ = sit(2, "claims on")
    refused(table, "money", CLAIM, NO_SEAT, GREY, 256)
    claim(table, "grey", 2)
    place(table, "A1 depot")
    assert "Only 2" in refused(table, "money", CLAIM, NO_SEAT, GREY, 256 * 3)
    claim(table, "grey", 0, 2)


def test_c2_money_corrected_by_hand_lies_on_the_tiles_again() -> None:
    """A claim entered with too few tiles passed: the difference paid by hand can be taken by the next."""
    table, game = sit(2, "claims on")
    claim(table, "grey", 1)
    place(table, "A1 depot")
    money(table, 0, -2)
    claim(table, "grey", 0, 3)
    assert [game.value(1, 0), game.value(1, 1)] == [3, 9]


@pytest.mark.parametrize(("b", "code"), [(10, "value"), (255, "value"), (13 << 8, "value"), (-1, "value")])
def test_at4_no_more_tiles_are_passed_over_than_lie_face_up(b: int, code: str) -> None:
    table, _ = sit(2, "claims on")
    refused(table, code, CLAIM, NO_SEAT, GREY, b)


def test_at4_a_colour_that_does_not_exist() -> None:
    table, _ = sit(2, "claims on")
    refused(table, "unknown", CLAIM, NO_SEAT, 3, 0)
    refused(table, "unknown", CLAIM, NO_SEAT, -1, 0)


def test_at4_one_claim_before_each_tile() -> None:
    table, _ = sit(2, "claims on")
    not_placed(table, "claim", "A1 depot")
    claim(table, "grey")
    refused(table, "claim", CLAIM, NO_SEAT, GREY, 0)
    refused(table, "claim", NEXT)
    place(table, "A1 depot")
    not_placed(table, "claim", "A2 depot")
    refused(table, "seat", CLAIM, 0, GREY, 0)


def test_at4_without_the_setting_no_claims_are_entered() -> None:
    table, _ = sit(2)
    assert "set claims on" in refused(table, "claim", CLAIM, NO_SEAT, GREY, 0)


# -- colour ------------------------------------------------------------------------------------------
def test_at3_a_tile_goes_to_a_region_of_the_colour_it_was_claimed_from() -> None:
    table, _ = sit(2, "claims on")
    claim(table, "white")
    message = not_placed(table, "colour", "A1 depot")
    assert "white" in message
    assert "grey" in message
    place(table, "D1 depot")


@pytest.mark.parametrize("entry", ["space", "region"])
def test_at3_anywhere_once_no_space_of_the_colour_is_left(entry: str) -> None:
    table, game = sit(2, "claims on", "entry " + entry)
    numbers = iter("123")
    for _ in range(3):
        claim(table, "grey")
        not_placed(table, "colour", "B" + ("1" if entry == "space" else "") + " depot")
        place(table, "A" + (next(numbers) if entry == "space" else "") + " depot")
    assert game.completed() == "A"
    claim(table, "grey")
    place(table, "B" + ("1" if entry == "space" else "") + " depot")


def test_at3_occupied_is_told_before_the_colour() -> None:
    table, _ = sit(2, "claims on")
    claim(table, "grey")
    place(table, "A1 depot")
    claim(table, "white")
    not_placed(table, "occupied", "A1 depot")


# -- sections ----------------------------------------------------------------------------------------
def reveals(passed: list[int], city: str = SAMPLE) -> list[int]:
    """The turns (from 1) whose end calls for a new section, of turns that claim a tile after so many others."""
    table, game = sit(2, "claims on", city=city)
    found = []
    for number, count in enumerate(passed):
        if game.value(1, game.turn()) < count:
            money(table, game.turn(), 12 - game.value(1, game.turn()))
        claim(table, "grey", count)
        assert game.due() == 0
        space = next(i for i in range(game.city.spaces) if game.tile(i) < 0 and _fits(game, i))
        table.play(PLACE, NO_SEAT, space, 5 if number < 24 else number % 5)
        if reveal_due(game.due()):
            found.append(number + 1)
    return found


def _fits(game: ApeTownGame, space: int) -> bool:
    colour = game.city.colour[game.city.region[space]]
    return colour == game.track.claimed() or not game.regions.has_room(game.track.claimed())


def test_at14_the_fifth_tile_of_a_section_calls_for_the_next_one() -> None:
    assert reveals([0] * 16) == [5, 10, 15]


def test_at14_tiles_passed_over_are_counted_to_their_section() -> None:
    """Five tiles out of the second section, then the first one's remaining five lie before the third section."""
    assert reveals([5] * 5 + [0] * 5 + [0] * 5) == [5, 10, 15]
    assert reveals([9, 8, 7, 6, 0, 4, 0, 0, 0, 0]) == [6, 10]


def test_at14_the_call_goes_with_the_next_move_and_comes_back_with_undo() -> None:
    table, game = sit(2, "claims on", city=SAMPLE)
    for space in range(5):
        claim(table, "grey")
        grey = [i for i in range(game.city.spaces) if game.city.colour[game.city.region[i]] == GREY]
        table.play(PLACE, NO_SEAT, grey[space], 5)
    assert reveal_due(game.due())
    money(table, 0, -1)
    assert reveal_due(game.due())
    claim(table, "grey")
    assert game.due() == 0
    table.undo()
    assert reveal_due(game.due())
    skip(table)
    assert game.due() == 0


def test_at14_without_claims_it_is_a_call_to_look_every_fifth_tile() -> None:
    table, game = sit(2, city=SAMPLE)
    due = []
    for space in range(20):
        table.play(PLACE, NO_SEAT, space, 5)
        due.append(reveal_due(game.due()))
    assert [i + 1 for i in range(20) if due[i]] == [5, 10, 15, 20]


def test_at14_a_turn_without_a_tile_calls_for_nothing() -> None:
    table, game = sit(2, city=SAMPLE)
    for _ in range(10):
        skip(table)
        assert game.due() == 0


def test_at14_no_section_is_called_for_when_none_is_left() -> None:
    """80 tiles are 16 sections, two of them face up at the start: the 14th reveal is the last."""
    city = "\n".join(" " * (row % 2) + "A " * 10 for row in range(8)) + "\ngrey A\n"
    table, game = sit(4, city=city)
    calls = 0
    for space in range(80):
        tile = next(i for i in (5, 0, 1, 2, 3, 4) if game.supply(i))
        table.play(PLACE, NO_SEAT, space, tile)
        calls += reveal_due(game.due())
    assert calls == 14
    assert game.over()
