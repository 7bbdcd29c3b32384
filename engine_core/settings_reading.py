"""Reads and checks settings.json, and applies its corrections to the board; both are done once, at power-on.

A text with a fault raises BoardError and gives no settings, so the caller must keep a copy of the last good ones.
"""

from .board import BUTTONS
from .compat import const
from .errors import BoardError, TextError
from .json_reading import check_keys, choice, fault, field, flag, items, number, parse, shown, table
from .lights.colour_orders import ORDERS
from .lights.palette import NAMES
from .lights.power import LEVELS
from .settings import ENTRIES, SETTINGS_FILE, Settings
from .setup import MAX_SEATS, Setup

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .board import Board

TEXT_LIMIT = const(4096)  # characters of the file; one with all settings has about a tenth of this
BRACKETS = const(32)  # one with all settings has six; reading JSON takes memory for each open one
LAST_HEARTS = const(17)
LAST_PIN = const(28)
MOST_SPACES = const(40)


def read_settings(text: str) -> Settings:
    """The settings that `text` (JSON) describes; a missing key has its default.

    Raises BoardError, which names the faulty key and the values that it may have.
    """
    data = parse(text, SETTINGS_FILE, TEXT_LIMIT, BRACKETS, '{"brightness": 4}')
    check_keys(data, KEYS, SETTINGS_FILE)
    settings = Settings()
    for key in sorted(data):
        setattr(settings, key, _READERS[key](data))
    return settings


def apply_settings(settings: Settings, board: "Board") -> None:
    """Apply `orders` and `buttons` to `board`. Raises BoardError, and changes nothing, when they do not fit it."""
    names = [strip.name for strip in board.strips]
    for name in sorted(settings.orders):
        if name not in names:
            raise _unknown("orders", "strip", name, names)
    there = [button.name for button in board.buttons]
    for name in sorted(settings.buttons):
        if name not in there:
            raise _unknown("buttons", "button", name, there)
    pins = [settings.buttons.get(button.name, button.pin) for button in board.buttons]
    if sorted(pins) != sorted([button.pin for button in board.buttons]):
        raise BoardError(
            '%s: "buttons" must only swap the pins of the board\'s buttons, each used once: '
            "correct it, or take it out and run the self-test again." % SETTINGS_FILE
        )
    for strip in board.strips:
        strip.order = settings.orders.get(strip.name, strip.order)
    for i in range(len(pins)):
        board.buttons[i].pin = pins[i]


def _brightness(data: "dict[str, Any]") -> int:
    return number(data, "brightness", SETTINGS_FILE, 0, len(LEVELS) - 1)


def _rhythm(data: "dict[str, Any]") -> bool:
    return flag(data, "rhythm", SETTINGS_FILE)


def _entry(data: "dict[str, Any]") -> str:
    return choice(data, "entry", SETTINGS_FILE, ENTRIES)


def _colours(data: "dict[str, Any]") -> "list[str]":
    value = items(data, "colours", SETTINGS_FILE)
    if len(value) != MAX_SEATS:
        raise _fault("colours", value, "a list of %d names, for seat 1 to %d" % (MAX_SEATS, MAX_SEATS))
    for i in range(len(value)):
        if value[i] not in NAMES:
            raise _fault("colours", value[i], "one of the names " + ", ".join(NAMES))
        if value[i] in value[:i]:
            raise _fault("colours", value[i], "another colour for each seat: that one is there twice")
    return list(value)


def _hearts(data: "dict[str, Any]") -> "list[int]":
    """PR9: the points of every space. They begin at 0, never fall, and end at 17."""
    value = items(data, "hearts", SETTINGS_FILE)
    if len(value) == 1 or len(value) > MOST_SPACES:
        raise _fault("hearts", value, "a list of 2 to %d numbers, or an empty one" % MOST_SPACES)
    before = 0
    for points in value:
        if type(points) is not int:
            raise _fault("hearts", points, "whole numbers")
        if points < before:
            raise _fault("hearts", points, "at least the %d before it" % before)
        before = points
    if value and (value[0] != 0 or before != LAST_HEARTS):
        raise _fault("hearts", value, "a list that starts at 0 and ends at %d" % LAST_HEARTS)
    return list(value)


def _orders(data: "dict[str, Any]") -> "dict[str, str]":
    value = table(data, "orders", SETTINGS_FILE)
    for name in sorted(value):
        choice(value, name, SETTINGS_FILE + ": orders", ORDERS)
    return dict(value)


def _buttons(data: "dict[str, Any]") -> "dict[str, int]":
    value = table(data, "buttons", SETTINGS_FILE)
    check_keys(value, BUTTONS, SETTINGS_FILE + ": buttons")
    for name in sorted(value):
        number(value, name, SETTINGS_FILE + ": buttons", 0, LAST_PIN)
    return dict(value)


def _last(data: "dict[str, Any]") -> Setup:
    value = field(data, "last", SETTINGS_FILE)
    if type(value) is not str:
        raise _fault("last", value, "the set-up of a game, as in a script; take it out")
    from .setup_reading import read_setup  # here, because many settings have no game yet

    try:
        return read_setup(value)
    except TextError as error:
        raise _fault("last", value, "the set-up of a game; take it out (%s)" % error) from None


def _unknown(key: str, what: str, name: str, there: "list[str]") -> BoardError:
    return BoardError(
        "%s: %s: this board has no %s %s; it has %s." % (SETTINGS_FILE, key, what, shown(name), ", ".join(there))
    )


def _fault(key: str, value: "Any", wanted: str) -> BoardError:
    return fault(SETTINGS_FILE, key, value, wanted)


KEYS = ("colours", "brightness", "rhythm", "hearts", "entry", "orders", "buttons", "last")
_READERS = {
    "colours": _colours,
    "brightness": _brightness,
    "rhythm": _rhythm,
    "hearts": _hearts,
    "entry": _entry,
    "orders": _orders,
    "buttons": _buttons,
    "last": _last,
}
