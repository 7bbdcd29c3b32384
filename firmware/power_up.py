"""From power-on to the table as it was. Everything here is needed once, and forgotten then."""

import sys
from select import POLLIN, POLLOUT, poll
from time import sleep_ms

from machine import Pin

from engine_core.compat import const, elapsed, ticks_ms
from engine_core.errors import BoardError

from . import modules, rescue, safety
from .config import load_config, salvage
from .finding import quicken
from .sampler import Sampler
from .strips import Strips
from .usb import Usb

TYPE_CHECKING = False
if TYPE_CHECKING:
    from engine_core.board import Board

    from .config import Config
    from .device import Device

STARTING = const(24)  # of 255: the light that says that the device comes up
LONG_MS = const(1200)  # so much of loading and reading the game is usual
FAULT_BLINKS = const(3)  # of the pattern, before the device goes on with the last good copy


def bring_up(device: "Device", board_file: str) -> None:
    """Bring up the table as it was. Raises rescue.Stop when that cannot or must not be.

    Strips and buttons come first: presses count from then on, while the rest is still being loaded.
    """
    poller = poll()
    poller.register(sys.stdin, POLLIN | POLLOUT)
    device.usb = usb = Usb(poller, sys.stdin.buffer)  # which is that of sys.stdout, too
    config = _load(device, board_file)
    usb.turn()
    board = config.board
    lit = [(strip.pin, strip.order) for strip in board.strips]
    _check_start(device, board, lit)
    for fault in config.faults:
        device.note(fault)
        rescue.blink(lit, rescue.SETTINGS if "settings" in fault else rescue.BOARD, FAULT_BLINKS)
        device.dog.feed()
    try:
        device.strips = Strips(board.strips)
        device.sampler = Sampler(board.first_pin(), [button.pin for button in board.buttons])
    except (OSError, ValueError) as error:
        raise rescue.Stop(rescue.BOARD, "the strips or buttons cannot be used (%s)." % error, lit) from None
    _show_starting(device, board)
    modules.drop(
        "firmware.config",
        "engine_core.board_file",
        "engine_core.settings_file",
        "engine_core.json_text",
        "engine_core.words",
    )
    from .early import Early  # not before the lights

    device.early = early = Early(device.sampler.read)
    quicken(device.alive)
    from .app import App

    device.app = app = App(
        board,
        config.settings,
        device.files,
        device.strips.show,
        early.read,
        usb.say,
        _Patience(device, board, usb).wait,
    )
    app.journal.shelf.alive = device.alive
    modules.end()
    device.alive()
    config.keep(device.files)
    for fault in config.faults:
        app.say_too(fault)
    early.stand_in(app.buttons)
    device.early = None


def _check_start(device: "Device", board: "Board", lit: "list[tuple[int, str]]") -> None:
    """Safe mode, when NEXT is held or the device starts again and again."""
    if device.dog.has_bitten:
        device.note("the watchdog restarted the device: it hung")
    for button in board.buttons:
        if button.name == "next" and _is_held(button.pin):
            safety.healthy()
            raise rescue.Stop(rescue.SAFE, "NEXT was held at power-on.", lit)
    if device.restarts >= safety.TOO_MANY:
        safety.healthy()
        raise rescue.Stop(
            rescue.RESTARTS,
            "it started %d times in a row and never ran for a minute. Last error: %s"
            % (device.restarts + 1, device.log.last()),
            lit,
        )


def _is_held(pin: int) -> bool:
    """Whether the button at `pin` is held down, for all of some milliseconds."""
    button = Pin(pin, Pin.IN, Pin.PULL_UP)
    for _ in range(5):
        sleep_ms(1)
        if button.value():
            return False
    return True


def _show_starting(device: "Device", board: "Board") -> None:
    """One dim light at the start of each strip, until the table is there."""
    for i in range(len(board.strips)):
        size = len(board.strips[i].order)
        wire = bytearray(board.strips[i].leds * size)
        for channel in range(size):
            wire[channel] = STARTING
        if device.strips is not None:
            device.strips.show(i, wire)


class _Patience:
    """What is done while the game is read back: the watchdog is fed; when it takes long, that is said, and the light on
    the first strip walks on with every call of `wait`."""

    def __init__(self, device: "Device", board: "Board", usb: Usb) -> None:
        self._device = device
        self._usb = usb
        self._size = len(board.strips[0].order)
        self._wire = bytearray(board.strips[0].leds * self._size)
        self._began = ticks_ms()
        self._at = 0

    def wait(self) -> None:
        """The game is being read, and is not there yet."""
        device = self._device
        device.alive()
        if elapsed(ticks_ms(), self._began) < LONG_MS or device.strips is None:
            return
        if self._at == 0:
            self._usb.say("The game in play is long: it takes some seconds to be back.")
        self._light(0)
        self._at = (self._at + self._size) % len(self._wire) or self._size
        self._light(STARTING)
        device.strips.show(0, self._wire)

    def _light(self, level: int) -> None:
        for i in range(self._size):
            self._wire[(self._at + i) % len(self._wire)] = level


def _load(device: "Device", board_file: str) -> "Config":
    try:
        return load_config(device.files, lambda: _read_board(board_file))
    except BoardError as error:
        try:
            lit = salvage(_read_board(board_file))
        except (OSError, ValueError, MemoryError):
            lit = []
        raise rescue.Stop(rescue.BOARD, str(error), lit or rescue.USUAL_STRIPS) from None


def _read_board(board_file: str) -> str:
    with open(board_file, "rb") as file:
        return str(file.read(), "utf-8")
