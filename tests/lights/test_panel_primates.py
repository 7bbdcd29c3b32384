"""Primates by buttons: what each gesture plays, by the rule it serves."""

from engine_core.games.primates import PrimatesGame
from engine_core.moves import ADD, CONFIRM, ENVIRONMENT, NEXT, NO_SEAT
from engine_core.panels.primates import PrimatesPanel
from tests.kit.lights.pictures import Device, read_board

PAIR = "game primates\nseats Dian Mary\n"


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
    assert device.moves() == [(ENVIRONMENT, NO_SEAT, 0, 0), (NEXT, NO_SEAT, 0, 0)]
    device.press("U5")
    assert device.said == "seat"


def test_pr3_a_board_without_a_fifth_button_has_two_steps() -> None:
    device, _, _ = primates(board="small")
    device.press("N N")
    assert device.moves() == [(ENVIRONMENT, NO_SEAT, 0, 0), (NEXT, NO_SEAT, 0, 0)]


def test_pr3_one_press_is_one_press_on_every_board() -> None:
    device, _, _ = primates(PAIR + "set one_press on\n", "small")
    device.press("N")
    assert device.moves() == [(NEXT, NO_SEAT, 0, 0)]


def test_pr4_the_rounds_left_are_the_number_of_the_reminder_card() -> None:
    device, _, _ = primates()
    assert device.strips()[1][19:29] == 10 * "#"
    device.press("5 N 5 N")
    assert device.strips()[1][19:29] == 9 * "#" + ","


def test_pr10_a_category_that_is_complete_is_white_until_an_entry_is_taken_back() -> None:
    device, _, panel = primates()
    device.press("5 N " * 20 + "M 1 2 M")
    assert panel.mode_name() == "bonus"
    assert device.strips()[1][11:17] == "#,#@#,"
    device.press("U")
    assert device.strips()[1][11:17] == "#,,@#,"


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
    assert len(device.moves()) == 3
    device.press("5 N " * 19 + "6")
    assert device.said == "over"


def test_pr6_the_last_round_is_called() -> None:
    device, _, _ = primates()
    device.press("5 N 5 N " * 9)
    assert device.strips()[1][7:9] == "??"


def test_pr8_pr12_hearts() -> None:
    device, game, _ = primates()
    device.press("1 N2 U1")
    assert device.moves() == [(ADD, 0, 0, 1), (ADD, 1, 0, 2), (ADD, 0, 0, -1)]
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
    assert device.moves()[-1] == (CONFIRM, NO_SEAT, 0, 0)


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
    assert device.moves() == []


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
