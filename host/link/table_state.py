"""Reads the state that a running table sends (firmware/state.py), and checks it.

Each field must have its type and its limits, and related fields must fit each other, so that a state can be shown
without further checks. Unknown fields are left out. Strings are made printable.
"""

import json
from collections.abc import Callable
from typing import Any, NoReturn, cast

from engine_core.board import BUTTONS
from engine_core.lights.palette import NAMES as COLOURS
from engine_core.setup import GAMES, MAX_SEATS
from firmware import usb
from firmware.state_types import State
from host.page.view import DUE, PHASES
from host.printable import one_line

Check = Callable[[Any], Any]  # returns the checked value; raises ValueError for a bad one

STATE_KEY = bytes([usb.STATE_KEY])  # typed on USB, it asks the table for its state
LARGEST = 1 << 31  # largest number, also negative
LONGEST = 500  # characters of a string; longer ones are shortened
MOST = 60  # most entries of a list


def read_state(line: str) -> State | None:
    """The state in a line that a device sent; None when the line is a text for people.

    Raises ValueError, with the reason in a few words, for a state with a bad or missing field.
    """
    start = line.find('{"')
    if start < 0:
        return None
    try:
        data = json.loads(line[start:], parse_int=_integer, parse_float=_no_number, parse_constant=_no_number)
    except (ValueError, RecursionError):
        return None
    return checked(data) if isinstance(data, dict) and "game" in data and "message" in data else None


def checked(data: dict[str, Any]) -> State:
    """The state `data`, checked. Raises ValueError, with the reason in a few words."""
    state: dict[str, Any] = _ALWAYS(data)
    if state["game"] is None:
        return cast(State, state)
    state["seats"] = _field(data, "seats", _many(_text, 1, MAX_SEATS))
    seats = len(state["seats"])
    state |= _in_game(seats)(data)
    if state["mode"] not in state["modes"]:
        raise ValueError("mode is not in modes")
    return cast(State, state)


# -- types of values -------------------------------------------------------------------------------
def _integer(digits: str) -> int:
    return int(digits) if len(digits) <= 11 else LARGEST + 1


def _no_number(word: str) -> NoReturn:
    raise ValueError(word)


def _number(low: int = -LARGEST, high: int = LARGEST) -> Check:
    def check(value: Any) -> int:
        if type(value) is not int or not low <= value <= high:
            raise ValueError("not an allowed number")
        return value

    return check


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("not a text")
    return one_line(value, LONGEST)


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("neither true nor false")
    return value


def _one_of(*allowed: str) -> Check:
    def check(value: Any) -> str:
        if not isinstance(value, str) or value not in allowed:
            raise ValueError("not a known word")
        return value

    return check


def _maybe(inner: Check) -> Check:
    return lambda value: None if value is None else inner(value)


def _many(inner: Check, least: int = 0, most: int = MOST) -> Check:
    def check(value: Any) -> list[Any]:
        if not isinstance(value, list) or not least <= len(value) <= most:
            raise ValueError("not a list of the right length")
        return [inner(each) for each in value]

    return check


def _table(needed: dict[str, Check], others: dict[str, Check] | None = None) -> Check:
    """A check of an object. needed: fields that must be there. others: fields that not every version has."""

    def check(value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise ValueError("not an object")
        found = {key: _field(value, key, inner) for key, inner in needed.items()}
        return found | {key: _field(value, key, inner) for key, inner in (others or {}).items() if key in value}

    return check


def _field(data: dict[str, Any], key: str, inner: Check) -> Any:
    if key not in data:
        raise ValueError(f"{key} is missing")
    try:
        return inner(data[key])
    except ValueError as error:
        raise ValueError(f"{key}: {error}") from None


# -- the fields ------------------------------------------------------------------------------------
_COUNT = _number(0)
_COLOUR = _one_of(*COLOURS)


def _menu(value: Any) -> dict[str, Any]:
    menu: dict[str, Any] = _table(
        {
            "title": _text,
            "labels": _many(_text),
            "buttons": _many(_text, MAX_SEATS, MAX_SEATS),
            "choice": _number(0, MOST),
            "page": _number(0, MOST),
            "pages": _number(0, MOST),
            "seats": _number(0, MAX_SEATS),
            "colours": _many(_COLOUR, 0, MAX_SEATS),
        }
    )(value)
    if len(menu["colours"]) < menu["seats"]:
        raise ValueError("fewer colours than seats")
    return menu


_ALWAYS = _table(
    {
        "game": _maybe(_one_of(*GAMES)),
        "message": _text,
        "refused": _flag,
        "stored": _flag,
        "current_ma": _COUNT,
        "menu": _maybe(_menu),
    },
    {
        "storage": _text,
        "brightness": _COUNT,
        "ignored": _many(_one_of(*BUTTONS)),
        "restarts": _COUNT,
        "uptime_s": _COUNT,
        "free_memory": _COUNT,
    },
)


def _in_game(seats: int) -> Check:
    """The check of the further fields that a state has when a game with so many seats is in play."""
    by_seat = _many(_number(), seats, seats)
    counted = _many(_table({"name": _text, "values": by_seat}))
    return _table(
        {
            "colours": _many(_COLOUR, seats, seats),
            "tracks": counted,
            "totals": by_seat,
            "sources": counted,
            "phase": _number(0, len(PHASES)),
            "round": _COUNT,
            "turn": _number(-1, seats - 1),
            "due": _many(_one_of(*DUE)),
            "mode": _text,
            "modes": _many(_text, 1),
            "over": _flag,
            "decided": _flag,
            "winners": _many(_number(0, seats - 1)),
            "outcome": _text,
            "moves": _COUNT,
        },
        {
            "places": _many(_number(1, seats), seats, seats),
            "entered": _maybe(_many(_maybe(_number()), seats, seats)),
            "reading": _maybe(_number(0, MAX_SEATS - 1)),
            "standings": _many(_text),
            "can_undo": _flag,
            "can_redo": _flag,
        },
    )
