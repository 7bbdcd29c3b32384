"""Puts MicroPython itself on a board in BOOTSEL mode: it shows up as a drive, and an image is copied to it."""

import errno
import shutil
import struct
import time
from collections import Counter
from pathlib import Path

from host.errors import UserError
from host.files import why_unreadable
from host.ports import boot_drives, find_ports, unmounted_drive

MAGIC = (0x0A324655, 0x9E5D5157)  # the first words of every block of a UF2 file
BLOCK = 512  # bytes of one
FAMILIES = {0xE48BFF56: "RP2040", 0xE48BFF59: "RP2350"}  # the chip that a block is for
WAIT_S = 30  # for the board to start again as a serial port
READY_S = 1.0  # after that, for the system to hand the port over


def check_fits(image: Path, chip: str) -> None:
    """UserError unless `image` is a whole image for the `chip` of a board file."""
    wanted, found = wanted_chip(chip), chip_of(image)
    if found != wanted:
        raise UserError(f"{image.name} is for the {found}, the board file for the {wanted}: take the right image.")


def wanted_chip(chip: str) -> str:
    """What chip_of must say of an image for the `chip` of a board file."""
    return "RP2350" if chip.startswith("pico_2") else "RP2040"


def chip_of(image: Path) -> str:
    """The chip that an image is for: "RP2040" or "RP2350". UserError when it is no whole image for either."""
    why = why_unreadable(image)
    if why:
        raise UserError(f"{image} {why}: name the .uf2 file that you downloaded.")
    data = image.read_bytes()
    blocks = [struct.unpack_from("<8I", data, at) for at in range(0, len(data) - BLOCK + 1, BLOCK)]
    # An image for the RP2350 may begin with a block of no family of ours, which a fault of that chip asks for.
    mine = [block for block in blocks if block[:2] == MAGIC and block[7] in FAMILIES]
    if not mine:
        raise UserError(f"{image} is no image for a Pico: download the .uf2 file for your board.")
    family, count = Counter(block[7] for block in mine).most_common(1)[0]
    # Every block says which it is, and of how many.
    numbered = sorted(block[5:7] for block in mine if block[7] == family)
    wanted = [(number, count) for number in range(count)]
    if len(data) % BLOCK or any(block[:2] != MAGIC for block in blocks) or numbered != wanted:
        raise UserError(f"{image} is not whole: download it again.")
    return FAMILIES[family]


def install(image: Path, chip: str) -> None:
    """Copy `image` to the board in BOOTSEL mode and wait until it is there as a serial port.

    chip: of the board file. UserError when no board waits, or more than one, or the image is for another chip.
    """
    check_fits(image, chip)
    drive = _drive(wanted_chip(chip))
    before = find_ports()
    print(f"Copying {image.name} to {drive} ...")
    try:
        shutil.copyfile(image, drive / image.name)
    except OSError as error:
        # The board restarts with the last block: to some systems that looks like a drive that was torn out.
        if error.errno == errno.ENOSPC or not _comes_back(before):
            raise UserError(
                f"Copying to {drive} failed ({error.strerror}): plug the board in again with BOOTSEL held."
            ) from None
        return
    if not _comes_back(before):
        raise UserError(f"The board did not come back within {WAIT_S} s: unplug it, plug it in, run 'troop flash'.")


def _drive(wanted: str) -> Path:
    """The drive of the one board that waits; `wanted` is its chip."""
    drives = boot_drives()
    if not drives:
        raise UserError(
            unmounted_drive() or "No board waits for an image: hold BOOTSEL while you plug it in, then run this again."
        )
    if len(drives) > 1:
        listed = ", ".join(map(str, drives))
        raise UserError(f"{len(drives)} boards wait for an image ({listed}): unplug all but one.")
    text = (drives[0] / "INFO_UF2.TXT").read_text("utf-8", "replace")
    if ("RP2350" in text) != (wanted == "RP2350"):
        raise UserError(f"The board at {drives[0]} is no {wanted}: say the right --board.")
    return drives[0]


def _comes_back(before: list[tuple[str, str]]) -> bool:
    """Wait for a serial port that was not there `before`."""
    until = time.monotonic() + WAIT_S
    while find_ports() == before:
        if time.monotonic() > until:
            return False
        time.sleep(0.5)
    time.sleep(READY_S)
    return True
