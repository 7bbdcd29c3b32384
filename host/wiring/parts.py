"""Computes currents, supply, fuse and wire of a board from its board file, and the list of parts to buy."""

from typing import NamedTuple

from engine_core.board import Board

PICO_MA = 300  # a Pico with active radio, and some reserve
USB_MA = 500  # what every USB socket supplies
PICO_ON_USB_MA = 150  # average; the capacitor supplies the peaks
HEADROOM = (5, 4)  # supply and fuse last longer when they are loaded to four fifths
LEDS_A_METRE = 60
FEED_BOTH_ENDS = 150  # LEDs; on longer strips the far end gets dim and reddish
RESISTOR, CAPACITOR, DIODE = "330 ohm", "1000 uF", "1N5817"
SHIFTER = "74AHCT125"
SUPPLIES_A = (1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 12.0, 15.0)
FUSES_A = (1.0, 2.0, 3.0, 4.0, 5.0, 7.5, 10.0, 15.0)
# (fuse up to this, copper in mm2, AWG): thin enough to solder, thick enough for the fuse and 1 m both ways.
WIRES = (
    (1.0, "0.25", 24),
    (2.0, "0.34", 22),
    (3.0, "0.5", 20),
    (5.0, "0.75", 18),
    (10.0, "1.5", 16),
    (15.0, "2.5", 14),
)
PICO_NAMES = {
    "pico": "Raspberry Pi Pico",
    "pico_w": "Raspberry Pi Pico W",
    "pico_2": "Raspberry Pi Pico 2",
    "pico_2_w": "Raspberry Pi Pico 2 W",
}


class Power(NamedTuple):
    """Currents of a board in mA, and the supply, fuse and wire for them. supply_a 0: the USB cable feeds everything."""

    leds: int
    white_ma: int  # every LED white at full brightness; the device limits the current to the budget
    budget_ma: int
    load_ma: int  # the budget plus the Pico
    supply_a: float
    fuse_a: float
    wire_mm2: str
    wire_awg: int


class Item(NamedTuple):
    """A line of the shopping list: how many ("3" or "2 m"), what, and what for."""

    number: str
    what: str
    why: str


def power_of(board: Board) -> Power:
    """The currents of `board`, and the supply, fuse and wire for them."""
    leds = sum(strip.leds for strip in board.strips)
    # White uses three channels; on RGBW strips the fourth channel replaces them (engine_core/lights/power.py).
    white = leds * (3 * board.power.channel_ma + board.power.idle_ma)
    budget = min(board.power.budget_ma, white)
    on_usb = budget + PICO_ON_USB_MA <= USB_MA
    load = budget + (PICO_ON_USB_MA if on_usb else PICO_MA)
    needed = load * HEADROOM[0] / HEADROOM[1] / 1000
    fuse = next(size for size in FUSES_A if size >= needed)
    supply = 0.0 if on_usb else next(size for size in SUPPLIES_A if size >= fuse)
    _, mm2, awg = next(wire for wire in WIRES if wire[0] >= fuse)
    return Power(leds, white, board.power.budget_ma, load, supply, fuse, mm2, awg)


def amperes(value: float) -> str:
    """A current as it is printed on parts: "3 A", "7.5 A"."""
    return f"{value:g} A"


def metres(leds: int) -> float:
    """The length in m of so many LEDs, at 60 per metre."""
    return leds / LEDS_A_METRE


def shopping(board: Board) -> list[Item]:
    """The parts to buy for `board`."""
    power = power_of(board)
    items = [Item("1", PICO_NAMES[board.chip], "with headers, and MicroPython 1.25 or newer on it")]
    for strip in board.strips:
        kind = "SK6812 RGBW" if len(strip.order) == 4 else "WS2812B"
        items.append(
            Item(
                f"{metres(strip.leds):.2f} m",
                f"LED strip {kind}, 5 V, {LEDS_A_METRE} LEDs a metre",
                f'strip "{strip.name}": {strip.leds} LEDs, colour order {strip.order}',
            )
        )
    if board.buttons:
        names = ", ".join(button.name for button in board.buttons)
        items.append(Item(str(len(board.buttons)), "push button, closes when pressed (12 mm or larger)", names))
    items.append(Item(str(len(board.strips)), f"resistor {RESISTOR} (up to 470 ohm), 1/4 W", "in each data wire"))
    if board.shifter:
        items.append(Item("1", f"level shifter {SHIFTER} (DIP-14)", "lifts the data from 3.3 V to 5 V"))
        items.append(Item("1", "ceramic capacitor 100 nF", f"across pins 14 and 7 of the {SHIFTER}"))
    items.append(Item("1", f"capacitor {CAPACITOR}, 10 V or more", "across 5V and GND where the strips begin"))
    return items + _supply_items(power) + _wire_items(power, board)


def _supply_items(power: Power) -> list[Item]:
    fuse = Item(
        "1", f"fuse {amperes(power.fuse_a)} with holder", f"at the source of the 5 V; {power.load_ma} mA flow at most"
    )
    if not power.supply_a:
        return [
            Item("1", "USB cable that carries data, and a 5 V USB charger of 1 A or more", "feeds Pico and LEDs"),
            fuse,
        ]
    supply = Item("1", f"power supply 5 V, {amperes(power.supply_a)} or more", f"{power.load_ma} mA and a quarter more")
    diode = Item("1", f"Schottky diode {DIODE}", "feeds the Pico; lets USB and the supply be plugged in together")
    return [supply, fuse, diode, Item("1", "USB cable that carries data", "for flashing")]


def _wire_items(power: Power, board: Board) -> list[Item]:
    thick = f"wire {power.wire_mm2} mm2 (AWG {power.wire_awg}) or thicker, red and black"
    items = [
        Item("2 m", thick, f"5V and GND: it must survive what the {amperes(power.fuse_a)} fuse lets through"),
        Item("5 m", "wire 0.14 mm2 (AWG 26)", "data and buttons"),
        Item("2", "terminal block or lever clamps", "the 5V bar and the GND bar"),
    ]
    long = [strip.name for strip in board.strips if strip.leds > FEED_BOTH_ENDS]
    if long:
        items.append(
            Item(str(2 * len(long)), "a second pair of 5V and GND wires", f"to the far end of {', '.join(long)}")
        )
    return items
