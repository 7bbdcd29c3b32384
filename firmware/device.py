"""The App on its board: drivers, watchdog, restarts, what a laptop on USB says."""

from time import sleep_ms

import machine

from engine_core.compat import const, ticks_ms

from . import modules, safety
from .errorlog import ErrorLog
from .files import BoardFiles

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .app import App
    from .early import Early
    from .sampler import Sampler
    from .strips import Strips
    from .usb import Usb

_UNTIDY = const(16)  # moves that leave enough garbage to be worth a pause
_SELDOM = const(8)  # turns of the loop, about 20 ms
# Registers of the USB controller, the same in RP2040 and RP2350.
_ADDRESS = const(0x50110000)  # that the laptop has given the board; 0: nobody has
_FRAME = const(0x50110048)  # counts the milliseconds as long as the laptop is awake


class Device:
    """One board. folder: where games, settings and errors are kept. board_file: path of the board file.

    dog: on already. restarts: how many came before this start in a row. files, log: in the folder.
    usb, strips, sampler, app: None until `start` has brought them up. untidy: there is garbage worth a pause.
    """

    def __init__(self, folder: str, board_file: str, dog: safety.Watchdog, restarts: int = 0) -> None:
        self.restarts = restarts
        self.untidy = True
        self._healthy = False  # has run for a minute
        self._counted = False  # this start
        self._tidied = 0  # version of the table at the last collection of garbage
        self.dog = dog
        self._board_file = board_file
        self.files = BoardFiles(folder)
        self.log = ErrorLog(self.files, ticks_ms())
        self.strips: "Strips | None" = None
        self.sampler: "Sampler | None" = None
        self.early: "Early | None" = None  # while the table comes up
        self.app: "App | None" = None
        self.usb: "Usb | None" = None
        self._frame = 0  # the last that was seen
        self._answers: "Iterator[None] | None" = None

    def start(self) -> None:
        """Bring up the table as it was. Raises rescue.Stop when that cannot or must not be."""
        from .power_up import bring_up

        bring_up(self, self._board_file)
        modules.drop("firmware.power_up", "firmware.early", "firmware.finding", "firmware.rescue", "neopixel", "rp2")

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
        if app is None or strips is None or sampler is None or usb is None:
            return
        turn = 0
        while True:
            app.tick(ticks_ms())
            if strips.busy:
                strips.service()
            turn += 1
            if turn == _SELDOM:
                turn = 0
                self._look_round(app, sampler, usb)
            if app.resting:
                if usb.busy:
                    self._serve(app, usb)
                else:
                    sleep_ms(1)
            elif app.touched:
                sampler.wait()

    def _look_round(self, app: "App", sampler: "Sampler", usb: "Usb") -> None:
        """What need not be done in every turn of the loop."""
        self.dog.feed()
        if sampler.lost:
            app.missed(sampler.lost)
            sampler.lost = 0
        frame = machine.mem32[_FRAME]
        usb.asleep = frame == self._frame if frame else not machine.mem32[_ADDRESS]
        self._frame = frame
        self._serve(app, usb)
        if app.quiet():
            self._tidy(app)
        if self.log.uptime(ticks_ms()) > safety.HEALTHY_S and not self._healthy:
            self._healthy = True
            safety.healthy()

    def _serve(self, app: "App", usb: "Usb") -> None:
        """One turn for the laptop on USB. Nothing that comes from a cable is a reason to restart."""
        try:
            usb.turn()
            if self._answers is not None:
                next(self._answers)
            elif usb.asked and app.quiet():  # to load it takes longer than a press may wait
                from .state import answers

                self._answers = answers(self, app, usb)
        except Exception as error:  # noqa: BLE001
            self._answers = None
            usb.asked = False
            usb.say("The state cannot be told (%s)." % type(error).__name__)

    def _tidy(self, app: "App") -> None:
        """Nobody has pressed a key for a moment: do what takes some milliseconds, when there is something to do."""
        if not self._counted:
            self._counted = True
            self.log.count_boot()
        version = app.table.version if app.table is not None else 0
        if self.untidy or not 0 <= version - self._tidied < _UNTIDY:
            self.untidy = False
            self._tidied = version
            modules.collect()

    def close(self) -> None:
        """Store what is to be stored and leave the hardware in order: nothing runs, nothing is written."""
        if self.sampler is not None:
            self.sampler.close()
            self.sampler = None
        if self.strips is not None:
            self.strips.close()
            self.strips = None
        if self.app is not None:
            self.app.close()
            self.app = None
        self.files.close()

    # -- words -----------------------------------------------------------------------------------
    def alive(self) -> None:
        """Called now and then in what takes seconds: feed the watchdog, let Ctrl-C come through, lose no press."""
        self.dog.feed()
        if self.usb is not None:
            self.usb.turn()
        if self.early is not None:
            self.early.keep()

    def note(self, text: str) -> None:
        self.log.add(ticks_ms(), text)
