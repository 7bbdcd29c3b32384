"""Reads the stored checkpoints at power-on. checkpoints.py stores them and describes the file."""

import struct
from binascii import crc32

from .checkpoints import HEAD, HEAD_SIZE, MOST
from .folder import CHECKPOINTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..table import Table
    from .files import Files


class Entry:
    """One stored checkpoint, and the part of the game's file that was valid when it was stored.

    number: of the checkpoint, see Table.checkpoint. state: the packed state. sequence: of the last record in that
    part. size: bytes of that part. proof: its fingerprint, 16 bytes.
    """

    def __init__(self, number: int, sequence: int, size: int, proof: bytes, state: memoryview) -> None:
        self.number = number
        self.sequence = sequence
        self.size = size
        self.proof = proof
        self.state = state


def read_entries(files: "Files", table: "Table", game: int) -> "tuple[list[Entry], int]":
    """The entries of game number `game` that fit `table`, in the order they were stored, and the bytes of their file.

    Gives ([], 0) when the file is missing, damaged, of another game or of another firmware. Raises nothing.
    """
    try:
        data = files.read(CHECKPOINTS, 0, MOST)
    except (OSError, MemoryError):
        return [], 0
    entries: "list[Entry]" = []
    view = memoryview(data)  # states are not copied: in a long game the table needs that memory
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
    """The entry at `start`; None when it is incomplete, its CRC is wrong, or it is of another game."""
    if start + HEAD_SIZE > len(data):
        return None
    owner, number, sequence, size, length, proof = struct.unpack_from(HEAD, data, start)
    end = start + HEAD_SIZE + length
    if owner != game or bytes(data[end : end + 4]) != struct.pack("<I", crc32(data[start:end]) & 0xFFFFFFFF):
        return None
    return Entry(number, sequence, size, proof, data[start + HEAD_SIZE : end])
