"""After Us by buttons: what each gesture plays, by the rule it serves."""

from engine_core.moves import ADD, REMOVE
from tests.kit.lights.pictures import Device

THREE = "game after_us\nseats Ana Ben Cho\n"


def test_au4_seat_scores_one_and_next_with_seat_five() -> None:
    assert Device(THREE).press("2 N2 U2").moves() == [(ADD, 1, 0, 1), (ADD, 1, 0, 5), (ADD, 1, 0, -1)]


def test_au5_rage_is_the_second_mode() -> None:
    device = Device(THREE).press("M 1*3")
    assert device.panel.mode_name() == "rage"
    assert device.moves() == [(ADD, 0, 1, 1)] * 3
    assert device.panel.number(0) == 3


def test_au6_next_with_seat_spends_four_rage_for_an_ape() -> None:
    device = Device(THREE).press("M 1*4 N1")
    assert device.moves()[-1] == (REMOVE, 0, 0, -1)
    assert device.table.game.total(0) == 3


def test_au7_in_cards_it_is_a_tamarin() -> None:
    device = Device(THREE).press("M 1*4 M N1")
    assert device.moves()[-1] == (REMOVE, 0, 1, -1)
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
    assert device.moves() == []


def test_c2_undo_with_seat_takes_one_back_but_not_below_zero() -> None:
    device = Device(THREE).press("1*2 U1 U1 U1")
    assert device.table.game.total(0) == 0
    assert device.said == "value"
