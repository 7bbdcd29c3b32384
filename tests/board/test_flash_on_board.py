"""`troop flash` on the emulated board with the official image, and the plug pulled in the middle of it.

Here it copies small programs; `python -m tests.soak --flash N` has the whole one, from a blank board to a lit table.
"""

import random
from unittest import mock

import pytest

from host.build import Files
from host.link.link import visit
from tests.kit.board.bench import Bench
from tests.kit.board.bench_port import reachable
from tests.kit.board.flashing import SAID, Copy, flash_with_troop, outcome, small_version
from tests.kit.board.rig import image

pytestmark = [pytest.mark.runtime("pico"), pytest.mark.timeout(1200)]

OLD = small_version(1, "table", "gone")
NEW = small_version(2, "table", "more")
OWN: Files = {"data/settings.json": b"{}", "data/00001.playing": b"a game", "notes.txt": b"mine"}


@pytest.fixture(scope="module")
def update() -> Copy:
    """A device in play that got another version."""
    return flash_with_troop(OLD, NEW, OWN)


def test_board_restarts_as_the_new_version_with_its_game_and_settings(update: Copy) -> None:
    update.bench.run_until(lambda: f"{SAID} 2" in update.bench.text())
    assert len(update.bench.resets) == 1
    assert update.bench.files() == {**NEW, **OWN}


def stop_in_mid_file(port: str) -> None:
    """Half of a file is sent, and then Ctrl-C comes."""
    with visit(port) as link:
        link.write("/first", b"")

        def send_half(code: str, data: bytes = b"", patience: int = 1) -> str:
            link._transport.exec_raw_no_follow(code)
            link._transport.serial.write(data[: len(data) // 2])
            raise KeyboardInterrupt

        with mock.patch.object(link, "run", send_half):
            link.write("/second", bytes(range(256)) * 4)


def test_ctrl_c_in_the_middle_of_a_file_restarts_the_board_as_it_was() -> None:
    bench = Bench(image(), files=OLD)
    bench.run_until(lambda: f"{SAID} 1" in bench.text())
    with reachable(bench) as port, pytest.raises(KeyboardInterrupt):
        stop_in_mid_file(port)
    mark = len(bench.text())
    bench.run_until(lambda: f"{SAID} 1" in bench.text()[mark:])
    assert len(bench.resets) == 1


def test_update_cut_anywhere_is_the_old_device_or_the_new_one(update: Copy) -> None:
    """In the first operation, in any, in the one that counts (the rename of the list), and in the last."""
    last = len(update.ops) - 1
    chance = random.Random(2)
    points = [0, *sorted(chance.sample(range(1, last), 2)), last]
    found = [outcome(update, update.cut(number, chance.random(), number)) for number in points]
    assert found[0] == "old"
    assert found[-1] == "new"
    assert found == sorted(found, reverse=True), "a later cut was old again"
