"""Games that a journal records, and time for what it does when nobody plays."""

import random

from engine_core.setup import Setup
from engine_core.storage.journal import Journal
from engine_core.table import Table
from tests.kit.journal.evening import random_move


def new_table(number: int = 1) -> Table:
    """A table for three; number: in the first name, which tells games apart."""
    return Table(Setup("after_us", [f"Ana{number}", "Ben", "Cho"]))


def play(journal: Journal, table: Table, moves: int, seed: int = 1) -> None:
    """So many moves, each flushed."""
    rng = random.Random(seed)
    while moves:
        if random_move(table, journal.record, rng):
            assert journal.flush()
            moves -= 1


def quiet(journal: Journal, ticks: int = 5, start: int = 0) -> None:
    """So many looks at a quiet device, 2.5 s apart, from `start` (ms)."""
    for tick in range(ticks):
        journal.idle(start + tick * 2500)
