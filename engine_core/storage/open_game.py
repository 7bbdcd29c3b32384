"""Power-up: which game is in play, and its moves on a table again. What is damaged is kept aside and said."""

from ..compat import nothing
from ..errors import RuleError, TextError
from ..table import Table
from .checkpoint_reading import read_entries
from .checkpoints import Checkpoints
from .folder import PLAYING, TAIL, Folder, number_of
from .game_file import GameFile
from .game_reading import Reading
from .journal import Journal
from .keeping import add_tail, keep, new_file, put_aside, read_tail, read_tail_if, tidy
from .record import SIZE
from .record_reading import VERSION, game_of, header_size, intact, read_header

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..setup import Setup
    from .files import Files
    from .record_reading import Header


def open_game(
    files: "Files",
    say: "Callable[[str], None]",
    alive: "Callable[[], object]" = nothing,
    made: "Callable[[], object]" = nothing,
) -> "tuple[Journal, Table | None]":
    """The journal, and the table of the game in play as it was; None when there is none, or none that can be played on.

    files, say, alive: as for folder.Folder. The rest: as open_into.
    """
    journal = Journal(files, say, alive)
    return journal, open_into(journal, made)


def open_into(journal: Journal, made: "Callable[[], object]" = nothing) -> "Table | None":
    """The table of the game in play as it was, whose fresh journal goes on with it; None as in open_game.

    made: called when the table is there, but its moves are not: reading a long game needs room.
    Raises nothing: what is wrong is said, and a game that cannot be played on is among the kept ones.
    """
    setup = find_setup(journal)
    if setup is None:
        return None
    table: "Table | None" = None
    try:
        table = Table(setup)
        made()
        replay(journal, table)
        return table
    except (TextError, RuleError) as error:
        why = str(error)
    except MemoryError:
        why = "it has more moves than this device has memory for"
    table = None  # its memory is needed
    journal.say("The stored game cannot be played on (%s): it is kept, begin a new one." % why)
    journal.decline()
    return None


def find_game(
    files: "Files", say: "Callable[[str], None]", alive: "Callable[[], object]" = nothing
) -> "tuple[Journal, Setup | None]":
    """The journal, and the set-up of the game in play; None when there is none that can be read. Raises nothing.

    What cannot be read is kept aside and said. Then make the table and `replay` it; `decline` a set-up that no table
    can be made of.
    """
    journal = Journal(files, say, alive)
    return journal, find_setup(journal)


def find_setup(journal: Journal) -> "Setup | None":
    """As find_game, for a fresh journal."""
    try:
        journal.game.name, journal.header, setup = game_in_play(journal.folder)
        journal.folder.playing = journal.game.name
        return setup
    except (OSError, MemoryError) as error:
        journal.say("The stored games cannot be read (%s)." % error)
        return None


def game_in_play(folder: Folder) -> "tuple[str, Header | None, Setup | None]":
    """File name, header and set-up of the game in play; ("", None, None) when there is none.

    Of several the newest is: a power cut leaves the one before beside it. What cannot be read is put aside,
    unless storage fails at that.
    """
    found: "tuple[str, Header | None, Setup | None]" = ("", None, None)
    for number, name in reversed(folder.find(PLAYING)):
        header, setup = _open(folder, name)
        if header is None:
            continue
        if not found[0]:
            found = (name, header, setup)
        elif number == number_of(found[0]):
            if _longer(folder, name, header, found):
                name, found = found[0], (name, header, setup)
            _reject(folder, name, "there is a longer file of the same game")
    return found


def _open(folder: Folder, name: str) -> "tuple[Header | None, Setup | None]":
    """Header and set-up of a file; (None, None) when it cannot be played: it is out of the way then."""
    header = read_header_of(folder, name)
    if header is not None and header.version != VERSION:
        folder.say("Game %d was stored by a newer version: update this device to go on with it." % header.number)
        try:
            add_tail(folder, name)
            keep(folder, name)
        except OSError:
            pass  # it stays where it is
        return None, None
    from ..setup_reading import read_setup  # it is forgotten before the moves are read

    try:
        if header is not None:
            return header, read_setup(header.text, header.map_text)
        why = "its beginning is damaged"
    except TextError as error:
        why = error.message
    try:
        add_tail(folder, name)
    except OSError:
        pass  # it is damaged all the same
    _reject(folder, name, why)
    return None, None


def _longer(folder: Folder, name: str, header: "Header", other: "tuple[str, Header | None, Setup | None]") -> bool:
    """Whether the file has more proven moves than the other one of the same game."""
    if other[1] is None:
        return True
    tail = read_tail_if(folder)
    readings = (
        Reading(folder.files, name, header, tail, folder.alive),
        Reading(folder.files, other[0], other[1], tail, folder.alive),
    )
    for reading in readings:
        reading.read(None)
    return readings[0].last > readings[1].last


def _reject(folder: Folder, name: str, why: str) -> None:
    """Put a file aside that cannot be the game in play."""
    try:
        kept = put_aside(folder, name, number_of(name))
    except OSError:
        kept = name
    folder.say("%s cannot be played (%s): it is kept as %s." % (name, why, kept))


def read_header_of(folder: Folder, name: str) -> "Header | None":
    """The header of a game's file; None when it cannot be read."""
    try:
        size = header_size(folder.files.read(name, 0, SIZE))
        return read_header(folder.files.read(name, 0, size)) if size else None
    except OSError:
        return None


def _is_left_over(tail: bytes, playing: int) -> bool:
    """Whether `tail` is sound, but from a game before number `playing`, whose file has had its records already."""
    for start in range(0, len(tail), SIZE):
        if not intact(tail, start) or game_of(tail, start) != game_of(tail, 0):
            return False
    return not tail or 0 < (playing - game_of(tail, 0)) & 0xFF < 128


def replay(journal: Journal, table: Table) -> None:
    """Play the stored moves of the game that `find_game` found on `table`, which is fresh; the journal goes on with it.

    Raises MemoryError when they are too many for this device: nothing has changed then, `decline` the game. Damaged
    storage ends in its longest provably good part; the rest is kept aside and said.
    """
    header = journal.header
    if header is None:
        raise ValueError("find_game found no game")
    tail = b""
    unread = ""
    try:
        tail = read_tail(journal.folder)
    except OSError as error:
        unread = "they cannot be read: %s" % error
    reading = Reading(journal.files, journal.game.name, header, tail, journal.folder.alive)
    entries, size = read_entries(journal.files, table, header.number)
    reading.read(table, entries)  # too little memory for it is no damage: nothing has changed yet
    journal.header = None
    reading.tail_fault = reading.tail_fault or unread
    journal.checkpoints.go_on(table, size)
    try:
        if reading.fault:
            _mend(journal, reading, table)
        else:
            _go_on_from(journal.game, reading)
        if reading.tail_fault:
            _drop_tail(journal, reading, table)
    except (OSError, MemoryError) as error:
        journal.fail(error)
    journal.table = table


def _go_on_from(game: GameFile, reading: Reading) -> None:
    """Write on where a reading has ended, whose file is sound. The sound part of the tail stays or is rolled."""
    game.go_on(reading.name, reading.header.number, reading.last, reading.size)
    if len(reading.tail) > len(game._tail):
        game._add(reading.tail)
        return
    game._used = len(reading.tail)
    game._tail[: game._used] = reading.tail
    if reading.tail_fault:
        game.roll()  # where that fails they stay ours, to be rolled before anything overwrites them


def _mend(journal: Journal, reading: Reading, table: Table) -> None:
    """The game's file is damaged: go on in a new one, keep the old one aside."""
    damaged = journal.game.name
    journal.game = GameFile(journal.folder)  # when storage fails now, the damaged file must not be given up later
    journal.game.go_on(*new_file(journal.folder, table))
    journal.checkpoints = Checkpoints(journal.files)
    aside = put_aside(journal.folder, damaged, number_of(damaged))
    journal.say(
        "Game %d was damaged after move %d (%s): play goes on from there. The damaged file is kept as %s."
        % (reading.header.number, table.count, reading.fault, aside)
    )
    tidy(journal.folder)


def _drop_tail(journal: Journal, reading: Reading, table: Table) -> None:
    """The tail does not go on from the game's file. One that a game before has left says nothing new."""
    tail = read_tail_if(journal.folder)
    if tail and _is_left_over(tail, reading.header.number):
        return
    aside = put_aside(journal.folder, TAIL, reading.header.number)
    journal.say(
        "The newest records were damaged after move %d (%s): play goes on from there. They are kept as %s."
        % (table.count, reading.tail_fault, aside)
    )
