"""Reads and checks settings.json, and applies its corrections to the board; both are done once, at power-on.

A text with a fault raises BoardError and gives no settings, so the caller must keep a copy of the last good ones.
"""

from .board import BUTTONS
from .compat import const
from .errors import BoardError, TextError
from .json_reading import load
from .lights.colour_orders import ORDERS
from .lights.palette import NAMES
from .lights.power import LEVELS
from .settings import ENTRIES, Settings
from .setup import MAX_SEATS, Setup

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .board import Board

TEXT_LIMIT = const(4096)  # characters of the file; one with all settings has about a tenth of this
BRACKETS = const(32)  # one with all settings has six; reading JSON takes memory for each open one
LAST_HEARTS = const(17)
MOST_SPACES = const(40)


def read_settings(text: str) -> Settings:
    """The settings that `text` (JSON) describes; a missing key has its default.

    Raises BoardError, which names the faulty key and the values that it may have.
    """
    if len(text) > TEXT_LIMIT or text.count("[") + text.count("{") > BRACKETS:
        raise BoardError("settings.json is far too long or too nested: it holds something else.")
    try:
        data = load(text)
    except ValueError as error:
        line = getattr(error, "lineno", 0)
        where = " (line %d)" % line if line else ""
        raise BoardError("settings.json is not JSON%s: correct it or take it off the device." % where) from None
    if not isinstance(data, dict):
        raise BoardError('settings.json must be one JSON object, such as {"brightness": 4}.')
    settings = Settings()
    for key in sorted(data):
        if key not in _READERS:
            raise BoardError("settings.json: there is no setting %s: there are %s." % (_shown(key), ", ".join(KEYS)))
        setattr(settings, key, _READERS[key](data[key]))
    return settings


def apply_settings(settings: Settings, board: "Board") -> None:
    """Apply `orders` and `buttons` to `board`. Raises BoardError, and changes nothing, when they do not fit it."""
    names = [strip.name for strip in board.strips]
    for name in sorted(settings.orders):
        if name not in names:
            raise _fault("orders", name, "names no strip of this board: it has %s" % ", ".join(names))
    there = [button.name for button in board.buttons]
    for name in sorted(settings.buttons):
        if name not in there:
            raise _fault("buttons", name, "names no button of this board: it has %s" % ", ".join(there))
    pins = [settings.buttons.get(button.name, button.pin) for button in board.buttons]
    if sorted(pins) != sorted([button.pin for button in board.buttons]):
        raise BoardError(
            "settings.json: 'buttons' must only swap the pins of the board's buttons, each used once: "
            "correct it, or take it out and run the self-test again."
        )
    for strip in board.strips:
        strip.order = settings.orders.get(strip.name, strip.order)
    for i in range(len(pins)):
        board.buttons[i].pin = pins[i]


def _brightness(value: "Any") -> int:
    if type(value) is not int or not 0 <= value < len(LEVELS):
        raise _fault("brightness", value, "takes a whole number from 0 (dark) to %d" % (len(LEVELS) - 1))
    return value


def _rhythm(value: "Any") -> bool:
    if type(value) is not bool:
        raise _fault("rhythm", value, "takes true or false")
    return value


def _entry(value: "Any") -> str:
    if value not in ENTRIES:
        raise _fault("entry", value, "takes " + " or ".join(ENTRIES))
    return str(value)


def _colours(value: "Any") -> "list[str]":
    if type(value) is not list or len(value) != MAX_SEATS:
        raise _fault("colours", value, "takes a list of %d names, for seat 1 to %d" % (MAX_SEATS, MAX_SEATS))
    for i in range(len(value)):
        if value[i] not in NAMES:
            raise _fault("colours", value[i], "takes the names %s" % ", ".join(NAMES))
        if value[i] in value[:i]:
            raise _fault("colours", value[i], "needs another colour for each seat: that one is there twice")
    return list(value)


def _hearts(value: "Any") -> "list[int]":
    """PR9: the points of every space. They begin at 0, never fall, and end at 17."""
    if type(value) is not list or len(value) == 1 or len(value) > MOST_SPACES:
        raise _fault("hearts", value, "takes a list of 2 to %d numbers, or an empty one" % MOST_SPACES)
    before = 0
    for points in value:
        if type(points) is not int:
            raise _fault("hearts", points, "takes whole numbers")
        if points < before:
            raise _fault("hearts", points, "must not be less than the %d before it" % before)
        before = points
    if value and (value[0] != 0 or before != LAST_HEARTS):
        raise _fault("hearts", value, "must start at 0 and end at %d" % LAST_HEARTS)
    return list(value)


def _orders(value: "Any") -> "dict[str, str]":
    if type(value) is not dict:
        raise _fault("orders", value, 'takes an object such as {"score": "GRB"}')
    for name in sorted(value):
        if value[name] not in ORDERS:
            raise _fault("orders", value[name], "takes the orders %s" % ", ".join(ORDERS))
    return dict(value)


def _buttons(value: "Any") -> "dict[str, int]":
    if type(value) is not dict:
        raise _fault("buttons", value, 'takes an object such as {"seat1": 7, "seat2": 6}')
    for name in sorted(value):
        if name not in BUTTONS:
            raise _fault("buttons", name, "takes the buttons %s" % ", ".join(BUTTONS))
        if type(value[name]) is not int:
            raise _fault("buttons", value[name], "takes the number of a pin")
    return dict(value)


def _last(value: "Any") -> Setup:
    if type(value) is not str:
        raise _fault("last", value, "must be the set-up of a game, as in a script; take it out")
    from .setup_reading import read_setup  # here, because many settings have no game yet

    try:
        return read_setup(value)
    except TextError as error:
        raise _fault("last", value, "is no set-up of a game; take it out (%s)" % error) from None


def _fault(key: str, value: "Any", message: str) -> BoardError:
    return BoardError("settings.json: '%s' has %s, but %s." % (key, _shown(value), message))


def _shown(value: "Any") -> str:
    """`value` for a message: at most 40 characters."""
    shown = repr(value)
    return shown if len(shown) <= 40 else shown[:37] + "..."


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
