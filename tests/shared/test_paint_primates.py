"""Painting primates: no allocation once the game is shown."""

from tests.kit.shared.lights import Device
from tests.kit.shared.painting import check_animation_allocates_nothing, check_repainting_allocates_nothing

DEVICE = Device(1)  # for all tests: a board has no room for two


def test_animation_allocates_nothing() -> None:
    check_animation_allocates_nothing(DEVICE)


def test_repainting_allocates_nothing() -> None:
    check_repainting_allocates_nothing(DEVICE)
