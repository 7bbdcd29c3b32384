"""Primates up to the last turn: rounds, turns, the environment card, the reminder cards, hearts, dice."""

import pytest

from engine_core.errors import RuleError
from engine_core.games.base import DUE
from engine_core.games.primates import PrimatesGame
from engine_core.moves import ACTION, ADD, ENVIRONMENT, FINAL, NEXT, NO_SEAT, OVER, PLACE, REMOVE
from engine_core.standings import win_reason
from tests.kit.rules.primates_table import hearts, sit, turns
from tests.kit.rules.refusals import refused

GROUP, SOLITARY, REST = range(3)


def due(game: PrimatesGame) -> list[str]:
    return [name for bit, name in enumerate(DUE) if game.due() >> bit & 1]


@pytest.mark.parametrize(("seats", "rounds", "cards"), [(2, 10, 20), (3, 9, 27), (4, 8, 32)])
def test_pr1_rounds_and_cards_by_number_of_seats(seats: int, rounds: int, cards: int) -> None:
    table, game = sit(seats)
    seen = []
    while not game.over():
        if game.reminder_due():
            seen.append(game.reminder_due())
            assert game.round() == len(seen)
        turns(table, 1)
    assert table.count == 2 * cards
    assert seen == list(range(rounds, 0, -1))
    assert game.round() == rounds


def test_pr2_turns_go_clockwise() -> None:
    table, game = sit(3)
    order = []
    for _ in range(7):
        order.append(game.turn())
        turns(table, 1)
    assert order == [0, 1, 2, 0, 1, 2, 0]


def test_pr2_turns_go_counterclockwise_by_choice() -> None:
    table, game = sit(4, "direction counterclockwise")
    order = []
    for _ in range(6):
        order.append((game.turn(), game.round()))
        turns(table, 1)
    assert order == [(0, 1), (3, 1), (2, 1), (1, 1), (0, 2), (3, 2)]


def test_pr2_a_turn_s_moves_are_the_table_s_or_the_seat_s_on_turn() -> None:
    table, game = sit(2)
    refused(table, "seat", ENVIRONMENT, 1)
    refused(table, "seat", ENVIRONMENT, 7)
    table.play(ENVIRONMENT, 0)
    refused(table, "seat", NEXT, 1)
    table.play(NEXT, 0)
    assert game.turn() == 1


def test_pr2_actions_come_first_and_once_where_they_are_entered() -> None:
    table, game = sit(2, "actions on")
    # The code is the first in the order of CODES, the words begin with what is to be done first.
    assert refused(table, "environment", NEXT).startswith("Enter the action of this turn, then draw")
    refused(table, "action", ENVIRONMENT)
    refused(table, "unknown", ACTION, NO_SEAT, 3)
    refused(table, "seat", ACTION, 1, REST)
    table.play(ACTION, NO_SEAT, SOLITARY)
    assert game.action() == SOLITARY
    refused(table, "action", ACTION, NO_SEAT, REST)
    turns(table, 1)
    assert game.action() == -1
    refused(table, "action", ENVIRONMENT)


def test_pr2_actions_are_refused_where_they_are_not_entered() -> None:
    table, _ = sit(2)
    refused(table, "action", ACTION, NO_SEAT, GROUP)


def test_pr3_the_turn_does_not_end_before_the_environment_card() -> None:
    table, game = sit(2)
    assert due(game) == ["environment"]
    assert "environment card" in refused(table, "environment", NEXT)
    table.play(ENVIRONMENT, NO_SEAT)
    assert due(game) == []
    refused(table, "environment", ENVIRONMENT)
    table.play(NEXT, NO_SEAT)
    assert due(game) == ["environment"]


def test_pr3_one_press_means_both() -> None:
    table, game = sit(2, "one_press on")
    table.play(NEXT, NO_SEAT)
    assert game.turn() == 1
    table.play(ENVIRONMENT, NO_SEAT)  # still possible on its own
    table.play(NEXT, NO_SEAT)
    assert (game.turn(), game.round()) == (0, 2)
    assert game.missing(9) == 0


def test_pr3_one_press_still_asks_for_the_action() -> None:
    table, game = sit(2, "one_press on", "actions on")
    refused(table, "action", NEXT)
    table.play(ACTION, NO_SEAT, GROUP)
    table.play(NEXT, NO_SEAT)
    assert game.turn() == 1


def test_pr4_the_reminder_shows_on_the_first_seat_s_turn_until_the_card_is_drawn() -> None:
    table, game = sit(3)
    assert game.reminder_due() == 9
    table.play(ENVIRONMENT, NO_SEAT)
    assert game.reminder_due() == 0
    table.play(NEXT, NO_SEAT)
    assert game.reminder_due() == 0
    turns(table, 2)
    assert game.reminder_due() == 8


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_pr5_cards_missed_and_cards_drawn_too_many(seats: int) -> None:
    """Whatever was really drawn: as soon as a reminder card lies on top, the answer is the difference."""
    table, game = sit(seats)
    for drawn in range(game.rounds * seats):
        for top in range(game.rounds, 0, -1):
            really = (game.rounds - top) * seats
            assert game.missing(top) == drawn - really
        turns(table, 1)


def test_pr5_counts_the_card_of_the_running_turn_once_it_is_drawn() -> None:
    table, game = sit(2)
    table.play(ENVIRONMENT, NO_SEAT)
    assert game.missing(10) == 1


def test_pr5_asking_changes_nothing_and_bad_numbers_are_refused() -> None:
    table, game = sit(4)
    turns(table, 5)
    before = table.digest()
    for number in (0, -1, 9, 999):
        with pytest.raises(RuleError) as caught:
            game.missing(number)
        assert caught.value.code == "value"
        assert "1 to 8" in caught.value.message
    assert game.missing(7) == 1
    assert table.digest() == before


def test_pr6_the_last_round_is_called_out_on_every_turn_of_it() -> None:
    table, game = sit(3)
    turns(table, 8 * 3 - 1)
    assert due(game) == ["environment"]
    turns(table, 1)
    for _ in range(3):
        assert due(game) == ["environment", "last_round"]
        table.play(ENVIRONMENT, NO_SEAT)
        assert due(game) == ["last_round"]
        table.play(NEXT, NO_SEAT)
    assert due(game) == ["scoring"]


def test_pr7_the_game_ends_with_the_last_turn_and_undo_takes_the_end_back() -> None:
    table, game = sit(2)
    turns(table, 19)
    table.play(ENVIRONMENT, NO_SEAT)
    assert not game.over()
    before = table.digest()
    table.play(NEXT, NO_SEAT)
    assert game.over()
    assert not game.decided()
    assert game.turn() == NO_SEAT
    assert game.reminder_due() == 0
    for kind in (NEXT, ENVIRONMENT, ACTION):
        refused(table, "over", kind)
    table.undo()
    assert not game.over()
    assert table.digest() == before
    table.redo()
    assert game.over()


def test_pr8_hearts_move_the_token_and_it_stops_on_the_last_space() -> None:
    table, game = sit(3, "hearts 0 1 2 4 6 8 11 14 17")
    assert [game.value(0, seat) for seat in range(3)] == [0, 0, 0]
    assert [game.total(seat) for seat in range(3)] == [0, 0, 0]
    hearts(table, 2, 3)
    assert (game.value(0, 2), game.source(0, 2), game.total(2)) == (3, 4, 4)
    hearts(table, 2, 999)
    assert (game.value(0, 2), game.source(0, 2)) == (8, 17)
    hearts(table, 2, 1)  # the card is gained all the same
    assert game.value(0, 2) == 8
    table.undo(2)
    assert game.value(0, 2) == 3


def test_pr12_a_card_with_two_hearts_is_one_move_for_any_seat() -> None:
    table, game = sit(2)
    hearts(table, 1, 2)  # Animal Law, while the other seat is on turn
    assert game.value(0, 1) == 2
    table.undo()
    assert game.value(0, 1) == 0


def test_c2_a_correction_never_goes_below_0() -> None:
    table, game = sit(2)
    hearts(table, 0, 2)
    assert "Ana" in refused(table, "value", ADD, 0, 0, -3)
    hearts(table, 0, -2)
    assert game.value(0, 0) == 0


def test_c2_amounts_seats_and_tracks_are_checked() -> None:
    table, _ = sit(2)
    refused(table, "value", ADD, 0, 0, 0)
    refused(table, "value", ADD, 0, 0, 1000)
    refused(table, "seat", ADD, 2, 0, 1)
    refused(table, "unknown", ADD, 0, 1, 1)
    refused(table, "unknown", ADD, 5, 1, 0)  # the track is named first, as CODES are ordered


def test_moves_of_other_games_are_unknown() -> None:
    table, _ = sit(2)
    refused(table, "unknown", REMOVE, 0)
    refused(table, "unknown", PLACE, 0)
    refused(table, "unknown", 99)


def test_c3_a_table_that_stops_early_has_standings_and_no_winner() -> None:
    table, game = sit(2)
    hearts(table, 1, 3)
    table.play(OVER, NO_SEAT)
    assert game.over()
    assert game.decided()
    assert due(game) == []
    assert game.winners() == []
    assert win_reason(game) == ""
    assert game.total(1) == 3
    for kind in (NEXT, ENVIRONMENT, OVER):
        refused(table, "over", kind)
    refused(table, "over", ADD, 0, 0, 1)
    refused(table, "over", FINAL, 0, 0, 1)
    hearts(table, 1, -1)
    assert game.total(1) == 2
    table.undo(2)
    assert not game.over()


def test_pr14_three_dice_for_group_two_for_solitary_none_for_rest() -> None:
    table, game = sit(4, "seed 4711")
    for _ in range(32):
        group, solitary = game.dice(GROUP), game.dice(SOLITARY)
        assert len(group) == 3
        assert len(solitary) == 2
        assert set(group + solitary) <= {1, 2, 3}
        turns(table, 1)
    with pytest.raises(RuleError) as caught:
        game.dice(REST)
    assert caught.value.code == "action"


def test_pr14_asking_for_dice_changes_nothing_and_undo_gives_no_better_ones() -> None:
    table, game = sit(2, "seed 5")
    turns(table, 3)
    before = table.digest()
    rolled = game.dice(GROUP)
    assert table.digest() == before
    turns(table, 2)
    table.undo(4)
    hearts(table, 0, 1)
    assert game.dice(GROUP) == rolled


def test_pr14_dice_differ_by_turn_seed_action_and_repetition() -> None:
    """A roll tells nothing about another one: each sequence of rolls is different from the others."""
    sequences = set()
    for seed in (0, 1, 2, 65535):
        table, game = sit(2, f"seed {seed}", "dice 1 2 3 4 5 6")
        rows: list[list[int]] = [[], [], []]
        for _ in range(20):
            rows[0] += game.dice(GROUP)[:2]
            rows[1] += game.dice(SOLITARY)
            rows[2] += game.dice(GROUP, 1)[:2]
            turns(table, 1)
        sequences |= {tuple(row) for row in rows}
    assert len(sequences) == 12


def test_pr14_the_faces_are_a_setting_and_all_of_them_come() -> None:
    table, game = sit(4, "dice 2 5 5 9")
    rolled = []
    for _ in range(32):
        rolled += game.dice(GROUP)
        turns(table, 1)
    assert set(rolled) == {2, 5, 9}
    assert rolled.count(5) > rolled.count(2)
