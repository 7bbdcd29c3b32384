"""Power-up: the App, and on it the game in play as it was. Loaded for that, and forgotten by the board then."""

from engine_core.compat import nothing
from engine_core.storage.open_game import open_game

from . import menu_loader
from .app import App
from .memory import AFTER_SET_UP
from .messages import Messages
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
    tell: "Callable[[str], None]",
    alive: "Callable[[], object]" = nothing,
) -> App:
    """Power-up: the game in play is there as it was; without one the menu asks for the first.

    files: the folder for games and settings. tell: takes each line that people are told. alive: called now and then in
    what can take seconds. The rest: as for App.
    """
    messages = Messages(tell)
    journal, table = open_game(files, messages.say_too, alive, _forget_set_up)
    app = App(board, settings, journal, show, read, messages, menu_loader)
    if table is not None:
        app.take_table(table)
        if table.full():
            messages.say_too(table.full())
    else:
        told = messages.text
        open_menu(app)
        messages.text = told or messages.text  # the menu's question stands beside it
    tidy(app)
    return app


def _forget_set_up() -> None:
    """Forget what has read the set-up of the game in play: a long game needs room."""
    forget(*AFTER_SET_UP)
