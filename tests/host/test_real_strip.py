"""`troop play --strip`: Adafruit's own NeoPixel class, with the modules that a machine with pins has put in place."""

import subprocess
import sys
from pathlib import Path

import pytest

from engine_core.setup import Setup
from host.boards import board_text
from host.errors import UserError
from host.files import FolderFiles
from host.layers import ROOT
from host.page.device import Device
from host.page.real_strip import RealStrips

pytest.importorskip("adafruit_pixelbuf", reason="pip install troopkeeper[strip]")

MODULES = ("board", "digitalio", "neopixel_write", "neopixel")
BOARD = """
class Pin:
    def __init__(self, id):
        self.id = id
D18 = Pin(18)
D21 = Pin(21)
board_id = "A_TEST"
"""
DIGITALIO = """
class Direction:
    OUTPUT = "out"
class DigitalInOut:
    def __init__(self, pin):
        self.pin = pin
        self.free = False
    def deinit(self):
        self.free = True
"""
WRITE = """
sent = []  # (number of the pin, bytes, whether the pin is an output)
def neopixel_write(gpio, buffer):
    assert not gpio.free
    sent.append((gpio.pin.id, bytes(buffer), gpio.direction))
"""
UNKNOWN = 'raise NotImplementedError("\\n  Board not supported\\n")'
NO_DRIVER = "raise RuntimeError(\"The platform library '_rpi_ws281x' was not found.\\nTo install, try: pip install x\")"
NO_ROOT = 'def neopixel_write(gpio, buffer):\n    raise RuntimeError("NeoPixel support requires running with sudo")'


class Machine:
    """A machine with these modules; sent: what it wrote to its pins."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self._folder = folder
        for name in MODULES:
            patch.delitem(sys.modules, name, raising=False)
        patch.syspath_prepend(folder)
        self.has("board", BOARD)
        self.has("digitalio", DIGITALIO)
        self.has("neopixel_write", WRITE)

    def has(self, name: str, text: str) -> None:
        (self._folder / f"{name}.py").write_text(text)

    def sent(self, pin: int) -> list[bytes]:
        found = sys.modules["neopixel_write"].sent
        assert all(direction == "out" for _, _, direction in found)
        return [data for number, data, _ in found if number == pin]


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    folder = tmp_path / "modules"
    folder.mkdir()
    made = Machine(folder, monkeypatch)
    monkeypatch.setattr(sys, "modules", dict(sys.modules))  # what is imported here is forgotten afterwards
    return made


def play(folder: Path, text: str, *wanted: str) -> tuple[dict[int, list[bytes]], Device]:
    """A minute of a game with a few presses; what the app sent to each strip, and the device."""
    device = Device(text, FolderFiles(folder))
    device.begin(Setup("after_us", ["Ana", "Ben"]))
    clock = [0]
    device.now = lambda: clock[0]  # type: ignore[method-assign]
    sent: dict[int, list[bytes]] = {}
    with RealStrips(device.board, wanted) as real:

        def wired(strip: int, wire: bytearray) -> None:
            sent.setdefault(strip, []).append(bytes(wire))
            real.show(strip, wire)

        device.wired = wired
        for button in ("seat1", "seat2", "mode", "seat1", "next"):
            device.hold(button, "test", True)
            for _ in range(30):
                clock[0] += 4
                device.tick()
            device.hold(button, "test", False)
            for _ in range(60):
                clock[0] += 4
                device.tick()
    return sent, device


@pytest.mark.parametrize("order", ["GRB", "RGB", "BRG", "GRBW", "WRGB"])
def test_the_strip_gets_the_bytes_that_the_app_sent(tmp_path: Path, machine: Machine, order: str) -> None:
    """White and twisted orders included; before and after the strip is dark."""
    text = board_text("pico_w_reference").replace('"order": "GRB"', f'"order": "{order}"', 1)
    sent, device = play(tmp_path, text, "GPIO18")
    assert device.board.strips[0].order == order
    dark = bytes(device.board.strips[0].leds * len(order))
    assert machine.sent(18) == [dark, *sent[0], dark]
    assert len(set(sent[0])) > 2
    assert machine.sent(21) == []


def test_every_strip_on_a_pin_of_its_own(tmp_path: Path, machine: Machine) -> None:
    sent, device = play(tmp_path, board_text("pico_w_reference"), "status=d18", "score=D21")
    for pin, strip in ((18, 1), (21, 0)):
        dark = bytes(device.board.strips[strip].leds * 3)
        assert machine.sent(pin) == [dark, *sent[strip], dark]
        assert len(set(sent[strip])) > 2


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        (["D99"], "no pin D99: it is one of D18, D21."),
        (["Pin"], "no pin Pin: it is one of D18, D21."),
        (["middle=D18"], "no strip 'middle': it is one of score, status."),
        (["score="], "names no pin: say for example --strip score=D18."),
        (["D18", "score=D21"], "Two pins are named for strip score"),
        (["score=D18", "status=GP18"], "Pin GP18 is named for two strips"),
    ],
)
def test_a_wrong_option_is_one_line(machine: Machine, wanted: list[str], words: str) -> None:
    check(wanted, words)


@pytest.mark.parametrize(
    ("module", "text", "words"),
    [
        (
            "neopixel_write",
            UNKNOWN,
            "no pins that Adafruit's library (Blinka) can drive a strip on",
        ),
        ("board", UNKNOWN, "no pins that Adafruit's library (Blinka) can drive a strip on"),
        ("board", "raise ModuleNotFoundError(name='board')", '-m pip install "adafruit-circuitpython-neopixel'),
        ("neopixel_write", "import gpiod_of_a_pi", "The module gpiod_of_a_pi is missing"),
        ("neopixel_write", NO_DRIVER, "The platform library '_rpi_ws281x' was not found. To install, try: pip"),
        ("neopixel_write", NO_ROOT, "Strip score cannot be used on D18: NeoPixel support requires running with sudo"),
    ],
)
def test_what_the_machine_lacks_is_said_in_one_line(machine: Machine, module: str, text: str, words: str) -> None:
    machine.has(module, text)
    check(["D18"], words)


def check(wanted: list[str], words: str) -> None:
    """The strips cannot be used, and the reason is one line with these words."""
    from host.boards import read_board

    board, _ = read_board("pico_w_reference")
    with pytest.raises(UserError) as said, RealStrips(board, wanted):
        pass
    assert words in str(said.value)
    assert "\n" not in str(said.value)


def test_a_strip_that_fails_in_play_ends_it_with_one_line(tmp_path: Path, machine: Machine) -> None:
    machine.has(
        "neopixel_write",
        "calls = []\n"
        "def neopixel_write(gpio, buffer):\n"
        "    calls.append(1)\n"
        "    if len(calls) == 3:\n"
        "        raise RuntimeError('ws2811_render failed\\nwith code -13')\n",
    )
    with pytest.raises(UserError, match="Strip score cannot be lit: ws2811_render failed with code -13"):
        play(tmp_path, board_text("pico_w_reference"), "D18")
    assert len(sys.modules["neopixel_write"].calls) == 4, "the strip was not made dark"


def test_the_command_itself(tmp_path: Path) -> None:
    """`troop play --strip` in a process of its own, on Blinka as it is: the board that stands for any machine."""
    pytest.importorskip("adafruit_platformdetect")
    command = [sys.executable, "-m", "troopkeeper", "play", "--fresh", "--no-browser", "--port", "0", "--strip", "D99"]
    environment = {"PYTHONPATH": str(ROOT), "BLINKA_OS_AGNOSTIC": "1", "PATH": "/usr/bin:/bin"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("troop: This machine has no pin D99: it is one of ")
    assert "NEOPIXEL" in done.stderr
    assert done.stderr.count("\n") == 1
