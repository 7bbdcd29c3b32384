"""Recovery at power-on: finds the game in play and plays its moves on a table.

Damaged files are renamed and kept, and the players are told.
"""

from ..compat import nothing
from ..errors import RuleError, TextError
from ..table import Table
from .archive import append_tail, archive_file, move_aside, new_file, read_tail, read_tail_if, tidy
from .checkpoint_reading import read_entries
from .checkpoints import Checkpoints
from .folder import PLAYING, TAIL, Folder, number_of
from .game_file import GameFile
from .game_reading import Reading
from .journal import Journal
from .record import SIZE
from .record_reading import VERSION, game_of, header_size, intact, read_header

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..setup import Setup
    from .record_reading import Header


def open_game(journal: Journal, made: "Callable[[], object]" = nothing) -> "Table | None":
    """The table of the game in play as it was; `journal`, a new one, continues with it. None when no game can continue.

    made: called when the table exists but has no moves yet, to free memory: reading a long game needs it. Raises
    nothing: faults are told to `journal.say`, and a game that cannot continue goes into the archive.
    """
    setup = find_game(journal)
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
    table = None  # frees its memory
    journal.say("The stored game cannot continue (%s): it goes into the archive, begin a new one." % why)
    journal.archive()
    return None


def find_game(journal: Journal) -> "Setup | None":
    """The set-up of the game in play, for a new journal; None when there is no readable one. Raises nothing.

    Files that cannot be read are renamed and kept, and `journal.say` is told. Next make the table and call `replay`;
    when no table can be made of the set-up, call Journal.archive.
    """
    try:
        journal.game.name, journal.header, setup = game_in_play(journal.folder)
        journal.folder.playing = journal.game.name
        return setup
    except (OSError, MemoryError) as error:
        journal.say("The stored games cannot be read (%s)." % error)
        return None


def game_in_play(folder: Folder) -> "tuple[str, Header | None, Setup | None]":
    """File name, header and set-up of the game in play; ("", None, None) when there is none.

    Of several it is the newest, because a power cut can leave the game before beside it. Files that cannot be read
    are renamed, unless storage fails at that. Raises OSError or MemoryError.
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
    """Header and set-up of a file; (None, None) when it cannot be played: it is then renamed, if storage allows it."""
    header = read_header_of(folder, name)
    if header is not None and header.version != VERSION:
        folder.say("Game %d was stored by a newer version: update this device to continue it." % header.number)
        try:
            append_tail(folder, name)
            archive_file(folder, name)
        except OSError:
            pass  # the file keeps its name
        return None, None
    from ..setup_reading import read_setup  # here, so that it can be unloaded before the moves are read

    try:
        if header is not None:
            return header, read_setup(header.text, header.map_text)
        why = "its header is damaged"
    except TextError as error:
        why = error.message
    try:
        append_tail(folder, name)
    except OSError:
        pass  # the file is renamed without its newest records
    _reject(folder, name, why)
    return None, None


def _longer(folder: Folder, name: str, header: "Header", other: "tuple[str, Header | None, Setup | None]") -> bool:
    """Whether the file has more valid records than `other`, another file of the same game."""
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
    """Rename a file that cannot be the game in play, and tell the players."""
    try:
        kept = move_aside(folder, name, number_of(name))
    except OSError:
        kept = name
    folder.say("%s cannot be played (%s): it is kept as %s." % (name, why, kept))


def read_header_of(folder: Folder, name: str) -> "Header | None":
    """The header of the game file `name`; None when it cannot be read or is damaged."""
    try:
        size = header_size(folder.files.read(name, 0, SIZE))
        return read_header(folder.files.read(name, 0, size)) if size else None
    except OSError:
        return None


def _is_left_over(tail: bytes, playing: int) -> bool:
    """Whether `tail` is valid, but of an earlier game than number `playing`, whose file has its records already."""
    for start in range(0, len(tail), SIZE):
        if not intact(tail, start) or game_of(tail, start) != game_of(tail, 0):
            return False
    return not tail or 0 < (playing - game_of(tail, 0)) & 0xFF < 128


def replay(journal: Journal, table: Table) -> None:
    """Play the stored moves of the game that `find_game` found on `table`, a new one; the journal continues that game.

    Raises MemoryError, and has changed nothing, when the game is too long for this device: call Journal.archive then.
    Of damaged storage the longest valid part is played; damaged files are renamed and kept, and the players are told.
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
    reading.read(table, entries)  # a MemoryError here is no damage: storage has not been changed yet
    journal.header = None
    reading.tail_fault = reading.tail_fault or unread
    journal.checkpoints.resume(table, size)
    try:
        if reading.fault:
            _mend(journal, reading, table)
        else:
            _resume_from(journal.game, reading)
        if reading.tail_fault:
            _drop_tail(journal, reading, table)
    except (OSError, MemoryError) as error:
        journal.fail(error)
    journal.table = table


def _resume_from(game: GameFile, reading: Reading) -> None:
    """Continue a file that is valid as a whole. The valid part of the tail stays there or is appended to the file."""
    game.open(reading.name, reading.header.number, reading.last, reading.size)
    if len(reading.tail) > len(game._tail):
        game._add(reading.tail)
        return
    game._used = len(reading.tail)
    game._tail[: game._used] = reading.tail
    if reading.tail_fault:
        game.append_tail()  # if that fails, `game` still has these records and appends them before anything else


def _mend(journal: Journal, reading: Reading, table: Table) -> None:
    """The game's file is damaged: write a new one from the table, and rename the damaged one."""
    damaged = journal.game.name
    journal.game = GameFile(journal.folder)  # else _write_anew would delete the damaged file if storage fails now
    journal.game.open(*new_file(journal.folder, table))
    journal.checkpoints = Checkpoints(journal.files)
    aside = move_aside(journal.folder, damaged, number_of(damaged))
    journal.say(
        "Game %d was damaged after move %d (%s): play continues from there. The damaged file is kept as %s."
        % (reading.header.number, table.count, reading.fault, aside)
    )
    tidy(journal.folder)


def _drop_tail(journal: Journal, reading: Reading, table: Table) -> None:
    """The tail does not continue the game's file: rename it, unless it is only left over from an earlier game."""
    tail = read_tail_if(journal.folder)
    if tail and _is_left_over(tail, reading.header.number):
        return
    aside = move_aside(journal.folder, TAIL, reading.header.number)
    journal.say(
        "The newest records were damaged after move %d (%s): play continues from there. They are kept as %s."
        % (table.count, reading.tail_fault, aside)
    )
