"""A virtual device whose buttons are pressed, on a clock of the test's."""

from pathlib import Path

from engine_core.setup import Setup
from host.boards import board_text
from host.files import FolderFiles
from host.page.device import Device
from host.page.sheet import Sheet

CITY = "A A B B\ngrey A\nblack B\n"
APE_TOWN = Setup("ape_town", ["Ana", "Ben"], map_text=CITY)


def wait(device: Device, ms: int) -> None:
    """Let `ms` pass, on a clock of the test's."""
    start = device.now()
    for now in range(start, start + ms, 4):
        device.now = lambda now=now + 4: now  # type: ignore[method-assign, misc]
        device.tick()


def live(device: Device, setup: Setup | None, *buttons: str) -> None:
    """Begin a game, if any, and press these buttons one after the other."""
    device.now = lambda: 0  # type: ignore[method-assign]
    if setup is not None:
        device.begin(setup)
    wait(device, 100)
    for button in buttons:
        device.hold(button, "test", True)
        wait(device, 60)
        device.hold(button, "test", False)
        wait(device, 100)
    wait(device, 100)


def pressed(folder: Path, setup: Setup | None, *buttons: str) -> tuple[Device, Sheet]:
    """A device after these buttons have been pressed one after the other, and what it shows."""
    device = Device(board_text("pico_w_reference"), FolderFiles(folder))
    live(device, setup, *buttons)
    return device, device.state()
