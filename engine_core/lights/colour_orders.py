"""Colour orders: what a strip wants of each LED, and where."""

from ..compat import const

# The order in which a strip takes its channels. W is the white of four-channel LEDs.
ORDERS = ("GRB", "RGB", "BRG", "BGR", "RBG", "GBR", "GRBW", "RGBW", "GWRB", "WRGB")
FULL = const(256)  # the scale that changes nothing


def channels(order: str) -> int:
    """Bytes an LED takes: 3 or 4."""
    return len(order)


def places(order: str) -> "tuple[int, int, int, int]":
    """Where red, green, blue and white stand in the bytes of one LED; white is -1 on three-channel LEDs."""
    return order.index("R"), order.index("G"), order.index("B"), order.find("W")
