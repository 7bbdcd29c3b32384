"""Colours and blink rhythms of the seats, and the colours that mean something.

A colour is 0xRRGGBB: what the LED's three channels get before the brightness. The six default colours stay
apart (CIE Lab distance over 25, lightness included) for normal eyes and for the three kinds of colour
blindness; tests/lights/test_palette.py measures it. The rhythms need no colours at all.
"""

from ..compat import const

COLOURS = {
    "red": 0xDC0000,
    "yellow": 0xFFA600,
    "green": 0x00641E,
    "cyan": 0x14FFB4,
    "blue": 0x1400C8,
    "pink": 0xFF009A,
    "orange": 0xFF4600,
    "violet": 0x6E00FF,
}
NAMES = ("red", "yellow", "green", "cyan", "blue", "pink", "orange", "violet")
DEFAULT = NAMES[:6]  # of seat 1 to seat 6

DARK = const(0)
WHITE = const(0xFFFFFF)  # a token that is not stored yet
NEUTRAL = const(0x404040)  # where the game is: phase, rounds; whatever belongs to nobody
CHOSEN = const(0x003060)  # what the buttons do now
TICK = const(0x080808)  # marks for counting
REFUSED = const(0xFF0000)
ATTENTION = const(0xFF5000)  # something is due

# Time is cut into slots; everything that blinks repeats after PERIOD of them, so that two seconds show it twice.
SLOT_MS = const(100)
PERIOD = const(10)

# Bit i: lit in slot i of the period. None flashes more than twice a second.
STEADY = const(0b1111111111)
GAP = const(0b0011111111)
TWO_GAPS = const(0b0011001111)
HALF = const(0b0000011111)
FLASH = const(0b0000000011)
TWO_FLASHES = const(0b0000110011)
RHYTHMS = (STEADY, GAP, TWO_GAPS, HALF, FLASH, TWO_FLASHES)  # of seat 1 to seat 6
ALARM = const(0b0101010101)  # a refusal; for 600 ms only


def dim(colour: int) -> int:
    """The same hue at an eighth of the light."""
    return (colour >> 3) & 0x1F1F1F
