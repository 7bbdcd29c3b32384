"""A table with panel and painter for the tests of this folder."""

import gc

from tests.shared.run import root

TYPE_CHECKING = False
if TYPE_CHECKING:
    from engine_core.board import Board

CITY = """\
A A A B B C
 A A B B C C
D D E E C C
grey A E
black B D
white C
"""

GAMES = (
    ("game after_us\nseats Ana Ben Cho Dee Eva Fay\nset resources on\n", ""),
    ("game primates\nseats Ana Ben Cho Dee\n", ""),
    ("game ape_town\nseats Ana Ben Cho Dee\n", CITY),
)


def board_text(name: str = "pico_w_reference") -> str:
    """The text of a shipped board file."""
    with open(root() + "/boards/" + name + ".json", encoding="utf-8") as file:
        return file.read()


def load(*modules: str) -> None:
    """Import modules of engine_core one by one.

    The large ones come first: here they are compiled from source, which takes memory in one piece. A board
    gets them compiled.
    """
    for name in modules:
        __import__("engine_core." + name)
        gc.collect()


class Device:
    """One table of GAMES[number] that is shown on the reference board."""

    def __init__(self, number: int) -> None:
        setup, map_text = GAMES[number]
        game = setup.split()[1]
        load(
            "games." + game,
            "map_reading",
            "board_reading",
            "menu",
            "lights.painter",
            "settings",
            "panels." + game,
            "table",
        )
        from engine_core.board_reading import load_board
        from engine_core.lights.painter import Painter
        from engine_core.panels import new_panel
        from engine_core.settings import Settings
        from engine_core.setup_reading import read_setup
        from engine_core.table import Table

        self.board: Board = load_board(board_text())
        self.settings = Settings()
        self.table = Table(read_setup(setup, map_text))
        self.panel = new_panel(self.table, self.board, self.table.play)
        self.painter = Painter(self.board, self.settings)
        self.now = 0
        self.show()

    def show(self) -> None:
        """Begin as after power-on, with no move made."""
        while self.table.can_undo():
            self.table.undo()
        self.panel.mode = 0
        self.now = 0
        self.painter.open(self.panel)
        self.settle()

    def settle(self) -> None:
        """Paint until nothing is left to paint."""
        for _ in range(9):
            self.painter.paint(self.now)

    def frames(self) -> bytes:
        """All frames, one after the other."""
        return b"".join([bytes(frame) for frame in self.painter.frames])
