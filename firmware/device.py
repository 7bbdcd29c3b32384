"""The App on its board: drivers, watchdog, restarts, what a laptop on USB says."""

import gc
import json
import sys
from select import POLLIN, POLLOUT, poll
from time import sleep_ms, ticks_diff, ticks_ms

import machine

from . import modules, rescue, safety
from .errorlog import ErrorLog
from .files import BoardFiles
from .sampler import Sampler
from .strips import Strips

TYPE_CHECKING = False
if TYPE_CHECKING:
    from engine_core.board import Board

    from .app import App
    from .config import Config

STARTING = 24  # of 255: the light that says that the device comes up
FAULT_BLINKS = 3  # of the pattern, before the device goes on with the last good copy
UNTIDY = 16  # moves that leave enough garbage to be worth a pause
SELDOM = 8  # turns of the loop, about 20 ms
STATE_KEY = "?"  # typed on USB: the state of the table (state.py) and of the device comes back as one line of JSON


class Device:
    """One board. folder: where games, settings and errors are kept. board_file: path of the board file.

    dog: on already. restarts: how many came before this start in a row.
    """

    def __init__(self, folder: str, board_file: str, dog: safety.Watchdog, restarts: int = 0) -> None:
        self._restarts = restarts
        self._started = ticks_ms()
        self._healthy = False  # has run for a minute
        self._counted = False  # this start
        self._tidied = -UNTIDY  # version of the table at the last collection of garbage
        self._dog = dog
        self._board_file = board_file
        self._files = BoardFiles(folder)
        self._log = ErrorLog(self._files)
        self._strips: "Strips | None" = None
        self._sampler: "Sampler | None" = None
        self._app: "App | None" = None
        self._listening = poll()
        self._listening.register(sys.stdout, POLLOUT)
        self._typing = poll()
        self._typing.register(sys.stdin, POLLIN)

    # -- power-up --------------------------------------------------------------------------------
    def start(self) -> None:
        """Bring up the table as it was. Raises rescue.Stop when that cannot or must not be.

        Strips and buttons come first: presses count from then on, while the rest is still being loaded.
        """
        config = self._load()
        board = config.board
        lit = [(strip.pin, strip.order) for strip in board.strips]
        self._check_start(board, lit)
        for fault in config.faults:
            self._note(fault)
            rescue.blink(lit, rescue.SETTINGS if "settings" in fault else rescue.BOARD, FAULT_BLINKS)
            self._dog.feed()
        try:
            self._strips = Strips(board.strips)
            self._sampler = Sampler(board.first_pin(), [button.pin for button in board.buttons])
        except (OSError, ValueError) as error:
            raise rescue.Stop(rescue.BOARD, "the strips or buttons cannot be used (%s)." % error, lit) from None
        self._show_starting(board)
        modules.drop("firmware.config", "engine_core.board_file")
        from .app import App

        gc.collect()
        self._dog.feed()
        self._app = App(
            board,
            config.settings,
            self._files,
            self._strips.show,
            self._sampler.read,
            self.say,
            self._dog.feed,
        )
        self._dog.feed()
        modules.end()
        self._sampler.lost = 0
        for fault in config.faults:
            self._app.say(fault)

    def _check_start(self, board: "Board", lit: "list[tuple[int, str]]") -> None:
        """Safe mode, when NEXT is held or the device starts again and again."""
        if self._dog.has_bitten:
            self._note("the watchdog restarted the device: it hung")
        for button in board.buttons:
            if button.name == "next" and safety.held(button.pin):
                safety.healthy()
                raise rescue.Stop(rescue.SAFE, "NEXT was held at power-on.", lit)
        if self._restarts >= safety.TOO_MANY:
            safety.healthy()
            raise rescue.Stop(
                rescue.RESTARTS,
                "it started %d times in a row and never ran for a minute. Last error: %s"
                % (self._restarts + 1, self._log.last()),
                lit,
            )

    def _show_starting(self, board: "Board") -> None:
        """One dim light at the start of each strip, until the table is there."""
        for i in range(len(board.strips)):
            size = len(board.strips[i].order)
            wire = bytearray(board.strips[i].leds * size)
            for channel in range(size):
                wire[channel] = STARTING
            if self._strips is not None:
                self._strips.show(i, wire)

    def _load(self) -> "Config":
        from engine_core.errors import BoardError

        from .config import load_config, salvage

        try:
            return load_config(self._files, self._read_board)
        except BoardError as error:
            try:
                lit = salvage(self._read_board())
            except (OSError, ValueError, MemoryError):
                lit = []
            raise rescue.Stop(rescue.BOARD, str(error), lit or rescue.USUAL_STRIPS) from None

    def _read_board(self) -> str:
        with open(self._board_file, "rb") as file:
            return str(file.read(), "utf-8")

    # -- running ---------------------------------------------------------------------------------
    def run(self) -> None:
        """The loop. Ends by KeyboardInterrupt only; a fault of ours is noted and restarts the board."""
        try:
            self._loop()
        except Exception as error:  # noqa: BLE001  (whatever it is, the table must go on)
            sys.print_exception(error)
            self._note("%s: %s" % (type(error).__name__, error))
            try:
                self.close()
            finally:
                self._dog.stop()
                machine.reset()

    def _loop(self) -> None:
        app, strips, sampler = self._app, self._strips, self._sampler
        if app is None or strips is None or sampler is None:
            return
        turn = 0
        while True:
            app.tick(ticks_ms())  # type: ignore[arg-type]  # the stubs' ticks are no int
            if strips.waiting:
                strips.service()
            turn += 1
            if turn == SELDOM:
                turn = 0
                self._look_round(app, sampler)
            if app.resting:
                sleep_ms(1)
            elif app.touched:
                sampler.wait()

    def _look_round(self, app: "App", sampler: Sampler) -> None:
        """What need not be done in every turn of the loop."""
        self._dog.feed()
        if sampler.lost:
            app.missed(sampler.lost)
            sampler.lost = 0
        for _ in self._typing.ipoll(0):
            self._answer(app)
        if app.quiet():
            self._tidy(app)
        if not self._healthy and ticks_diff(ticks_ms(), self._started) > safety.HEALTHY_MS:
            self._healthy = True
            safety.healthy()

    def _tidy(self, app: "App") -> None:
        """Nobody has pressed a key for a moment: do what takes some milliseconds, when there is something to do."""
        if not self._counted:
            self._counted = True
            self._log.count_boot()
        version = app.table.version if app.table is not None else 0
        if not 0 <= version - self._tidied < UNTIDY:
            self._tidied = version
            modules.collect()

    def close(self) -> None:
        """Store what is to be stored and leave the hardware in order: nothing runs, nothing is written."""
        if self._sampler is not None:
            self._sampler.close()
            self._sampler = None
        if self._strips is not None:
            self._strips.close()
            self._strips = None
        if self._app is not None:
            self._app.close()
            self._app = None
        self._files.close()

    # -- words -----------------------------------------------------------------------------------
    def say(self, line: str) -> None:
        """Print a line if somebody listens: a port that is open and not read would hold the device up."""
        for _ in self._listening.ipoll(0):
            print(line)

    def _answer(self, app: "App") -> None:
        if sys.stdin.read(1) == STATE_KEY:
            state = app.state()
            state["start"] = self._log.boot
            state["restarts"] = self._restarts
            state["uptime_s"] = ticks_diff(ticks_ms(), self._started) // 1000
            state["free_memory"] = gc.mem_free()
            print(json.dumps(state))

    def _note(self, text: str) -> None:
        self._log.add(ticks_diff(ticks_ms(), self._started), text)
