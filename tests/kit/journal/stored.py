"""A game in storage whose every state is known, to be damaged by tests."""

import random
from collections.abc import Callable

from engine_core.setup import Setup
from engine_core.storage.journal import Journal
from engine_core.storage.record import SIZE
from engine_core.storage.record_reading import header_size
from engine_core.table import Table
from tests.kit.journal.evening import State, power_up, random_move, state_of
from tests.kit.shared.memory import MemoryFiles

PLAYING = "00001.playing"


class Stored:
    """A game of `records` records: `rolled` of them in its file, the rest in the tail.

    states[k]: what the table was like after record k. files: the storage, without checkpoints.
    """

    def __init__(self, records: int = 60, rolled: int = 45, seed: int = 1, game: str = "after_us") -> None:
        self.files = MemoryFiles()
        self.rolled = rolled
        self.said: list[str] = []
        rng = random.Random(seed)
        table = Table(Setup(game, ["Ana", "Ben", "Cho"]))
        journal = Journal(self.files, self.said.append)
        journal.begin(table)
        self.states = [state_of(table)]
        while len(self.states) <= records:
            if random_move(table, journal.record, rng):
                assert journal.flush()
                self.states.append(state_of(table))
                if len(self.states) - 1 == rolled:
                    journal.game.append_tail()
        self.table = table
        self.journal = journal

    @property
    def file(self) -> bytes:
        return self.files.files[PLAYING]

    @file.setter
    def file(self, data: bytes) -> None:
        self.files.files[PLAYING] = data

    @property
    def tail(self) -> bytes:
        return self.files.files["tail"]

    @tail.setter
    def tail(self, data: bytes) -> None:
        self.files.files["tail"] = data

    def header_size(self) -> int:
        return header_size(self.file)

    def end_of(self, record: int) -> int:
        """Where record `record` of the game's file ends."""
        return self.header_size() + record * SIZE


def found(files: MemoryFiles, said: "Callable[[str], object] | None" = None) -> State:
    """The state that a device finds at power-up."""
    device = power_up(files)
    for line in device.said:
        if said is not None:
            said(line)
    return state_of(device.table)


def plays_on(files: MemoryFiles) -> None:
    """Start, play a few moves, start again: they are there, and nothing is said any more."""
    device = power_up(files)
    table = device.table
    if table is None or table.game.over():
        table = Table(Setup("primates", ["Dan", "Eva"]))
        device.journal.begin(table)
    rng = random.Random(5)
    made = 0
    while made < 20:
        made += random_move(table, device.journal.record, rng)
        assert device.journal.flush()
        device.journal.idle(made * 3000)
        device.journal.idle(made * 3000 + 2500)
    again = power_up(files)
    assert state_of(again.table) == state_of(table)
    assert again.said == []
