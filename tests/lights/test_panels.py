"""Gestures become moves: each game's panel by the rules it serves, and whole games by buttons alone."""

import pytest

from engine_core.errors import RuleError
from engine_core.games.ape_town import ApeTownGame
from engine_core.games.primates import PrimatesGame
from engine_core.moves import ADD, CLAIM, CONFIRM, ENVIRONMENT, FINAL, NEXT, NO_SEAT, PLACE, REMOVE
from engine_core.panels.ape_town import ApeTownPanel
from engine_core.panels.primates import PrimatesPanel
from tests.lights.pictures import Device, read_board
from tests.lights.states import CITY, COMPLETE, NINE

THREE = "game after_us\nseats Ana Ben Cho\n"
PAIR = "game primates\nseats Dian Mary\n"
APE = "game ape_town\nseats Ana Ben Cho\n"


def moves(device: Device) -> list[tuple[int, int, int, int]]:
    """What was played, as (kind, seat, a, b)."""
    return [device.table.move(i)[:4] for i in range(device.table.count)]


# -- After Us --------------------------------------------------------------------------------------
def test_au4_seat_scores_one_and_next_with_seat_five() -> None:
    assert moves(Device(THREE).press("2 N2 U2")) == [(ADD, 1, 0, 1), (ADD, 1, 0, 5), (ADD, 1, 0, -1)]


def test_au5_rage_is_the_second_mode() -> None:
    device = Device(THREE).press("M 1*3")
    assert device.panel.mode_name() == "rage"
    assert moves(device) == [(ADD, 0, 1, 1)] * 3
    assert device.panel.number(0) == 3


def test_au6_next_with_seat_spends_four_rage_for_an_ape() -> None:
    device = Device(THREE).press("M 1*4 N1")
    assert moves(device)[-1] == (REMOVE, 0, 0, -1)
    assert device.table.game.total(0) == 3


def test_au7_in_cards_it_is_a_tamarin() -> None:
    device = Device(THREE).press("M 1*4 M N1")
    assert moves(device)[-1] == (REMOVE, 0, 1, -1)
    assert device.table.game.total(0) == 0


def test_au12_next_ends_the_phase_and_the_game() -> None:
    device = Device(THREE).press("N N N 1*80 N")
    assert device.table.game.decided()
    assert device.table.game.round() == 2


def test_au13_the_seats_that_have_rage_left_are_lit_when_it_is_their_last_chance() -> None:
    device = Device(THREE).press("1*80 M 2*4 3*3")
    assert device.strips()[1][:5] == "r.Y.g"
    assert device.strips()[1][15] == "?"
    device.press("N2")
    assert device.strips()[1][:5] == "r.y.g"
    assert device.strips()[1][15] == "."


def test_au18_resources_are_modes_of_their_own_and_next_pays_three() -> None:
    device = Device(THREE + "set resources on\n").press("M M M 1*4 N1")
    assert device.panel.mode_name() == "flowers"
    assert device.panel.number(0) == 1
    device.press("N1")
    assert device.said == "value"


def test_a_seat_that_is_not_there_is_refused() -> None:
    device = Device(THREE).press("4")
    assert device.said == "seat"
    assert moves(device) == []


def test_c2_undo_with_seat_takes_one_back_but_not_below_zero() -> None:
    device = Device(THREE).press("1*2 U1 U1 U1")
    assert device.table.game.total(0) == 0
    assert device.said == "value"


# -- Primates --------------------------------------------------------------------------------------
def primates(setup: str = PAIR, board: str = "pico_w_reference") -> tuple[Device, PrimatesGame, PrimatesPanel]:
    device = Device(setup, board=read_board(board))
    assert isinstance(device.table.game, PrimatesGame)
    assert isinstance(device.panel, PrimatesPanel)
    return device, device.table.game, device.panel


def test_pr2_pr3_the_turn_ends_after_the_environment_card() -> None:
    device, game, _ = primates()
    device.press("N")
    assert device.said == "environment"
    device.press("5 N")
    assert game.turn() == 1
    assert moves(device) == [(ENVIRONMENT, NO_SEAT, 0, 0), (NEXT, NO_SEAT, 0, 0)]
    device.press("U5")
    assert device.said == "seat"


def test_pr3_a_board_without_a_fifth_button_has_two_steps() -> None:
    device, _, _ = primates(board="small")
    device.press("N N")
    assert moves(device) == [(ENVIRONMENT, NO_SEAT, 0, 0), (NEXT, NO_SEAT, 0, 0)]


def test_pr3_one_press_is_one_press_on_every_board() -> None:
    device, _, _ = primates(PAIR + "set one_press on\n", "small")
    device.press("N")
    assert moves(device) == [(NEXT, NO_SEAT, 0, 0)]


def test_pr4_the_rounds_left_are_the_number_of_the_reminder_card() -> None:
    device, _, _ = primates()
    assert device.strips()[1][19:29] == 10 * "#"
    device.press("5 N 5 N")
    assert device.strips()[1][19:29] == 9 * "#" + ","


def test_pr5_seat_6_asks_about_the_reminder_card_and_plays_nothing() -> None:
    device, _, panel = primates()
    device.press("5 N 6")
    assert panel.asked == 10
    assert device.strips()[0][:3] == ",?."
    device.press("6")
    assert panel.asked == 9
    device.press("6*8")
    assert panel.asked == 1
    device.press("6")
    assert panel.asked == 10
    device.press("1")
    assert panel.asked == 0
    assert len(moves(device)) == 3
    device.press("5 N " * 19 + "6")
    assert device.said == "over"


def test_pr6_the_last_round_is_called() -> None:
    device, _, _ = primates()
    device.press("5 N 5 N " * 9)
    assert device.strips()[1][7:9] == "??"


def test_pr8_pr12_hearts() -> None:
    device, game, _ = primates()
    device.press("1 N2 U1")
    assert moves(device) == [(ADD, 0, 0, 1), (ADD, 1, 0, 2), (ADD, 0, 0, -1)]
    device.press("2*30")
    assert game.value(0, 1) == 17


def test_pr10_end_scoring_by_buttons_is_correctable_and_confirms_only_what_is_complete() -> None:
    device, game, panel = primates()
    device.press("5 N " * 20)
    assert panel.mode_name() == "extant"
    device.press("N1 1*2 U1 N2 N2")
    assert [game.final(0, seat) for seat in (0, 1)] == [11, 20]
    device.press("N")
    assert device.said == "value"
    assert panel.mode_name() == "extinct"
    device.press("U1 U2 M U1 2 M M N1 U2")
    assert panel.mode_name() == "food"
    device.press("M 1 N")  # hearts too can be put right
    assert game.decided()
    assert [game.total(seat) for seat in (0, 1)] == [22, 21]
    assert moves(device)[-1] == (CONFIRM, NO_SEAT, 0, 0)


def test_pr10_minus_enters_zero_where_nothing_was_entered_and_then_takes_one() -> None:
    device, game, _ = primates()
    device.press("5 N " * 20 + "U1")
    assert game.final(0, 0) == 0
    device.press("U1")
    assert device.said == "value"
    device.press("1*3 U1")
    assert game.final(0, 0) == 2


def test_pr14_the_dice_are_shown_while_mode_and_seat_5_or_6_are_held() -> None:
    device, game, _ = primates()
    for action, presses in ((0, "M5"), (1, "M6")):
        device.press(presses)
        shown = device.strips()[0]
        assert [shown[i * 26 : i * 26 + 26].count("#") for i in range(3 - action)] == game.dice(action)
        device.press("read_end")
    assert moves(device) == []


def test_actions_are_asked_for_at_the_start_of_each_turn() -> None:
    device, game, panel = primates(PAIR + "set actions on\n")
    assert panel.mode_name() == "action"
    device.press("3")  # rest, although there is no third seat
    assert game.action() == 2
    assert panel.mode_name() == "hearts"
    device.press("1 5 N")
    assert panel.mode_name() == "action"
    device.press("M 1")  # hearts that come late
    assert game.value(0, 0) == 2
    assert panel.mode_name() == "hearts"
    device.press("M 2")
    assert game.action() == 1
    device.press("U")
    assert game.action() == -1
    assert panel.mode_name() == "action"


# -- Ape Town --------------------------------------------------------------------------------------
def ape_town(setup: str = APE, map_text: str = NINE) -> tuple[Device, ApeTownGame, ApeTownPanel]:
    device = Device(setup, map_text)
    assert isinstance(device.table.game, ApeTownGame)
    assert isinstance(device.panel, ApeTownPanel)
    return device, device.table.game, device.panel


def test_at3_seat_5_and_6_choose_and_next_places() -> None:
    device, game, panel = ape_town()
    device.press("5")  # the first press only shows
    assert (panel.mode_name(), panel.cursor.region, panel.cursor.tile) == ("place", 0, 0)
    device.press("5*2 1 6*3 N")
    assert moves(device) == [(PLACE, NO_SEAT, game.city.find("C2"), 3)]
    assert panel.mode_name() == "points"
    assert game.turn() == 1


def test_at3_undo_with_the_cursor_goes_back() -> None:
    _, game, panel = ape_town()
    device = Device(APE, NINE)
    device.press("5 U5 U6")
    assert isinstance(device.panel, ApeTownPanel)
    assert device.panel.cursor.region == game.city.regions - 1
    assert device.panel.cursor.tile == 5
    assert panel.cursor.region == 0


def test_at8_only_what_can_be_placed_can_be_chosen() -> None:
    device, game, panel = ape_town(map_text=CITY)
    device.press("E1=depot E2=depot N 5")
    for _ in range(game.city.regions):
        assert panel.cursor.region != 4  # E is full
        assert game.tile(panel.cursor.space) < 0
        device.press("5")
    device.press("B2=depot 5")
    while panel.cursor.region != 1:
        device.press("5")
    assert game.city.name(panel.cursor.space) == "B1"
    device.press("1")
    assert game.city.name(panel.cursor.space) == "B3"
    device.press("1 1")
    assert game.city.name(panel.cursor.space) == "B1"


def test_at1_a_kind_that_is_used_up_is_passed_over() -> None:
    device, _, panel = ape_town()
    for place in range(10):
        device.table.play(PLACE, NO_SEAT, place, 0)
    device.press("6")
    assert panel.cursor.tile == 1
    device.press("6*5")
    assert panel.cursor.tile == 1


def test_at15_only_the_seat_on_turn_moves_the_space() -> None:
    device, _, _ = ape_town()
    device.press("5 2")
    assert device.said == "seat"


def test_at4_claims_come_with_the_tile() -> None:
    device, game, panel = ape_town(APE + "set claims on\n")
    device.press("5 U1*2 N")
    colour = game.city.colour[0]
    assert [move[0] for move in moves(device)] == [CLAIM, PLACE]
    assert moves(device)[0] == (CLAIM, NO_SEAT, colour, 2)
    assert game.track.money[0] == 4
    device.press("5 N2*2 N")
    assert game.track.money[1] == 8
    assert panel.cursor.taken == 0


def test_at4_a_claim_that_was_left_without_its_tile_is_not_made_twice() -> None:
    device, _, _ = ape_town(APE + "set claims on\n")
    device.press("5 U1*2 N U 5 N")
    assert [move[0] for move in moves(device)] == [CLAIM, PLACE]


def test_at4_without_claims_passing_over_is_refused() -> None:
    device, game, _ = ape_town()
    device.press("5 U1")
    assert device.said == "claim"
    assert moves(device) == []
    assert game.track.money[0] == 6


def test_at16_by_region_the_seat_has_no_space_to_choose() -> None:
    device, _, panel = ape_town(APE + "set entry region\n")
    device.press("5 5 1")
    assert device.said == "claim"
    device.press("N")
    assert moves(device) == [(PLACE, NO_SEAT, 1, panel.cursor.tile)]


def test_at11_a_completion_is_shown_step_by_step_before_play_goes_on() -> None:
    device, game, panel = ape_town("game ape_town\nseats Ana Ben Cho Dee\n", CITY)
    device.press(COMPLETE)
    made = device.table.count
    assert (panel.payout.payer(), panel.payout.seat(), panel.payout.points()) == (0, 0, 6)
    for refused in ("1", "M", "5", "U1", "N1"):
        device.said = ""
        device.press(refused)
        assert device.said == "scoring"
    device.press("N")
    assert (panel.payout.payer(), panel.payout.seat(), panel.payout.points()) == (3, 2, 1)
    device.press("N")
    assert not panel.payout.is_open
    assert device.table.count == made  # showing is no move
    assert game.turn() == 3


def test_at11_shown_again_after_redo_and_not_after_undo() -> None:
    device, _, panel = ape_town(map_text=CITY)
    device.press("E1=depot E2=depot")
    assert panel.payout.is_open
    device.press("U")
    assert not panel.payout.is_open
    device.press("R")
    assert panel.payout.is_open
    assert panel.payout.seat() == NO_SEAT
    device.press("N 1")  # a correction afterwards does not show it again
    assert not panel.payout.is_open


def test_at11_shown_again_when_the_power_comes_back() -> None:
    device, _, _ = ape_town(map_text=CITY)
    device.press("E1=depot E2=depot")
    again = Device(APE, CITY)
    again.press("E1=depot")
    again.painter.open(again.panel)
    again.press("E2=depot")
    assert isinstance(again.panel, ApeTownPanel)
    assert again.panel.payout.is_open


def test_at12_end_scoring_by_buttons() -> None:
    device, game, panel = ape_town("game ape_town\nseats Ana Ben Cho Dee\n", CITY)
    fill(device)
    assert panel.mode_name() == "money"
    money = [game.value(1, seat) for seat in range(4)]
    device.press("1 U2 N3")
    assert [game.value(1, seat) for seat in range(4)] == [money[0] + 1, money[1] - 1, money[2] + 10, money[3]]
    assert [move[0] for move in moves(device)[-3:]] == [FINAL] * 3
    device.press("N")
    assert game.decided()
    assert panel.mode_name() == "points"
    device.press("U1")
    assert device.said == ""
    device.press("1")
    assert device.said == "over"


def fill(device: Device) -> None:
    """Place depots by buttons until the last region is complete, and see what each completion pays."""
    game = device.table.game
    for _ in range(200):
        if game.over():
            break
        device.press("5 U6 N N" if isinstance(game, ApeTownGame) else "")
        while isinstance(device.panel, ApeTownPanel) and device.panel.payout.is_open:
            device.press("N")
    assert game.over()


def test_at13_a_whole_game_by_buttons_alone() -> None:
    device, game, _ = ape_town("game ape_town\nseats Ana Ben Cho Dee\n", CITY)
    fill(device)
    device.press("N")
    assert len(game.winners()) == 1


def test_passing_without_a_tile_is_next_in_points() -> None:
    device, game, _ = ape_town()
    device.press("N")
    assert moves(device) == [(NEXT, NO_SEAT, 0, 0)]
    assert game.turn() == 1


def test_mode_five_and_six_read_the_cursor() -> None:
    device, _, _ = ape_town()
    device.press("A1=depot M5")
    assert device.strips()[0].count("#") == 5  # free spaces of A
    device.press("M6")
    assert device.strips()[0].count("#") == 1  # ten tarsiers: one ten
    device.press("M4 read_end")


@pytest.mark.parametrize(
    ("setup", "map_text"), [(THREE, ""), (PAIR, ""), (APE, NINE)], ids=["after_us", "primates", "ape_town"]
)
def test_what_a_panel_refuses_has_a_message_and_changes_nothing(setup: str, map_text: str) -> None:
    device = Device(setup, map_text)
    for action in range(12):
        for seat in (0, 1, 3, 4, 5, NO_SEAT):
            before = device.table.digest()
            made = False
            said = "."
            try:
                made = device.panel.act(action, seat, False)
            except RuleError as error:
                said = error.message
            assert said.endswith(".")
            assert made == (device.table.digest() != before)
