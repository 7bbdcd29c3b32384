"""Encodes whole frames in machine code (viper), with the same results as engine_core/lights/wire.py.

For MicroPython only. wire.py is the reference and describes the arguments.
"""

import micropython

from engine_core.lights.colour_orders import ORDERS, packed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    ptr8 = bytearray  # viper compiles this annotation to a pointer to bytes


_PACKED = {order: packed(order) for order in ORDERS}
del ORDERS, packed  # they are needed once: the board forgets them

_white: "list[Callable[[bytearray, bytearray, int, int], int]]" = []  # [encode_white] once a strip has needed it


def _load_white() -> None:
    from .encode_white import encode_white  # imported at the first frame, because few boards have such strips

    _white.append(encode_white)


def encode(rgb: bytearray, wire: bytearray, order: str, scale: int) -> int:
    """See wire.encode."""
    packed = _PACKED[order]
    if packed >> 18:  # four bytes per LED
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
