"""The journal: stores every move when it is made, so that a power cut loses no move.

Nothing is changed in place: at every moment storage holds all moves that `flush` has acknowledged. When storage
fails, play continues and `pending` stays above 0; as soon as storage works again, everything is stored. If storage
was only full, records are appended to the same files, because that takes the least room. After any other error a
new game file is written from the table.
"""

from ..compat import CLOCK_PERIOD, const, elapsed, nothing
from ..moves import UNDO, pack_into
from .checkpoints import Checkpoints
from .folder import FULL, KEPT, PLAYING, Folder
from .game_file import GameFile
from .record import MOVE_AT, SIZE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..table import Table
    from .files import Files
    from .record_reading import Header

_QUEUE = const(32)  # most moves that one flush can store
_QUIET_MS = const(2000)  # time without a press before work that erases flash
_RETRY_MS = const(5000)  # time before storage that has failed is tried again


class Journal:
    """Stores the game in play. files, say, alive: as for folder.Folder.

    open_game.py makes it at power-on. Then call `record` for every accepted move, `flush` when `pending` is not 0,
    and `idle` in turns of the loop without a press.

    pending: moves that are recorded but not stored; a token may take its colour when it is 0.
    trouble: one sentence for the players as long as storage fails; "" when it works.
    """

    def __init__(self, files: "Files", say: "Callable[[str], None]", alive: "Callable[[], object]" = nothing) -> None:
        self.pending = 0
        self.trouble = ""
        self.files = files
        self.say = say
        self.folder = Folder(files, say, alive)
        self.game = GameFile(self.folder)
        self.checkpoints = Checkpoints(files)
        self.header: "Header | None" = None  # of the game found at power-on, until it is replayed
        self.table: "Table | None" = None
        self.broken = False  # nothing can be appended to the game's file: a new one must be written from the table
        self.to_archive = False  # moving `game` to the archive failed: it must be done before the next game is stored
        self.warned = False  # the players were told that a new game would lose moves of this one
        self._queue = bytearray(_QUEUE * SIZE)
        self._moved = False  # the wait of `idle` begins again
        self._since = 0  # ms, when that wait began

    # -- play --------------------------------------------------------------------------------------
    def begin(self, table: "Table") -> None:
        """Begin to store a new game on `table`, with its set-up. The game in play goes into the archive.

        Durable at return, unless `say` was told that storage fails. Raises TextError, and has changed nothing, when
        the set-up is too long to be stored or moves of the game in play would be lost (see _secure).
        """
        from .record_reading import pack_header

        pack_header(1, table.setup.text(), table.setup.map_text)
        self._secure()
        self.archive()
        self.table = table
        self.broken = True
        self.attempt()

    def archive(self) -> None:
        """End the game in play without a new one: move its file to the archive. Raises nothing."""
        from .archive import tidy

        self.to_archive = True
        self.table = None
        self.pending = 0
        self.broken = False
        try:
            self._archive()
            tidy(self.folder)
        except (OSError, MemoryError) as error:
            self.say("The game before cannot be moved to the archive yet (%s)." % error)

    def record(self, kind: int, seat: int, a: int = 0, b: int = 0) -> None:
        """Queue, for the next `flush`, what the table has just accepted: a move, UNDO or REDO (a: steps, 0 means 1).

        Call it before the table changes again. Writes nothing, allocates nothing. ValueError without a game.
        """
        if self.table is None:
            raise ValueError("no game in play: begin one or replay one")
        if self.pending < _QUEUE:
            flags = self.table.last_flags() if kind < UNDO else 0
            pack_into(self._queue, self.pending * SIZE + MOVE_AT, kind, seat, a, b, flags)
        else:
            self.broken = True  # no move is lost: the new file is written from the table
        self.pending += 1
        if not self.trouble:  # else each press would put off the next try
            self._moved = True

    def flush(self) -> bool:
        """Store the queue; durable at return. False when storage fails: `pending` stays, and `idle` tries again."""
        if not self.pending:
            return True
        return not self.trouble and self.attempt()

    def idle(self, now: int) -> None:
        """Do slow work in a turn without a press, or try failed storage again. now: ms on the board's clock.

        Most calls do nothing, and then allocate nothing.
        """
        if self._moved:
            self._moved = False
            self._since = now
        elif self.trouble:
            if elapsed(now, self._since) >= _RETRY_MS:
                self.attempt()
        elif elapsed(now, self._since) >= _QUIET_MS:
            self._since = (now - _QUIET_MS) & (CLOCK_PERIOD - 1)  # or its age would be wrong when the clock wraps
            if self.table is not None:
                self._tidy_up(self.table)

    def games(self) -> "list[tuple[int, str]]":
        """(number, file name) of the stored games, oldest first, the game in play last. kept_games.py reads them."""
        return self.folder.find(KEPT) + self.folder.find(PLAYING)

    # -- storing -----------------------------------------------------------------------------------
    def attempt(self) -> bool:
        """Store everything now. False when storage fails, which the players are told once."""
        try:
            if self.broken and self.table is not None:
                self._write_anew(self.table)
            else:
                if self.trouble:
                    self.game.append_tail()  # storage may have been too full for it
                if self.pending:
                    self.game.store(self._queue, self.pending)
        except (OSError, MemoryError) as error:
            self.fail(error, self.broken)
            return False
        self.pending = 0
        if self.trouble:
            self.trouble = ""
            self.say("Storage works again: everything is stored.")
        self.warned = False
        return True

    def fail(self, error: Exception, broken: bool = True) -> None:
        """Storage has failed with `error`: tell the players once, and try again after _RETRY_MS.

        broken: a new game file must be written. It must be after every error but a full storage, too: only that one
        is known to leave the files as they were.
        """
        full = isinstance(error, OSError) and error.errno == FULL
        if not self.trouble:
            why = "it is full: make room" if full else str(error) or "memory"
            self.trouble = "Storage fails (%s): play on, but new moves are not stored until it works again." % why
            self.say(self.trouble)
        self.broken = broken or not full
        self._moved = True
        try:
            self.folder.drop_unfinished()
        except OSError:
            pass  # the next attempt tries this again

    def _write_anew(self, table: "Table") -> None:
        """Store all moves of the table in a new file, then delete the old file, which holds some of them at most."""
        from .archive import new_file, tidy

        if self.to_archive:
            self._archive()
        tidy(self.folder)  # first, because the tail may still hold records of an earlier game
        old = self.game.name
        self.game.open(*new_file(self.folder, table))
        self.checkpoints = Checkpoints(self.files)
        self.broken = False
        self.pending = 0
        if old != self.game.name and old in self.files.names():  # it may have been deleted from the laptop
            self.files.remove(old)

    def _secure(self) -> None:
        """Before a new game: store all moves of the game in play. Raises TextError when some would be lost.

        The second time it does not raise: the players were told what they lose.
        """
        table = self.table
        if table is None:
            return
        from .archive import flush_tail, loss

        gone, broken = flush_tail(self.folder, self.game)
        lost = gone or self.pending > 0
        self.broken = self.broken or broken
        stored = not (lost or self.broken) or self.attempt()
        if lost and not stored and table.count and not self.warned:
            self.warned = True
            raise loss()

    def _archive(self) -> None:
        """Move the game in play to the archive. Raises OSError or MemoryError: then it is still in play."""
        from .archive import archive

        archive(self.folder, self.game, self.header is not None)
        self.header = None
        self.to_archive = False

    def _tidy_up(self, table: "Table") -> None:
        """Do one piece of work that erases flash: append the tail to the game's file, or store checkpoints."""
        game = self.game
        if game.page_full():
            try:
                game.append_tail()
            except (OSError, MemoryError) as error:
                self.fail(error, self.broken)
        elif game.tail_empty() and self.checkpoints.due(table):
            self.checkpoints.store(table, game)
