"""How a game begins or comes back: power-up and the new-game menu. Loaded for that, and forgotten by the board then."""

import sys

from engine_core.compat import CLOCK_PERIOD, const
from engine_core.errors import TextError
from engine_core.table import Table

from .app import LOOK_MS
from .modules import drop, forget

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from engine_core.setup import Setup

    from .app import App

_BEGINNING = (  # what is needed only when a game begins or comes back
    "engine_core.checkpoint_entries",
    "engine_core.city_reading",
    "engine_core.city_text",
    "engine_core.housekeeping",
    "engine_core.json_text",
    "engine_core.loading",
    "engine_core.proving",
    "engine_core.recovery",
    "engine_core.resuming",
    "engine_core.settings_file",
    "engine_core.settings_text",
    "engine_core.setup_text",
    "engine_core.words",
    "firmware.early",
)
_MENU = ("engine_core.menu", "engine_core.menu_picture", __name__)  # and while the menu is open
_START_MS = const(15)  # from the press that starts a game to its start, which takes long: the lights change before
CITY = "city.map"  # of the table's own Ape Town; in storage, where the settings are


def resume(app: "App", alive: "Callable[[], object]") -> None:
    """Power-up: the game in play is there as it was; without one the menu asks for the first. alive: as for App."""
    from engine_core.resuming import open_game

    app.journal, table = open_game(app.files, app.say_too, alive, _forget_set_up)
    if table is not None:
        app.take_table(table)
        if table.full():
            app.say_too(table.full())
    else:
        told = app.message
        open_menu(app)
        app.message = told or app.message  # the menu's question stands beside it
    tidy(app)


def _forget_set_up() -> None:
    """Forget what has read the set-up of the game in play: a long game needs room."""
    forget("engine_core.city_text", "engine_core.city_reading", "engine_core.setup_text")


def begin(app: "App", setup: "Setup") -> None:
    """As App.begin. It may take longer than a second, and what is pressed meanwhile is for the new game."""
    from .early import Early

    early = Early(app.buttons.read)
    early.stand_in(app.buttons)
    try:
        table = Table(setup)
    except MemoryError:  # two games are too much for it now: nothing has changed, and a fresh start has room
        raise TextError("The memory is full: unplug the device, plug it in again, and begin the game then.") from None
    early.keep()
    app.journal.begin(table)
    early.keep()
    if app.menu is not None and app.message == app.menu.title():
        app.message = ""  # nobody is asked any more
    app.settings.last = setup  # the next menu begins with it
    app.unsaved = 1
    before = app.table
    app.take_table(table)
    if before is not None and before.game.NAME != table.game.NAME:
        _forget_game(before.game.NAME)
    tidy(app)


def open_menu(app: "App") -> None:
    """Open the new-game menu."""
    from engine_core.menu import Menu

    unfinished = app.table is not None and app.table.count > 0 and not app.table.game.decided()
    app.menu = Menu(app.board, app.settings, unfinished)
    app.act_menu = act_menu  # at hand: to import it anew at each press takes 0.4 ms
    app.painter.open_menu(app.menu)
    app.say(app.menu.title())


def act_menu(app: "App", action: int, seat: int, joined: bool) -> None:
    """Do what a gesture asks while the menu is open."""
    from engine_core.menu import START

    menu = app.menu
    if menu is None:
        return
    if menu.done:  # too quick: it was for the new game
        start_game(app)
        if app.menu is None:
            app.act(action, seat, joined)
        return
    page = menu.at
    menu.act(action, seat)
    if menu.done == START:
        app.spare = True
        app.looked_at = (app.buttons.now + _START_MS - LOOK_MS) & (CLOCK_PERIOD - 1)
    elif menu.done:
        app.show_game()
        app.spare = True
        if app.table is None:  # there is only the menu
            open_menu(app)
    elif menu.at != page:
        app.say(menu.title())


def look_round(app: "App", quiet: bool) -> None:
    """What a press has left to be done: the game is started, or in a quiet moment modules are forgotten.

    While the menu is held for, what it takes is loaded, a module at a time, so that it opens at once.
    """
    if app.menu is not None and app.menu.done:
        start_game(app)
    elif app.buttons.hold:
        if app.spare and app.menu is None:
            __import__(_MENU[app.buttons.hold > 60])
        app.spare = True
    elif quiet:
        tidy(app)


def start_game(app: "App") -> None:
    """Begin the game that the menu has chosen."""
    menu = app.menu
    if menu is None:
        return
    try:
        begin(app, menu.setup(_city(app)))
    except TextError as error:
        open_menu(app)
        app.say(str(error))  # last: it is what people must read
        return
    menu.remember(app.settings)
    app.show_game()  # in the colours just chosen
    app.unsaved = 1
    tidy(app)


def _city(app: "App") -> str:
    """The text of the city that lies in storage, for Ape Town; "" without one."""
    try:
        return str(app.files.read(CITY), "utf-8")
    except (OSError, ValueError, MemoryError):
        return ""


def tidy(app: "App") -> None:
    """Forget what has made the game; as long as the menu is open, not what it needs."""
    app.spare = False
    drop(*(_BEGINNING if app.menu is not None else _BEGINNING + _MENU))


def _forget_game(game: str) -> None:
    """Forget the modules of a game that is no longer played."""
    starts = ("engine_core.games." + game, "engine_core.panels." + game)
    drop(*[name for name in list(sys.modules) if name.startswith(starts)])
