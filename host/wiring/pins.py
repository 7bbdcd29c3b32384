"""The pin numbers and names of the Pico and the level shifter, as counted on the real parts.

Sources: Raspberry Pi Pico W datasheet, pinout (Pico, Pico 2 and Pico 2 W have the same 40 pins);
74AHCT125 datasheet, pin description.
"""

# Pins 1 to 40: down the left side with the USB socket at the top, then up the right side.
PICO = (
    *("GP0", "GP1", "GND", "GP2", "GP3", "GP4", "GP5", "GND", "GP6", "GP7"),
    *("GP8", "GP9", "GND", "GP10", "GP11", "GP12", "GP13", "GND", "GP14", "GP15"),
    *("GP16", "GP17", "GND", "GP18", "GP19", "GP20", "GP21", "GND", "GP22", "RUN"),
    *("GP26", "GP27", "AGND", "GP28", "ADC_VREF", "3V3", "3V3_EN", "GND", "VSYS", "VBUS"),
)
SIDE = 20  # pins on each side
VBUS, VSYS, GND_AT_SUPPLY = 40, 39, 38

# 74AHCT125: (enable, input, output) of its four channels; a channel is on while its enable pin is at GND.
SHIFTER_CHANNELS = ((1, 2, 3), (4, 5, 6), (10, 9, 8), (13, 12, 11))
SHIFTER_GND, SHIFTER_VCC = 7, 14


def pico_pin(gpio: int) -> int:
    """The number, 1 to 40, of the pin GP`gpio`. Raises ValueError for a GPIO that has no pin."""
    return PICO.index(f"GP{gpio}") + 1


def is_left(pin: int) -> bool:
    """Whether the Pico's pin is on its left side, with USB at the top."""
    return pin <= SIDE


def pico_row(pin: int) -> int:
    """The number of pins above this one on its side, with USB at the top."""
    return pin - 1 if is_left(pin) else 2 * SIDE - pin


def nearest_ground(pins: "list[int]") -> int:
    """The GND pin on the side of `pins` that is nearest to their middle; pin 38 is reserved for the supply."""
    left = is_left(pins[0])
    grounds = [n + 1 for n, name in enumerate(PICO) if name == "GND" and n + 1 != GND_AT_SUPPLY]
    middle = sum(pico_row(pin) for pin in pins) / len(pins)
    return min((pin for pin in grounds if is_left(pin) == left), key=lambda pin: (abs(pico_row(pin) - middle), pin))


def shifter_name(pin: int) -> str:
    """The datasheet's name of a pin of the 74AHCT125: "1A", "1Y", "1OE", "GND", "VCC"."""
    for number, channel in enumerate(SHIFTER_CHANNELS, 1):
        if pin in channel:
            return f"{number}{('OE', 'A', 'Y')[channel.index(pin)]}"
    return {SHIFTER_GND: "GND", SHIFTER_VCC: "VCC"}[pin]
