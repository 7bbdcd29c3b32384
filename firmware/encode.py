"""The whole-frame work of engine_core/lights/wire.py as machine code: the same functions, the same bytes.

For MicroPython only. wire.py is the reference, and says what the arguments mean.
"""

import micropython

from engine_core.lights.colour_orders import ORDERS, packed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    ptr8 = bytearray  # what viper makes of the annotation: a pointer to bytes


_PACKED = {order: packed(order) for order in ORDERS}
del ORDERS, packed  # they are needed once: the board forgets them

_white: "list[Callable[[bytearray, bytearray, int, int], int]]" = []  # encode_white, once there is such a strip


def _load_white() -> None:
    from .encode_white import encode_white  # few boards have such strips: theirs is loaded for the first frame

    _white.append(encode_white)


def encode(rgb: bytearray, wire: bytearray, order: str, scale: int) -> int:
    """As wire.encode."""
    packed = _PACKED[order]
    if packed >> 18:  # four bytes an LED
        if not _white:
            _load_white()
        return _white[0](rgb, wire, packed, scale << 16 | len(rgb) // 3)
    return _encode(rgb, wire, packed, scale << 16 | len(rgb) // 3)


@micropython.viper
def _encode(rgb: ptr8, wire: ptr8, packed: int, scale_leds: int) -> int:
    red = packed & 15
    green = packed >> 4 & 15
    blue = packed >> 8 & 15
    scale = scale_leds >> 16
    total = 0
    at = 0
    end = 3 * (scale_leds & 0xFFFF)
    while at < end:
        r = rgb[at]
        g = rgb[at + 1]
        b = rgb[at + 2]
        total += r + g + b
        wire[at + red] = (r * scale + 255) >> 8
        wire[at + green] = (g * scale + 255) >> 8
        wire[at + blue] = (b * scale + 255) >> 8
        at += 3
    return total
