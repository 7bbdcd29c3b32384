"""Power cuts on real littlefs: the short run of what `make soak` does by the thousand, and that it can fail."""

import random

import pytest

from engine_core.storage import archive
from engine_core.storage.folder import Folder
from engine_core.storage.game_file import GameFile
from engine_core.storage.journal import Journal
from engine_core.table import Table
from tests.kit.journal import cuts
from tests.kit.journal.flash import BLOCKS, torn

CUTS = 250


def test_no_cut_loses_an_acknowledged_move_or_the_file_system() -> None:
    tally = cuts.soak(CUTS, seed=11)
    assert tally.cuts >= CUTS
    assert tally.moves > CUTS
    assert tally.good(), tally.faults


def test_no_cut_does_while_storage_is_full_either() -> None:
    """48 KB: old games must go all the time."""
    tally = cuts.soak(60, seed=12, blocks=12)
    assert tally.good(), tally.faults


def test_soak_notices_moves_that_are_acknowledged_too_early(monkeypatch: pytest.MonkeyPatch) -> None:
    flush = Journal.flush
    monkeypatch.setattr(Journal, "flush", lambda self: self.pending == 1 or flush(self))
    assert cuts.soak(40, seed=13).lost > 0


def test_soak_notices_a_tail_that_is_given_up_too_early(monkeypatch: pytest.MonkeyPatch) -> None:
    add = GameFile._add

    def add_late(self: GameFile, data: bytes) -> None:
        self._folder.write("tail", b"")
        add(self, data)

    monkeypatch.setattr(GameFile, "_add", add_late)
    assert cuts.soak(60, seed=14).lost > 0


def test_soak_notices_kept_games_that_go(monkeypatch: pytest.MonkeyPatch) -> None:
    new_file = archive.new_file

    def forget_and_make(folder: Folder, table: Table) -> tuple[str, int, int, int]:
        for _, name in folder.find(".game"):
            folder.files.remove(name)
        return new_file(folder, table)

    monkeypatch.setattr(archive, "new_file", forget_and_make)
    assert any(cuts.soak(100, seed).lost for seed in range(3, 12))


def test_torn_operations_are_of_every_kind() -> None:
    """Nothing yet, all of it, the first bytes, scattered bits: a cut that was always clean would prove little."""
    rng = random.Random(1)
    old, new = b"\xff" * 64, b"\x12" * 64
    results = [torn(old, new, rng) for _ in range(200)]
    assert old in results
    assert any(r[:5] == new[:5] and r[-5:] == old[-5:] for r in results)
    assert sum(r not in (old, new) and set(r) - {0x12, 0xFF} != set() for r in results) > 80
    assert BLOCKS == 212
