"""Makes the state of the table as plain data, for the laptop's page and `troop monitor`.

state_types.py lists the fields.
"""

import gc
import json

from engine_core.games.base import DUE
from engine_core.setup import MAX_SEATS
from engine_core.standings import order, outcome, standings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from engine_core.games.base import Game

    from .app import App
    from .state_types import MenuState, State
    from .usb import Usb


def state_of(app: "App") -> "State":
    """The state of the device."""
    state: "State" = {}
    for _ in _steps(app, state):
        pass
    return state


def answers(app: "App", usb: "Usb", add_facts: "Callable[[State], None]") -> "Iterator[None]":
    """Send the state on USB as one line of JSON whenever it is asked for. Endless, in steps of a few milliseconds.

    An answer is made only when the one before has been read. So it shows the newest state, and a laptop that does not
    read takes no time. add_facts: adds the facts about the device.
    """
    while True:
        while not usb.asked or usb.lines or usb.asleep:
            yield
        usb.asked = False
        for _ in _answer(app, usb, add_facts):
            usb.busy = True
            yield


def _answer(app: "App", usb: "Usb", add_facts: "Callable[[State], None]") -> "Iterator[None]":
    state: "State" = {}
    before = None
    while before != _moment(app):  # a move was made meanwhile: parts of two states would be mixed
        before = _moment(app)
        state = {}
        for _ in _steps(app, state):
            yield
    add_facts(state)
    state["free_memory"] = gc.mem_free()
    usb.say(json.dumps(state))


def _moment(app: "App") -> "tuple[object, int]":
    """A value that differs after every move."""
    return (app.table, app.table.version if app.table is not None else 0)


def _steps(app: "App", state: "State") -> "Iterator[None]":
    """Fill in the state, in steps of a few milliseconds."""
    state["game"] = None
    state["message"] = app.message
    state["refused"] = app.refused
    state["stored"] = app.stored
    state["storage"] = app.journal.trouble or app.trouble
    state["brightness"] = app.settings.brightness
    state["current_ma"] = app.current_ma()
    state["ignored"] = app.ignored()
    state["menu"] = _menu(app)
    yield
    table, panel = app.table, app.panel
    if table is None or panel is None:
        return
    game = table.game
    state["colours"] = app.settings.colours[: game.seats]
    state["mode"] = panel.mode_name()
    state["modes"] = list(panel.modes())
    state["entered"] = _entered(game, state["mode"])
    state["reading"] = app.reading if app.reading < MAX_SEATS else None
    state["moves"] = table.count
    state["can_undo"] = table.can_undo()
    state["can_redo"] = table.can_redo()
    yield
    _add_numbers(game, state)
    yield
    _add_words(game, state)
    yield
    state["standings"] = standings(game)
    yield


def _add_numbers(game: "Game", state: "State") -> None:
    seats = range(game.seats)
    state["game"] = game.NAME
    state["seats"] = list(game.names)
    state["tracks"] = [
        {"name": game.TRACKS[i], "values": [game.value(i, seat) for seat in seats]} for i in range(len(game.TRACKS))
    ]
    state["totals"] = [game.total(seat) for seat in seats]
    state["sources"] = [
        {"name": game.SOURCES[i], "values": [game.source(i, seat) for seat in seats]} for i in range(len(game.SOURCES))
    ]


def _add_words(game: "Game", state: "State") -> None:
    due = game.due()
    turn = game.turn()
    state["places"] = [place for _, place in sorted([(seat, place) for place, seat in order(game)])]
    state["phase"] = game.phase()
    state["round"] = game.round()
    state["turn"] = turn if turn < game.seats else -1
    state["due"] = [DUE[i] for i in range(len(DUE)) if due >> i & 1]
    state["over"] = game.over()
    state["decided"] = game.decided()
    state["winners"] = list(game.winners())
    state["outcome"] = outcome(game)


def _entered(game: "Game", mode: str) -> "list[int | None] | None":
    if mode not in game.CATEGORIES or mode in game.TRACKS:
        return None
    category = game.CATEGORIES.index(mode)
    values = [game.final(category, seat) for seat in range(game.seats)]
    return [value if value >= 0 else None for value in values]


def _menu(app: "App") -> "MenuState | None":
    menu = app.menu
    if menu is None:
        return None
    return {
        "title": menu.title(),
        "labels": [menu.label(i) for i in range(menu.choices)],
        "buttons": [menu.button_label(seat) for seat in range(MAX_SEATS)],
        "choice": menu.choice,
        "page": menu.at,
        "pages": menu.pages,
        "seats": menu.seats,
        "colours": list(menu.colours[: menu.seats]),
    }
