"""Checkpoints change nothing but the time that a power-up and an undo take."""

import random
from itertools import pairwise

import pytest

from engine_core.moves import ADD
from engine_core.storage.open_game import replay
from engine_core.table import Table
from tests.kit.journal.evening import power_up, state_of
from tests.kit.journal.played import play, quiet
from tests.kit.journal.stored import Stored, found, plays_on
from tests.kit.shared.journals import journal_of


def with_checkpoints(moves: int = 300, seed: int = 1) -> Stored:
    """A long game with a pause now and then."""
    stored = Stored(0, 0, seed)
    for i in range(moves // 20):
        play(stored.journal, stored.table, 20, seed + i)
        quiet(stored.journal, start=i * 100_000)
    assert stored.files.files["checkpoints"]
    return stored


@pytest.mark.parametrize("seed", range(6))
def test_checkpoints_change_nothing_but_the_time(seed: int) -> None:
    stored = with_checkpoints(seed=seed)
    with_them = power_up(stored.files).table
    del stored.files.files["checkpoints"]
    without = power_up(stored.files).table
    assert with_them is not None
    assert without is not None
    while True:
        assert state_of(with_them) == state_of(without)
        assert with_them.game.pack() == without.game.pack()
        if not without.can_undo():
            break
        with_them.undo()
        without.undo()


def test_checkpoints_spare_playing_the_whole_game(monkeypatch: pytest.MonkeyPatch) -> None:
    stored = with_checkpoints(600)
    setup = journal_of(stored.files, pytest.fail)[1]
    assert setup is not None
    for kept, most in ((True, 64), (False, 10_000)):
        if not kept:
            del stored.files.files["checkpoints"]
        table = Table(setup)
        played: list[int] = []
        original = table.game.play
        monkeypatch.setattr(table.game, "play", lambda *move, o=original, p=played: (p.append(1), o(*move)))
        journal, _ = journal_of(stored.files, pytest.fail)
        replay(journal, table)
        assert len(played) <= most
        assert kept or len(played) > 64
        assert state_of(table) == state_of(stored.table)


def test_undo_after_power_up_plays_a_few_moves_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Checkpoints are laid while the game is played again, too."""
    stored = with_checkpoints(300)
    del stored.files.files["checkpoints"]
    table = power_up(stored.files).table
    assert table is not None
    original = table.game.play
    played: list[int] = []

    def play_one(kind: int, seat: int, a: int, b: int) -> None:
        played.append(kind)
        original(kind, seat, a, b)

    monkeypatch.setattr(table.game, "play", play_one)
    for _ in range(20):
        played.clear()
        table.undo()
        assert len(played) <= 32


def test_checkpoints_of_the_longest_game_take_8_kb_at_most() -> None:
    stored = Stored(0, 0)
    sizes = []
    for i in range(2600):
        stored.table.play(ADD, i % 3, 0, 1)
        stored.journal.record(ADD, i % 3, 0, 1)
        if i % 26 == 25:
            assert stored.journal.flush()
            quiet(stored.journal, start=i * 1000)
            sizes.append(len(stored.files.files.get("checkpoints", b"")))
    assert 4096 < max(sizes) <= 8192
    begun_anew = [after for before, after in pairwise(sizes) if after < before]
    assert set(begun_anew) == {7 * (stored.table.game.packed_size() + 40)}, "the newest, five before it, the first"


@pytest.mark.parametrize("seed", range(40))
def test_checkpoints_that_are_damaged_are_not_used(seed: int) -> None:
    stored = with_checkpoints(100)
    rng = random.Random(seed)
    data = bytearray(stored.files.files["checkpoints"])
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    cut = rng.choice((len(data), rng.randrange(len(data))))
    stored.files.files["checkpoints"] = bytes(data[:cut])
    assert found(stored.files, pytest.fail) == state_of(stored.table)
    plays_on(stored.files)


def test_checkpoints_of_another_game_or_another_firmware_are_not_used() -> None:
    stored, other = with_checkpoints(100, seed=1), with_checkpoints(100, seed=2)
    stored.files.files["checkpoints"] = other.files.files["checkpoints"]
    assert found(stored.files, pytest.fail) == state_of(stored.table)


def test_game_file_that_was_damaged_since_is_proved_record_by_record() -> None:
    stored = with_checkpoints(200)
    data = bytearray(stored.file)
    data[stored.end_of(50) + 5] ^= 1
    stored.file = bytes(data)
    said: list[str] = []
    assert found(stored.files, said.append).count < stored.table.count
    assert "checksum wrong" in said[0]
    plays_on(stored.files)


def test_idle_does_nothing_in_between() -> None:
    stored = with_checkpoints(100)
    changes = stored.files.changes
    quiet(stored.journal, 50, 10_000_000)
    assert stored.files.changes == changes
