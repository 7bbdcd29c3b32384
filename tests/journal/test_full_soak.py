"""Flash that fills and gets free again at random: the short run of what `make soak` does, and that it can fail."""

import pytest

from engine_core.storage.folder import FULL, KEPT, Folder
from engine_core.storage.game_file import GameFile
from engine_core.storage.journal import Journal
from tests.kit.journal.full import soak


@pytest.mark.parametrize("fault", ["give up the tail", "remove the newest", "say nothing"])
def test_soak_notices(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if fault == "give up the tail":
        monkeypatch.setattr(GameFile, "append_tail", lambda self: setattr(self, "_used", 0))
    elif fault == "remove the newest":

        def make_room(folder: Folder, error: OSError) -> None:
            kept = folder.find(KEPT)
            if not kept or error.errno != FULL:
                raise error
            folder.files.remove(kept[-1][1])

        monkeypatch.setattr(Folder, "_make_room", make_room)
    else:

        def fail(self: Journal, error: Exception, broken: bool = True) -> None:
            self.broken = True

        monkeypatch.setattr(Journal, "fail", fail)
    assert not all(soak(400, seed).good() for seed in range(3, 9))


def test_flash_that_fills_and_gets_free_at_random_loses_nothing() -> None:
    tally = soak(1500, seed=3)
    assert tally.full > 10
    assert tally.games > 2
    assert tally.good(), tally.faults
