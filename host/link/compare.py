"""Compares the files on a board with those that this version would put there."""

import zlib
from dataclasses import dataclass

from engine_core.board import Board
from host.build import files_for
from host.errors import UserError
from host.link.data import own_board
from host.link.link import Link
from host.link.update import PACK, Update


@dataclass(frozen=True)
class Difference:
    """One file that is not as in this version. what: "missing", "differs", "not of this version"."""

    path: str
    what: str


@dataclass(frozen=True)
class Built:
    """The result of `compare`. board: read from the board's own board file. board_text: the text of that file.

    count: number of files that this version has for it. free: bytes free on its flash. unfinished: an update was
    interrupted.
    """

    board: Board
    board_text: str
    count: int
    differences: list[Difference]
    free: int
    unfinished: bool


def compare(link: Link) -> Built:
    """Compare the files of the board at the end of `link` with those of this version for its own board file.

    Raises UserError when it has no board file, or one that cannot be used.
    """
    own = own_board(link)
    if own is None:
        raise UserError(f"troopkeeper is not on the board at {link.port}: run 'troop flash' first.")
    board, text = own
    files = {path: content for path, content in files_for(board, text).items() if not path.startswith("data/")}
    update = Update(link, files)
    update.look()
    differences = [
        Difference(path, "differs" if path in update.there else "missing")
        for path, content in sorted(files.items())
        if update.there.get(path) != zlib.crc32(content)
    ]
    differences += [
        Difference(path, "not of this version")
        for path in sorted(update.there)
        if path.startswith("lib/") and path not in files
    ]
    unfinished = "update.txt" in update.there or PACK in update.there
    return Built(board, text, len(files), differences, update.free, unfinished)
