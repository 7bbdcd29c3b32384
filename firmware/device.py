"""Runs the App on the board: drivers, watchdog, restarts and the laptop on USB."""

from time import sleep_ms

import machine

from engine_core.compat import const, ticks_ms

from . import modules, safety
from .errorlog import ErrorLog, keep_copy
from .files import BoardFiles
from .registers import USB_ADDRESS, USB_FRAME

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .app import App
    from .sampler import Sampler
    from .state_types import State
    from .strips import Strips
    from .usb import Usb

_UNTIDY = const(16)  # moves after which there is enough garbage to collect
_SETTLED_S = const(3)  # after the start people may press at once, and writing to flash would delay a press
_SELDOM = const(8)  # turns of the loop, about 20 ms, from one _look_round to the next


class Device:
    """A whole device on its board. power_up.py makes it.

    restarts: number of restarts in a row before this start. files: the folder for games, settings and errors.
    log: the error log. copies: (name, text) of the files to keep a copy of, see errorlog.keep_copy.
    untidy: there is enough garbage to collect.
    """

    def __init__(
        self,
        files: BoardFiles,
        log: ErrorLog,
        dog: safety.Watchdog,
        usb: "Usb",
        strips: "Strips",
        sampler: "Sampler",
        app: "App",
        restarts: int,
        copies: "list[tuple[str, str]]",
    ) -> None:
        self.files = files
        self.log = log
        self.dog = dog
        self.usb = usb
        self.strips = strips
        self.sampler = sampler
        self.app = app
        self.restarts = restarts
        self.untidy = True
        self._healthy = False  # the device has run for a minute
        self._copies = copies
        self._is_unnoted = True  # the number of this start and the copies are not stored yet
        self._tidied = 0  # version of the table at the last garbage collection
        self._frame = 0  # USB frame number seen last
        self._answers: "Iterator[None] | None" = None

    # -- running ---------------------------------------------------------------------------------
    def run(self) -> None:
        """Run the loop until KeyboardInterrupt. Returns after a fault of the firmware, which is in the log then."""
        try:
            self._loop()
        except Exception as error:  # noqa: BLE001  (the caller restarts the device after any error)
            try:
                from .rescue import tell_fault  # seldom needed

                tell_fault(error, self.note)
            except Exception:  # noqa: BLE001  (no memory for the traceback)
                self.note(type(error).__name__)

    def _loop(self) -> None:
        app, strips, sampler, usb = self.app, self.strips, self.sampler, self.usb
        turn = 0
        while True:
            app.tick(ticks_ms())
            if strips.busy:
                strips.service()
            turn += 1
            if turn == _SELDOM:
                turn = 0
                self._look_round()
            if app.resting:
                if usb.busy:
                    self._serve()
                else:
                    sleep_ms(1)
            elif app.touched:
                sampler.wait()

    def _look_round(self) -> None:
        """Do what need not be done in every turn of the loop."""
        app, sampler, usb = self.app, self.sampler, self.usb
        self.dog.feed()
        if sampler.lost:
            app.missed(sampler.lost)
            sampler.lost = 0
        frame = machine.mem32[USB_FRAME]
        usb.asleep = frame == self._frame if frame else not machine.mem32[USB_ADDRESS]
        self._frame = frame
        self._serve()
        uptime = self.log.uptime(ticks_ms())
        if app.quiet():
            self._tidy(uptime)
        if uptime > safety.HEALTHY_S and not self._healthy:
            self._healthy = True
            safety.healthy()

    def _serve(self) -> None:
        """Read and write on USB and go on with an answer. Raises nothing: bytes from a laptop may cause no restart."""
        usb = self.usb
        try:
            usb.turn()
            if self._answers is not None:
                next(self._answers)
            elif usb.asked and self.app.quiet():  # loading it would delay a press too long
                from .state import answers

                self._answers = answers(self.app, usb, self._add_facts)
        except Exception as error:  # noqa: BLE001
            self._answers = None
            usb.asked = False
            usb.say("The state cannot be sent (%s)." % type(error).__name__)

    def _add_facts(self, state: "State") -> None:
        """Add the facts about the device to an answer."""
        self.untidy = True  # an answer leaves much garbage
        state["start"] = self.log.boot
        state["restarts"] = self.restarts
        state["uptime_s"] = self.log.uptime(ticks_ms())

    def _tidy(self, uptime: int) -> None:
        """Do pending work that takes some milliseconds. Call it when nobody has pressed a button for a second.

        uptime: seconds since the start.
        """
        if self._is_unnoted and uptime >= _SETTLED_S:
            self._note_start()
            return  # writing to flash and collecting garbage in the same turn would delay a press too long
        table = self.app.table
        version = table.version if table is not None else 0
        if self.untidy or not 0 <= version - self._tidied < _UNTIDY:
            self.untidy = False
            self._tidied = version
            modules.collect()

    def _note_start(self) -> None:
        """Store a copy of one file or, when there is none left, the number of this start."""
        if self._copies:
            keep_copy(self.files, *self._copies.pop())
        else:
            self._is_unnoted = False
            self.log.count_boot()

    def close(self) -> None:
        """Stop the hardware and store what is not stored yet. Afterwards nothing runs and nothing is written."""
        self.sampler.close()
        self.strips.close()
        self.app.close()
        self.files.close()

    def note(self, text: str) -> None:
        """Add a line to the error log."""
        self.log.add(ticks_ms(), text)
