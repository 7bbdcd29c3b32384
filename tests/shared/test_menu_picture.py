"""The menu on the strips: it blinks without allocating, on both runtimes."""

from tests.kit.shared.heap import allocates_nothing
from tests.kit.shared.lights import board_text, load

load("board_reading", "menu", "lights.painter", "settings")

from engine_core.board_reading import load_board  # noqa: E402 - after the large ones
from engine_core.controls import NEXT  # noqa: E402
from engine_core.lights.painter import Painter  # noqa: E402
from engine_core.lights.palette import SLOT_MS  # noqa: E402
from engine_core.menu import Menu  # noqa: E402
from engine_core.moves import NO_SEAT  # noqa: E402
from engine_core.settings import Settings  # noqa: E402


def test_every_page_blinks_without_allocating() -> None:
    for name in ("pico_w_reference", "small"):
        board = load_board(board_text(name))
        settings = Settings()
        painter = Painter(board, settings)
        menu = Menu(board, settings, True)
        painter.open_menu(menu)

        def film(painter: Painter = painter) -> None:
            for slot in range(10):
                painter.paint(slot * SLOT_MS)

        for _ in range(menu.pages):
            allocates_nothing(film)
            menu.act(NEXT, NO_SEAT)
