"""Begins a new game and runs the menu for it. Loaded when needed; the board forgets it afterwards."""

import sys

from engine_core.compat import CLOCK_PERIOD, const
from engine_core.errors import TextError
from engine_core.table import Table

from .app import LOOK_MS, App
from .memory import AFTER_BEGINNING, AFTER_MENU, MENU
from .modules import drop

TYPE_CHECKING = False
if TYPE_CHECKING:
    from engine_core.setup import Setup

_START_MS = const(15)  # from the press that starts a game to its start: the lights must change before that long step
CITY = "city.map"  # file with the city for Ape Town; in the folder of the settings


def begin(app: App, setup: "Setup") -> None:
    """Begin a new game; the one before goes into the archive. Raises TextError when the set-up cannot be played.

    It may take longer than a second. Presses made meanwhile count for the new game.
    """
    from .early import Early

    early = Early(app.buttons.read)
    early.hand_over(app.buttons)
    try:
        table = Table(setup)
    except MemoryError:  # no room for two games at once: nothing has changed, and after a restart there is room
        raise TextError("The memory is full: unplug the device, plug it in again, and begin the game then.") from None
    early.keep()
    app.journal.begin(table)
    early.keep()
    if app.menu is not None and app.message == app.menu.title():
        app.message = ""  # the menu's question is answered
    app.settings.last = setup  # the next menu proposes it
    app.unsaved = 1
    before = app.table
    app.take_table(table)
    if before is not None and before.game.NAME != table.game.NAME:
        _forget_game(before.game.NAME)
    tidy(app)


def open_menu(app: App) -> None:
    """Open the new-game menu."""
    from engine_core.menu import Menu

    unfinished = app.table is not None and app.table.count > 0 and not app.table.game.decided()
    app.menu = Menu(app.board, app.settings, unfinished)
    app.act_menu = act_menu  # stored, because an import at each press would take 0.4 ms
    app.painter.open_menu(app.menu)
    app.say(app.menu.title())


def act_menu(app: App, action: int, seat: int, joined: bool) -> None:
    """Do what a gesture asks while the menu is open."""
    from engine_core.menu import START

    menu = app.menu
    if menu is None:
        return
    if menu.done:  # the game has not started yet, but this gesture is meant for it
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
        if app.table is None:  # no game to show: the menu must stay
            open_menu(app)
    elif menu.at != page:
        app.say(menu.title())


def look_round(app: App, quiet: bool) -> None:
    """Do what the menu has left to do: start the game, or forget modules when nobody presses a button.

    While somebody holds the buttons for the menu, its modules are loaded one by one, so that it opens at once.
    """
    if app.menu is not None and app.menu.done:
        start_game(app)
    elif app.buttons.hold:
        if app.spare and app.menu is None:
            __import__(MENU[app.buttons.hold > 60])
        app.spare = True
    elif quiet:
        tidy(app)


def start_game(app: App) -> None:
    """Begin the game that the menu has chosen."""
    menu = app.menu
    if menu is None:
        return
    try:
        begin(app, menu.setup(_city(app)))
    except TextError as error:
        open_menu(app)
        app.say(str(error))  # after the menu's title, because people must read this
        return
    menu.remember(app.settings)
    app.show_game()  # again, in the colours just chosen
    app.unsaved = 1
    tidy(app)


def _city(app: App) -> str:
    """The text of the stored city for Ape Town; "" when there is none."""
    try:
        return str(app.journal.files.read(CITY), "utf-8")
    except (OSError, ValueError, MemoryError):
        return ""


def tidy(app: App) -> None:
    """Forget the modules that have made the game, and those of the menu unless it is open."""
    app.spare = False
    drop(*(AFTER_BEGINNING if app.menu is not None else AFTER_MENU))


def _forget_game(game: str) -> None:
    """Forget the modules of a game that is no longer played."""
    starts = ("engine_core.games." + game, "engine_core.panels." + game)
    drop(*[name for name in list(sys.modules) if name.startswith(starts)])
