"""A device that is played for days, on MicroPython: does its heap grow?

`micropython -X heapsize=2m tests/soak/day.py HOURS FOLDER [MINUTES]` lets the whole App live through so many
simulated hours: games of MINUTES of every kind, taps, chords, menus, pauses; they are kept in FOLDER. Between them
are long pauses, to twelve days, in which time leaps and which count for no hour. It prints the bytes of heap in use
at the beginning of a game in each hour, then what was pressed, played and shown. Exit code 1 when the last number is
above the first, or when a press after a long pause was not what it is after a short one.
"""

import gc
import sys

sys.path.insert(0, "/".join(__file__.replace("\\", "/").split("/")[:-3]) or ".")

from engine_core.board import BUTTONS
from engine_core.board_reading import load_board
from engine_core.chance import Chance
from engine_core.compat import CLOCK_PERIOD
from engine_core.settings import Settings
from firmware.files import BoardFiles
from firmware.memory import AFTER_MENU, MENU
from firmware.modules import drop
from firmware.new_game import begin
from firmware.resume import resume

HOUR_MS = 3_600_000
PLAYING_MS = 10  # between two ticks while keys are down or have just been
RESTING_MS = 100  # and else; the slowest blink has this rhythm
MINUTE_MS = 60_000
PAUSES_MS = (9 * MINUTE_MS, 36 * MINUTE_MS, 10 * HOUR_MS, 149 * HOUR_MS, 298 * HOUR_MS)  # now and then, one of these
GAMES = (
    "game after_us\nseats Ana Ben Cho",
    "game primates\nseats Ana Ben Cho Dan",
    "game ape_town\nseats Ana Ben Cho\nset entry region",
    "game after_us\nseats a b c d e f\nset resources on",
)
CITY = "A A B\n A B B\nC C C\ngrey A\nblack B\nwhite C\n"
CHORDS = ("undo", "next", "mode", "undo next", "mode next", "undo seat1", "next seat2", "mode seat3", "undo mode")


class Day:
    """One device, one clock, and somebody at its keys."""

    def __init__(self, folder: str, game_ms: int) -> None:
        with open("boards/pico_w_reference.json") as file:
            self.board = load_board(file.read())
        self.chance = Chance(1)
        self.game_ms = game_ms
        self.now = CLOCK_PERIOD - HOUR_MS // 2  # the clock wraps in the first hour
        self.lived = 0
        self.level = 0xFFFF
        self.due = 0
        self.frames = self.presses = self.lines = self.games = self.moves = 0
        self.pauses = self.paused = self.wrong = 0
        self.app = resume(self.board, Settings(), BoardFiles(folder), self.show, self.read, self.say)

    # -- what the App knows of the world -----------------------------------------------------------
    def show(self, strip: int, wire: bytearray) -> None:
        self.frames += 1

    def say(self, text: str) -> None:
        self.lines += 1

    def read(self, samples: "object") -> int:
        count = min(self.due, len(samples))  # type: ignore[arg-type]
        for i in range(count):
            samples[i] = self.level  # type: ignore[index]
        self.due -= count
        return count

    # -- time and fingers --------------------------------------------------------------------------
    def run(self, ms: int, step: int) -> None:
        while ms > 0:
            self.now = (self.now + step) & (CLOCK_PERIOD - 1)
            self.lived += step
            ms -= step
            self.due = min(self.due + step, 64)  # a resting board gives no more than its ring
            self.app.tick(self.now)

    def press(self, names: str, ms: int) -> None:
        bits = self.board.bits()
        for name in names.split():
            self.level &= ~(1 << bits[BUTTONS.index(name)])
            self.run(30, PLAYING_MS)
        self.run(ms, PLAYING_MS)
        self.level = 0xFFFF
        self.run(60, PLAYING_MS)
        self.presses += 1

    def turn(self) -> None:
        """What somebody does before the next one does: a burst of taps, or a chord, and then thinks."""
        below = self.chance.below
        if below(5):
            seat = "seat%d" % (1 + below(6))  # noqa: UP031 - runs on MicroPython
            for _ in range(1 + below(5)):
                self.press(seat, 60 + below(100))
        else:
            self.press(CHORDS[below(len(CHORDS))], 100 + below(400))
        if not below(40):
            self.press("undo mode", 2300)  # the menu
        self.run(1000 + below(30_000), RESTING_MS)
        if not below(50):
            self.pause(PAUSES_MS[below(len(PAUSES_MS))])

    def pause(self, ms: int) -> None:
        """Everybody is away, in the middle of a game; whoever comes back presses a button, which is shown."""
        self.pauses += 1
        while ms > 0:
            step = min(ms, HOUR_MS)
            self.now = (self.now + step) & (CLOCK_PERIOD - 1)
            self.app.tick(self.now)
            self.paused += step // MINUTE_MS
            ms -= step
        table, panel = self.app.table, self.app.panel
        before = table.game.total(0) if table else 0
        plain = table is not None and table.game.NAME == "after_us" and table.game.phase() == 1
        plain = plain and self.app.menu is None and panel is not None and panel.mode_name() == "score"
        if not self.app.quiet() or not self.app.resting:
            self.wrong += 1
        self.press("seat1", 80)
        if plain and table is not None and table.game.total(0) != before + 1:
            self.wrong += 1

    def begin(self, text: str) -> None:
        from engine_core.setup_reading import read_setup  # the device forgets it, and so must this

        setup = read_setup(text, CITY if "ape_town" in text else "")
        before = self.app.table
        self.moves += before.count if before else 0
        begin(self.app, setup)
        self.games += 1
        self.run(500, PLAYING_MS)

    def play_until(self, lived: int) -> None:
        """Games of each kind in turn."""
        while self.lived < lived:
            self.begin(GAMES[self.games % len(GAMES)])
            end = min(lived, self.lived + self.game_ms)
            while self.lived < end:
                self.turn()

    def heap(self) -> int:
        """Bytes in use when a game has just begun; the menu's modules come and go with the menu."""
        self.begin(GAMES[0])
        drop("firmware.new_game", *MENU)
        self.app.message = ""  # as long as what happened last has words
        for _ in range(3):
            gc.collect()
        return gc.mem_alloc()  # type: ignore[attr-defined, no-any-return]


def load_everything() -> None:
    """All modules at once, as in no evening: the tables of their names never become larger than now."""
    names = AFTER_MENU
    for name in names:
        __import__(name)
    drop(*names)


def main(hours: int, folder: str, minutes: int) -> int:
    day = Day(folder, minutes * MINUTE_MS)
    day.play_until(12 * day.game_ms)  # until ten games are kept and every module was there once
    load_everything()
    start = day.lived
    first = last = day.heap()
    print("hour 0: %d bytes" % first)  # noqa: UP031
    for hour in range(1, hours + 1):
        day.play_until(start + hour * HOUR_MS)
        last = day.heap()
        print("hour %d: %d bytes" % (hour, last))  # noqa: UP031
    counted = (day.presses, day.moves, day.games, day.frames, day.wrong, day.pauses, day.paused // 1440)
    print("presses %d, moves %d, games %d, frames %d, wrong %d, pauses %d of %d days" % counted)  # noqa: UP031
    return 0 if last <= first and day.app.stored and not day.wrong else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 15))
