"""Reads JSON files that people edit, with the same result on every supported MicroPython."""

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def load(text: str) -> "Any":
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
