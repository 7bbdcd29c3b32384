"""The part of encode.py for strips whose LEDs have a white channel. For MicroPython only."""

import micropython

TYPE_CHECKING = False
if TYPE_CHECKING:
    ptr8 = bytearray  # viper compiles this annotation to a pointer to bytes


@micropython.viper
def encode_white(rgb: ptr8, wire: ptr8, packed: int, scale_leds: int) -> int:
    """See encode.encode. packed: see colour_orders.packed. scale_leds: scale * 65536 + number of LEDs."""
    red = packed & 15
    green = packed >> 4 & 15
    blue = packed >> 8 & 15
    white = packed >> 12 & 15
    scale = scale_leds >> 16
    total = 0
    at = 0
    to = 0
    end = 3 * (scale_leds & 0xFFFF)
    while at < end:
        r = rgb[at]
        g = rgb[at + 1]
        b = rgb[at + 2]
        w = r
        if g < w:
            w = g
        if b < w:
            w = b
        total += r + g + b - 2 * w
        w = (w * scale + 255) >> 8
        wire[to + white] = w
        wire[to + red] = ((r * scale + 255) >> 8) - w
        wire[to + green] = ((g * scale + 255) >> 8) - w
        wire[to + blue] = ((b * scale + 255) >> 8) - w
        at += 3
        to += 4
    return total
