"""Installs MicroPython on a board in BOOTSEL mode: copies an image to the drive as which the board appears."""

import errno
import shutil
import struct
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from host.errors import UserError
from host.files import MOST_TEXT, read_file, why_unreadable
from host.link.ports import boot_drives, find_ports, unmounted_drive

MAGIC = (0x0A324655, 0x9E5D5157)  # the first words of every block of a UF2 file
END_MARK = 0x0AB16F30  # last word of every block
BLOCK = 512  # bytes of a block
HEAD, END = struct.Struct("<8I"), struct.Struct("<I")
PAYLOAD = 256  # bytes of a block that are written to flash: one page
HAS_FAMILY, HAS_MORE = 0x2000, 0x8000  # flags: the last word of the head is the family; more words follow the payload
FAMILIES = {0xE48BFF56: "RP2040", 0xE48BFF59: "RP2350"}  # family of a block -> its chip
ABSOLUTE, E10_ADDRESS = 0xE48BFF57, 0x10FFFF00  # of a block with which an image for the RP2350 may begin
FLASH_START, SECTOR = 0x10000000, 4096
FLASH = {"RP2040": 2 << 20, "RP2350": 4 << 20}  # bytes of flash of a Pico with this chip
MOST = 16 << 20  # largest file that is read; an image that fills the larger flash has half of it
WAIT_S = 30  # longest wait for the board to appear as a serial port
READY_S = 1.0  # further wait until the operating system lets the port be opened


def check_fits(image: Path, chip: str) -> None:
    """Raise UserError unless `image` is a whole image for `chip`, as named in board files."""
    wanted, found = wanted_chip(chip), chip_of(image)
    if found != wanted:
        raise UserError(f"{image.name} is for the {found}, the board file for the {wanted}: take the right image.")


def wanted_chip(chip: str) -> str:
    """The name that chip_of uses for `chip`, as named in board files."""
    return "RP2350" if chip.startswith("pico_2") else "RP2040"


def chip_of(image: Path) -> str:
    """The chip that an image is for: "RP2040" or "RP2350". UserError unless it is a whole, valid image for one of them.

    A UF2 file has no checksum. So the check is that every block has the right place in the flash and in the file.
    """
    why = why_unreadable(image)
    if why:
        raise UserError(f"{image} {why}: name the .uf2 file that you downloaded.")
    try:
        data = read_file(image, MOST)
    except OSError as error:
        raise UserError(f"{image} cannot be read ({error.strerror}): name the .uf2 file that you downloaded.") from None
    blocks = [
        _Block(*HEAD.unpack_from(data, at), *END.unpack_from(data, at + BLOCK - END.size)) for at in _starts(data)
    ]
    mine = [block for block in blocks if block.magic == MAGIC and block.family in FAMILIES]
    if not mine:
        raise UserError(f"{image} is no image for a Pico: download the .uf2 file for your board.")
    if len(data) % BLOCK:
        raise UserError(f"{image} is not whole: download it again.")
    chip = FAMILIES[Counter(block.family for block in mine).most_common(1)[0][0]]
    if chip == "RP2350" and blocks[0].family == ABSOLUTE:
        fault = _fault_of_first(blocks.pop(0))
        if fault:
            raise _damaged(image, 1, fault)
    if not blocks or len(blocks) < blocks[0].of:
        raise UserError(f"{image} is not whole: download it again.")
    at = FLASH_START
    for number, block in enumerate(blocks):
        fault = _fault(block, number, len(blocks), chip, at)
        if fault:
            raise _damaged(image, len(data) // BLOCK - len(blocks) + number + 1, fault)
        at = block.address + PAYLOAD
    return chip


class _Block(NamedTuple):
    """The fields of a block of a UF2 file besides its payload. number: from 0. of: the number of blocks in the file."""

    magic1: int
    magic2: int
    flags: int
    address: int
    size: int
    number: int
    of: int
    family: int
    end: int

    @property
    def magic(self) -> tuple[int, int]:
        return self.magic1, self.magic2


def _starts(data: bytes) -> range:
    """The offsets at which the whole blocks of a file begin."""
    return range(0, len(data) - BLOCK + 1, BLOCK)


def _fault(block: _Block, number: int, count: int, chip: str, at: int) -> str:
    """What is wrong with block `number` (from 0) of `count` for this chip, in words; "" when nothing is wrong.

    at: address where the block before ends. The block must begin there. A gap is allowed only from one sector boundary
    to another, because the tools that make images fill whole sectors.
    """
    gap = number and at % SECTOR == block.address % SECTOR == 0 and block.address > at
    last = FLASH_START + FLASH[chip] - PAYLOAD
    for fault, words in (
        (block.magic != MAGIC or block.end != END_MARK, "it has no mark of a block"),
        (FAMILIES.get(block.family) != chip, "it is for another chip"),
        (block.flags != HAS_FAMILY, f"its flags are {block.flags:#x}"),
        (block.size != PAYLOAD, f"it holds {block.size} bytes instead of {PAYLOAD}"),
        ((block.number, block.of) != (number, count), f"it says it is block {block.number + 1} of {block.of}"),
        (block.address != at and not gap, f"its address {block.address:#x} does not go on from the block before"),
        (block.address > last, f"its address {block.address:#x} is not in the flash"),
    ):
        if fault:
            return words
    return ""


def _fault_of_first(block: _Block) -> str:
    """What is wrong with the special block with which an image for the RP2350 may begin; "" when nothing is wrong.

    It works around an error of that chip (its datasheet: RP2350-E10).
    """
    expected = (*MAGIC, block.flags, E10_ADDRESS, PAYLOAD, 0, 2, ABSOLUTE, END_MARK)
    return "" if block == expected and block.flags in (HAS_FAMILY, HAS_FAMILY | HAS_MORE) else "its fields are wrong"


def _damaged(image: Path, number: int, fault: str) -> UserError:
    return UserError(f"{image} is damaged at block {number} ({fault}): download it again.")


def install(image: Path, chip: str) -> None:
    """Copy `image` to the board in BOOTSEL mode and wait until it appears as a serial port.

    chip: as named in board files. Raises UserError when not exactly one board waits, the image is for another chip, or
    the board does not come back.
    """
    check_fits(image, chip)
    drive = _drive(wanted_chip(chip))
    before = find_ports()
    print(f"Copying {image.name} to {drive} ...")
    try:
        shutil.copyfile(image, drive / image.name)
    except OSError as error:
        # The board restarts after the last block. Some systems report that as a drive that was unplugged.
        if error.errno == errno.ENOSPC or not _comes_back(before):
            raise UserError(
                f"Copying to {drive} failed ({error.strerror}): plug the board in again with BOOTSEL held."
            ) from None
        return
    if not _comes_back(before):
        raise UserError(f"The board did not come back within {WAIT_S} s: unplug it, plug it in, run 'troop flash'.")


def _drive(wanted: str) -> Path:
    """The drive of the only board that waits. wanted: its chip, as chip_of names it. UserError when there is none."""
    drives = boot_drives()
    if not drives:
        raise UserError(
            unmounted_drive() or "No board waits for an image: hold BOOTSEL while you plug it in, then run this again."
        )
    if len(drives) > 1:
        listed = ", ".join(map(str, drives))
        raise UserError(f"{len(drives)} boards wait for an image ({listed}): unplug all but one.")
    try:
        text = read_file(drives[0] / "INFO_UF2.TXT", MOST_TEXT).decode("utf-8", "replace")
    except OSError as error:
        raise UserError(
            f"The drive {drives[0]} cannot be read ({error.strerror}): plug the board in again with BOOTSEL held."
        ) from None
    if ("RP2350" in text) != (wanted == "RP2350"):
        raise UserError(f"The board at {drives[0]} is no {wanted}: say the right --board.")
    return drives[0]


def _comes_back(before: list[tuple[str, str]]) -> bool:
    """Wait at most WAIT_S until the list of serial ports differs from `before`. Whether it does."""
    until = time.monotonic() + WAIT_S
    while find_ports() == before:
        if time.monotonic() > until:
            return False
        time.sleep(0.5)
    time.sleep(READY_S)
    return True
