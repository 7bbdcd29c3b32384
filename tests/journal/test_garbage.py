"""Garbage as journal, board file and settings: the short run of what `make soak` does by the hundred thousand."""

import random

import pytest

from engine_core.storage.game_reading import Reading
from engine_core.storage.journal import Journal
from tests.kit.journal import garbage
from tests.kit.journal.stored import Stored, found, plays_on

CASES = 4000


def test_garbage_ends_in_one_clear_line_and_a_device_that_plays() -> None:
    tally = garbage.soak(CASES, seed=21)
    assert tally.cases == CASES
    assert tally.good(), tally.faults


def test_soak_notices_a_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    def read_carelessly(self: Reading, *arguments: object) -> None:
        raise IndexError("index out of range")

    monkeypatch.setattr(Reading, "_take", read_carelessly)
    tally = garbage.soak(40)
    assert tally.crashes
    assert not tally.good()


def test_soak_notices_a_device_that_does_not_play_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Journal, "flush", lambda self: True)
    assert garbage.soak(40).stuck


@pytest.mark.parametrize("name", ["999999999.playing", "99999999999999999999.game", "4294967295.bad"])
def test_game_goes_on_beside_a_file_with_a_number_out_of_all_bounds(name: str) -> None:
    stored = Stored(20, 10)
    stored.files.files[name] = b"somebody's"
    stored.journal.begin(stored.table)
    assert found(stored.files) == stored.states[20]
    plays_on(stored.files)


def test_every_damage_changes_something() -> None:
    rng = random.Random(1)
    data = rng.randbytes(400)
    for damage in garbage.DAMAGES:
        assert sum(damage(data, rng) != data for _ in range(50)) > 40, damage
