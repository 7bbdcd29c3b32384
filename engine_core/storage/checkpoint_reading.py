"""Reading the stored checkpoints at power-up; checkpoints.py stores them and says what they are."""

import struct
from binascii import crc32

from .checkpoints import HEAD, HEAD_SIZE, MOST
from .folder import CHECKPOINTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..table import Table
    from .files import Files


class Entry:
    """One checkpoint: `number` and `state` of the table's, and how far the game's file is known to be good.

    sequence: of the last record there. size, proof: bytes of the file up to there, and their fingerprint.
    """

    def __init__(self, number: int, sequence: int, size: int, proof: bytes, state: memoryview) -> None:
        self.number = number
        self.sequence = sequence
        self.size = size
        self.proof = proof
        self.state = state


def read_entries(files: "Files", table: "Table", game: int) -> "tuple[list[Entry], int]":
    """The entries of game `game` that fit this table, in the order they were stored, and the size of their file.

    None, and 0, when unsure.
    """
    try:
        data = files.read(CHECKPOINTS, 0, MOST)
    except (OSError, MemoryError):
        return [], 0
    entries: "list[Entry]" = []
    view = memoryview(data)  # no state is copied: of a long game they would take memory that the table needs
    start = 0
    while start < len(data):
        entry = _unpack(view, start, game)
        if entry is None:
            return [], 0
        entries.append(entry)
        start += HEAD_SIZE + len(entry.state) + 4
    fresh = table.checkpoint(0)
    if not entries or entries[0].number != 0 or bytes(entries[0].state) != fresh:
        return [], 0
    return [entry for entry in entries if len(entry.state) == len(fresh)], len(data)


def _unpack(data: memoryview, start: int, game: int) -> "Entry | None":
    """The entry at `start`; None when it is not whole, or of another game."""
    if start + HEAD_SIZE > len(data):
        return None
    owner, number, sequence, size, length, proof = struct.unpack_from(HEAD, data, start)
    end = start + HEAD_SIZE + length
    if owner != game or bytes(data[end : end + 4]) != struct.pack("<I", crc32(data[start:end]) & 0xFFFFFFFF):
        return None
    return Entry(number, sequence, size, proof, data[start + HEAD_SIZE : end])
