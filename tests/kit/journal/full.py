"""A device on real littlefs, and something else that fills its flash and makes room again.

`python -m tests.kit.journal.full 20000` plays so many moves; `make soak` does too.
"""

import random
import sys
from collections.abc import Callable
from dataclasses import dataclass, field

from engine_core.errors import TextError
from engine_core.moves import ADD, NO_SEAT, UNDO
from engine_core.setup import Setup
from engine_core.storage.journal import Journal
from engine_core.table import Table
from tests.kit.journal.evening import NO_GAME, State, kept_states, power_up, state_of
from tests.kit.journal.flash import Flash, FlashFiles

BLOCKS = 24
RETRY_MS = 5000
FULL = 28
ANA = ["Ana", "Ben", "Cho"]
DAN = ["Dan", "Eva"]


class Board:
    """A device whose flash something else fills.

    acknowledged: the state at the last flush that said all is stored; None while nothing of the game in play is.
    before: the state in which the game before it was left; NO_GAME without one.
    """

    def __init__(self, names: "list[str] | None" = None, seed: int = 7) -> None:
        self.flash = Flash(blocks=BLOCKS)
        self.files = FlashFiles(self.flash).format()
        self.said: list[str] = []
        self.journal = Journal(self.files, self.said.append)
        self.now = 0
        self.fillers = 0
        self.rng = random.Random(seed)
        self.before = NO_GAME
        self.acknowledged: State | None = None
        self.begin(names or ANA)

    def begin(self, names: list[str], city: str = "") -> None:
        """A new game. Raises TextError when the one in play would be lost."""
        options = [("entry", ["region"])] if city else []
        table = Table(Setup("ape_town" if city else "after_us", names, options, city))
        self.journal.begin(table)
        if self.acknowledged is not None:
            self.before = self.acknowledged
        self.table = table
        self.acknowledged = None
        self._look()

    def play(self, moves: int, every_ms: int = 200) -> None:
        """So many presses, a tenth of them undo."""
        for _ in range(moves):
            if self.table.can_undo() and self.rng.random() < 0.1:
                self.table.undo()
                self.journal.record(UNDO, NO_SEAT)
            else:
                seat = self.rng.randrange(2)
                self.table.play(ADD, seat, 0, 1)
                self.journal.record(ADD, seat, 0, 1)
            if self.journal.flush():
                self._look()
            self.pass_ms(every_ms)

    def pass_ms(self, ms: int) -> None:
        """Ticks: the journal may store what waits, and tidy up."""
        for _ in range(0, ms, 100):
            self.now += 100
            self.journal.idle(self.now)
            self._look()

    def _look(self) -> None:
        if not self.journal.pending and not (self.journal.broken and self.acknowledged is None):
            self.acknowledged = state_of(self.table)

    def fill(self, free: int = 0) -> None:
        """Fill flash with files that are not ours, a block each, and leave so many blocks."""
        try:
            while True:
                self.files.write(f"filler{self.fillers}", bytes(3000))
                self.fillers += 1
        except OSError as error:
            if error.errno != FULL:
                raise
        self.make_room(free)

    def make_room(self, blocks: int = BLOCKS) -> None:
        """Remove so many of the files that are not ours."""
        for _ in range(min(blocks, self.fillers)):
            self.fillers -= 1
            self.files.remove(f"filler{self.fillers}")

    def found(self) -> State:
        """What a device finds that starts on this flash."""
        return state_of(power_up(FlashFiles(Flash(bytes(self.flash.buffer), blocks=BLOCKS)).mount()).table)


def all_is_stored(board: Board) -> None:
    """Everything is in flash within the time of a try, nothing is wrong any more, and it plays on."""
    board.pass_ms(RETRY_MS + 300)
    assert (board.journal.pending, board.journal.trouble) == (0, "")
    assert board.said[-1] == "Storage works again: everything is stored."
    assert board.found() == state_of(board.table)
    board.play(60)
    board.pass_ms(5000)
    assert board.journal.trouble == ""
    assert board.found() == state_of(board.table)


@dataclass
class Tally:
    """What became of it: all but `moves`, `full`, `games` and `given_up` must be 0.

    full: times that flash was filled. given_up: games that were given up after it was said that they would be lost.
    lost: starts without an acknowledged move, or without the game before. stuck: times that there was room, and not
    everything was stored soon after. silent: times that moves waited and nothing was said of it.
    """

    moves: int = 0
    full: int = 0
    games: int = 0
    given_up: int = 0
    lost: int = 0
    stuck: int = 0
    silent: int = 0
    faults: list[str] = field(default_factory=list)

    def good(self) -> bool:
        """Nothing went wrong."""
        return self.lost + self.stuck + self.silent == 0

    def fault(self, kind: str, text: str) -> None:
        setattr(self, kind, getattr(self, kind) + 1)
        if len(self.faults) < 10:
            self.faults.append(f"{kind} after {self.moves} moves: {text}")

    def __str__(self) -> str:
        return (
            f"{self.moves:,} moves in {self.games} games, flash full {self.full} times, {self.given_up} games given up:"
            f" {self.lost} lost, {self.stuck} stuck, {self.silent} silent"
        )


def soak(moves: int, seed: int = 1, progress: "Callable[[int], None] | None" = None) -> Tally:
    """Play so many moves while flash fills and gets free again at random moments. progress: told their number."""
    tally = Tally()
    while tally.moves < moves:
        _play_evening(tally, min(moves, tally.moves + 2000), seed)
        seed += 1
        if progress:
            progress(tally.moves)
    return tally


def _play_evening(tally: Tally, moves: int, seed: int) -> None:
    board = Board(seed=seed)
    rng = random.Random(seed)
    while tally.moves < moves:
        count = rng.randrange(1, 60)
        board.play(count, rng.choice((100, 200, 1000)))
        tally.moves += count
        chance = rng.random()
        if chance < 0.3:
            board.fill(rng.choice((0, 0, 1, 2, 5)))
            tally.full += 1
        elif chance < 0.42:
            board.make_room(rng.choice((1, 2, BLOCKS)))
        elif chance < 0.57:
            _begin(tally, board, rng)
        elif chance < 0.8:
            board.pass_ms(6000)
        if board.journal.pending and not board.journal.trouble:
            tally.fault("silent", f"{board.journal.pending} moves wait")
        _judge(tally, board)
    board.make_room()
    board.pass_ms(RETRY_MS + 300)
    if board.journal.pending or board.journal.trouble or board.found() != state_of(board.table):
        tally.fault("stuck", board.journal.trouble)


def _begin(tally: Tally, board: Board, rng: random.Random) -> None:
    names = [f"g{tally.games}", "Ben", "Cho"]
    try:
        board.begin(names)
    except TextError:
        if rng.random() < 0.5:
            return  # they play on
        board.begin(names)
        tally.given_up += 1
    tally.games += 1


def _judge(tally: Tally, board: Board) -> None:
    """Is everything in flash that was acknowledged?"""
    if board.acknowledged is not None and board.found() != board.acknowledged:
        tally.fault("lost", f"{board.found()} instead of {board.acknowledged}")
    if board.before != NO_GAME and board.before not in kept_states(board.files, board.journal):
        tally.fault("lost", f"the game before, {board.before}")


if __name__ == "__main__":
    result = soak(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000)
    print(result, *result.faults, sep="\n")
