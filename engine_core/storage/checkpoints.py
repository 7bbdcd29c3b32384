"""Stores checkpoints, so that recovery need not check and play every move of a game (0.9 ms a move).

The file `checkpoints` holds entries. Each has a state that the table kept (see table.EVERY), and says how much
of the game's file was valid when it was stored. The file may be missing or damaged: recovery then checks and
plays every move. An entry, little-endian:

    0   number of the game, 4 bytes
    4   checkpoint, 4 bytes: the state is the one before move EVERY * this number
    8   sequence number of the last record in the game's file, 4 bytes
    12  bytes of the game's file, 4 bytes
    16  bytes of the state, 4 bytes
    20  the fingerprint of the game's file, 16 bytes
    36  the state, then the CRC-32 of all this

The first entry holds checkpoint 0, the state of a new table. If a new table has another state now, the firmware
was changed since then, and no stored state is used.
"""

import struct
from binascii import crc32

from ..compat import const
from ..table import EVERY
from .folder import CHECKPOINTS
from .record import fingerprint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..table import Table
    from .files import Files
    from .game_file import GameFile

HEAD = "<IIIII16s"
HEAD_SIZE = const(36)
MOST = const(8192)  # bytes of the file; when it would grow beyond this, it is written anew
_SPREAD = const(6)  # most states in a file that is written anew, beside checkpoint 0


class Checkpoints:
    """The stored checkpoints of the game in play. Raises nothing, because a game works without them."""

    def __init__(self, files: "Files") -> None:
        self._files = files
        self._size = 0  # bytes of the file; 0: it must be written anew
        self._stored: "list[int]" = []  # by checkpoint number: the mark of the state that was stored last
        self._off = False  # storing failed once: it is not tried again

    def due(self, table: "Table") -> bool:
        """Whether the table's last checkpoint is not stored yet. Allocates nothing."""
        number = table.count // EVERY
        mark = table.checkpoint_mark(number)
        if self._off or number == 0 or not mark:
            return False
        return number >= len(self._stored) or self._stored[number] != mark

    def store(self, table: "Table", game: "GameFile") -> None:
        """Store the checkpoints that are not stored yet. game: its file must have all moves of the table."""
        last = table.count // EVERY
        numbers = []
        for number in range(last + 1):
            if number >= len(self._stored):
                self._stored.append(0)
            if self._stored[number] != table.checkpoint_mark(number):
                self._stored[number] = table.checkpoint_mark(number)
                numbers.append(number)
        self._off = True  # reset below when it succeeds
        try:
            proof = fingerprint(self._files, game.name, game.size)
            data = _pack(table, numbers, game, proof)
            if self._size and self._size + len(data) <= MOST:
                self._files.append(CHECKPOINTS, data)
                self._size += len(data)
            else:
                data = _pack(table, _spread(last), game, proof)
                self._files.write(CHECKPOINTS, data)
                self._size = len(data)
            self._off = False
        except (OSError, MemoryError):
            pass

    def resume(self, table: "Table", size: int) -> None:
        """After recovery: append to the file of `size` bytes; the checkpoints that the table has now are stored."""
        self._size = size
        self._stored = [table.checkpoint_mark(number) for number in range(table.count // EVERY + 1)]


def _spread(last: int) -> "list[int]":
    """The checkpoint numbers for a file that is written anew: 0, `last`, and `last` minus 1, 2, 4 and so on."""
    numbers = [last]
    back = 1
    while back < last and len(numbers) < _SPREAD:
        numbers.append(last - back)
        back *= 2
    return [0] + sorted(numbers)


def _pack(table: "Table", numbers: "list[int]", game: "GameFile", proof: bytes) -> bytes:
    parts = []
    for number in numbers:
        state = table.checkpoint(number)
        if state is not None:
            entry = struct.pack(HEAD, game.number, number, game.sequence, game.size, len(state), proof) + state
            parts.append(entry + struct.pack("<I", crc32(entry) & 0xFFFFFFFF))
    return b"".join(parts)
