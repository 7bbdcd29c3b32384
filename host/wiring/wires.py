"""Lists every wire of a board, from its board file. host/wiring/picture.py draws them."""

from typing import NamedTuple

from engine_core.board import Board, Strip
from host.wiring.parts import CAPACITOR, DIODE, RESISTOR, SHIFTER, amperes, power_of
from host.wiring.pins import (
    GND_AT_SUPPLY,
    PICO,
    SHIFTER_CHANNELS,
    SHIFTER_GND,
    SHIFTER_VCC,
    VBUS,
    VSYS,
    is_left,
    nearest_ground,
    pico_pin,
    shifter_name,
)

MOST_CHANNELS = len(SHIFTER_CHANNELS)


class End(NamedTuple):
    """One end of a wire. part: "pico", "shifter", "strip NAME", "button NAME", "supply", "5V bar", "GND bar",
    "left GND line", "right GND line". pin: a number for pico and shifter; for other parts a word or ""."""

    part: str
    pin: str = ""

    def __str__(self) -> str:
        if self.part == "pico":
            return f"Pico pin {self.pin} ({PICO[int(self.pin) - 1]})"
        if self.part == "shifter":
            return f"{SHIFTER} pin {self.pin} ({shifter_name(int(self.pin))})"
        return f"{self.part} {self.pin}".strip()


class Wire(NamedTuple):
    """One wire. kind: "data", "button", "5V" or "GND". through: the part inserted into it, or ""."""

    kind: str
    start: End
    end: End
    through: str = ""


LEFT_LINE, RIGHT_LINE = End("left GND line"), End("right GND line")
PLUS, MINUS = End("5V bar"), End("GND bar")


def pico(pin: int) -> End:
    """The Pico's pin with this number."""
    return End("pico", str(pin))


def shifter(pin: int) -> End:
    """The level shifter's pin with this number."""
    return End("shifter", str(pin))


def strip_order(board: Board) -> list[Strip]:
    """The strips from top to bottom of the picture, in the order in which no data wire crosses another."""
    pins = {strip.name: pico_pin(strip.pin) for strip in board.strips}
    return sorted(board.strips, key=lambda strip: (not is_left(pins[strip.name]), -pins[strip.name]))


def wires(board: Board) -> list[Wire]:
    """Every wire of `board`: data, then buttons, then power."""
    return [*_data_wires(board), *_button_wires(board), *_power_wires(board)]


def _data_wires(board: Board) -> list[Wire]:
    found = []
    for strip, (_, into, out) in zip(strip_order(board), SHIFTER_CHANNELS, strict=False):
        source, target = pico(pico_pin(strip.pin)), End(f"strip {strip.name}", "DIN")
        if board.shifter:
            found.append(Wire("data", source, shifter(into)))
            source = shifter(out)
        found.append(Wire("data", source, target, f"resistor {RESISTOR}"))
    return found


def _button_wires(board: Board) -> list[Wire]:
    found = []
    for line, left in ((LEFT_LINE, True), (RIGHT_LINE, False)):
        here = [button for button in board.buttons if is_left(pico_pin(button.pin)) == left]
        for button in here:
            found.append(Wire("button", pico(pico_pin(button.pin)), End(f"button {button.name}", "one leg")))
            found.append(Wire("GND", End(f"button {button.name}", "other leg"), line))
        if here:
            ground = nearest_ground([pico_pin(button.pin) for button in here])
            found.append(Wire("GND", pico(ground), line))
    return found


def _power_wires(board: Board) -> list[Wire]:
    power = power_of(board)
    fuse = f"fuse {amperes(power.fuse_a)}"
    if power.supply_a:
        found = [
            Wire("5V", End("supply", "+"), PLUS, fuse),
            Wire("GND", End("supply", "-"), MINUS),
            Wire("5V", pico(VSYS), PLUS, f"diode {DIODE}"),
        ]
    else:
        found = [Wire("5V", pico(VBUS), PLUS, fuse)]
    found.append(Wire("GND", pico(GND_AT_SUPPLY), MINUS))
    found.append(Wire("5V", PLUS, MINUS, f"capacitor {CAPACITOR}"))
    for strip in strip_order(board):
        found.append(Wire("5V", End(f"strip {strip.name}", "5V"), PLUS))
        found.append(Wire("GND", End(f"strip {strip.name}", "GND"), MINUS))
    return found + (_shifter_wires(board) if board.shifter else [])


def shifter_grounds(board: Board) -> list[int]:
    """The level shifter's pins that are wired to GND: its GND pin, every enable pin, and the unused inputs."""
    unused = [into for _, into, _ in SHIFTER_CHANNELS[len(board.strips) :]]
    return [SHIFTER_GND, *(enable for enable, _, _ in SHIFTER_CHANNELS), *unused]


def _shifter_wires(board: Board) -> list[Wire]:
    grounds = [Wire("GND", shifter(pin), MINUS) for pin in shifter_grounds(board)]
    return [*grounds, Wire("5V", shifter(SHIFTER_VCC), PLUS)]
