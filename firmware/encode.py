"""The whole-frame work of engine_core/wire.py as machine code: the same functions, the same bytes.

For MicroPython only. wire.py is the reference, and says what the arguments mean.
"""

import micropython

from engine_core.wire import ORDERS, channels, places

TYPE_CHECKING = False
if TYPE_CHECKING:
    ptr8 = bytearray  # what viper makes of the annotation: a pointer to bytes


def _packed(order: str) -> int:
    """Places of red, green, blue and white and the bytes of an LED, four bits each; without white a place past all."""
    red, green, blue, white = places(order)
    return red | green << 4 | blue << 8 | (white if white >= 0 else 15) << 12 | channels(order) << 16


_PACKED = {order: _packed(order) for order in ORDERS}


def encode(rgb: bytearray, wire: bytearray, order: str, scale: int) -> None:
    """As wire.encode."""
    if len(order) == 4:
        _encode_white(rgb, wire, _PACKED[order], scale << 16 | len(rgb) // 3)
    else:
        _encode(rgb, wire, _PACKED[order], scale << 16 | len(rgb) // 3)


def drive(rgb: bytearray, order: str) -> int:
    """As wire.drive."""
    total = _sum(rgb, len(rgb))
    return total - 2 * _white_sum(rgb, len(rgb)) if len(order) == 4 else total


@micropython.viper
def _encode(rgb: ptr8, wire: ptr8, packed: int, scale_leds: int) -> int:
    red = packed & 15
    green = packed >> 4 & 15
    blue = packed >> 8 & 15
    scale = scale_leds >> 16
    at = 0
    to = 0
    end = 3 * (scale_leds & 0xFFFF)
    while at < end:
        wire[to + red] = (rgb[at] * scale + 255) >> 8
        wire[to + green] = (rgb[at + 1] * scale + 255) >> 8
        wire[to + blue] = (rgb[at + 2] * scale + 255) >> 8
        at += 3
        to += 3
    return to


@micropython.viper
def _encode_white(rgb: ptr8, wire: ptr8, packed: int, scale_leds: int) -> int:
    red = packed & 15
    green = packed >> 4 & 15
    blue = packed >> 8 & 15
    white = packed >> 12 & 15
    scale = scale_leds >> 16
    at = 0
    to = 0
    end = 3 * (scale_leds & 0xFFFF)
    while at < end:
        r = (rgb[at] * scale + 255) >> 8
        g = (rgb[at + 1] * scale + 255) >> 8
        b = (rgb[at + 2] * scale + 255) >> 8
        w = r
        if g < w:
            w = g
        if b < w:
            w = b
        wire[to + white] = w
        wire[to + red] = r - w
        wire[to + green] = g - w
        wire[to + blue] = b - w
        at += 3
        to += 4
    return to


@micropython.viper
def _sum(rgb: ptr8, size: int) -> int:
    total = 0
    at = 0
    while at < size:
        total += rgb[at]
        at += 1
    return total


@micropython.viper
def _white_sum(rgb: ptr8, size: int) -> int:
    total = 0
    at = 0
    while at < size:
        w = rgb[at]
        if rgb[at + 1] < w:
            w = rgb[at + 1]
        if rgb[at + 2] < w:
            w = rgb[at + 2]
        total += w
        at += 3
    return total
