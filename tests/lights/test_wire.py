"""The bytes on the wire, against Adafruit's own NeoPixel and PixelBuf classes."""

import enum
import sys
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine_core.lights.wire import FULL, ORDERS, channels, drive, encode, places

frames = st.binary(max_size=40).map(lambda data: bytearray(data[: len(data) // 3 * 3]))
scales = st.integers(0, FULL)


class Pin:
    """What NeoPixel wants of digitalio: an output."""

    def __init__(self, pin: object) -> None:
        self.direction: object = None

    def deinit(self) -> None:
        pass


class Direction(enum.Enum):
    OUTPUT = 1


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """What NeoPixel sends: its board modules are ours, the class is Adafruit's."""
    buffers: list[bytes] = []
    board = ModuleType("board")
    digitalio = ModuleType("digitalio")
    vars(digitalio).update(DigitalInOut=Pin, Direction=Direction)
    neopixel_write = ModuleType("neopixel_write")
    vars(neopixel_write).update(neopixel_write=lambda pin, buffer: buffers.append(bytes(buffer)))
    for module in (board, digitalio, neopixel_write):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.delitem(sys.modules, "neopixel", raising=False)
    return buffers


def ours(rgb: bytes, order: str, scale: int = FULL) -> bytes:
    wire = bytearray(len(rgb) // 3 * channels(order))
    encode(bytearray(rgb), wire, order, scale)
    return bytes(wire)


PIXELS = [(255, 0, 0), (0, 255, 0), (0, 0, 255), (1, 2, 3), (255, 166, 0), (64, 64, 64), (255, 255, 255), (0, 0, 0)]


@pytest.mark.parametrize("order", ["GRB", "RGB"])
def test_rgb_as_neopixel_sends_it(order: str, sent: list[bytes]) -> None:
    import neopixel

    pixels: Any = neopixel.NeoPixel("GP2", len(PIXELS), auto_write=False, pixel_order=order)
    for i, colour in enumerate(PIXELS):
        pixels[i] = colour
    pixels.show()
    assert ours(bytes(v for pixel in PIXELS for v in pixel), order) == sent[-1]


def white(pixel: tuple[int, int, int]) -> tuple[int, int, int, int]:
    """A colour as NeoPixel takes it for four channels: what the three have in common is white."""
    w = min(pixel)
    return pixel[0] - w, pixel[1] - w, pixel[2] - w, w


@pytest.mark.parametrize("order", ["GRBW", "RGBW"])
def test_white_as_neopixel_sends_it(order: str, sent: list[bytes]) -> None:
    import neopixel

    pixels: Any = neopixel.NeoPixel("GP2", len(PIXELS), bpp=4, auto_write=False, pixel_order=order)
    for i, colour in enumerate(PIXELS):
        pixels[i] = white(colour)
    pixels.show()
    assert ours(bytes(v for pixel in PIXELS for v in pixel), order) == sent[-1]
    for i, colour in enumerate(PIXELS):
        pixels[i] = colour  # NeoPixel itself makes white of greys
        if colour[0] == colour[1] == colour[2]:
            pixels.show()
            assert sent[-1][4 * i : 4 * i + 4] == ours(bytes(colour), order)


@pytest.mark.parametrize("order", ORDERS)
@given(rgb=frames)
def test_every_order_as_pixelbuf_lays_it_out(order: str, rgb: bytearray) -> None:
    from adafruit_pixelbuf import PixelBuf

    got: list[bytes] = []

    class Strip(PixelBuf):  # type: ignore[misc]
        def _transmit(self, buffer: bytearray) -> None:
            got.append(bytes(buffer))

    strip = Strip(len(rgb) // 3, byteorder=order)
    for i in range(len(rgb) // 3):
        pixel = rgb[3 * i], rgb[3 * i + 1], rgb[3 * i + 2]
        strip[i] = white(pixel) if channels(order) == 4 else pixel
    strip.show()
    assert ours(bytes(rgb), order) == got[-1]


@given(rgb=frames, order=st.sampled_from(ORDERS), scale=scales)
def test_the_hue_is_kept(rgb: bytearray, order: str, scale: int) -> None:
    """Every channel is the same share of what it was, to the next step up; what was lit is lit."""
    wire = ours(bytes(rgb), order, scale)
    red, green, blue, at_white = places(order)
    for i in range(len(rgb) // 3):
        led = wire[i * channels(order) : (i + 1) * channels(order)]
        w = led[at_white] if at_white >= 0 else 0
        for place, value in zip((red, green, blue), rgb[3 * i : 3 * i + 3], strict=True):
            shown = led[place] + w
            assert value * scale / FULL <= shown < value * scale / FULL + 1
            assert (shown > 0) == (value * scale > 0)


@given(rgb=frames, order=st.sampled_from(ORDERS))
def test_drive_is_the_sum_of_what_is_sent(rgb: bytearray, order: str) -> None:
    assert drive(rgb, order) == sum(ours(bytes(rgb), order))


def test_orders_are_all_different_and_name_each_channel_once() -> None:
    assert len(set(ORDERS)) == len(ORDERS)
    for order in ORDERS:
        assert sorted(order) in (sorted("RGB"), sorted("RGBW"))
