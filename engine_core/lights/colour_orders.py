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
