"""The painter: what is shown first, what is shown over it, and that a press costs what its tokens cost."""

import pytest

from engine_core.board import Board
from engine_core.lights.palette import SLOT_MS
from engine_core.lights.power import LEVELS
from engine_core.settings import Settings
from tests.kit.lights.pictures import Device, letters, read_board
from tests.kit.shared.lights import CITY

THREE = "game after_us\nseats Ana Ben Cho\n"


def tap(device: Device, seat: int) -> None:
    """A press as the app takes it, painted once."""
    device.painter.dirty[0] = device.painter.dirty[1] = 0
    device.panel.act(0, seat, False)
    device.painter.pending(seat)
    device.painter.paint(0)


def test_a_press_is_one_led_at_once_and_everything_else_in_the_calls_that_follow() -> None:
    device = Device(THREE).press("1*5 2*9")
    before = device.strips()
    tap(device, 0)
    assert device.painter.dirty == bytearray((1, 0))
    assert device.strips()[0] == before[0][:6] + "W" + before[0][7:]
    device.painter.paint(0)
    assert device.strips()[0][5:7] == ".W"
    device.painter.paint(0)
    assert device.painter.dirty == bytearray((1, 1))
    assert device.strips()[1][0] == "W"


def test_a_press_on_the_track_is_on_the_track_at_once() -> None:
    device = Device(THREE).press("M 1*2")
    tap(device, 0)
    assert device.painter.dirty == bytearray((0, 1))
    assert device.strips()[1][18:21] == ".RW"
    device.painter.paint(0)
    assert device.strips()[1][18:21] == "..W"


@pytest.mark.parametrize(
    ("setup", "presses", "led"),
    [
        ("game primates\nseats Dian Mary\n", "2*3", 17),
        ("game ape_town\nseats Ana Ben\n", "1*85 2*10", 11),
        ("game ape_town\nseats Ana Ben\n", "1*5 2*79", 0),
    ],
)
def test_the_first_led_of_a_press_is_where_the_token_will_be(setup: str, presses: str, led: int) -> None:
    device = Device(setup, CITY).press(presses)
    tap(device, 1)
    assert device.strips()[0][led] == "W"
    device.settle()
    assert device.strips()[0][led] == "W"
    assert device.strips()[0].count("W") == 1


def test_no_spark_is_left_behind_where_a_press_is_taken_back_before_it_is_drawn() -> None:
    device = Device(THREE).press("1*5 2*9")
    before = device.strips()
    tap(device, 0)
    device.table.undo()
    device.painter.stored()
    device.settle()
    assert device.strips() == before


def test_a_press_under_the_bar_or_the_read_out_shows_no_token() -> None:
    device = Device(THREE).press("M 1*2 hold50")
    tap(device, 0)
    assert device.strips()[1] == 15 * "#" + 15 * "."
    device = Device(THREE).press("1*5 M2")
    before = device.strips()[0]
    tap(device, 0)
    assert device.strips()[0] == before


def test_white_until_stored_and_only_the_seat_that_pressed() -> None:
    device = Device(THREE).press("1*5 2*7 1 white1")
    assert device.strips()[0][6:8] == "WY"
    device.press("stored")
    assert device.strips()[0][6:8] == "RY"


def test_a_move_of_the_table_is_white_on_its_lamps_until_stored() -> None:
    device = Device(THREE).press("1*5 2*7 N white0")
    assert "W" not in device.strips()[0]
    assert device.strips()[1][7:10] == "WW,"
    device.press("stored")
    assert device.strips()[1][7:10] == "##,"


def test_a_refusal_ends_after_600_ms() -> None:
    device = Device(THREE).press("1*5 M N1")
    assert device.strips()[0][4:7] == "!!!"
    seen = [slot for slot in range(20) if "!" in device.film(1) and slot >= 0]
    assert seen == [0, 2, 4]


@pytest.mark.parametrize("start", range(4))
def test_a_refusal_is_red_at_once_whenever_it_comes(start: int) -> None:
    device = Device(THREE)
    device.film(start)
    device.press("1*5 M N1")
    assert device.strips()[0][4:7] == "!!!"


def test_a_second_refusal_begins_anew() -> None:
    device = Device(THREE).press("1*5 M N1")
    device.film(4)
    device.press("N1")
    seen = [slot for slot in range(20) if "!" in device.film(1)]
    assert seen == [0, 2, 4]


def test_the_bar_covers_the_last_strip_and_gives_it_back() -> None:
    device = Device(THREE).press("1*5")
    before = device.strips()
    device.press("hold1")
    assert device.strips() == [before[0], "#" + 29 * "."]
    device.press("hold100")
    assert device.strips()[1] == 30 * "#"
    device.press("2 white2")
    assert device.strips()[1] == 30 * "#"
    device.press("stored hold0 U")
    assert device.strips() == before


def test_the_brightness_bar_says_which_level_for_a_second() -> None:
    device = Device(THREE)
    device.press(f"bright{len(LEVELS) - 1}")
    assert device.strips()[1] == 30 * "#"
    device.press("bright0")
    device.slot += 9
    device.settle()
    assert device.strips()[1] == "###" + 27 * "."
    device.slot += 1
    device.settle()
    assert "#" in device.strips()[1][7:10]


def test_the_read_out_follows_the_mode() -> None:
    device = Device(THREE).press("1*23 M 1*4 M1")
    assert device.strips()[0].count("R") == 4
    device.press("read_end M M M1")
    assert device.strips()[0].count("R") == 5  # 23


def test_opening_shows_a_new_game_in_the_colours_of_now() -> None:
    settings = Settings()
    device = Device(THREE, settings=settings).press("1*5")
    settings.colours[0] = "violet"
    device.painter.open(device.panel)
    device.settle()
    assert device.strips()[0][5] == "V"


def test_what_is_opened_is_still_to_be_painted() -> None:
    device = Device("game after_us\nseats Ana Ben\n")
    busy = []
    for panel in (device.panel, None):
        busy.append(device.painter.busy)
        device.painter.open(panel)
        busy.append(device.painter.busy)
        device.settle()
    assert busy == [False, True, False, True]


def test_without_a_game_the_strips_are_dark() -> None:
    device = Device(THREE).press("1*5 hold50")
    device.painter.open(None)
    device.painter.hold(0)
    device.settle()
    assert not any("".join(device.strips()).replace(".", ""))
    device.painter.refuse(3)
    device.painter.pending(2)
    device.painter.read(1)
    device.settle()


def writes(device: Device, presses: str) -> int:
    """How many LEDs differ after `presses`."""
    before = "".join(device.strips())
    device.press(presses)
    return sum(a != b for a, b in zip(before, "".join(device.strips()), strict=True))


@pytest.mark.parametrize("leds", [80, 600])
def test_a_press_costs_what_its_tokens_cost_however_long_the_strip(leds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    from engine_core.lights.area import Area

    looked_at = 0
    write = Area._write

    def count(area: Area, at: int, colour: int) -> None:
        nonlocal looked_at
        looked_at += 1
        write(area, at, colour)

    board = long_board(leds)
    device = Device("game after_us\nseats Ana Ben Cho Dee Eva Fay\n", board=board).press("1*5 2*9 3*13 4*17 5*21 6*25")
    monkeypatch.setattr(Area, "_write", count)
    for _ in range(9):
        device.panel.act(0, 0, False)
        device.painter.paint(0)
    assert 1 < looked_at <= 9 * 4


def long_board(leds: int) -> Board:
    board = read_board()
    board.strips[0].leds = leds
    for zone in board.zones["after_us"]:
        if zone.show == "score":
            zone.leds = leds
    return board


def test_the_clock_may_start_anywhere_and_wrap() -> None:
    device = Device(THREE).press("1*5 2*9")
    for now in (0, 99, 100, 2**30 - 1, 0, 50):
        device.painter.paint(now)
        device.painter.paint(now)
        assert letters(device.painter.frames[0])[5] == "R"


def test_slots_are_a_tenth_of_a_second() -> None:
    assert SLOT_MS == 100
