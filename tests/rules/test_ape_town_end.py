"""Ape Town: the last region, money, the winner, what is accepted afterwards, and the game as a script."""

import pytest

from engine_core.games.ape_town import ApeTownGame
from engine_core.games.base import DUE
from engine_core.moves import ADD, CLAIM, CONFIRM, FINAL, NEXT, NO_SEAT, OVER
from engine_core.scripts.log import write_log
from engine_core.scripts.replay import replay
from engine_core.standings import win_reason
from engine_core.table import Table
from tests.kit.rules.ape_town_table import (
    confirm,
    final_money,
    money,
    not_placed,
    place,
    points,
    scores,
    sit,
    source,
)
from tests.kit.rules.refusals import refused

TINY = "A A B B\ngrey A\nblack B\n"  # nobody scores anything on it with depots alone


def to_the_end(seats: int = 3) -> tuple[Table, ApeTownGame]:
    """A table after its last region, with the end scoring open."""
    table, game = sit(seats, city=TINY)
    place(table, "A1 depot", "A2 depot", "B1 depot", "B2 depot")
    return table, game


def test_at12_the_game_ends_at_once_when_the_last_region_is_scored() -> None:
    table, game = sit(3, city=TINY)
    place(table, "A1 depot", "A2 depot", "B1 depot")
    assert (game.over(), game.due(), game.turn()) == (False, 0, 0)
    place(table, "B2 depot")
    assert (game.over(), game.decided(), game.turn()) == (True, False, NO_SEAT)
    assert game.due() == 1 << DUE.index("scoring")
    refused(table, "over", NEXT)
    not_placed(table, "over", "A1 depot")
    refused(table, "over", CLAIM, NO_SEAT, 0, 0)
    refused(table, "over", OVER)


def test_at12_one_point_for_each_money() -> None:
    table, game = to_the_end()
    final_money(table, 3, 0, 11)
    assert source(game, "money") == [3, 0, 11]
    confirm(table)
    assert scores(game) == [3, 0, 11]
    assert game.due() == 0


def test_at12_money_counts_only_at_the_end() -> None:
    table, game = sit(3, city=TINY)
    place(table, "A1 depot")
    assert source(game, "money") == scores(game) == [0, 0, 0]


def test_at12_money_kept_by_claims_needs_no_entering() -> None:
    table, game = sit(2, "claims on", city=TINY)
    for number, words in enumerate(("A1 depot", "A2 depot", "B1 depot", "B2 depot")):
        table.play(CLAIM, NO_SEAT, number // 2, number)
        place(table, words)
    assert game.missing_finals() == []
    confirm(table)
    assert scores(game) == [4, 2]


def test_at12_money_not_entered_is_named_and_counts_as_it_stands() -> None:
    table, game = to_the_end(3)
    final_money(table, 4)
    assert game.missing_finals() == [(1, 0), (2, 0)]
    assert [game.final(0, seat) for seat in range(3)] == [4, -1, -1]
    confirm(table)
    assert scores(game) == [4, 6, 6]


def test_at12_entered_money_can_be_corrected_until_confirmed() -> None:
    table, game = to_the_end(3)
    final_money(table, 9, 3, 3)
    final_money(table, 8)
    assert scores(game) == [8, 3, 3]
    confirm(table)
    refused(table, "over", FINAL, 0, 0, 9)
    refused(table, "over", CONFIRM)


@pytest.mark.parametrize(
    ("seat", "category", "value", "code"),
    [(0, 0, 19, "value"), (0, 0, -1, "value"), (0, 1, 3, "unknown"), (3, 0, 3, "seat"), (NO_SEAT, 0, 3, "seat")],
)
def test_at12_end_scores_out_of_range_are_refused(seat: int, category: int, value: int, code: str) -> None:
    table, _ = to_the_end(3)
    refused(table, code, FINAL, seat, category, value)


def test_at12_no_end_scoring_before_the_last_region() -> None:
    table, _ = sit(3)
    refused(table, "scoring", FINAL, 0, 0, 3)
    refused(table, "scoring", CONFIRM)


# -- the winner --------------------------------------------------------------------------------------
def test_at13_most_points_wins() -> None:
    table, game = to_the_end()
    final_money(table, 3, 5, 4)
    assert game.winners() == []
    confirm(table)
    assert (game.winners(), win_reason(game)) == ([1], "most points")


@pytest.mark.parametrize(
    ("values", "winner"), [((5, 5, 5), 1), ((5, 4, 5), 2), ((5, 5, 4), 1), ((5, 0, 0), 0), ((0, 0, 0), 1)]
)
def test_at13_among_the_tied_the_next_turn_decides(values: tuple[int, ...], winner: int) -> None:
    """Ana placed the last tile of three seats' four: the next turns would be Ben's, Cho's, Ana's."""
    table, game = to_the_end()
    final_money(table, *values)
    confirm(table)
    assert game.winners() == [winner]
    tied = values.count(max(values)) > 1
    assert win_reason(game) == ("first to take the next turn among the tied" if tied else "most points")
    order = sorted(range(3), key=lambda seat: (-game.total(seat), -game.tie_break(seat)))
    assert order[0] == winner


# -- corrections, and stopping early -----------------------------------------------------------------
def test_c2_a_correction_never_goes_below_zero() -> None:
    table, game = sit(3)
    points(table, 0, 5)
    refused(table, "value", ADD, 0, 0, -6)
    points(table, 0, -5)
    refused(table, "value", ADD, 0, 1, -7)
    money(table, 0, -6)
    assert (game.total(0), game.value(1, 0)) == (0, 0)


@pytest.mark.parametrize(
    ("seat", "track", "amount", "code"),
    [
        (0, 0, 0, "value"),
        (0, 0, 1000, "value"),
        (0, 1, 13, "value"),
        (0, 2, 1, "unknown"),
        (0, -1, 1, "unknown"),
        (3, 0, 1, "seat"),
        (NO_SEAT, 0, 1, "seat"),
    ],
)
def test_c2_amounts_that_cannot_be_are_refused(seat: int, track: int, amount: int, code: str) -> None:
    table, _ = sit(3)
    refused(table, code, ADD, seat, track, amount)


def test_c2_no_sum_leaves_its_track() -> None:
    table, game = sit(2)
    for _ in range(10):
        points(table, 0, 999)
    refused(table, "value", ADD, 0, 0, 999)
    assert game.total(0) == 9990


def test_at16_the_last_tiles_own_points_can_be_added_until_confirmed() -> None:
    table, game = sit(2, "entry region", city=TINY)
    place(table, "A depot", "A mandrill", "B depot", "B mandrill")
    points(table, 1, 3)
    confirm(table)
    assert source(game, "hand") == [0, 3]


def test_c3_after_the_end_only_corrections_and_undo() -> None:
    table, game = to_the_end(2)
    final_money(table, 6, 6)
    points(table, 1, 2)
    confirm(table)
    assert game.winners() == [1]
    refused(table, "over", ADD, 0, 0, 1)
    refused(table, "over", ADD, 0, 1, 1)
    points(table, 1, -2)
    assert game.winners() == [0]
    table.undo(2)
    assert not game.decided()
    points(table, 0, 3)
    confirm(table)
    assert game.winners() == [0]


def test_c3_a_table_that_stops_early_has_standings_and_no_winner() -> None:
    table, game = sit(3)
    points(table, 1, 4)
    table.play(OVER, NO_SEAT)
    assert (game.over(), game.decided(), game.turn(), game.winners(), win_reason(game)) == (
        True,
        True,
        NO_SEAT,
        [],
        "",
    )
    assert scores(game) == [0, 4, 0]
    refused(table, "over", OVER)
    not_placed(table, "over", "A1 depot")
    table.undo()
    place(table, "A1 depot")


def test_c1_undo_goes_back_through_the_end_and_the_completions() -> None:
    table, game = to_the_end(3)
    final_money(table, 1, 2, 3)
    confirm(table)
    digests = [table.digest()]
    while table.can_undo():
        table.undo()
        digests.append(table.digest())
    assert (game.completed(), game.over(), game.turn()) == ("", False, 0)
    for digest in digests[-2::-1]:
        table.redo()
        assert table.digest() == digest
    assert game.winners() == [2]


# -- scripts -----------------------------------------------------------------------------------------
GAME = """\
game ape_town
seats Ana Ben
set map tiny.map
set claims on
claim grey 3
place A1 mandrill
claim grey 1 2
place A2 lemur
expect complete A
expect source Ben dominance=3 extortion=0
Ana +2
undo
redo
claim black
place B1 orangutan
next
claim black
place B2 lemur
expect complete A B
expect due scoring
Ana final money 4
confirm
expect score Ana=6 Ben=10
expect winners Ben
"""


def test_c1_a_game_written_as_a_script_plays_to_the_same_state() -> None:
    first = replay(GAME.split("\n"), lambda name: TINY)
    again = replay(write_log(first.table.setup, first.table), lambda name: TINY)
    assert again.table.digest() == first.table.digest()
    assert list(write_log(again.table.setup, again.table)) == list(write_log(first.table.setup, first.table))


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("place A3 depot", "unknown"),
        ("place Q1 depot", "unknown"),
        ("place A1 gorilla", "unknown"),
        ("claim green", "unknown"),
        ("claim grey 10", "value"),
        ("claim grey 300", "value"),
        ("claim grey 0 200", "value"),
        ("claim grey 7", "money"),
        ("place A1 depot", "claim"),
        ("Ben final money 3", "scoring"),
        ("Ana money -7", "value"),
        ("Ana bananas +1", "unknown"),
    ],
)
def test_at4_lines_that_are_refused_say_why(line: str, code: str) -> None:
    head = "game ape_town\nseats Ana Ben\nset map tiny.map\nset claims on\n"
    replay([*head.split("\n"), line, "expect refused " + code], lambda name: TINY)
