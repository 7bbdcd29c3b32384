"""Nothing is loaded while a press is on its way: no module comes between a press and its light, on both runtimes.

Only MicroPython forgets modules, so only there this can fail twice.
"""

import sys

from engine_core.controls import MENU_MS
from firmware.buttons import QUIET_MS
from tests.kit.shared.desk import PAUSE_MS, TAP_MS, Desk

PLAY = "seat1 seat2 undo undo+next undo+seat1 undo+seat3 next+seat1 mode mode mode mode+next mode+seat2 next seat2 undo"
MENU = "seat2 seat1 mode mode next seat3 mode next seat1 undo+seat2 undo next next mode undo next"
TEN_MINUTES_MS = 600_000


class Watched(Desk):
    """Notes which modules were there when the first frame was sent; starting: one showed that a game begins."""

    def __init__(self) -> None:
        self.waiting = True
        self.starting = False
        self.loaded: list[str] = []
        super().__init__()

    def show(self, strip: int, wire: bytearray) -> None:
        super().show(strip, wire)
        if self.waiting:
            self.waiting = False
            self.loaded = sorted(sys.modules)
        menu = self.app.menu
        if strip == 0 and menu is not None and menu.done:
            lit = [at for at in range(0, len(wire), 3) if wire[at]]
            self.starting = all(wire[at] == wire[at + 1] == wire[at + 2] for at in lit)  # white

    def loads(self, names: str) -> "list[str]":
        """What is loaded by the first light after each press of these keys, or after they are let go."""
        found: list[str] = []
        held = ""
        for name in names.split("+"):
            held += " " + name
            self.hold(held)
            found += self._until_light(TAP_MS)
        self.hold("")
        return found + self._until_light(PAUSE_MS)

    def _until_light(self, ms: int) -> "list[str]":
        """Let `ms` pass; what was loaded by the first frame in them, or without one at all."""
        before = sorted(sys.modules)
        self.waiting = True
        self.run(ms)
        if self.waiting:
            self.loaded = sorted(sys.modules)
        return [name for name in self.loaded if name not in before]

    def quiet(self) -> None:
        """Time for what needs a quiet moment; then a long pause."""
        self.run(QUIET_MS + 300)
        self.now += TEN_MINUTES_MS
        self.tick()


def test_no_press_in_play_loads_anything() -> None:
    desk = Watched()
    desk.begin()
    for pause in (False, True):
        for names in PLAY.split():
            assert desk.loads(names) == [], names
            if pause:
                desk.quiet()


def test_no_press_in_the_first_menu_loads_anything() -> None:
    for pause in (False, True):
        desk = Watched()
        desk.run(100)
        for names in MENU.split():
            assert desk.loads(names) == [], names
            assert desk.app.menu is not None
            if pause:
                desk.quiet()


def test_press_that_starts_a_game_is_lit_before_anything_is_loaded() -> None:
    desk = Watched()
    desk.run(100)
    while desk.app.menu is not None:
        desk.starting = False
        assert desk.loads("next") == []
    assert desk.starting
    assert desk.app.table is not None
    assert "firmware.new_game" not in sys.modules or sys.implementation.name != "micropython"


def test_press_right_after_the_one_that_starts_a_game_counts_in_the_game() -> None:
    """Both come in one turn of the loop, as after a stall."""
    desk = Desk()
    while desk.app.menu is not None and desk.app.menu.at < desk.app.menu.pages - 1:
        desk.tap("next")
    desk.stall([(60, "next"), (40, ""), (60, "seat1"), (60, "")])
    assert desk.app.menu is None
    assert desk.score()[0] == 1


def test_menu_that_is_held_for_is_there_before_it_opens() -> None:
    desk = Watched()
    desk.begin()
    desk.quiet()
    desk.hold("undo mode")
    for _ in range(0, MENU_MS - 100, 5):
        desk.tick()
    before = sorted(sys.modules)
    while desk.app.menu is None:
        desk.tick()
    assert sorted(sys.modules) == before
    desk.hold("")
    desk.run(100)
    assert desk.loads("seat1") == []
    assert desk.loads("undo") == []
    assert desk.app.menu is None


def test_menu_hold_that_is_let_go_leaves_nothing_behind() -> None:
    desk = Watched()
    desk.begin()
    desk.quiet()
    before = sorted(sys.modules)
    desk.hold("undo mode")
    desk.run(MENU_MS - 100)
    desk.hold("")
    desk.quiet()
    assert sorted(sys.modules) == before or sys.implementation.name != "micropython"
    assert desk.app.menu is None
