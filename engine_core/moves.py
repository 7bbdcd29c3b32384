"""Moves: four small integers (kind, seat, a, b), packed in eight bytes.

Only moves are stored: the log of a table, the journal and a script are all lists of moves.
"""

import struct

from .compat import const

NO_SEAT = const(255)  # in place of a seat: a move of the whole table, or of the seat on turn

# kind             a, b
ADD = const(1)  # track, amount (below 0: a correction)
NEXT = const(2)
FINAL = const(3)  # category, value
CONFIRM = const(4)
OVER = const(5)  # the game is stopped early
REMOVE = const(6)  # 0 ape, 1 tamarin; resource (0..3) or -1
OBJECT = const(7)  # object (0..6), level (0 when none was given)
DISC = const(8)  # type of ape (0..3)
COPY = const(9)  # seat copied, resource (0..3) or -1
ATTRACT = const(10)  # type of ape, level + 16 * (food + 1); food + 1 is 0 when none was given
SHORTAGE = const(11)
ACTION = const(12)  # 0 group, 1 solitary, 2 rest
ENVIRONMENT = const(13)
PLACE = const(14)  # space (its index in reading order of the map; by region: the region), tile
CLAIM = const(15)  # colour (0 grey, 1 black, 2 white), tiles passed + 256 * money taken
UNDO = const(30)  # steps (0 means 1); only in the journal, never in the log of a table
REDO = const(31)  # as UNDO

# flags
JOINED = const(1)  # undo takes this move back together with the move before it

SIZE = const(8)  # bytes of a packed move
LIMIT = const(999)  # the largest amount one move may carry
TOP = const(9999)  # the end of every track, so that all sums fit into 16 bits
_LAYOUT = "<BBBBhh"


def pack_into(buffer: bytearray, offset: int, kind: int, seat: int, a: int, b: int, flags: int) -> None:
    """Write one move into SIZE bytes of `buffer` at `offset`. Allocates nothing."""
    struct.pack_into(_LAYOUT, buffer, offset, kind, seat, flags, 0, a, b)


def unpack_from(buffer: "bytes | bytearray | memoryview", offset: int) -> "tuple[int, int, int, int, int]":
    """Read (kind, seat, a, b, flags) from SIZE bytes of `buffer` at `offset`."""
    kind, seat, flags, _, a, b = struct.unpack_from(_LAYOUT, buffer, offset)
    return kind, seat, a, b, flags
