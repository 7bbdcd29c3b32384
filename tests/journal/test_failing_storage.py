"""Storage that is full, fails, only reads or cannot be read: no game is lost, and it is said."""

import random

import pytest

from engine_core.moves import ADD
from engine_core.storage.journal import Journal
from engine_core.storage.open_game import replay
from engine_core.table import Table
from tests.kit.journal.evening import power_up, random_move, state_of
from tests.kit.journal.played import new_table, play, quiet
from tests.kit.journal.stored import Stored, found, plays_on
from tests.kit.shared.journals import journal_of
from tests.kit.shared.memory import MemoryFiles


def test_full_storage_removes_the_oldest_game_first_and_never_this_one() -> None:
    files = MemoryFiles(room=12_000)
    said: list[str] = []
    journal = Journal(files, said.append)
    for number in range(8):
        table = new_table(number)
        journal.begin(table)
        play(journal, table, 120, seed=number)
        quiet(journal)
    names = [name for _, name in journal.games()]
    removed = [line for line in said if line.startswith("Storage is full")]
    assert names == [f"{number:05d}.game" for number in range(9 - len(names), 8)] + ["00008.playing"]
    assert len(removed) == 8 - len(names)
    assert len(names) > 2
    play(journal, table, 250)
    quiet(journal)
    assert found(files) == state_of(table)
    assert journal.games()[-1][1] == "00008.playing"


def test_full_storage_with_nothing_to_remove_keeps_the_game_in_mind_until_there_is_room() -> None:
    stored = Stored(20, 10)
    stored.files.room = sum(len(content) for content in stored.files.files.values()) + 40
    journal, table = stored.journal, stored.table
    rng = random.Random(3)
    for i in range(300):
        random_move(table, journal.record, rng)
        if journal.flush():
            acknowledged = state_of(table)
        quiet(journal, 2, i * 5000)
        assert journal.pending or found(stored.files) == state_of(table)
    assert journal.pending
    assert [line for line in stored.said if "it is full" in line]
    assert found(stored.files) == acknowledged
    stored.files.room = None
    quiet(journal, 6, 300 * 5000)
    assert journal.pending == 0
    assert "Storage works again" in stored.said[-1]
    assert found(stored.files) == state_of(table)
    plays_on(stored.files)


def test_storage_that_fails_is_said_once_and_tried_again_after_a_while() -> None:
    stored = Stored(20, 10)
    stored.files.broken = True
    for i in range(200):  # more than can wait
        stored.table.play(ADD, 0, 0, 1)
        stored.journal.record(ADD, 0, 0, 1)
        assert not stored.journal.flush()
        assert stored.journal.pending == i + 1
    assert len(stored.said) == 1
    stored.journal.idle(0)
    stored.journal.idle(4000)
    stored.files.broken = False
    stored.journal.idle(4900)
    assert stored.journal.pending == 200
    stored.journal.idle(5100)
    assert stored.journal.pending == 0
    assert len(stored.said) == 2
    assert found(stored.files) == state_of(stored.table)
    assert [name for _, name in stored.journal.games()] == ["00002.playing"]
    assert found(stored.files, pytest.fail) == state_of(stored.table)
    plays_on(stored.files)


def test_more_moves_than_can_wait_are_stored_at_the_next_flush() -> None:
    stored = Stored(5, 0)
    for _ in range(500):
        stored.table.play(ADD, 0, 0, 1)
        stored.journal.record(ADD, 0, 0, 1)
    assert stored.journal.flush()
    assert found(stored.files, pytest.fail) == state_of(stored.table)


def test_storage_that_fails_at_power_up_or_in_the_menu_raises_nothing() -> None:
    stored = Stored(40, 20)
    stored.file = stored.file[:-3]  # something to mend
    stored.files.broken = True
    device = power_up(stored.files)
    assert state_of(device.table) == stored.states[19]
    assert device.said
    device.journal.archive()
    device.journal.begin(new_table(2))
    stored.files.broken = False
    quiet(device.journal, 6)
    assert found(stored.files) == state_of(new_table(2))


@pytest.mark.parametrize("replayed", [False, True])
def test_game_that_cannot_be_put_away_is_said(replayed: bool) -> None:
    stored = Stored(40, 20)
    said: list[str] = []
    journal, setup = journal_of(stored.files, said.append)
    assert setup is not None
    if replayed:
        replay(journal, Table(setup))
    stored.files.broken = True
    journal.archive()
    assert len(said) == 1
    assert said[0].startswith("The game before cannot be moved to the archive yet (")
    assert "broken" in said[0]


def test_file_without_a_number_is_no_game() -> None:
    stored = Stored(40, 20)
    content = stored.file
    others = ("holiday.game", "x1.game", "0.game", "evening.playing", "0.playing", "7.txt", "game", "8")
    for name in others:
        stored.files.files[name] = content
    device = power_up(stored.files)
    assert state_of(device.table) == stored.states[40]
    assert [number for number, _ in device.journal.games()] == [1]
    for number in range(15):
        device.journal.begin(new_table(number))
    assert {name: stored.files.files.get(name) for name in others} == dict.fromkeys(others, content)


def test_storage_that_only_reads_still_gives_the_newest_game() -> None:
    """Beside it lie an older one that a power cut has left and one that is damaged."""
    stored = Stored(40, 20)
    stored.files.files["00003.playing"] = b"damaged"
    stored.files.files["00000-2.playing"] = stored.files.files["00002.playing"] = stored.file
    stored.files.broken = True
    device = power_up(stored.files)
    assert state_of(device.table) == stored.states[40]
    assert "00003.playing cannot be played" in device.said[0]
    stored.files.broken = False
    power_up(stored.files).journal.archive()
    assert journal_of(stored.files, pytest.fail)[1] is None
    assert [name for _, name in device.journal.games()] == ["00001.game", "00002.game"]


class Unreadable(MemoryFiles):
    """Reads fail from the `after`-th on."""

    after = 0

    def read(self, name: str, start: int = 0, size: int = -1) -> bytes:
        self.after -= 1
        if self.after < 0:
            raise OSError(5)
        return super().read(name, start, size)


@pytest.mark.parametrize("after", range(8))
def test_file_that_cannot_be_read_is_never_given_up(after: int) -> None:
    stored = Stored(400, 390)
    files = Unreadable()
    files.files = stored.files.files
    content, tail = stored.file, stored.tail
    files.after = after
    device = power_up(files)
    files.after = 1 << 30
    if device.table is not None:
        play(device.journal, device.table, 5)
    kept = list(files.files.values())
    assert content + tail in kept or (content in kept and tail in kept)
    plays_on(files)


def test_tail_that_cannot_be_read_is_kept_aside_and_said() -> None:
    class NoTail(MemoryFiles):
        def read(self, name: str, start: int = 0, size: int = -1) -> bytes:
            if name == "tail":
                raise OSError(5, "broken")
            return super().read(name, start, size)

    stored = Stored(60, 45)
    files = NoTail()
    files.files = stored.files.files
    tail = stored.tail
    said: list[str] = []
    assert found(files, said.append) == stored.states[45]
    assert "they cannot be read" in said[0]
    assert files.files["00001.bad"] == tail
