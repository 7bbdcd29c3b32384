"""MicroPython onto a board in BOOTSEL mode: the right image to the right board, or one clear line."""

import struct
from pathlib import Path

import pytest

from host import uf2
from host.errors import UserError

RP2040, RP2350 = 0xE48BFF56, 0xE48BFF59


def image(path: Path, family: int = RP2040) -> Path:
    path.write_bytes(struct.pack("<8I", *uf2.MAGIC, 0x2000, 0x10000000, 256, 0, 1, family) + bytes(480))
    return path


@pytest.fixture
def drive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A board in BOOTSEL mode that comes back as a port when it has got its image."""
    folder = tmp_path / "RPI-RP2"
    folder.mkdir()
    (folder / "INFO_UF2.TXT").write_text("UF2 Bootloader v3.0\nModel: Raspberry Pi RP2\nBoard-ID: RPI-RP2\n")
    monkeypatch.setattr(uf2, "boot_drive", lambda: folder)
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


def test_what_is_no_image_at_all(tmp_path: Path, drive: Path) -> None:
    (tmp_path / "short.uf2").write_bytes(b"UF2\n")
    with pytest.raises(UserError, match="is no image for a Pico"):
        uf2.install(tmp_path / "short.uf2", "pico_w")
    with pytest.raises(UserError, match="cannot be read"):
        uf2.install(tmp_path / "none.uf2", "pico_w")


def test_no_board_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uf2, "boot_drive", lambda: None)
    with pytest.raises(UserError, match="hold BOOTSEL while you plug it in"):
        uf2.install(image(tmp_path / "pico.uf2"), "pico_w")


def test_a_board_that_does_not_come_back(tmp_path: Path, drive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uf2, "find_ports", list)
    monkeypatch.setattr(uf2, "WAIT_S", 0)
    with pytest.raises(UserError, match="did not come back"):
        uf2.install(image(tmp_path / "pico.uf2"), "pico_w")
