"""What to buy: the currents are those of the board file, and no part is weaker than what flows through it."""

from hypothesis import given, settings

from engine_core.board import Board
from engine_core.lights.power import LEVELS, Limits
from host.boards import read_board
from host.wiring.parts import power_of, shopping
from tests.kit.host.board_files import boards


def test_the_reference_board_by_hand() -> None:
    board, _ = read_board("pico_w_reference")
    power = power_of(board)
    assert power.leds == 80 + 30
    assert power.white_ma == 110 * (3 * 16 + 1)
    assert power.load_ma == 1800 + 300
    assert (power.supply_a, power.fuse_a) == (3.0, 3.0)  # 2.1 A and a quarter more are 2.6 A
    assert (power.wire_mm2, power.wire_awg) == ("0.5", 20)
    bought = {item.what.split(",")[0]: item.number for item in shopping(board)}
    assert bought["Raspberry Pi Pico W"] == "1"
    assert bought["push button"] == "9"
    assert bought["resistor 330 ohm (up to 470 ohm)"] == "2"
    assert bought["level shifter 74AHCT125 (DIP-14)"] == "1"
    assert bought["capacitor 1000 uF"] == "1"
    assert [item.number for item in shopping(board) if item.what.startswith("LED strip")] == ["1.33 m", "0.50 m"]


def test_the_small_board_lives_on_usb_and_needs_no_shifter_or_diode() -> None:
    board, _ = read_board("small")
    power = power_of(board)
    assert power.supply_a == 0
    assert power.load_ma <= 500  # what any USB socket must give
    listed = " ".join(f"{item.number} {item.what}" for item in shopping(board))
    assert "4 push button" in listed
    assert "0.50 m LED strip" in listed
    assert not any(word in listed for word in ("shifter", "diode", "power supply"))


@settings(max_examples=200, deadline=None)
@given(boards())
def test_nothing_is_weaker_than_what_flows_through_it(board: Board) -> None:
    power = power_of(board)
    limits = Limits(board, len(LEVELS) - 1)
    for i, strip in enumerate(board.strips):
        limits.drive(i, strip.leds * 3 * 255)
    flows = limits.current_ma()  # everything white at full brightness, as the device limits it
    assert flows <= power.load_ma
    assert power.load_ma * 1.25 <= power.fuse_a * 1000
    if power.supply_a:
        assert power.fuse_a <= power.supply_a
    else:
        assert power.load_ma <= 500
    # A square millimetre of copper carries 10 A in free air without getting warm to the touch; ours take less.
    assert power.fuse_a <= float(power.wire_mm2) * 7
    assert len([item for item in shopping(board) if item.what.startswith("LED strip")]) == len(board.strips)
