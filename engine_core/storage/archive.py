"""The archive: what is done with stored games when a game begins or ends.

New games get a number and a file, ended ones move to the archive, and the oldest there are deleted. The board loads
this module when a game begins, not while it is played.
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

KEEP_GAMES = const(10)  # games in the archive, for the laptop
KEEP_ASIDE = const(3)  # damaged files
_PIECE = const(128)  # records in one write of a new file: one or two erases
_MISSING = const(2)  # ENOENT
_TAIL_LIMIT = const(1024)  # bytes read of the tail; GameFile writes half of that at most


def next_number(folder: Folder) -> int:
    """The number for a new game: above those of all files here, and not that of the records in the tail.

    A new game with the number of those records would take them for its own.
    """
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
    """The bytes of the file `tail`; b"" when there is none. Raises OSError or MemoryError when it cannot be read."""
    try:
        return folder.files.read(TAIL, 0, _TAIL_LIMIT)
    except OSError as error:
        if error.errno != _MISSING:
            raise
        return b""


def read_tail_if(folder: Folder) -> bytes:
    """The bytes of the file `tail`; b"" when there is none or it cannot be read."""
    try:
        return read_tail(folder)
    except (OSError, MemoryError):
        return b""


def append_tail(folder: Folder, name: str) -> None:
    """Append the tail to the game file `name` before it is archived, because the next game overwrites the tail.

    Does nothing when the tail holds records of another game. Raises OSError.
    """
    tail = read_tail_if(folder)
    if intact(tail, 0) and game_of(tail, 0) == number_of(name) & 0xFF:
        folder.append(name, tail)


def flush_tail(folder: Folder, game: "GameFile") -> "tuple[bool, bool]":
    """Before a new game: append the tail to the file of the game in play. Raises nothing.

    Gives two flags: whether the file is missing, and whether a new one must be written.
    """
    try:
        if game.name and game.name not in folder.files.names():
            return True, True  # it was deleted, but the table has its moves
        game.append_tail()
    except OSError as error:
        return False, error.errno != FULL
    return False, False


def loss() -> TextError:
    """The error for a new game that would lose moves of the game in play."""
    return TextError(
        "The game in play is not stored, and a new one would lose it. Make room in the storage, or repair it; or"
        " begin the new game once more, and this one is lost."
    )


def archive(folder: Folder, game: "GameFile", unread: bool) -> None:
    """Move the game in play to the archive with all its moves, and close `game`.

    unread: true if the game was not replayed, so its newest records must be read from the tail. Raises OSError or
    MemoryError: the game is still in play then.
    """
    if game.name and game.name in folder.files.names():  # it may have been deleted from the laptop
        if unread:
            append_tail(folder, game.name)
        else:
            game.append_tail()
        archive_file(folder, game.name)
    game.open("", 0, 0, 0)


def archive_file(folder: Folder, name: str) -> None:
    """Move the file of a game in play to the archive: rename it to NUMBER.game."""
    folder.files.rename(name, _free_name(folder, number_of(name), KEPT))


def move_aside(folder: Folder, name: str, number: int) -> str:
    """Rename a damaged file of game `number` to NUMBER.bad; gives the new name. Older damaged files are deleted."""
    aside = _free_name(folder, number, ASIDE)
    folder.files.rename(name, aside)
    _drop_oldest(folder, ASIDE, KEEP_ASIDE)
    return aside


def tidy(folder: Folder) -> None:
    """Archive games that are not in play any more, and delete the oldest ones beyond KEEP_GAMES."""
    for _, name in folder.find(PLAYING):
        if name != folder.playing:
            append_tail(folder, name)
            archive_file(folder, name)
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
    """Write a game file with all moves of `table`, under the name `new` until it is complete.

    Gives (file name, game number, sequence number of the last record, bytes), which GameFile.open takes. Undone moves
    are written too, followed by one UNDO record, so that they can be redone. Raises OSError or MemoryError.
    """
    folder.drop_unfinished()
    count = next_number(folder)
    number = count & 0x3FFFFFFF  # a file that somebody has renamed may have a larger number
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
