"""Writes the settings as the text of settings.json; settings_reading.py reads it."""

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .settings import Settings


def text_of(settings: "Settings") -> str:
    """The settings as JSON, one per line, always in the same order; `read_settings` reads it."""
    fields: "list[tuple[str, Any]]" = [
        ("colours", settings.colours),
        ("brightness", settings.brightness),
        ("rhythm", settings.rhythm),
        ("hearts", settings.hearts),
        ("entry", settings.entry),
    ]
    lines = ["  %s: %s" % (json.dumps(key), json.dumps(value)) for key, value in fields]
    lines.append('  "orders": ' + _object(settings.orders))
    lines.append('  "buttons": ' + _object(settings.buttons))
    if settings.last is not None:
        lines.append('  "last": ' + json.dumps(settings.last.text()))
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _object(pairs: "dict[str, Any]") -> str:
    """A JSON object with sorted keys, because a dict has no fixed order on the board."""
    return "{" + ", ".join(["%s: %s" % (json.dumps(key), json.dumps(pairs[key])) for key in sorted(pairs)]) + "}"
