"""A new game beside one that is in play: what goes wrong there costs neither."""

import pytest

import firmware.new_game
from engine_core.setup import Setup
from engine_core.table import Table
from tests.kit.shared.desk import Desk


def test_new_game_that_memory_has_no_room_for_leaves_the_old_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room(setup: Setup) -> Table:
        raise MemoryError

    desk = Desk()
    desk.begin()
    desk.tap("seat1")
    desk.app.close()  # the settings know the game now, too
    before = dict(desk.files.files)
    with monkeypatch.context() as patch:
        patch.setattr(firmware.new_game, "Table", no_room)
        desk.hold("undo mode")
        desk.run(2300)
        desk.hold("")
        desk.run(300)
        for _ in range(20):
            if "Drop it" in desk.app.message:
                desk.tap("mode")  # the second choice does
            if "memory is full" not in desk.app.message:
                desk.tap("next")
    assert "unplug the device" in desk.app.message
    assert desk.files.files == before
    desk.tap("undo")
    assert desk.app.menu is None
    desk.tap("seat1")
    assert desk.score() == [2, 0, 0]
    assert Desk(desk.files).score() == [2, 0, 0]
