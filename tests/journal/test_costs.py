"""What a stored move costs on the board's flash: wear in erases, and the time until it is stored."""

import random

import pytest

from engine_core.moves import ADD
from engine_core.setup import Setup
from engine_core.storage.journal import Journal
from engine_core.table import Table
from tests.kit.journal.evening import power_up, state_of
from tests.kit.journal.flash import Flash, FlashFiles

MOVES = 700
OTHERS = (  # what else a device has in this folder
    ("settings.json", 300),
    ("settings.good", 300),
    ("board.good", 3000),
    ("city.map", 1200),
    ("errors.txt", 400),
    ("boots.txt", 4),
)


def play_evening(moves: int) -> "tuple[Flash, list[float], FlashFiles, Table]":
    """An evening of bursts and pauses on a device that has ten games and its settings. Times per flush in ms."""
    flash = Flash()
    files = FlashFiles(flash).format()
    for number in range(1, 11):
        files.write(f"{number:05d}.game", bytes(9000))
    for name, size in OTHERS:
        files.write(name, bytes(size))
    rng = random.Random(1)
    table = Table(Setup("after_us", ["Ana", "Ben", "Cho", "Dan"]))
    journal = Journal(files, lambda text: None)
    journal.begin(table)
    flash.erases = flash.pages = 0
    times = []
    now = 0
    for _ in range(moves):
        seat = rng.randrange(4)
        table.play(ADD, seat, 0, 1)
        journal.record(ADD, seat, 0, 1)
        before = flash.busy_ms()
        assert journal.flush()
        times.append(flash.busy_ms() - before)
        now += rng.choice((150, 300, 600, 1500, 6000))
        if rng.random() < 0.3:
            journal.idle(now)
            journal.idle(now + 2100)
            journal.idle(now + 2200)
            now += 2200
    return flash, sorted(times), files, table


@pytest.fixture(scope="module")
def evening() -> "tuple[Flash, list[float], FlashFiles, Table]":
    return play_evening(MOVES)


def test_a_move_costs_under_a_quarter_of_an_erase(evening: "tuple[Flash, list[float], FlashFiles, Table]") -> None:
    """A block bears 100,000 erases and littlefs spreads them over 212: that is 100,000 evenings of 1000 moves."""
    flash, _, files, table = evening
    assert flash.erases / MOVES < 0.25
    assert state_of(power_up(files).table) == state_of(table)


def test_a_move_is_stored_at_once_and_never_waits_long(evening: "tuple[Flash, list[float], FlashFiles, Table]") -> None:
    """The chip's part of the budget: half within 5 ms, 99 of 100 within 100 ms."""
    times = evening[1]
    assert times[len(times) // 2] <= 1.0
    assert times[len(times) * 99 // 100] <= 100
