"""The App on its board: drivers, watchdog, restarts, what a laptop on USB says."""

from time import sleep_ms

import machine

from engine_core.compat import const, ticks_ms

from . import modules, safety
from .errorlog import ErrorLog
from .files import BoardFiles
from .registers import USB_ADDRESS, USB_FRAME

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .app import App
    from .sampler import Sampler
    from .state_types import State
    from .strips import Strips
    from .usb import Usb

_UNTIDY = const(16)  # moves that leave enough garbage to be worth a pause
_SELDOM = const(8)  # turns of the loop, about 20 ms


class Upkeep:
    """What must go on while something takes seconds: call `go_on` now and then.

    dog: the watchdog, on already. also: what is to be done as well, while the device comes up.
    """

    def __init__(self, dog: safety.Watchdog, usb: "Usb", also: "Callable[[], object]") -> None:
        self.dog = dog
        self.usb = usb
        self.also = also

    def go_on(self) -> None:
        """Feed the watchdog, let Ctrl-C come through."""
        self.dog.feed()
        self.usb.turn()
        self.also()


class Device:
    """One board, complete: power_up.py makes it.

    restarts: how many came before this start in a row. files: the folder for games, settings and errors.
    log: the errors. untidy: there is garbage worth a pause.
    """

    def __init__(
        self,
        files: BoardFiles,
        log: ErrorLog,
        upkeep: Upkeep,
        strips: "Strips",
        sampler: "Sampler",
        app: "App",
        restarts: int,
    ) -> None:
        self.files = files
        self.log = log
        self.dog = upkeep.dog
        self.usb = upkeep.usb
        self.strips = strips
        self.sampler = sampler
        self.app = app
        self.restarts = restarts
        self.untidy = True
        self._healthy = False  # has run for a minute
        self._counted = False  # this start
        self._tidied = 0  # version of the table at the last collection of garbage
        self._frame = 0  # the last that was seen
        self._answers: "Iterator[None] | None" = None

    # -- running ---------------------------------------------------------------------------------
    def run(self) -> None:
        """The loop, until KeyboardInterrupt. Returns when there was a fault of ours: it is noted then."""
        try:
            self._loop()
        except Exception as error:  # noqa: BLE001  (whatever it is, the table must go on)
            try:
                from .rescue import tell_fault  # seldom needed

                tell_fault(error, self.note)
            except Exception:  # noqa: BLE001  (there is no memory to find the place)
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
        """What need not be done in every turn of the loop."""
        app, sampler, usb = self.app, self.sampler, self.usb
        self.dog.feed()
        if sampler.lost:
            app.missed(sampler.lost)
            sampler.lost = 0
        frame = machine.mem32[USB_FRAME]
        usb.asleep = frame == self._frame if frame else not machine.mem32[USB_ADDRESS]
        self._frame = frame
        self._serve()
        if app.quiet():
            self._tidy()
        if self.log.uptime(ticks_ms()) > safety.HEALTHY_S and not self._healthy:
            self._healthy = True
            safety.healthy()

    def _serve(self) -> None:
        """One turn for the laptop on USB. Nothing that comes from a cable is a reason to restart."""
        usb = self.usb
        try:
            usb.turn()
            if self._answers is not None:
                next(self._answers)
            elif usb.asked and self.app.quiet():  # to load it takes longer than a press may wait
                from .state import answers

                self._answers = answers(self.app, usb, self._add_facts)
        except Exception as error:  # noqa: BLE001
            self._answers = None
            usb.asked = False
            usb.say("The state cannot be told (%s)." % type(error).__name__)

    def _add_facts(self, state: "State") -> None:
        """What an answer also tells: about the device."""
        self.untidy = True  # an answer is much garbage
        state["start"] = self.log.boot
        state["restarts"] = self.restarts
        state["uptime_s"] = self.log.uptime(ticks_ms())

    def _tidy(self) -> None:
        """Nobody has pressed a key for a moment: do what takes some milliseconds, when there is something to do."""
        if not self._counted:
            self._counted = True
            self.log.count_boot()
            return  # writing to flash and collecting garbage in one go would keep a press waiting too long
        table = self.app.table
        version = table.version if table is not None else 0
        if self.untidy or not 0 <= version - self._tidied < _UNTIDY:
            self.untidy = False
            self._tidied = version
            modules.collect()

    def close(self) -> None:
        """Store what is to be stored and leave the hardware in order: nothing runs, nothing is written."""
        self.sampler.close()
        self.strips.close()
        self.app.close()
        self.files.close()

    def note(self, text: str) -> None:
        """Add a line to the errors."""
        self.log.add(ticks_ms(), text)
