"""A journal that had to be written anew, after storage failed or was damaged: play goes on as if nothing had been."""

import random

import pytest

from engine_core.errors import RuleError
from engine_core.moves import ADD, NO_SEAT, REDO, UNDO
from engine_core.setup import Setup
from engine_core.storage.journal import Journal
from engine_core.storage.open_game import replay
from engine_core.table import Table
from tests.kit.shared.journals import journal_of
from tests.kit.shared.memory import MemoryFiles

IO_ERROR = 5


class Failing(MemoryFiles):
    """Storage that writes nothing while it is `broken`."""

    broken = False

    def append(self, name: str, data: "bytes | bytearray") -> None:
        self._check()
        super().append(name, data)

    def write(self, name: str, data: "bytes | bytearray") -> None:
        self._check()
        super().write(name, data)

    def _check(self) -> None:
        if self.broken:
            raise OSError(IO_ERROR, "storage fails")


class Evening:
    """One table, pressed at random, whose storage fails now and then."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.files = Failing()
        self.said: list[str] = []
        self.journal = Journal(self.files, self.said.append)
        self.table = Table(Setup("after_us", ["Ana", "Ben", "Cho"]))
        self.journal.begin(self.table)
        self.now = 0

    def press(self) -> None:
        """A move, an undo or a redo, and it is stored if storage can."""
        kind = self.chance.choice((ADD, ADD, ADD, UNDO, UNDO, REDO))
        seat = self.chance.randrange(3)
        try:
            if kind == ADD:
                self.table.play(ADD, seat, 0, 1, self.chance.random() < 0.5)
                self.journal.record(ADD, seat, 0, 1)
            else:
                self.table.apply(kind, NO_SEAT, 0, 0, 0)
                self.journal.record(kind, NO_SEAT)
        except RuleError:
            return  # nothing to undo or redo
        self.journal.flush()

    def fail(self) -> None:
        """Storage fails for some presses, then works again."""
        self.files.broken = True
        for _ in range(self.chance.randrange(1, 5)):
            self.press()
        self.files.broken = False
        self.pause()

    def vanish(self) -> None:
        """Somebody takes files away while the game goes on; sooner or later that shows."""
        names = self.files.names()
        for name in self.chance.sample(names, self.chance.randrange(len(names) + 1)):
            self.files.remove(name)
        for _ in range(30):  # more than the tail holds
            self.press()
        self.pause()

    def pause(self) -> None:
        for _ in range(4):
            self.now += 6000
            self.journal.idle(self.now)

    def damage(self) -> None:
        """Garbage comes to lie behind the game's file, when it has all records; the device starts again."""
        self.pause()
        name = self.journal.games()[-1][1]
        self.files.append(name, b"garbage")
        self.start_again()

    def start_again(self) -> None:
        """Pull the plug. What was stored is there, also what can be played again."""
        assert self.journal.pending == 0
        before, self.said = self.table, []
        self.journal, setup = journal_of(self.files, self.said.append)
        assert setup is not None
        self.table = Table(setup)
        replay(self.journal, self.table)
        assert story(self.table) == story(before), self.said


def story(table: Table) -> tuple[int, int, tuple[int, int], list[tuple[int, ...]]]:
    """All that a player can find out about a table: the state, and what undo and redo lead to."""
    moves = table.count + table.undone()[0]
    return table.count, table.digest(), table.undone(), [table.move(i) for i in range(moves)]


@pytest.mark.parametrize("seed", range(60))
def test_redo_and_all_that_follows_it_survives(seed: int) -> None:
    evening = Evening(seed)
    for _ in range(40):
        for _ in range(evening.chance.randrange(6)):
            evening.press()
        evening.chance.choice((evening.fail, evening.damage, evening.start_again, evening.pause))()
    evening.start_again()


@pytest.mark.parametrize("seed", range(20))
def test_files_that_are_taken_away_in_mid_game_come_again(seed: int) -> None:
    evening = Evening(seed)
    for _ in range(10):
        evening.vanish()
        evening.chance.choice((evening.press, evening.fail, evening.start_again))()
    evening.start_again()


def test_a_game_whose_folder_was_emptied_is_stored_anew_under_its_old_name() -> None:
    evening = Evening(1)
    evening.press()
    names = evening.files.names()
    evening.files.files.clear()
    evening.press()
    assert evening.journal.pending
    evening.pause()
    assert evening.files.names() == [name for name in names if name.endswith(".playing")]
    evening.start_again()
