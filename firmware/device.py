"""The App on its board: drivers, watchdog, restarts, what a laptop on USB says."""

import gc
import json
import sys
from select import POLLIN, POLLOUT, poll
from time import sleep_ms

import machine

from engine_core.compat import const, ticks_ms

from . import modules, safety
from .errorlog import ErrorLog
from .files import BoardFiles

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .app import App
    from .early import Early
    from .sampler import Sampler
    from .strips import Strips

UNTIDY = const(16)  # moves that leave enough garbage to be worth a pause
SELDOM = const(8)  # turns of the loop, about 20 ms
STATE_KEY = "?"  # typed on USB: the state of the table (state.py) and of the device comes back as one line of JSON


class Device:
    """One board. folder: where games, settings and errors are kept. board_file: path of the board file.

    dog: on already. restarts: how many came before this start in a row. files, log: in the folder.
    strips, sampler, app: None until `start` has brought them up.
    """

    def __init__(self, folder: str, board_file: str, dog: safety.Watchdog, restarts: int = 0) -> None:
        self.restarts = restarts
        self._healthy = False  # has run for a minute
        self._counted = False  # this start
        self._tidied = -UNTIDY  # version of the table at the last collection of garbage
        self.dog = dog
        self._board_file = board_file
        self.files = BoardFiles(folder)
        self.log = ErrorLog(self.files, ticks_ms())
        self.strips: "Strips | None" = None
        self.sampler: "Sampler | None" = None
        self.early: "Early | None" = None  # while the table comes up
        self.app: "App | None" = None
        self._listening = poll()
        self._listening.register(sys.stdout, POLLOUT)
        self._typing = poll()
        self._typing.register(sys.stdin, POLLIN)

    def start(self) -> None:
        """Bring up the table as it was. Raises rescue.Stop when that cannot or must not be."""
        from .power_up import bring_up

        bring_up(self, self._board_file)
        modules.drop("firmware.power_up", "firmware.early", "firmware.finding", "firmware.rescue", "neopixel", "rp2")

    # -- running ---------------------------------------------------------------------------------
    def run(self) -> None:
        """The loop. Ends by KeyboardInterrupt only; a fault of ours is noted and restarts the board."""
        try:
            self._loop()
        except Exception as error:  # noqa: BLE001  (whatever it is, the table must go on)
            try:
                sys.print_exception(error)
                self._note_fault(error)
            finally:
                self._restart()

    def _note_fault(self, error: Exception) -> None:
        """Into the error ring, with the place it came from if there is memory to find that."""
        try:
            from .rescue import place_of  # seldom needed

            self.note("%s: %s (%s)" % (type(error).__name__, error, place_of(error)))
        except (ImportError, MemoryError):
            self.note(type(error).__name__)

    def _restart(self) -> None:
        try:
            self.close()
        finally:
            self.dog.stop()
            machine.reset()

    def _loop(self) -> None:
        app, strips, sampler = self.app, self.strips, self.sampler
        if app is None or strips is None or sampler is None:
            return
        turn = 0
        while True:
            app.tick(ticks_ms())
            if strips.busy:
                strips.service()
            turn += 1
            if turn == SELDOM:
                turn = 0
                self._look_round(app, sampler)
            if app.resting:
                sleep_ms(1)
            elif app.touched:
                sampler.wait()

    def _look_round(self, app: "App", sampler: "Sampler") -> None:
        """What need not be done in every turn of the loop."""
        self.dog.feed()
        if sampler.lost:
            app.missed(sampler.lost)
            sampler.lost = 0
        for _ in self._typing.ipoll(0):
            self._answer(app)
        if app.quiet():
            self._tidy(app)
        if self.log.uptime(ticks_ms()) > safety.HEALTHY_S and not self._healthy:
            self._healthy = True
            safety.healthy()

    def _tidy(self, app: "App") -> None:
        """Nobody has pressed a key for a moment: do what takes some milliseconds, when there is something to do."""
        if not self._counted:
            self._counted = True
            self.log.count_boot()
        version = app.table.version if app.table is not None else 0
        if not 0 <= version - self._tidied < UNTIDY:
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

    def alive(self) -> None:
        """Called now and then in what takes seconds: the watchdog is fed, and no press is lost."""
        self.dog.feed()
        if self.early is not None:
            self.early.keep()

    # -- words -----------------------------------------------------------------------------------
    def say(self, line: str) -> None:
        """Print a line if somebody listens: a port that is open and not read would hold the device up."""
        for _ in self._listening.ipoll(0):
            print(line)

    def _answer(self, app: "App") -> None:
        if sys.stdin.read(1) == STATE_KEY:
            state = app.state()
            state["start"] = self.log.boot
            state["restarts"] = self.restarts
            state["uptime_s"] = self.log.uptime(ticks_ms())
            state["free_memory"] = gc.mem_free()
            print(json.dumps(state))
            self._tidied = -UNTIDY  # that left much garbage

    def note(self, text: str) -> None:
        self.log.add(ticks_ms(), text)
