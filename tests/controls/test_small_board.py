"""Four buttons and bouncing contacts are enough: choose a game, play, take back, begin another."""

import random
from array import array
from pathlib import Path

import pytest

from engine_core.board import BUTTONS
from engine_core.board_reading import load_board
from engine_core.menu import DROP, GAME
from engine_core.settings import Settings
from firmware.resume import resume
from host.files import FolderFiles
from tests.kit.controls.switches import ALL_UP, BOUNCE_MS

SMALL = Path(__file__).parents[2] / "boards" / "small.json"
LONG = 900
SHORT = 80


class Table:
    """The small board and a pair of hands: `hold` some keys for a time, all others are let go."""

    def __init__(self, folder: Path) -> None:
        self.board = load_board(SMALL.read_text("utf-8"))
        self.rng = random.Random(7)
        self.said: list[str] = []
        self.now = 0
        self.queue: list[int] = []
        self.level = ALL_UP
        self.app = resume(
            self.board, Settings(), FolderFiles(folder), lambda strip, wire: None, self.read, self.said.append
        )
        self.hold("", 100)

    def read(self, samples: "array[int]") -> int:
        count = min(len(samples), len(self.queue))
        for i in range(count):
            samples[i] = self.queue.pop(0)
        return count

    def hold(self, names: str, ms: int) -> None:
        before, self.level = self.level, ALL_UP
        for name in names.split():
            self.level &= ~(1 << self.board.bits()[BUTTONS.index(name)])
        for at in range(ms):
            bounces = at < BOUNCE_MS and self.rng.random() < 0.5
            self.queue.append(before if bounces else self.level)
            self.now += 1
            if self.now % 5 == 0:
                self.app.tick(self.now)

    def press(self, text: str) -> None:
        """Each word is pressed and let go: `seat1`, `next`; `mode` stands for NEXT held long."""
        for word in text.split():
            self.hold("next" if word == "mode" else word, LONG if word == "mode" else SHORT)
            self.hold("", SHORT)

    def in_menu(self) -> bool:
        return self.app.menu is not None

    def points(self) -> list[int]:
        assert self.app.table is not None
        return [self.app.table.game.total(seat) for seat in range(2)]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def test_power_on_shows_the_menu_and_every_game_of_the_board_can_be_begun(table: Table) -> None:
    assert table.app.menu is not None
    assert table.app.menu.page == GAME
    table.press("mode next seat2 next next next next next next")
    assert table.app.table is not None
    assert table.app.table.game.NAME == "primates"


def test_a_game_by_four_buttons(table: Table) -> None:
    table.press("seat1 next seat2 next next next next")
    assert not table.in_menu()
    assert table.app.table is not None
    assert table.app.table.game.NAME == "after_us"
    table.press("seat1 seat1 seat2 seat1")
    assert table.points() == [3, 1]
    table.press("undo undo undo")
    assert table.points() == [0, 0]
    table.hold("undo", SHORT)
    table.hold("undo next", SHORT)
    table.hold("undo", SHORT)
    table.hold("undo next", SHORT)
    table.hold("", SHORT)
    assert table.points() == [2, 1]
    table.press("mode seat2 seat2 next")
    assert table.app.table.game.value(1, 1) == 2
    assert table.app.table.game.phase() == 2
    table.hold("next", SHORT)
    table.hold("next seat1", SHORT)
    table.hold("", SHORT)
    assert table.app.refused, "rage is under 4"
    assert table.app.table.game.phase() == 2


def test_another_game_asks_before_it_drops_the_one_in_play(table: Table) -> None:
    table.press("next seat2 next next next next seat1")
    table.hold("undo", 300)
    table.hold("undo next", 1800)
    table.hold("", SHORT)
    assert not table.in_menu(), "let go early: nothing"
    assert table.points() == [1, 0]
    table.hold("undo", 300)
    table.hold("undo next", 2100)
    table.hold("", SHORT)
    menu = table.app.menu
    assert menu is not None
    table.press("next next next next")
    assert menu.page == DROP
    table.press("next")
    assert not table.in_menu()
    assert table.points() == [1, 0]
    table.hold("undo next", 2100)
    table.hold("", SHORT)
    table.press("next next next next seat2 next")
    assert not table.in_menu()
    assert table.points() == [0, 0]
