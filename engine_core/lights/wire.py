"""Converts a frame (3 bytes per LED: red, green, blue) to the bytes that are sent to the strip.

The board uses a faster version, firmware/encode.py. Both give the same bytes.
"""

from .colour_orders import FULL, ORDERS, channels, places

__all__ = ("FULL", "ORDERS", "channels", "drive", "encode", "places")


def encode(rgb: bytearray, wire: bytearray, order: str, scale: int) -> int:
    """Fill `wire` (channels(order) bytes per LED) from `rgb` (3 bytes per LED), each value times `scale` / 256.

    Scaled values are rounded up, so that a lit channel stays lit. All channels are scaled alike, which keeps the hue.
    On a four-channel LED, white replaces the part that red, green and blue have in common.
    order: one of ORDERS. scale: 0 (dark) to 256. Gives `drive(rgb, order)`.
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
    """The sum of all channel values that `encode` gives at full scale, which the current depends on.

    The white of a four-channel LED is counted, too: it takes as much current as one colour.
    """
    total = sum(rgb)
    if len(order) == 4:
        for at in range(0, len(rgb), 3):
            total -= 2 * min(rgb[at], rgb[at + 1], rgb[at + 2])
    return total
