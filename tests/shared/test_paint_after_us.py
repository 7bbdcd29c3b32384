"""Painting after_us: no allocation once the game is shown."""

from engine_core.controls import TAP
from tests.kit.shared.heap import allocates_nothing
from tests.kit.shared.lights import Device
from tests.kit.shared.painting import check_animation_allocates_nothing, check_repainting_allocates_nothing

DEVICE = Device(0)  # for all tests: a board has no room for two


def test_animation_allocates_nothing() -> None:
    check_animation_allocates_nothing(DEVICE)


def test_repainting_allocates_nothing() -> None:
    check_repainting_allocates_nothing(DEVICE)


def test_a_press_shows_on_the_first_paint_and_allocates_nothing() -> None:
    DEVICE.show()
    DEVICE.panel.act(TAP, 2, False)  # the first move makes room in the log
    DEVICE.settle()
    DEVICE.painter.dirty[0] = 0

    def press() -> None:
        DEVICE.panel.act(TAP, 2, False)
        DEVICE.painter.pending(2)
        DEVICE.painter.paint(DEVICE.now)

    allocates_nothing(press)
    assert DEVICE.painter.dirty[0] == 1
    assert bytes(DEVICE.painter.frames[0][6:9]) == b"\xff\xff\xff"
