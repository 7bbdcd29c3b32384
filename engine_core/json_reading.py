"""JSON that people edit, read alike by every MicroPython. Loaded where it is needed: a device reads its files once."""

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def load(text: str) -> "Any":
    """As json.loads. Raises ValueError; so does a text that was cut short, which MicroPython 1.25 takes for whole."""
    data = json.loads(text)
    if _is_lenient() and (text.count("{") != text.count("}") or text.count("[") != text.count("]")):
        raise ValueError("cut short")
    return data


def _is_lenient() -> bool:
    try:
        json.loads("{")
    except ValueError:
        return False
    return True
