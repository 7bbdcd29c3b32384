"""MicroPython onto a board in BOOTSEL mode: the right image to the right board, or one clear line."""

import errno
import shutil
import struct
from pathlib import Path

import pytest

from host.errors import UserError
from host.link import ports, uf2
from tests.kit.board.bench import NO_IMAGE, find_image
from tests.kit.host.uf2_image import ABSOLUTE, RP2040, RP2350, block, image


@pytest.fixture
def drive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A board in BOOTSEL mode that comes back as a port when it has got its image."""
    folder = tmp_path / "RPI-RP2"
    folder.mkdir()
    (folder / "INFO_UF2.TXT").write_text("UF2 Bootloader v3.0\nModel: Raspberry Pi RP2\nBoard-ID: RPI-RP2\n")
    monkeypatch.setattr(uf2, "boot_drives", lambda: [folder])
    monkeypatch.setattr(uf2, "READY_S", 0)
    monkeypatch.setattr(uf2, "find_ports", lambda: [("/dev/ttyACM0", "A1")] if list(folder.glob("*.uf2")) else [])
    return folder


def test_the_image_is_copied_whole(tmp_path: Path, drive: Path) -> None:
    uf2.install(image(tmp_path / "pico.uf2"), "pico_w")
    assert (drive / "pico.uf2").read_bytes() == (tmp_path / "pico.uf2").read_bytes()


@pytest.mark.parametrize(
    ("family", "chip", "words"),
    [
        (RP2350, "pico_w", "is for the RP2350, the board file for the RP2040"),
        (RP2040, "pico_2_w", "is for the RP2040, the board file for the RP2350"),
        (RP2350, "pico_2_w", "is no RP2350: say the right --board"),
        (0x12345678, "pico_w", "is no image for a Pico"),
    ],
)
def test_a_wrong_image_or_board_is_refused(tmp_path: Path, drive: Path, family: int, chip: str, words: str) -> None:
    with pytest.raises(UserError, match=words):
        uf2.install(image(tmp_path / "some.uf2", family), chip)
    assert not list(drive.glob("*.uf2"))


def test_an_image_that_begins_with_a_block_of_another_family(tmp_path: Path, drive: Path) -> None:
    """As those for the RP2350 do."""
    (drive / "INFO_UF2.TXT").write_text("UF2 Bootloader v1.0\nModel: Raspberry Pi RP2350\nBoard-ID: RP2350\n")
    name = tmp_path / "pico2.uf2"
    name.write_bytes(block(ABSOLUTE, 0, 2, 0x10FFFF00) + block(RP2350, 0, 2) + block(RP2350, 1, 2))
    uf2.install(name, "pico_2_w")
    assert (drive / "pico2.uf2").read_bytes() == name.read_bytes()


@pytest.mark.parametrize("size", [512, 1024, 1500])
def test_half_a_download_is_refused(tmp_path: Path, drive: Path, size: int) -> None:
    name = image(tmp_path / "pico.uf2")
    name.write_bytes(name.read_bytes()[:size])
    with pytest.raises(UserError, match="is not whole: download it again"):
        uf2.install(name, "pico_w")
    assert not list(drive.glob("*.uf2"))


@pytest.mark.parametrize(
    "numbers",
    [[(0, 3), (0, 3), (2, 3)], [(1, 3), (2, 3), (3, 3)], [(0, 4), (1, 3), (2, 3)], [(0, 2), (1, 2), (0, 2)]],
    ids=["twice", "from one", "of another count", "one too many"],
)
def test_blocks_that_are_not_each_there_once_are_refused(
    tmp_path: Path, drive: Path, numbers: list[tuple[int, int]]
) -> None:
    name = tmp_path / "pico.uf2"
    name.write_bytes(b"".join(block(RP2040, number, count) for number, count in numbers))
    with pytest.raises(UserError, match=r"is (not whole|damaged at block .*): download it again"):
        uf2.install(name, "pico_w")
    assert not list(drive.glob("*.uf2"))


# Where a field lies in a block, and what somebody could put there instead.
FIELDS = {
    "first mark": (0, (0, 0x0A324656)),
    "second mark": (4, (0,)),
    "flags": (8, (0, 1, 0x1000, 0x3000, 0xA000, 0xFFFFFFFF)),
    "address": (
        12,
        (0, 0x20000000, 0x0FFFFF00, 0x10000000, 0x10000001, 0x10001000, 0x10200000, 0x11000000, 0xFFFFFF00),
    ),
    "size": (16, (0, 1, 255, 257, 476, 0xFFFFFFFF)),
    "number": (20, (0, 2, 3417, 3418, 0xFFFFFFFF)),
    "count": (24, (0, 1, 3417, 3419, 0xFFFFFFFF)),
    "family": (28, (0, ABSOLUTE, RP2350)),
    "end mark": (508, (0, 0x0AB16F31)),
}


@pytest.mark.parametrize("field", FIELDS)
def test_a_real_image_with_one_field_changed_is_refused(tmp_path: Path, field: str) -> None:
    """In the first block, the last of a sector, the first of one, and the last of all."""
    real = find_image()
    if real is None:
        pytest.skip(NO_IMAGE)
    good = real.read_bytes()
    blocks = len(good) // uf2.BLOCK
    changed = tmp_path / "changed.uf2"
    at, values = FIELDS[field]
    for number in (0, 15, 16, blocks - 1):
        place = number * uf2.BLOCK + at
        for value in (*values, struct.unpack_from("<I", good, place)[0] ^ 0x100):
            changed.write_bytes(good[:place] + struct.pack("<I", value) + good[place + 4 :])
            if changed.read_bytes() == good:
                continue
            with pytest.raises(UserError, match=r"is (not whole|no image .*|damaged at block \d+ \(.*\)): download"):
                uf2.check_fits(changed, "pico_w")
    changed.write_bytes(good)
    uf2.check_fits(changed, "pico_w")


def test_a_real_image_in_another_order_is_refused(tmp_path: Path) -> None:
    real = find_image()
    if real is None:
        pytest.skip(NO_IMAGE)
    good = real.read_bytes()
    a, b, c = good[:512], good[512:1024], good[1024:]
    changed = tmp_path / "changed.uf2"
    for content in (b + a + c, a + a + c, a + c, good + a, a + b + b + c, a + bytes(512) + b + c):
        changed.write_bytes(content)
        with pytest.raises(UserError, match=r"is (not whole|damaged at block \d+ \(.*\)): download"):
            uf2.check_fits(changed, "pico_w")


def test_an_image_with_a_gap_between_two_sectors_is_taken(tmp_path: Path) -> None:
    """Another part, such as a file system, may lie further on."""
    name = tmp_path / "two.uf2"
    parts = [*range(0x10000000, 0x10001000, 256), 0x10100000, 0x10100100]
    name.write_bytes(b"".join(block(RP2040, i, len(parts), address) for i, address in enumerate(parts)))
    uf2.check_fits(name, "pico_w")
    parts[-1] = 0x101FFF00 + 256  # just out of the flash
    name.write_bytes(b"".join(block(RP2040, i, len(parts), address) for i, address in enumerate(parts)))
    with pytest.raises(UserError, match=r"damaged at block 18 \(its address 0x10200000"):
        uf2.check_fits(name, "pico_w")


def test_an_image_with_more_words_in_its_first_block(tmp_path: Path) -> None:
    """As newer tools for the RP2350 write it; what else it may not say there."""
    name = tmp_path / "pico2.uf2"
    first = bytearray(block(ABSOLUTE, 0, 2, 0x10FFFF00))
    rest = block(RP2350, 0, 2) + block(RP2350, 1, 2)
    first[9] |= 0x80
    name.write_bytes(first + rest)
    uf2.check_fits(name, "pico_2_w")
    name.write_bytes(block(ABSOLUTE, 0, 2, 0x10000000) + rest)
    with pytest.raises(UserError, match="damaged at block 1 "):
        uf2.check_fits(name, "pico_2_w")


def test_what_is_no_image_at_all(tmp_path: Path, drive: Path) -> None:
    (tmp_path / "short.uf2").write_bytes(b"UF2\n")
    with pytest.raises(UserError, match="is no image for a Pico"):
        uf2.install(tmp_path / "short.uf2", "pico_w")
    with pytest.raises(UserError, match="does not exist"):
        uf2.install(tmp_path / "none.uf2", "pico_w")


def test_no_board_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uf2, "boot_drives", list)
    with pytest.raises(UserError, match="hold BOOTSEL while you plug it in"):
        uf2.install(image(tmp_path / "pico.uf2"), "pico_w")


def test_a_board_that_waits_but_is_not_mounted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uf2, "boot_drives", list)
    monkeypatch.setattr(ports, "BY_LABEL", tmp_path)
    (tmp_path / "RPI-RP2").touch()
    with pytest.raises(UserError, match=f"not mounted: run 'udisksctl mount -b {tmp_path}/RPI-RP2'"):
        uf2.install(image(tmp_path / "pico.uf2"), "pico_w")


def test_two_boards_that_wait_are_not_guessed_between(
    tmp_path: Path, drive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uf2, "boot_drives", lambda: [drive, tmp_path])
    with pytest.raises(UserError, match=r"2 boards wait for an image \(.*RPI-RP2, .*\): unplug all but one"):
        uf2.install(image(tmp_path / "pico.uf2"), "pico_w")


def test_a_board_that_does_not_come_back(tmp_path: Path, drive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uf2, "find_ports", list)
    monkeypatch.setattr(uf2, "WAIT_S", 0)
    with pytest.raises(UserError, match="did not come back"):
        uf2.install(image(tmp_path / "pico.uf2"), "pico_w")


@pytest.mark.parametrize(("code", "back"), [(errno.EIO, True), (errno.EIO, False), (errno.ENOSPC, True)])
def test_a_drive_that_is_gone_with_the_last_block(
    tmp_path: Path, drive: Path, monkeypatch: pytest.MonkeyPatch, code: int, back: bool
) -> None:
    """The board restarts as soon as it has the image; whether that was it shows when it comes back."""
    real = shutil.copyfile

    def copy(source: Path, target: Path) -> None:
        if back:
            real(source, target)
        raise OSError(code, "Input/output error")

    monkeypatch.setattr(shutil, "copyfile", copy)
    monkeypatch.setattr(uf2, "WAIT_S", 0)
    if back and code == errno.EIO:
        uf2.install(image(tmp_path / "pico.uf2"), "pico_w")
        return
    with pytest.raises(UserError, match=r"Copying to .* failed .*: plug the board in again with BOOTSEL held"):
        uf2.install(image(tmp_path / "pico.uf2"), "pico_w")
