"""Loads the board file and the settings on the device, and keeps the last good copy of each.

A faulty file does not stop the device as long as there is a good copy of it.
"""

import json

from engine_core.board_reading import load_board
from engine_core.compat import const
from engine_core.errors import BoardError
from engine_core.settings import SETTINGS_FILE, Settings

from .errorlog import keep_copy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from engine_core.board import Board
    from engine_core.storage.files import Files

GOOD_BOARD = "board.good"
GOOD_SETTINGS = "settings.good"
MOST_STRIPS = const(4)
LAST_PIN = const(28)


class Config:
    """What was loaded. faults: a line for each file that could not be used; empty when all could.

    good: (name of the copy, text) of the files that could be used.
    """

    def __init__(self, board: "Board", settings: Settings, faults: "list[str]", good: "list[tuple[str, str]]") -> None:
        self.board = board
        self.settings = settings
        self.faults = faults
        self.good = good

    def keep(self, files: "Files") -> None:
        """Store a copy of each good file, see keep_copy.

        Not part of loading: writing may erase flash, and the table must come first. The board does it in Device.
        """
        for name, text in self.good:
            keep_copy(files, name, text)


def load_config(files: "Files", read_board: "Callable[[], str]") -> Config:
    """Load the board (`read_board` gives its text or raises OSError) and the settings from `files`.

    Raises BoardError when there is neither a board file nor a copy that can be used.
    """
    faults: "list[str]" = []
    found: "list[tuple[str, str]]" = []
    board = _load(files, lambda: _needed(read_board), GOOD_BOARD, load_board, faults, found)
    from engine_core.settings_reading import apply_settings, read_settings  # late: memory is free again

    try:
        settings = _load(files, lambda: _text(files, SETTINGS_FILE), GOOD_SETTINGS, read_settings, faults, found)
    except (OSError, BoardError):  # none stored yet, or none that can be used
        settings = Settings()
    try:
        apply_settings(settings, board)
    except BoardError as error:
        faults.append(str(error))
    return Config(board, settings, faults, found)


def salvage(text: str) -> "list[tuple[int, str]]":
    """(pin, colour order) of the strips that can still be read from a faulty board file; empty when there are none."""
    try:
        strips = json.loads(text)["strips"]
        return [(strip["pin"], strip.get("order", "GRB")) for strip in strips[:MOST_STRIPS] if _can_be_lit(strip)]
    except (ValueError, KeyError, TypeError, AttributeError, MemoryError, RuntimeError):
        return []


def _can_be_lit(strip: "Any") -> bool:
    if not isinstance(strip, dict):
        return False
    pin, order = strip.get("pin"), strip.get("order", "GRB")
    colours = sorted(order.replace("W", "")) if isinstance(order, str) else []
    return type(pin) is int and 0 <= pin <= LAST_PIN and colours == ["B", "G", "R"]


def _load(
    files: "Files",
    read: "Callable[[], str]",
    good: str,
    parse: "Callable[[str], Any]",
    faults: "list[str]",
    found: "list[tuple[str, str]]",
) -> "Any":
    """Parse the text that `read` gives, or the copy stored under the name `good` if that text is faulty.

    A good text is added to `found`, a fault to `faults`. Raises BoardError when neither can be used, OSError of `read`.
    """
    try:
        text = read()
        value = parse(text)
    except (BoardError, ValueError, MemoryError) as error:  # ValueError: it is not UTF-8
        faults.append(str(error) if isinstance(error, BoardError) else "%s is not text." % good.replace("good", "json"))
        try:
            return parse(_text(files, good))
        except (OSError, ValueError):
            raise BoardError(faults[-1]) from None
    found.append((good, text))
    return value


def _needed(read_board: "Callable[[], str]") -> str:
    """The text of the board file, which must be there."""
    try:
        return read_board()
    except OSError as error:
        raise BoardError("board.json is not on the device (%s): flash it again." % error) from None


def _text(files: "Files", name: str) -> str:
    return str(files.read(name), "utf-8")
