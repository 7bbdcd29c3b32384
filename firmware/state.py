"""What the table stands like now, as plain data: for the laptop's page, for `troop monitor`, for people."""

from engine_core.games.base import DUE
from engine_core.setup import MAX_SEATS
from engine_core.standings import order, outcome, standings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from engine_core.games.base import Game

    from .app import App


def state_of(app: "App") -> "dict[str, Any]":
    """The state of the device; only dicts, lists, strings, numbers, True, False and None.

    Always there: game (name or None), message, refused (the last press was), stored (no move waits for storage),
    storage (a sentence as long as it fails, or ""), brightness, current_ma, ignored (names of buttons that are stuck
    or chatter), menu (None, or title, labels (a lamp each), buttons (what each seat's button chooses, or ""), choice,
    colours, page, pages, seats).
    With a game: seats (names), colours (names), tracks ({name, values by seat}), totals, sources (the same shape as
    tracks), places (by seat, from 1), phase, round, turn (seat or -1), due (words), mode, modes, over, decided,
    winners (seats), outcome (a sentence), standings (lines), moves, can_undo, can_redo, entered (in end scoring, when
    `mode` is a category that is no track: its values by seat, None where nothing is entered; else None), reading (the
    seat button, 0 to 5, whose number is read out; else None).
    """
    state: "dict[str, Any]" = {
        "game": None,
        "message": app.message,
        "refused": app.refused,
        "stored": app.stored,
        "storage": app.journal.trouble or app.trouble,
        "brightness": app.settings.brightness,
        "current_ma": app.current_ma(),
        "ignored": app.ignored(),
        "menu": _menu(app),
    }
    table, panel = app.table, app.panel
    if table is not None and panel is not None:
        state.update(_game(table.game))
        state["colours"] = app.settings.colours[: table.game.seats]
        state["mode"] = panel.mode_name()
        state["modes"] = list(panel.modes())
        state["entered"] = _entered(table.game, state["mode"])
        state["reading"] = app.reading if app.reading < MAX_SEATS else None
        state["moves"] = table.count
        state["can_undo"] = table.can_undo()
        state["can_redo"] = table.can_redo()
    return state


def _game(game: "Game") -> "dict[str, Any]":
    seats = range(game.seats)
    due = game.due()
    turn = game.turn()
    return {
        "game": game.NAME,
        "seats": list(game.names),
        "tracks": [
            {"name": game.TRACKS[i], "values": [game.value(i, seat) for seat in seats]} for i in range(len(game.TRACKS))
        ],
        "totals": [game.total(seat) for seat in seats],
        "sources": [
            {"name": game.SOURCES[i], "values": [game.source(i, seat) for seat in seats]}
            for i in range(len(game.SOURCES))
        ],
        "places": [place for _, place in sorted([(seat, place) for place, seat in order(game)])],
        "phase": game.phase(),
        "round": game.round(),
        "turn": turn if turn < game.seats else -1,
        "due": [DUE[i] for i in range(len(DUE)) if due >> i & 1],
        "over": game.over(),
        "decided": game.decided(),
        "winners": list(game.winners()),
        "outcome": outcome(game),
        "standings": standings(game),
    }


def _entered(game: "Game", mode: str) -> "list[int | None] | None":
    if mode not in game.CATEGORIES or mode in game.TRACKS:
        return None
    category = game.CATEGORIES.index(mode)
    values = [game.final(category, seat) for seat in range(game.seats)]
    return [value if value >= 0 else None for value in values]


def _menu(app: "App") -> "dict[str, Any] | None":
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
