"""Makes the App at power-on and loads the game in play. The board forgets this module afterwards."""

from engine_core.compat import nothing
from engine_core.storage.open_game import open_game

from . import menu_loader
from .app import App
from .memory import AFTER_SET_UP
from .modules import forget
from .new_game import open_menu, tidy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable

    from engine_core.board import Board
    from engine_core.settings import Settings
    from engine_core.storage.files import Files


def resume(
    board: "Board",
    settings: "Settings",
    files: "Files",
    show: "Callable[[int, bytearray], object]",
    read: "Callable[[array[int]], int]",
    say: "Callable[[str], None]",
    alive: "Callable[[], object]" = nothing,
) -> App:
    """Make an App with the game in play as it was. Without a game the menu is open.

    All arguments: as for App.
    """
    app = App(board, settings, files, show, read, say, alive, menu_loader)
    table = open_game(app.journal, _forget_set_up)
    if table is not None:
        app.take_table(table)
        if table.full():
            app.say_too(table.full())
    else:
        told = app.message
        open_menu(app)
        app.message = told or app.message  # faults go first: the lights show the menu anyway
    tidy(app)
    return app


def _forget_set_up() -> None:
    """Forget the modules that have read the set-up of the game: the moves of a long game need the memory."""
    forget(*AFTER_SET_UP)
