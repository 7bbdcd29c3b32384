"""Reads board files on the laptop: a shipped one by its name, or any file."""

from pathlib import Path

from engine_core.board import Board
from engine_core.board_reading import load_board
from engine_core.errors import BoardError
from host.errors import FaultyFile, UserError
from host.files import MOST_TEXT, NOT_THERE, read_file, why_unreadable
from host.layers import BOARDS


def board_names() -> list[str]:
    """The names of the boards that are shipped, sorted."""
    return sorted(path.stem for path in BOARDS.glob("*.json"))


def board_text(name: str) -> str:
    """The text of the board file `name`: a shipped board's name, or a path. UserError when it cannot be read,
    FaultyFile when it is not UTF-8."""
    path = BOARDS / f"{name}.json" if name in board_names() else Path(name)
    why = why_unreadable(path)
    if why:
        what = f"There is no board {name!r}" if why == NOT_THERE else f"{path} {why}"
        raise UserError(f"{what}: say one of {', '.join(board_names())}, or the path of a board file.")
    try:
        data = read_file(path, MOST_TEXT)
        return data.decode("utf-8-sig")  # removes the byte order mark of Windows, which the device rejects
    except UnicodeDecodeError:
        raise FaultyFile(f"{path} is not a text file: a board file is JSON in UTF-8.") from None
    except OSError as error:
        raise UserError(f"{path} cannot be read as a board file ({error.strerror}).") from None


def read_board(name: str) -> tuple[Board, str]:
    """The board `name` and the text of its file. UserError when the file cannot be read or has a fault."""
    text = board_text(name)
    try:
        return load_board(text), text
    except BoardError as error:
        raise UserError(f"Board file {name}: {error}") from None
