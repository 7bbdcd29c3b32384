"""Starts the device: from power-on to the table as it was. Needed once; the board forgets this module afterwards."""

import sys
from select import POLLIN, POLLOUT, poll
from time import sleep_ms

from machine import Pin

from engine_core.compat import const, elapsed, nothing, ticks_ms
from engine_core.errors import BoardError

from . import modules, safety
from .config import load_config, salvage
from .errorlog import ErrorLog
from .fast_imports import fast_imports
from .files import BoardFiles
from .sampler import Sampler
from .strips import Strips
from .usb import Usb

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from engine_core.board import Board

    from .app import App
    from .config import Config
    from .device import Device
    from .early import Early

    class Closes(Protocol):
        def close(self) -> None: ...

    Lit = list[tuple[int, str]]  # strips that show a fault: (pin, colour order)

STARTING = const(24)  # of 255: level of the light shown while the device starts
LONG_MS = const(1200)  # usual time for loading and reading the game; when it takes longer, people are told
FAULT_BLINKS = const(3)  # how often the pattern blinks before the device goes on with the last good copy


class PowerUp:
    """Starts a device: see `bring_up`. folder: for games, settings and errors. dog: the watchdog, already started.

    restarts: number of restarts in a row before this start.
    """

    def __init__(self, folder: str, dog: safety.Watchdog, restarts: int = 0) -> None:
        self._dog = dog
        self._restarts = restarts
        self._files = BoardFiles(folder)
        self._log = ErrorLog(self._files, ticks_ms())
        typed, room = poll(), poll()
        typed.register(sys.stdin, POLLIN)
        room.register(sys.stdout, POLLOUT)
        self._upkeep = safety.Upkeep(dog, Usb(typed, sys.stdin.buffer.readinto, room, sys.stdout.buffer.write), nothing)
        self.to_forget: "tuple[str, ...]" = ()  # modules to forget when the device is complete
        self._to_close: "list[Closes]" = []  # open parts, in the order of closing

    def bring_up(self, board_file: str) -> "Device":
        """Start the device with the table as it was. Raises rescue.Stop when it cannot run, or for safe mode.

        Strips and buttons come first: presses count from then on, while the rest is still being loaded.
        board_file: path of the board file.
        """
        config = self._load(board_file)
        self._upkeep.usb.turn()
        board = config.board
        lit = [(strip.pin, strip.order) for strip in board.strips]
        self._check_start(board, lit)
        for fault in config.faults:
            self._show_fault(fault, lit)
        try:
            strips = Strips(board.strips)
            self._to_close = [strips]
            sampler = Sampler(board.first_pin(), [button.pin for button in board.buttons])
            self._to_close = [sampler, strips]
        except (OSError, ValueError) as error:
            from . import rescue

            raise rescue.Stop(rescue.BOARD, "the strips or buttons cannot be used (%s)." % error, lit) from None
        _show_starting(strips, board)
        from .memory import AFTER_LIGHTS, AFTER_TABLE  # imported here: the lights come first

        modules.drop(*AFTER_LIGHTS)
        self.to_forget = AFTER_TABLE
        from .device import Device

        app = self._table(config, strips, sampler)
        usb = self._upkeep.usb
        return Device(self._files, self._log, self._dog, usb, strips, sampler, app, self._restarts, config.good)

    def _table(self, config: "Config", strips: Strips, sampler: Sampler) -> "App":
        """The App with the game as it was. Presses made during the loading are handed to its buttons."""
        from .early import Early

        upkeep = self._upkeep
        early = Early(sampler.read)
        upkeep.also = early.keep
        fast_imports(upkeep.go_on)
        from .resume import resume

        upkeep.also = _WhileLoading(config.board, strips, early, upkeep.usb).wait
        board, usb = config.board, upkeep.usb
        app = resume(board, config.settings, self._files, strips.show, early.read, usb.say, upkeep.go_on)
        self._to_close = [sampler, strips, app]
        modules.end()
        upkeep.go_on()
        for fault in config.faults:
            app.say_too(fault)
        early.hand_over(app.buttons)
        upkeep.also = nothing
        return app

    def close(self) -> None:
        """Stop the hardware, when `bring_up` has failed."""
        for part in self._to_close:
            part.close()
        self._files.close()

    def _note(self, text: str) -> None:
        self._log.add(ticks_ms(), text)

    def _show_fault(self, fault: str, lit: "Lit") -> None:
        """Note and show that a file cannot be used, although there is a good copy of it."""
        from . import rescue

        self._note(fault)
        rescue.blink(lit, rescue.SETTINGS if "settings" in fault else rescue.BOARD, FAULT_BLINKS)
        self._dog.feed()

    def _load(self, board_file: str) -> "Config":
        try:
            return load_config(self._files, lambda: _read_board(board_file))
        except BoardError as error:
            from . import rescue

            try:
                lit = salvage(_read_board(board_file))
            except (OSError, ValueError, MemoryError):
                lit = []
            raise rescue.Stop(rescue.BOARD, str(error), lit or rescue.USUAL_STRIPS) from None

    def _check_start(self, board: "Board", lit: "Lit") -> None:
        """Raise rescue.Stop for safe mode when NEXT is held or there were too many restarts in a row."""
        if self._dog.has_bitten:
            self._note("the watchdog restarted the device: it hung")
        for button in board.buttons:
            if button.name == "next" and _is_held(button.pin):
                safety.healthy()
                from . import rescue

                raise rescue.Stop(rescue.SAFE, "NEXT was held at power-on.", lit)
        if self._restarts >= safety.TOO_MANY:
            safety.healthy()
            from . import rescue

            raise rescue.Stop(
                rescue.RESTARTS,
                "it started %d times in a row and never ran for a minute. Last error: %s"
                % (self._restarts + 1, self._log.last()),
                lit,
            )


def _is_held(pin: int) -> bool:
    """Whether the button at `pin` is held down, in five reads one millisecond apart."""
    button = Pin(pin, Pin.IN, Pin.PULL_UP)
    for _ in range(5):
        sleep_ms(1)
        if button.value():
            return False
    return True


def _show_starting(strips: Strips, board: "Board") -> None:
    """Show one dim light at the start of each strip; it stays until the table is loaded."""
    for i in range(len(board.strips)):
        size = len(board.strips[i].order)
        wire = bytearray(board.strips[i].leds * size)
        for channel in range(size):
            wire[channel] = STARTING
        strips.show(i, wire)


class _WhileLoading:
    """What is done while the game is loaded: presses are kept. When it takes longer than LONG_MS, people are told, and
    the light on the first strip moves by one LED with every call of `wait`."""

    def __init__(self, board: "Board", strips: Strips, early: "Early", usb: Usb) -> None:
        self._strips = strips
        self._early = early
        self._usb = usb
        self._size = len(board.strips[0].order)
        self._wire = bytearray(board.strips[0].leds * self._size)
        self._began = ticks_ms()
        self._at = 0

    def wait(self) -> None:
        """Call it now and then until the game is loaded."""
        self._early.keep()
        if elapsed(ticks_ms(), self._began) < LONG_MS:
            return
        if self._at == 0:
            self._usb.say("The game in play is long: it takes some seconds to be back.")
        self._light(0)
        self._at = (self._at + self._size) % len(self._wire) or self._size
        self._light(STARTING)
        self._strips.show(0, self._wire)

    def _light(self, level: int) -> None:
        for i in range(self._size):
            self._wire[(self._at + i) % len(self._wire)] = level


def _read_board(board_file: str) -> str:
    with open(board_file, "rb") as file:
        return str(file.read(), "utf-8")
