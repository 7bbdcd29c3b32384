"""The games in storage when one begins or ends, or room is short: their numbers, which is kept, which goes.

Needed when a game begins and when storage is full, not while it is played.
"""

from .compat import const
from .moves import NO_SEAT, UNDO
from .proving import game_of, pack_header
from .records import SIZE, pack_record
from .shelf import ASIDE, CHECKPOINTS, KEPT, NEW, PLAYING, TAIL, Shelf, number_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .table import Table

KEEP_GAMES = const(10)  # previous games, for the laptop
KEEP_ASIDE = const(3)  # damaged files
_PIECE = const(128)  # records made at once: each piece is an erase or two


def next_number(shelf: Shelf) -> int:
    """A number that no game here has had, nor the one whose records the tail holds: they would count."""
    number = 0
    for name in shelf.files.names():
        number = max(number, number_of(name))
    try:
        first = shelf.files.read(TAIL, 0, SIZE)
    except OSError:
        first = b""
    if len(first) == SIZE and game_of(first, 0) == (number + 1) & 0xFF:
        number += 1
    return number + 1


def keep(shelf: Shelf, name: str) -> None:
    """The game in play becomes a kept one."""
    shelf.files.rename(name, _free_name(shelf, number_of(name), KEPT))


def put_aside(shelf: Shelf, name: str, number: int) -> str:
    """Keep a damaged file of game `number` under another name, which is given back."""
    aside = _free_name(shelf, number, ASIDE)
    shelf.files.rename(name, aside)
    _drop_oldest(shelf, ASIDE, KEEP_ASIDE)
    return aside


def tidy(shelf: Shelf) -> None:
    """Keep the last KEEP_GAMES games only; one that could not be put away belongs to them."""
    for _, name in shelf.find(PLAYING):
        if name != shelf.playing:
            keep(shelf, name)
    _drop_oldest(shelf, KEPT, KEEP_GAMES)


def _drop_oldest(shelf: Shelf, ending: str, most: int) -> None:
    found = shelf.find(ending)
    for i in range(len(found) - most):
        shelf.files.remove(found[i][1])


def _free_name(shelf: Shelf, number: int, ending: str) -> str:
    names = shelf.files.names()
    name = "%05d%s" % (number, ending)
    copy = 2
    while name in names:
        name = "%05d-%d%s" % (number, copy, ending)
        copy += 1
    return name


def make_room(shelf: Shelf, error: OSError) -> None:
    """Storage is full: remove the oldest thing that is not the game in play, or give up with `error`."""
    for _, name in sorted(shelf.find(KEPT) + shelf.find(ASIDE) + shelf.find(PLAYING)):
        if name != shelf.playing:
            shelf.files.remove(name)
            shelf.say("Storage is full: the oldest game (%s) was removed." % name)
            return
    if CHECKPOINTS not in shelf.files.names():
        raise error
    shelf.files.remove(CHECKPOINTS)  # only spares time


def new_file(shelf: Shelf, table: "Table") -> "tuple[str, int, int, int]":
    """Make a file with the moves of `table`; it counts from the moment it is there whole. What GameFile.go_on takes.

    What is undone is among them, with a record that takes it back: it can be played again, and that be stored.
    """
    shelf.drop_unfinished()
    count = next_number(shelf)
    number = count & 0x3FFFFFFF  # a name that somebody gave may be larger
    data: "bytes | bytearray" = pack_header(number, table.setup.text(), table.setup.map_text)
    size = len(data)
    shelf.write(NEW, data)
    moves, steps = table.undone()
    sequence = moves + table.count
    for start in range(0, sequence, _PIECE):
        data = _records_of(table, start, min(_PIECE, sequence - start), number)
        shelf.alive()
        shelf.append(NEW, data)
        size += len(data)
    if steps:
        sequence += 1
        data = bytearray(SIZE)
        pack_record(data, 0, sequence, number, UNDO, NO_SEAT, steps, 0, 0)
        shelf.append(NEW, data)
        size += SIZE
    name = "%05d%s" % (count, PLAYING)
    shelf.files.rename(NEW, name)
    return name, number, sequence, size


def _records_of(table: "Table", start: int, count: int, number: int) -> bytearray:
    """The records of `count` moves in the table's log, from move `start` on."""
    data = bytearray(count * SIZE)
    for i in range(count):
        kind, seat, a, b, flags = table.move(start + i)
        pack_record(data, i * SIZE, start + i + 1, number, kind, seat, a, b, flags)
    return data
