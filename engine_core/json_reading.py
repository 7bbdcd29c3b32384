"""Reads and checks JSON files that people edit: board files and settings, with the same result on every MicroPython.

Each function raises BoardError with the place of the fault and what must stand there. where: the place, such as
'strip "score"'. data: the JSON object that has the key.
"""

import json

from .errors import BoardError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


def parse(text: str, name: str, characters: int, brackets: int, example: str) -> "dict[str, Any]":
    """The JSON object that `text` is. characters, brackets: limits, because reading JSON takes memory for each.

    name: of the file. example: an object of this kind, for the message.
    """
    if len(text) > characters or text.count("[") + text.count("{") > brackets:
        raise BoardError("%s is far too long or too nested: it holds something else." % name)
    try:
        data = _load(text)
    except ValueError as error:
        line = getattr(error, "lineno", 0)  # MicroPython's error has no line number
        where = " (line %d, column %d)" % (line, getattr(error, "colno", 0)) if line else ""
        raise BoardError("%s is not JSON%s: a comma, a quote or a bracket is wrong there." % (name, where)) from None
    if not isinstance(data, dict):
        raise BoardError("%s is %s, but must be one JSON object: %s." % (name, shown(data), example))
    return data


def _load(text: str) -> "Any":
    """As json.loads. Raises ValueError, also for a truncated text, which MicroPython 1.25 itself accepts."""
    data = json.loads(text)
    if _is_lenient() and (text.count("{") != text.count("}") or text.count("[") != text.count("]")):
        raise ValueError("truncated")
    return data


def _is_lenient() -> bool:
    try:
        json.loads("{")
    except ValueError:
        return False
    return True


# -- values ----------------------------------------------------------------------------------------
def fault(where: str, key: str, value: "Any", wanted: str) -> BoardError:
    """The error for a value that must be something else. wanted: such as "true or false"."""
    return BoardError('%s: "%s" is %s, but must be %s.' % (where, key, shown(value), wanted))


def field(data: "dict[str, Any]", key: str, where: str) -> "Any":
    """The value of `key`, which must be there."""
    if key not in data:
        raise BoardError('%s: "%s" is missing.' % (where, key))
    return data[key]


def number(data: "dict[str, Any]", key: str, where: str, low: int, high: int) -> int:
    """A whole number from `low` to `high`."""
    value = field(data, key, where)
    if type(value) is not int or not low <= value <= high:
        raise fault(where, key, value, "a whole number from %d to %d" % (low, high))
    return value


def choice(data: "dict[str, Any]", key: str, where: str, allowed: "Sequence[str]") -> str:
    """One of the words `allowed`."""
    value = field(data, key, where)
    if type(value) is not str or value not in allowed:
        raise fault(where, key, value, either(allowed))
    return value


def flag(data: "dict[str, Any]", key: str, where: str) -> bool:
    """true or false."""
    value = field(data, key, where)
    if type(value) is not bool:
        raise fault(where, key, value, "true or false")
    return value


def items(data: "dict[str, Any]", key: str, where: str) -> "list[Any]":
    """A list."""
    value = field(data, key, where)
    if type(value) is not list:
        raise fault(where, key, value, "a list: [...]")
    return value


def table(data: "dict[str, Any]", key: str, where: str) -> "dict[str, Any]":
    """An object."""
    value: dict[str, Any] = field(data, key, where)
    if not isinstance(value, dict):
        raise fault(where, key, value, "an object: {...}")
    return value


def check_table(value: "Any", where: str) -> None:
    """Raise unless `value` is an object."""
    if not isinstance(value, dict):
        raise BoardError("%s is %s, but must be an object: {...}." % (where, shown(value)))


def check_keys(data: "dict[str, Any]", allowed: "Sequence[str]", where: str) -> None:
    """Raise when `data` has another key than those `allowed`."""
    for key in sorted(data):
        if key not in allowed:
            raise BoardError("%s: there is no key %s; there are %s." % (where, shown(key), ", ".join(allowed)))


# -- words -----------------------------------------------------------------------------------------
def either(words: "Sequence[str]") -> str:
    """The words as in "a, b or c"."""
    return ", ".join(words[:-1]) + " or " + words[-1] if len(words) > 1 else words[0]


def shown(value: "Any") -> str:
    """`value` for a message: as JSON writes it, at most 40 characters."""
    try:
        text = json.dumps(value)
    except (ValueError, TypeError, RuntimeError):
        text = "something else"
    return text if len(text) <= 40 else text[:37] + "..."
