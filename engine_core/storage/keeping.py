"""The games in storage when one begins or ends: their numbers, which is kept, which goes.

Needed when a game begins, not while it is played.
"""

from ..compat import const
from ..errors import TextError
from ..moves import NO_SEAT, UNDO
from .folder import ASIDE, FULL, KEPT, NEW, PLAYING, TAIL, Folder, number_of
from .record import SIZE, pack_record
from .record_reading import game_of, intact, pack_header

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..table import Table
    from .game_file import GameFile

KEEP_GAMES = const(10)  # previous games, for the laptop
KEEP_ASIDE = const(3)  # damaged files
_PIECE = const(128)  # records made at once: each piece is an erase or two
_MISSING = const(2)  # ENOENT
_TAIL_LIMIT = const(1024)  # bytes read of a tail; ours have half of it at most


def next_number(folder: Folder) -> int:
    """A number that no game here has had, nor the one whose records the tail holds: they would count."""
    number = 0
    for name in folder.files.names():
        number = max(number, number_of(name))
    try:
        first = folder.files.read(TAIL, 0, SIZE)
    except OSError:
        first = b""
    if len(first) == SIZE and game_of(first, 0) == (number + 1) & 0xFF:
        number += 1
    return number + 1


def read_tail(folder: Folder) -> bytes:
    """The newest records; empty when there are none. Raises OSError or MemoryError when they cannot be read."""
    try:
        return folder.files.read(TAIL, 0, _TAIL_LIMIT)
    except OSError as error:
        if error.errno != _MISSING:
            raise
        return b""


def read_tail_if(folder: Folder) -> bytes:
    """The newest records; empty when there are none, or they cannot be read."""
    try:
        return read_tail(folder)
    except (OSError, MemoryError):
        return b""


def add_tail(folder: Folder, name: str) -> None:
    """Add the newest records to the file of their game, which goes out of play: the next game overwrites the tail.

    Those of another game are left alone.
    """
    tail = read_tail_if(folder)
    if intact(tail, 0) and game_of(tail, 0) == number_of(name) & 0xFF:
        folder.append(name, tail)


def roll_out(folder: Folder, game: "GameFile") -> "tuple[bool, bool]":
    """A new game is to begin: store all of the one in play. Raises nothing.

    (whether its file is gone, whether it cannot go on there: a new file must be written)
    """
    try:
        if game.name and game.name not in folder.files.names():
            return True, True  # somebody has taken it away, but the table has it
        game.roll()
    except OSError as error:
        return False, error.errno != FULL
    return False, False


def loss() -> TextError:
    """What is said when a new game would lose moves of the one in play."""
    return TextError(
        "The game in play is not stored, and a new one would lose it. Make room, or see to the storage; or begin"
        " the new game once more: that gives this one up."
    )


def let_go(folder: Folder, game: "GameFile", unread: bool) -> None:
    """Put the game in play among the kept ones, with all its moves. Raises OSError or MemoryError: it stays in play.

    unread: it was not replayed, so only the tail itself knows what is in it. game: it writes no file any more.
    """
    if game.name and game.name in folder.files.names():  # somebody may have taken it away
        if unread:
            add_tail(folder, game.name)
        else:
            game.roll()
        keep(folder, game.name)
    game.go_on("", 0, 0, 0)


def keep(folder: Folder, name: str) -> None:
    """The game in play becomes a kept one."""
    folder.files.rename(name, _free_name(folder, number_of(name), KEPT))


def put_aside(folder: Folder, name: str, number: int) -> str:
    """Keep a damaged file of game `number` under another name, which is given back."""
    aside = _free_name(folder, number, ASIDE)
    folder.files.rename(name, aside)
    _drop_oldest(folder, ASIDE, KEEP_ASIDE)
    return aside


def tidy(folder: Folder) -> None:
    """Keep the last KEEP_GAMES games only; one that could not be put away belongs to them."""
    for _, name in folder.find(PLAYING):
        if name != folder.playing:
            add_tail(folder, name)
            keep(folder, name)
    _drop_oldest(folder, KEPT, KEEP_GAMES)


def _drop_oldest(folder: Folder, ending: str, most: int) -> None:
    found = folder.find(ending)
    for i in range(len(found) - most):
        folder.files.remove(found[i][1])


def _free_name(folder: Folder, number: int, ending: str) -> str:
    names = folder.files.names()
    name = "%05d%s" % (number, ending)
    copy = 2
    while name in names:
        name = "%05d-%d%s" % (number, copy, ending)
        copy += 1
    return name


def new_file(folder: Folder, table: "Table") -> "tuple[str, int, int, int]":
    """Make a file with the moves of `table`; it counts from the moment it is there whole. What GameFile.go_on takes.

    What is undone is among them, with a record that takes it back: it can be played again, and that be stored.
    """
    folder.drop_unfinished()
    count = next_number(folder)
    number = count & 0x3FFFFFFF  # a name that somebody gave may be larger
    data: "bytes | bytearray" = pack_header(number, table.setup.text(), table.setup.map_text)
    size = len(data)
    folder.write(NEW, data)
    moves, steps = table.undone()
    sequence = moves + table.count
    for start in range(0, sequence, _PIECE):
        data = _records_of(table, start, min(_PIECE, sequence - start), number)
        folder.alive()
        folder.append(NEW, data)
        size += len(data)
    if steps:
        sequence += 1
        data = bytearray(SIZE)
        pack_record(data, 0, sequence, number, UNDO, NO_SEAT, steps, 0, 0)
        folder.append(NEW, data)
        size += SIZE
    name = "%05d%s" % (count, PLAYING)
    folder.files.rename(NEW, name)
    return name, number, sequence, size


def _records_of(table: "Table", start: int, count: int, number: int) -> bytearray:
    """The records of `count` moves in the table's log, from move `start` on."""
    data = bytearray(count * SIZE)
    for i in range(count):
        kind, seat, a, b, flags = table.move(start + i)
        pack_record(data, i * SIZE, start + i + 1, number, kind, seat, a, b, flags)
    return data
