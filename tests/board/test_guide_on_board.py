"""The guided check of `troop selftest` on the emulated board, and a person who looks at its lights."""

import pytest

from engine_core.board import Board
from engine_core.settings import SETTINGS_FILE
from engine_core.settings_reading import read_settings
from firmware import DATA
from host.boards import read_board
from host.build import board_files
from host.commands import selftest
from host.link.guide import LinkedSide
from host.link.link import Link
from tests.kit.board.bench import Bench
from tests.kit.board.bench_port import reachable
from tests.kit.board.rig import image
from tests.kit.host.simulated_build import Build

pytestmark = [pytest.mark.runtime("pico"), pytest.mark.timeout(1200)]


class Person(Build):
    """Sees what came out of the board's pins, and presses the buttons that are wired to them."""

    def __init__(self, board: Board, bench: Bench) -> None:
        super().__init__(board)
        self._bench = bench
        bench.watch(*(strip.pin for strip in board.strips))

    def look(self, strip: int) -> None:
        """What the strip shows now: a frame has more bytes than it takes up, the rest leaves it."""
        self._bench.run(1)
        self._light(strip, self._bench.frames(self._board.strips[strip].pin)[-1].data)

    def reach_for_the_button(self) -> None:
        """The press comes when the board waits for it; the contact bounces."""
        self._bench.press(self._bench.ms + 150, self.pins[self._asked], 60, bounce_us=(200, 500))


class Hands(LinkedSide):
    """The board at the end of the link, with the person at it."""

    def __init__(self, link: Link, board: Board, person: Person) -> None:
        super().__init__(link, board)
        self._person = person

    def fill(self, strip: int, wire: bytes) -> None:
        super().fill(strip, wire)
        self._person.look(strip)

    def only(self, strip: int, led: int, wire: bytes) -> None:
        super().only(strip, led, wire)
        self._person.look(strip)

    def press(self) -> int:
        self._person.reach_for_the_button()
        return super().press()


def test_guide_writes_the_settings_of_a_build_that_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The strip takes its colours in another order, and two buttons are swapped."""
    board = read_board("small")[0]
    files = {path: content for path, content in board_files("small").items() if path != "main.py"}
    bench = Bench(image(), files=files)
    person = Person(board, bench)
    person.orders = ["BRG"]
    person.pins["seat2"], person.pins["undo"] = person.pins["undo"], person.pins["seat2"]
    monkeypatch.setattr(selftest, "LinkedSide", lambda link, board: Hands(link, board, person))
    monkeypatch.setattr(selftest, "_ask", person.ask)
    with reachable(bench) as port, Link(port) as link:
        test = selftest.Selftest(link, person.say)
        test._guide(board)
    assert test._failed == []
    assert "  Its colour order is BRG; the board file says GRB." in person.said
    assert "  Seen, on GP8 instead of GP7." in person.said
    settings = read_settings(bench.files()[f"{DATA.lstrip('/')}/{SETTINGS_FILE}"].decode())
    assert settings.orders == {"all": "BRG"}
    assert settings.buttons == {"seat2": 8, "undo": 7}
    assert not any(person.frames[0]), "the strip is dark afterwards"
