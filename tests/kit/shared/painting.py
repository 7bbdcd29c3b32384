"""What is tested of the painting of each game; test_paint_*.py call it, a process each: a board plays one game too."""

from binascii import crc32

from engine_core.controls import MODE, NEXT, TAP
from engine_core.errors import RuleError
from engine_core.lights.palette import SLOT_MS
from engine_core.moves import NO_SEAT
from tests.kit.shared.heap import allocates_nothing
from tests.kit.shared.lights import Device

_THREE_SECONDS = 30  # slots


def press(device: Device, action: int, seat: int = NO_SEAT) -> None:
    """One gesture, as the app does it."""
    try:
        if device.panel.act(action, seat, False):
            device.painter.pending(seat)
    except RuleError:
        device.painter.refuse(seat)


def film(device: Device) -> int:
    """Forty presses with time between them; a checksum of every frame on the way."""
    seen = 0
    for turn in range(40):
        press(device, TAP, turn % device.table.game.seats)
        device.settle()
        seen = crc32(device.frames(), seen)
        if turn % 7 == 6:
            press(device, MODE)
        if turn % 5 == 4:
            press(device, NEXT)
        if turn % 4 == 3:
            device.painter.stored()
        device.now += 3 * SLOT_MS + turn
        device.settle()
        seen = crc32(device.frames(), seen)
    return seen & 0xFFFFFFFF


def check_animation_allocates_nothing(device: Device) -> None:
    """Three seconds without a press."""

    def pass_time() -> None:
        for _ in range(_THREE_SECONDS):
            device.now += SLOT_MS
            device.painter.paint(device.now)

    allocates_nothing(pass_time)


def check_repainting_allocates_nothing(device: Device) -> None:
    """All that follows a press: white, stored, refused, read out, the bars."""

    def repaint() -> None:
        painter = device.painter
        device.table.version += 1
        painter.pending(1)
        _paint(device)
        painter.stored()
        painter.refuse(0)
        _paint(device)
        painter.read(1)
        _paint(device)
        painter.read_end()
        for percent in range(0, 100, 25):
            painter.hold(percent)
            _paint(device)
        painter.hold(0)
        painter.brightness(3)
        for _ in range(_THREE_SECONDS):
            device.now += SLOT_MS
            _paint(device)

    repaint()  # what is made once is made
    allocates_nothing(repaint)


def _paint(device: Device) -> None:
    device.painter.paint(device.now)
    device.painter.paint(device.now)
