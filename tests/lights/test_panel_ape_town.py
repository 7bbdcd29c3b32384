"""Ape Town by buttons: what each gesture plays, by the rule it serves, and a whole game."""

from engine_core.games.ape_town import ApeTownGame
from engine_core.moves import CLAIM, FINAL, NEXT, NO_SEAT, PLACE
from engine_core.panels.ape_town import ApeTownPanel
from tests.kit.lights.pictures import Device
from tests.kit.lights.states import COMPLETE, NINE
from tests.kit.shared.lights import CITY

APE = "game ape_town\nseats Ana Ben Cho\n"


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
    assert device.moves() == [(PLACE, NO_SEAT, game.city.find("C2"), 3)]
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
    assert [move[0] for move in device.moves()] == [CLAIM, PLACE]
    assert device.moves()[0] == (CLAIM, NO_SEAT, colour, 2)
    assert game.track.money[0] == 4
    device.press("5 N2*2 N")
    assert game.track.money[1] == 8
    assert panel.cursor.taken == 0


def test_at4_a_claim_that_was_left_without_its_tile_is_not_made_twice() -> None:
    device, _, _ = ape_town(APE + "set claims on\n")
    device.press("5 U1*2 N U 5 N")
    assert [move[0] for move in device.moves()] == [CLAIM, PLACE]


def test_at4_without_claims_passing_over_is_refused() -> None:
    device, game, _ = ape_town()
    device.press("5 U1")
    assert device.said == "claim"
    assert device.moves() == []
    assert game.track.money[0] == 6


def test_at16_by_region_the_seat_has_no_space_to_choose() -> None:
    device, _, panel = ape_town(APE + "set entry region\n")
    device.press("5 5 1")
    assert device.said == "claim"
    device.press("N")
    assert device.moves() == [(PLACE, NO_SEAT, 1, panel.cursor.tile)]


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


def test_at11_dominance_that_is_worth_nothing_is_somebodys() -> None:
    """AT9, AT11: a lemur dominates; the values of a lemur and a depot are 0."""
    device, _, panel = ape_town("game ape_town\nseats Ana Ben\n", "A A B B\ngrey A\nblack B\n")
    device.press("A1=lemur A2=depot")
    assert (panel.payout.steps, panel.payout.seat(), panel.payout.points()) == (1, 0, 0)
    device.press("N")
    assert not panel.payout.is_open


def test_at11_one_next_too_many_passes_no_turn() -> None:
    device, game, panel = ape_town(map_text=CITY)
    device.press("E1=depot E2=depot")
    while panel.payout.is_open:
        device.press("N")
    turn, made = game.turn(), device.table.count
    device.press("N")
    assert (device.said, game.turn(), device.table.count) == ("scoring", turn, made)
    device.press("N")
    assert game.turn() != turn


def test_at11_shown_again_after_redo_and_not_after_undo() -> None:
    device, _, panel = ape_town(map_text=CITY)
    seen = []
    for presses in ("E1=depot E2=depot", "U", "R", "N 1"):  # a correction afterwards does not show it again
        device.press(presses)
        seen.append(panel.payout.is_open)
    assert seen == [True, False, True, False]


def test_at11_shown_again_when_the_power_comes_back() -> None:
    device, _, _ = ape_town(map_text=CITY)
    device.press("E1=depot E2=depot")
    again = ApeTownPanel(device.table, device.board, device.table.play)
    again.refresh()
    assert again.payout.is_open
    device.press("N N N")
    again = ApeTownPanel(device.table, device.board, device.table.play)
    again.refresh()
    assert not again.payout.is_open


def test_at12_end_scoring_by_buttons() -> None:
    device, game, panel = ape_town("game ape_town\nseats Ana Ben Cho Dee\n", CITY)
    fill(device)
    assert panel.mode_name() == "money"
    money = [game.value(1, seat) for seat in range(4)]
    device.press("1 U2 N3")
    assert [game.value(1, seat) for seat in range(4)] == [money[0] + 1, money[1] - 1, money[2] + 10, money[3]]
    assert [move[0] for move in device.moves()[-3:]] == [FINAL] * 3
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
    assert device.moves() == [(NEXT, NO_SEAT, 0, 0)]
    assert game.turn() == 1


def test_mode_five_and_six_read_the_cursor() -> None:
    device, _, _ = ape_town()
    device.press("A1=depot M5")
    assert device.strips()[0].count("#") == 5  # free spaces of A
    device.press("M6")
    assert device.strips()[0].count("#") == 1  # ten tarsiers: one ten
    device.press("M4 read_end")


def test_mode_and_a_seat_read_money_only_where_money_is_shown() -> None:
    device, _, panel = ape_town()
    device.press("1*2 M1")
    assert device.strips()[0].count("R") == 2
    device.press("read_end M 1 M1")
    assert panel.mode_name() == "money"
    assert device.strips()[0].count("R") == 7  # six at the start
