"""`troop emulate`: runs the real firmware on an emulated Pico W; the page of `troop play` is its lights and buttons."""

import asyncio
import contextlib
import importlib.util
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from host.boards import read_board
from host.build import Files, board_files
from host.commands.play import game_folder, tell_address
from host.errors import UserError
from host.extras import install
from host.files import read_file
from host.link.update import PACK

if TYPE_CHECKING:
    from host.emulated.device import EmulatedDevice

CHIP = "pico_w"
WIFI = ("nothing", "loopback")  # what the emulated Wi-Fi can connect to
FLASH = "flash.littlefs"  # file with the file system of the emulated board, kept between two runs
# Files of the program; other files are kept.
PROGRAM = ("main.py", "board.json", "update.txt", PACK, "lib/engine_core/", "lib/firmware/")


def run(
    board_name: str,
    *,
    image: Path | None,
    port: int,
    usb_port: int | None,
    wifi: str,
    fresh: bool,
    blank: bool,
    browser: bool,
) -> None:
    """`troop emulate` with its options. Returns when the user ends it."""
    if not all(importlib.util.find_spec(name) for name in ("rp2040py", "littlefs")):
        raise UserError(f"The emulator is not installed: run '{install('emulate')}'.")
    if wifi not in WIFI:
        raise UserError(f"--wifi {wifi} is none of {', '.join(WIFI)}.")
    from host.emulated.device import EmulatedDevice
    from host.emulated.images import find_image

    board, text = read_board(board_name)
    if board.chip != CHIP:
        raise UserError(f"The emulator knows the Pico W only; board {board.name} is for a {board.chip}.")
    found = find_image(image)
    with game_folder(f"{board.name} emulated", fresh or blank) as folder:
        kept = folder / FLASH
        flash = b"" if blank else prepare_flash(kept, board_files(board_name))
        device = EmulatedDevice(text, found, flash, kept, usb_port, wifi == "loopback")
        print(f"It runs {found.name}. The page says how fast: a few hundredths of a real board while it computes.")
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(_serve(device, port, blank, browser, partial(tell_address, folder)))


async def _serve(device: "EmulatedDevice", port: int, blank: bool, browser: bool, tell: Callable[[str], None]) -> None:
    from host.page.web import serve

    await device.serial.open()
    try:
        print(f"Its USB is: --port {device.serial.port}", flush=True)
        if blank:
            print(f"It is blank: run 'troop flash --port {device.serial.port}'.", flush=True)
        await serve(device, port, browser, tell=tell)
    finally:
        device.serial.close()


def prepare_flash(kept: Path, files: Files) -> bytes:
    """The file system for a run: that in the file `kept`, if it exists, with the firmware of this version.

    UserError when `kept` has no valid file system.
    """
    from littlefs.errors import LittleFSError

    from host.emulated import flash_image

    if not kept.exists():
        return flash_image.make(files)
    try:
        image = read_file(kept, flash_image.FLASH_SIZE)
        there = flash_image.read(image)
    except (LittleFSError, OSError, ValueError):
        raise UserError(f"The flash in {kept} is damaged: rename or remove it to begin with a new one.") from None
    own = {path: content for path, content in there.items() if not path.startswith(PROGRAM)}
    wanted = {**files, **own}
    return image if there == wanted else flash_image.make(wanted)
