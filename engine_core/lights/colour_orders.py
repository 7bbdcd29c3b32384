"""Colour orders: which bytes a strip takes for each LED, and in which order."""

from ..compat import const

# The order of the channels (red, green, blue, white) in the bytes of one LED. Only four-channel LEDs have W.
ORDERS = ("GRB", "RGB", "BRG", "BGR", "RBG", "GBR", "GRBW", "RGBW", "GWRB", "WRGB")
FULL = const(256)  # the scale for full brightness


def channels(order: str) -> int:
    """Bytes per LED: 3 or 4."""
    return len(order)


def places(order: str) -> "tuple[int, int, int, int]":
    """The indices of red, green, blue and white in the bytes of one LED; white is -1 on three-channel LEDs."""
    return order.index("R"), order.index("G"), order.index("B"), order.find("W")


def packed(order: str) -> int:
    """The places of red, green, blue and white, then the bytes of an LED, four bits each, red in the lowest.

    On three-channel LEDs white is 15.
    """
    red, green, blue, white = places(order)
    return red | green << 4 | blue << 8 | (white if white >= 0 else 15) << 12 | channels(order) << 16
