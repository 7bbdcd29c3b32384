"""From a frame (three bytes an LED: red, green, blue) to the bytes a strip wants.

This is the plain reference of the board's fast version (firmware/encode.py); both give the same bytes.
"""

from .colour_orders import FULL, ORDERS, channels, places

__all__ = ("FULL", "ORDERS", "channels", "drive", "encode", "places")


def encode(rgb: bytearray, wire: bytearray, order: str, scale: int) -> int:
    """Fill `wire` (channels(order) bytes an LED) from `rgb` (3 bytes an LED), each value scaled by `scale` / 256.

    Scaled values are rounded up: what is lit stays lit, and every channel of a colour shrinks alike, so
    that the hue is kept. A four-channel LED shows what red, green and blue have in common with its white.
    order: one of ORDERS. scale: 0 (dark) to 256. Gives back what `drive` says of `rgb`.
    """
    red, green, blue, white = places(order)
    size = channels(order)
    to = 0
    for at in range(0, len(rgb), 3):
        r = (rgb[at] * scale + 255) >> 8
        g = (rgb[at + 1] * scale + 255) >> 8
        b = (rgb[at + 2] * scale + 255) >> 8
        if white >= 0:
            w = min(r, g, b)
            wire[to + white] = w
            r -= w
            g -= w
            b -= w
        wire[to + red] = r
        wire[to + green] = g
        wire[to + blue] = b
        to += size
    return drive(rgb, order)


def drive(rgb: bytearray, order: str) -> int:
    """The sum of all channel values that `encode` gives at full scale: what the current depends on.

    The white of a four-channel LED takes as much as one colour does, and is counted.
    """
    total = sum(rgb)
    if len(order) == 4:
        for at in range(0, len(rgb), 3):
            total -= 2 * min(rgb[at], rgb[at + 1], rgb[at + 2])
    return total
