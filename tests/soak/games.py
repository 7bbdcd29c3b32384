"""Whole games by buttons alone, on the emulated board with the official firmware and on the laptop beside it.

`python -m tests.soak.games 5` goes from game to game by the menu, then plays After Us, Primates and Ape Town, in a
small city and in the shipped one, to the end. Before every press the lights of both must be the same, and at the end
the picture and the stored game. The game in the shipped city takes as long as the other three together.
"""

import re
import sys
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from engine_core.menu import DROP
from engine_core.panels.ape_town import ApeTownPanel
from engine_core.scripts.log import write_log
from engine_core.storage.kept_games import load_game
from engine_core.table import Table
from firmware.app import App
from host.maps import SAMPLE, map_text
from tests.kit.board.bench import Bench
from tests.kit.board.rig import (
    APART_MS,
    SCORE,
    STATUS,
    Press,
    Twin,
    built,
    clock,
    press_all,
    storage,
    stored_game,
    switched_on,
    taps,
)

BEGIN_MS = 1520.0  # of the first press, on the device's clock: the board has started long since
EVERY_MS = 100  # between two gestures: a chord takes 70, and a finger is off a button for 30
MENU, MENU_MS, MENU_HOLD_MS = "menu", 2800, 2200  # the two buttons of the menu, held; then it is loaded
WAIT, WAIT_MS = "wait", 1500  # nothing is pressed: another game is being loaded
LONGEST = 600  # gestures; a plan that needs more never ends
CITY = "A A B B\n A B B C\nD D C C\ngrey A\nblack B C\nwhite D\n"
STORED_MS = 300  # after the last press it is in flash, whatever the chip had to erase
RUN_MS = 1000  # between two words of progress
SOON_MS = 60  # after its first picture the device has said what it has to say about its start


# -- how each game is played: gestures, one by one, looking at what the device has made of those before --------
def evening(app: App) -> Iterator[str]:
    """One game after the other from the menu, each in the memory that the one before has left."""
    yield from ("seat1", "next+seat2")
    yield from _choose(app, "seat3")
    yield from ("seat5", "seat5", "next", "seat6", "seat5", "next")
    yield from _choose(app, "seat2")
    yield from ("seat5", "seat1", "next")
    yield from _choose(app, "seat1")
    yield from ("seat1", "undo", "seat3")


def _choose(app: App, game: str) -> Iterator[str]:
    """A new game of three from the menu, the one in play is dropped. game: the button of its place there."""
    yield from (MENU, game, "next", "seat3")
    while app.menu is not None:
        if app.menu.page == DROP:
            yield "seat2"
        yield "next"
    yield WAIT


def after_us(app: App) -> Iterator[str]:
    """Points by ones and fives, rage and apes, a slip in every phase; the leader walks round the loop."""
    table = _table(app)
    while not table.game.decided():
        yield from ("next+seat1", "next+seat1", "seat2", "seat2", "seat3", "undo")  # the last was a slip
        yield from ("mode", "seat2", "seat3", "next+seat2")  # refused until Ben has four
        yield from ("mode", "mode", "next")


def primates(app: App) -> Iterator[str]:
    """Every turn its card, some hearts, a reminder card and dice now and then; then the score pad."""
    table, panel = _table(app), app.panel
    assert panel is not None
    yield from ("next", "seat6", "mode+seat5")  # refused: no card is drawn
    turn = 0
    while not table.game.over():
        yield "seat5"
        if turn % 3 == 0:
            yield f"seat{1 + turn % 2}"
        if turn % 5 == 4:
            yield "next+seat2"
        yield "next"
        turn += 1
    yield "next"  # refused: values are missing
    while not table.game.decided():
        if panel.mode_name() == "hearts":
            yield "next"
        else:
            yield from ("next+seat1", "seat2", "undo+seat1", "mode")


def ape_town(app: App) -> Iterator[str]:
    """Tiles of every kind, region by region; all that a completion pays is shown."""
    table, panel = _table(app), app.panel
    assert isinstance(panel, ApeTownPanel)
    turn = 0
    while not table.game.over():
        yield "seat5"
        if turn % 9 == 8:
            yield f"seat{1 + table.game.turn()}"  # the next space
        if turn % 12 == 11:
            yield "seat5"
        yield "undo+seat6" if turn % 4 == 1 else "seat6"
        yield "next"
        while panel.payout.is_open:
            yield "next"
        turn += 1
    yield from ("seat1", "undo+seat2", "next")


GAMES: list[tuple[str, str, Callable[[App], Iterator[str]]]] = [
    ("game after_us\nseats Ana Ben Cho", "", evening),
    ("game after_us\nseats Ana Ben Cho", "", after_us),
    ("game primates\nseats Dian Mary", "", primates),
    ("game ape_town\nseats Ana Ben Cho", CITY, ape_town),
    ("game ape_town\nseats Ana Ben Cho Dee", map_text(SAMPLE), ape_town),
]


@dataclass
class Tally:
    """gestures: made. frames: compared. differing: of those. games: played to their end, by name."""

    gestures: int = 0
    frames: int = 0
    differing: int = 0
    games: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def good(self) -> bool:
        """Nothing differed."""
        return self.differing + len(self.faults) == 0

    def __str__(self) -> str:
        return f"{', '.join(self.games)}: {self.gestures} gestures, {self.frames} frames, {self.differing} differing"


class Played:
    """One game played on the laptop. gestures: those it took; presses: what they are, in ms of the device's clock.

    twin: the device after the last of them.
    """

    def __init__(self, setup: str, city: str, player: Callable[[App], Iterator[str]]) -> None:
        self.files = built() | stored_game(setup, city)
        self.twin = Twin(self.files)
        self.twin.run([], BEGIN_MS)
        self.gestures: list[str] = []
        self.presses: list[Press] = []
        self._starts = [BEGIN_MS]  # of each gesture, and of the next one
        for gesture in player(self.twin.app):
            assert len(self.gestures) < LONGEST, "this plan never ends"
            presses, ms = _presses(self.due(), gesture)
            self._starts.append(self.due() + ms)
            self.twin.run(presses, self.due())
            self.gestures.append(gesture)
            self.presses += presses

    def due(self, gesture: int = -1) -> float:
        """When a gesture comes, on the device's clock; without a number the next one."""
        return self._starts[gesture]

    def made(self, ms: float) -> int:
        """How many gestures had begun then."""
        return min(bisect_right(self._starts, ms), len(self.gestures))

    def shown(self, pin: int, gesture: int) -> set[bytes]:
        """What the strip showed from this gesture to the next: one picture, or two when something blinks."""
        frames = self.twin.frames[pin]
        start, end = (bisect_right(frames, self.due(gesture + later), key=lambda frame: frame[0]) for later in (0, 1))
        return {data for _, data in frames[max(0, start - 1) : end]}


def _presses(start: float, gesture: str) -> tuple[list[Press], float]:
    """The presses of a gesture, and how long it takes."""
    if gesture == WAIT:
        return [], WAIT_MS
    if gesture == MENU:
        return [(start, "undo", MENU_HOLD_MS), (start + APART_MS, "mode", MENU_HOLD_MS - APART_MS)], MENU_MS
    return taps(start, gesture), EVERY_MS


def soak(games: int, progress: "Callable[[int], None] | None" = None) -> Tally:
    """So many of GAMES, one after the other. progress: told the gestures so far. FileNotFoundError without an image."""
    tally = Tally()
    for setup, city, player in GAMES[:games]:
        played = Played(setup, city, player)
        board = switched_on(played.files)
        start = clock_of_app(board)
        press_all(board, played.presses, start)
        end = start + played.due() + STORED_MS
        while board.ms < end:
            board.run(min(RUN_MS, end - board.ms))
            if progress is not None:
                progress(tally.gestures + played.made(board.ms - start))
        tally.gestures += len(played.gestures)
        compare_lights(tally, played, board, start)
        compare_games(tally, played, board)
    return tally


def clock_of_app(board: Bench) -> float:
    """When the device's own time began: a start that takes longer than the ring of samples holds loses the oldest."""
    board.run(SOON_MS)
    lost = re.search(r"not read for (\d+) ms", board.text())
    return clock(board) + (int(lost[1]) if lost else 0)


def compare_lights(tally: Tally, played: Played, board: Bench, start: float) -> None:
    """Both strips before each press, and after the last."""
    for pin in (SCORE, STATUS):
        frames = board.frames(pin)
        ends = [frame.end / 1e6 - start for frame in frames]
        for gesture in range(len(played.gestures)):
            seen = frames[bisect_right(ends, played.due(gesture + 1)) - 1].data
            tally.frames += 1
            if seen not in played.shown(pin, gesture):
                tally.differing += 1
                tally.faults.append(f"pin {pin}, after gesture {gesture} ({played.gestures[gesture]}): other lights")


def compare_games(tally: Tally, played: Played, board: Bench) -> None:
    """The stored game: move by move the laptop's."""
    files = storage(board.files())
    name = next(name for name in files.files if name.endswith(".playing"))
    setup, table = load_game(files, name, tally.faults.append)
    expected = _table(played.twin.app)
    tally.games.append(f"{table.game.NAME} {table.digest():08x}")
    if list(write_log(setup, table)) != list(write_log(setup, expected)) or table.digest() != expected.digest():
        tally.faults.append(f"{table.game.NAME}: the stored game is not the one that was played")


def _table(app: App) -> Table:
    assert app.table is not None
    return app.table


if __name__ == "__main__":
    result = soak(int(sys.argv[1]) if len(sys.argv) > 1 else len(GAMES), lambda done: print(done, flush=True))
    print(result, *result.faults, sep="\n")
    sys.exit(0 if result.good() else 1)
