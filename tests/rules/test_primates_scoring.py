"""Primates after the last turn: end scoring, conditional bonuses, ties, what is refused."""

import pytest

from engine_core.games.primates import PrimatesGame
from engine_core.moves import ADD, CONFIRM, ENVIRONMENT, FINAL, NEXT, NO_SEAT, OVER
from engine_core.standings import win_reason
from engine_core.table import Table
from tests.kit.rules.primates_table import enter, finish, hearts, sit, to_the_end
from tests.kit.rules.refusals import refused

EXTANT, EXTINCT, BONUS, CONDITIONAL, FOOD = range(5)


def sources(game: PrimatesGame, seat: int) -> dict[str, int]:
    return {name: game.source(i, seat) for i, name in enumerate(game.SOURCES)}


def decided(points: list[int], bonuses: list[int], spaces: list[int] | None = None) -> tuple[Table, PrimatesGame]:
    """A game that is confirmed: `points` besides hearts and conditional bonuses, and the `spaces` of the hearts."""
    table, game = to_the_end(len(points))
    for seat in range(len(points)):
        if spaces and spaces[seat]:
            hearts(table, seat, spaces[seat])
        enter(table, seat, extant=points[seat])
        if bonuses[seat]:
            table.play(FINAL, seat, CONDITIONAL, bonuses[seat])
    finish(table)
    return table, game


def test_pr10_the_final_score_is_the_sum_of_five_parts() -> None:
    table, game = sit(2, "hearts 0 1 2 4 6 8 11 14 17")
    hearts(table, 0, 5)
    for _ in range(20):
        table.play(ENVIRONMENT, NO_SEAT)
        table.play(NEXT, NO_SEAT)
    enter(table, 0, extant=31, extinct=12, bonus=9, food=4)
    assert game.total(0) == 8 + 31 + 12 + 9 + 4
    assert sources(game, 0) == {"hearts": 8, "extant": 31, "extinct": 12, "bonus": 9, "conditional": 0, "food": 4}


def test_pr10_categories_stand_in_the_scorepad_s_order() -> None:
    assert PrimatesGame.CATEGORIES == ("extant", "extinct", "bonus", "conditional", "food")


def test_pr10_values_can_be_set_again_until_confirmed() -> None:
    table, game = to_the_end(2)
    enter(table, 0, extant=31)
    enter(table, 1)
    table.play(FINAL, 0, EXTANT, 13)
    assert game.final(EXTANT, 0) == 13
    assert not game.decided()
    finish(table)
    assert game.decided()
    refused(table, "over", FINAL, 0, EXTANT, 14)
    refused(table, "over", CONFIRM)
    table.undo()
    table.play(FINAL, 0, EXTANT, 14)
    assert game.total(0) == 14


def test_pr10_hearts_too_can_be_put_right_until_confirmed() -> None:
    table, game = to_the_end(2)
    hearts(table, 0, 2)
    hearts(table, 0, -1)
    assert game.total(0) == 1
    enter(table, 0)
    enter(table, 1)
    finish(table)
    refused(table, "over", ADD, 0, 0, 1)


def test_pr10_end_scoring_is_not_open_before_the_last_turn() -> None:
    table, _ = sit(2)
    refused(table, "scoring", FINAL, 0, EXTANT, 3)
    refused(table, "scoring", CONFIRM)


@pytest.mark.parametrize(
    ("code", "seat", "category", "value"),
    [
        ("unknown", 0, 5, 3),
        ("unknown", 0, -1, 3),
        ("value", 0, EXTANT, -1),
        ("value", 0, EXTANT, 1000),
        ("value", 0, FOOD, 84),  # the box has 83 tokens
        ("seat", 2, EXTANT, 3),
        ("seat", NO_SEAT, EXTANT, 3),
    ],
)
def test_pr10_values_out_of_range_are_refused(code: str, seat: int, category: int, value: int) -> None:
    table, _ = to_the_end(2)
    refused(table, code, FINAL, seat, category, value)


def test_pr10_confirm_names_what_is_missing_and_takes_nothing_for_zero() -> None:
    table, game = to_the_end(2)
    enter(table, 0)
    table.play(FINAL, 1, BONUS, 4)
    assert game.missing_finals() == [(1, EXTANT), (1, EXTINCT), (1, FOOD)]
    message = refused(table, "value", CONFIRM)
    assert "extant of Ben; extinct of Ben; food of Ben" in message
    for seat, category in game.missing_finals():
        table.play(FINAL, seat, category, 0)
    assert game.missing_finals() == []
    finish(table)
    assert game.winners() == [1]


def test_pr10_an_entered_zero_is_not_missing() -> None:
    table, game = to_the_end(2)
    assert game.final(EXTANT, 0) == -1
    table.play(FINAL, 0, EXTANT, 0)
    assert game.final(EXTANT, 0) == 0
    assert (0, EXTANT) not in game.missing_finals()


def test_c3_after_confirmation_only_corrections_are_left() -> None:
    table, game = decided([5, 4], [0, 0], [2, 0])
    for kind in (NEXT, ENVIRONMENT, OVER, CONFIRM):
        refused(table, "over", kind)
    hearts(table, 0, -2)
    assert game.total(0) == 5
    assert game.decided()


def test_c3_nobody_stops_early_once_the_last_turn_is_over() -> None:
    table, _ = to_the_end(2)
    refused(table, "over", OVER)


def test_c4_standings_know_ties_by_heart_points() -> None:
    _, game = decided([5, 4], [0, 0], [2, 3])
    assert [game.tie_break(seat) for seat in range(2)] == [2, 3]


def test_pr11_most_points_wins() -> None:
    _, game = decided([5, 9, 7], [0, 0, 0])
    assert game.winners() == [1]
    assert win_reason(game) == "most points"


def test_pr11_equal_points_go_to_the_most_heart_points() -> None:
    _, game = decided([9, 7, 9], [0, 0, 0], [0, 2, 0])
    assert [game.total(seat) for seat in range(3)] == [9, 9, 9]
    assert game.winners() == [1]
    assert win_reason(game) == "most heart points among the tied"


def test_pr11_heart_points_not_spaces_decide() -> None:
    """Two spaces worth the same are a tie, though one token stands farther."""
    table, game = to_the_end(2, "hearts 0 5 5 17")
    hearts(table, 0, 1)
    hearts(table, 1, 2)
    enter(table, 0)
    enter(table, 1)
    finish(table)
    assert game.winners() == [0, 1]


def test_pr11_still_tied_is_shared() -> None:
    _, game = decided([8, 3, 8], [0, 0, 0])
    assert game.winners() == [0, 2]
    assert win_reason(game) == "equal points and heart points"


def test_pr11_nobody_has_won_before_the_confirmation() -> None:
    table, game = to_the_end(2)
    enter(table, 0, extant=9)
    enter(table, 1)
    assert game.winners() == []
    assert win_reason(game) == ""
    finish(table)
    assert game.winners() == [0]
    table.undo()
    assert game.winners() == []


def test_pr13_the_paleontologist_counts_with_the_most_points() -> None:
    _, game = decided([20, 19], [8, 0])
    assert sources(game, 0)["conditional"] == 8
    assert game.total(0) == 28


def test_pr13_and_counts_when_tied_for_the_most() -> None:
    _, game = decided([20, 20, 11], [8, 3, 9])
    assert [game.total(seat) for seat in range(3)] == [28, 23, 11]
    assert game.winners() == [0]


def test_pr13_without_the_most_points_it_counts_nothing() -> None:
    _, game = decided([20, 19], [0, 8])
    assert game.total(1) == 19
    assert sources(game, 1)["conditional"] == 0
    assert game.winners() == [0]


def test_pr13_most_is_judged_before_conditional_bonuses() -> None:
    """Ana's own bonus does not keep Ben, who was tied with her, from his."""
    _, game = decided([20, 20], [1, 2])
    assert [game.total(seat) for seat in range(2)] == [21, 22]


def test_pr13_hearts_belong_to_the_points_before() -> None:
    _, game = decided([20, 19], [0, 8], [0, 2])
    assert game.total(1) == 29
