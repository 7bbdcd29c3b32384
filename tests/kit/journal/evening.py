"""Random evenings at a table with a journal, and what must be in storage at every moment of them."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine_core.errors import RuleError
from engine_core.moves import ADD, CONFIRM, ENVIRONMENT, FINAL, NEXT, NO_SEAT, OVER, PLACE, REDO, REMOVE, UNDO
from engine_core.setup import Setup
from engine_core.storage.journal import Journal
from engine_core.storage.kept_games import load_game
from engine_core.storage.open_game import replay
from engine_core.table import Table
from tests.kit.shared.journals import journal_of

if TYPE_CHECKING:
    from engine_core.storage.files import Files

GAMES = {"after_us": 6, "ape_town": 4, "primates": 4}  # and the most seats
CITY = "A A B B C\n A B B C C\nD D D C\ngrey A D\nblack B\nwhite C\n"
KEPT_GAMES = 10


@dataclass(frozen=True)
class State:
    """What the table was like: which game (its seats' names tell), which moves, which numbers."""

    seats: str
    count: int
    digest: int


NO_GAME = State("", 0, 0)


def state_of(table: Table | None) -> State:
    return State(" ".join(table.setup.names), table.count, table.digest()) if table else NO_GAME


@dataclass
class Truth:
    """acknowledged: the state that `flush` vouched for. possible: that one, and those that were being stored.

    kept: the last state of each earlier game, oldest first; leaving: one that is being put among them.
    moves: how many were acknowledged so far.
    """

    acknowledged: State = NO_GAME
    possible: set[State] = field(default_factory=lambda: {NO_GAME})
    kept: list[State] = field(default_factory=list)
    moves: int = 0


class Evening:
    """Plays at random on `files` and keeps `truth`. said: what the journal told the table."""

    def __init__(self, files: "Files", seed: int = 0) -> None:
        self.rng = random.Random(seed)
        self.said: list[str] = []
        self.truth = Truth()
        self.journal = Journal(files, self.said.append)
        self.table: Table | None = None
        self._games = 0
        self._now = 0

    def act(self) -> None:
        """One thing that happens at a table: mostly a few presses, now and then a pause, a new game, the plug."""
        chance = self.rng.random()
        if self.table is None or chance < 0.006:
            self.begin()
        elif chance < 0.01:
            self.decline()
        elif chance < 0.12:
            self.pause()
        else:
            self.press(1 if self.rng.random() < 0.8 else self.rng.randrange(2, 40))

    def begin(self) -> None:
        """A new game; the old one is kept."""
        self._games += 1
        game = self.rng.choice(sorted(GAMES))
        seats = self.rng.randrange(2, GAMES[game] + 1)
        names = [f"g{self._games}s{seat}" for seat in range(seats)]
        options = [("entry", ["region"])] if game == "ape_town" else []
        table = Table(Setup(game, names, options, CITY if game == "ape_town" else ""))
        truth = self.truth
        truth.possible = {truth.acknowledged, NO_GAME, state_of(table)}
        self.journal.begin(table)
        if self.table is not None:
            truth.kept.append(truth.acknowledged)
        self.table = table
        self._acknowledge(0)

    def decline(self) -> None:
        """Nobody wants to go on with this game."""
        self.truth.possible = {self.truth.acknowledged, NO_GAME}
        self.journal.archive()
        if self.table is not None:
            self.truth.kept.append(self.truth.acknowledged)
        self.table = None
        self._acknowledge(0)

    def pause(self) -> None:
        """Quiet ticks: time to tidy up."""
        for _ in range(4):
            self._now += 1500
            self.journal.idle(self._now)

    def press(self, wanted: int) -> None:
        """Up to `wanted` moves before the next flush."""
        table = self.table
        assert table is not None
        made = 0
        for _ in range(wanted):
            made += random_move(table, self.journal.record, self.rng)
            self.truth.possible.add(state_of(table))
        if self.journal.flush():
            self._acknowledge(made)

    def _acknowledge(self, moves: int) -> None:
        self.truth.acknowledged = state_of(self.table)
        self.truth.possible = {self.truth.acknowledged}
        self.truth.moves += moves


def random_move(table: Table, record: Callable[..., None], rng: random.Random) -> bool:
    """Try a move that a table of this game might make; whether it was accepted, and so recorded."""
    seat = rng.randrange(len(table.setup.names))
    tries: list[tuple[int, int, int, int]] = [(ADD, seat, 0, rng.choice((1, 1, 2, -1)))] * 6
    tries += [(NEXT, NO_SEAT, 0, 0), (UNDO, NO_SEAT, rng.randrange(4), 0), (REDO, NO_SEAT, 0, 0)]
    if table.setup.game == "after_us":
        tries += [(ADD, seat, 1, 4), (REMOVE, seat, 0, -1)]
    elif table.setup.game == "ape_town":
        tries += [(PLACE, table.game.turn(), rng.randrange(4), rng.randrange(6))] * 4
        tries += [(FINAL, seat, 0, rng.randrange(9)), (CONFIRM, NO_SEAT, 0, 0)]
    else:
        tries += [
            (ENVIRONMENT, NO_SEAT, 0, 0),
            (FINAL, seat, rng.randrange(5), rng.randrange(9)),
            (CONFIRM, NO_SEAT, 0, 0),
        ]
    if rng.random() < 0.02:
        tries = [(OVER, NO_SEAT, 0, 0)]
    kind, seat, a, b = rng.choice(tries)
    try:
        if kind in (UNDO, REDO):
            table.apply(kind, seat, a, b, 0)
        else:
            table.play(kind, seat, a, b, join=rng.random() < 0.5)
    except RuleError:
        return False
    record(kind, seat, a, b)
    return True


@dataclass
class Recovered:
    """What a device finds at power-up."""

    journal: Journal
    table: Table | None
    said: list[str]


def power_up(files: "Files") -> Recovered:
    """Start as the device does."""
    said: list[str] = []
    journal, setup = journal_of(files, said.append)
    table = Table(setup) if setup else None
    if table is not None:
        replay(journal, table)
    return Recovered(journal, table, said)


def kept_states(files: "Files", journal: Journal) -> list[State]:
    """The states of all stored games, oldest first."""
    return [state_of(load_game(files, name, lambda text: None)[1]) for _, name in journal.games()]
