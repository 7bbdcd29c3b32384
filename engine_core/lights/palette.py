"""The colours and blink rhythms of the seats, and the colours with a fixed meaning.

A colour is 0xRRGGBB, the values of the LED's channels before brightness is applied. The six default colours can be told
apart (CIE Lab distance over 25, lightness included) with normal eyes and with the three kinds of colour
blindness; tests/lights/test_palette.py measures it. The rhythms can be told apart without colours.
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
NEUTRAL = const(0x404040)  # phase, rounds, and what belongs to no seat
CHOSEN = const(0x003060)  # the present mode or choice: what the buttons change now
TICK = const(0x080808)  # marks for counting
REFUSED = const(0xFF0000)
ATTENTION = const(0xFF5000)  # something is due

# Time is divided into slots. Everything that blinks repeats after PERIOD slots, so anyone who looks for two seconds
# sees it twice.
SLOT_MS = const(100)
PERIOD = const(10)

# Blink masks. Bit i: lit in slot i of the period. No seat's rhythm flashes more than twice a second.
STEADY = const(0b1111111111)
GAP = const(0b0011111111)
TWO_GAPS = const(0b0011001111)
HALF = const(0b0000011111)
FLASH = const(0b0000000011)
TWO_FLASHES = const(0b0000110011)
RHYTHMS = (STEADY, GAP, TWO_GAPS, HALF, FLASH, TWO_FLASHES)  # of seat 1 to seat 6
ALARM = const(0b0101010101)  # a refusal; for 600 ms only


def dim(colour: int) -> int:
    """The same hue with an eighth of the light."""
    return (colour >> 3) & 0x1F1F1F
