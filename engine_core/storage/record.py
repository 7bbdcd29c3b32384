"""Records: the bytes of one stored move, and the CRC that shows whether it is valid.

A record is 16 bytes, little-endian:

    0   sequence number, 4 bytes, from 1; in a header the number of the game
    4   kind, 5 seat, 6 flags: the move as moves.py packs it
    7   the low byte of the game's number, so that records of another game are recognised
    8   a, 10 b
    12  CRC-32 of the 12 bytes before

A game's file begins with a header: a record of kind HEADER, then the text of the set-up (`a` bytes), the
text of the map (`b` bytes) and the CRC-32 of both. After it come records of moves, UNDO and REDO.
"""

import struct
from binascii import crc32
from hashlib import sha256

from ..compat import const
from ..moves import pack_into

SIZE = const(16)
CHUNK = const(2048)  # bytes of a file read at once; a multiple of SIZE
MOVE_AT = const(4)  # where the packed move lies in a record
GAME_AT = const(7)
CRC_AT = const(12)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .files import Files


def pack_record(
    buffer: bytearray, offset: int, sequence: int, game: int, kind: int, seat: int, a: int, b: int, flags: int
) -> None:
    """Write a complete record, CRC included, into SIZE bytes of `buffer` at `offset`."""
    pack_into(buffer, offset + MOVE_AT, kind, seat, a, b, flags)
    seal(buffer, offset, sequence, game)


def seal(buffer: bytearray, offset: int, sequence: int, game: int) -> None:
    """Complete the record at `offset`, where the move is packed already: add sequence number, game and CRC."""
    struct.pack_into("<I", buffer, offset, sequence)
    buffer[offset + GAME_AT] = game & 0xFF
    struct.pack_into("<I", buffer, offset + CRC_AT, crc32(buffer[offset : offset + CRC_AT]) & 0xFFFFFFFF)


def fingerprint(files: "Files", name: str, size: int) -> bytes:
    """The first 16 bytes of the SHA-256 of the first `size` bytes of a file. Raises OSError.

    A CRC would not do: over records that each end in their own CRC it is the same for any content.
    """
    digest = sha256()
    for start in range(0, size, CHUNK):
        digest.update(files.read(name, start, min(CHUNK, size - start)))
    return digest.digest()[:16]
