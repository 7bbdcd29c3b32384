"""Puts MicroPython itself on a board in BOOTSEL mode: it shows up as a drive, and an image is copied to it."""

import shutil
import struct
import time
from pathlib import Path

from host.errors import UserError
from host.ports import boot_drive, find_ports

MAGIC = (0x0A324655, 0x9E5D5157)  # the first words of every block of a UF2 file
FAMILIES = {0xE48BFF56: "RP2040", 0xE48BFF59: "RP2350"}  # the chip that a block is for
WAIT_S = 30  # for the board to start again as a serial port


def chip_of(image: Path) -> str:
    """The chip that an image is for: "RP2040" or "RP2350". UserError when it is no image for either."""
    try:
        with image.open("rb") as file:
            head = file.read(32)
    except OSError as error:
        raise UserError(f"{image} cannot be read ({error.strerror}): name the .uf2 file that you downloaded.") from None
    words = struct.unpack("<8I", head) if len(head) == 32 else (0,) * 8
    if words[:2] != MAGIC or words[7] not in FAMILIES:
        raise UserError(f"{image} is no image for a Pico: download the .uf2 file for your board.")
    return FAMILIES[words[7]]


def install(image: Path, chip: str) -> None:
    """Copy `image` to the board in BOOTSEL mode and wait until it is there as a serial port.

    chip: of the board file. UserError when no board waits, or the image is for another chip.
    """
    wanted = "RP2350" if chip.startswith("pico_2") else "RP2040"
    found = chip_of(image)
    if found != wanted:
        raise UserError(f"{image.name} is for the {found}, the board file for the {wanted}: take the right image.")
    drive = boot_drive()
    if drive is None:
        raise UserError("No board waits for an image: hold BOOTSEL while you plug it in, then run this again.")
    text = (drive / "INFO_UF2.TXT").read_text("utf-8", "replace")
    if ("RP2350" in text) != (wanted == "RP2350"):
        raise UserError(f"The board at {drive} is no {wanted}: say the right --board.")
    before = find_ports()
    print(f"Copying {image.name} to {drive} ...")
    try:
        shutil.copyfile(image, drive / image.name)
    except OSError as error:
        raise UserError(
            f"Copying to {drive} failed ({error.strerror}): plug the board in again with BOOTSEL held."
        ) from None
    _wait_for_port(before)


def _wait_for_port(before: list[tuple[str, str]]) -> None:
    until = time.monotonic() + WAIT_S
    while find_ports() == before:
        if time.monotonic() > until:
            raise UserError(f"The board did not come back within {WAIT_S} s: unplug it, plug it in, run 'troop flash'.")
        time.sleep(0.5)
