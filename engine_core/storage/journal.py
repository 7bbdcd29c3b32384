"""The journal: every move is stored as it is made, and the game is back after a power cut.

Nothing is ever changed in place: at every instant storage holds all moves that `flush` acknowledged. When
storage fails, the table plays on, `pending` stays above 0, and as soon as storage works again all of it is stored.
Storage that was only full goes on where it was: that takes the least room. After everything else the journal is
written anew from the table itself.
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

_QUEUE = const(32)  # moves that can wait for one flush
_QUIET_MS = const(2000)  # without a press before anything that erases is done
_RETRY_MS = const(5000)  # before storage that has failed is tried again


class Journal:
    """The running game in storage. files, say, alive: as for folder.Folder.

    At power-up open_game.py makes it. Then `record` every accepted move, `flush` when `pending`, and call `idle`
    in quiet ticks.

    pending: moves recorded and not yet stored; a token may take its colour when it is 0.
    trouble: what people must know as long as storage fails, a sentence; "" when it works.
    """

    def __init__(self, files: "Files", say: "Callable[[str], None]", alive: "Callable[[], object]" = nothing) -> None:
        self.pending = 0
        self.trouble = ""
        self.files = files
        self.say = say
        self.folder = Folder(files, say, alive)
        self.game = GameFile(self.folder)
        self.checkpoints = Checkpoints(files)
        self.header: "Header | None" = None  # of `game`, found at power-up, as long as it is not replayed
        self.table: "Table | None" = None
        self.broken = False  # the game's file cannot go on: a new one is written from the table
        self.leaving = False  # `game` is one that could not be put away yet: the next game waits for that
        self.warned = False  # that the game in play would be lost
        self._queue = bytearray(_QUEUE * SIZE)
        self._moved = False
        self._since = 0

    # -- play --------------------------------------------------------------------------------------
    def begin(self, table: "Table") -> None:
        """Begin to store a new game on `table` (its set-up is stored with it). The game before it is kept.

        Durable at return, unless it was said that storage fails. Raises TextError when the set-up is
        too long to be stored, or when the game before would be lost (see _make_way); nothing has changed then.
        """
        from .record_reading import pack_header

        pack_header(1, table.setup.text(), table.setup.map_text)
        self._make_way()
        self.decline()
        self.table = table
        self.broken = True
        self.attempt()

    def decline(self) -> None:
        """Do not go on with the game in play: it becomes one of the kept games. Raises nothing."""
        from .keeping import tidy

        self.leaving = True
        self.table = None
        self.pending = 0
        self.broken = False
        try:
            self._let_go()
            tidy(self.folder)
        except (OSError, MemoryError) as error:
            self.say("The game before cannot be put away (%s)." % error)

    def record(self, kind: int, seat: int, a: int = 0, b: int = 0) -> None:
        """Queue what the table has just accepted for `flush`: a move, UNDO or REDO (a: steps, 0 is one).

        Call it before the table changes again. No input or output, allocates nothing.
        """
        if self.table is None:
            raise ValueError("no game in play: begin one or replay one")
        if self.pending < _QUEUE:
            flags = self.table.last_flags() if kind < UNDO else 0
            pack_into(self._queue, self.pending * SIZE + MOVE_AT, kind, seat, a, b, flags)
        else:
            self.broken = True  # nothing is lost: the table has it
        self.pending += 1
        if not self.trouble:  # else storage is tried again however much is played
            self._moved = True

    def flush(self) -> bool:
        """Store what is queued; durable at return. False when storage fails: `pending` stays, `idle` tries again."""
        if not self.pending:
            return True
        return not self.trouble and self.attempt()

    def idle(self, now: int) -> None:
        """Tidy up in a quiet tick. now: milliseconds. Does nothing most of the time, and then allocates nothing."""
        if self._moved:
            self._moved = False
            self._since = now
        elif self.trouble:
            if elapsed(now, self._since) >= _RETRY_MS:
                self.attempt()
        elif elapsed(now, self._since) >= _QUIET_MS:
            self._since = (now - _QUIET_MS) & (CLOCK_PERIOD - 1)  # never so old that its age is mistaken
            if self.table is not None:
                self._tidy_up(self.table)

    def games(self) -> "list[tuple[int, str]]":
        """(number, file name) of the stored games, oldest first, the game in play last. See kept_games.load_game."""
        return self.folder.find(KEPT) + self.folder.find(PLAYING)

    # -- storing -----------------------------------------------------------------------------------
    def attempt(self) -> bool:
        """Store everything. False, said once, when storage fails."""
        try:
            if self.broken and self.table is not None:
                self._write_anew(self.table)
            else:
                if self.trouble:
                    self.game.roll()  # what it was too full for
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
        """Storage fails with `error`: say so once, and try again in a while.

        broken: the journal must be written anew then; so it must after any error but that of full storage, which leaves
        everything as it was.
        """
        full = isinstance(error, OSError) and error.errno == FULL
        if not self.trouble:
            why = "it is full: make room" if full else str(error) or "memory"
            self.trouble = "Storage fails (%s): play on, but new moves are not stored until it works again." % why
            self.say(self.trouble)
        self.broken = broken or not full
        self._moved = True  # the while begins
        try:
            self.folder.drop_unfinished()
        except OSError:
            pass  # the next attempt begins with it

    def _write_anew(self, table: "Table") -> None:
        """Store all of the table in a new file, then give up the old one, which holds a part of it at most."""
        from .keeping import new_file, tidy

        if self.leaving:
            self._let_go()
        tidy(self.folder)  # first: what the tail still holds of another game would be overwritten
        old = self.game.name
        self.game.go_on(*new_file(self.folder, table))
        self.checkpoints = Checkpoints(self.files)
        self.broken = False
        self.pending = 0
        if old != self.game.name and old in self.files.names():  # somebody may have taken it away
            self.files.remove(old)

    def _make_way(self) -> None:
        """A new game is to begin: store all of the one in play. Raises TextError when moves would be lost.

        Nothing has changed then. The second time it is not raised: people know what they give up.
        """
        table = self.table
        if table is None:
            return
        from .keeping import loss, roll_out

        gone, broken = roll_out(self.folder, self.game)
        lost = gone or self.pending > 0
        self.broken = self.broken or broken
        stored = not (lost or self.broken) or self.attempt()
        if lost and not stored and table.count and not self.warned:
            self.warned = True
            raise loss()

    def _let_go(self) -> None:
        """The game in play becomes a kept one. Raises OSError or MemoryError: it stays in play."""
        from .keeping import let_go

        let_go(self.folder, self.game, self.header is not None)
        self.header = None
        self.leaving = False

    def _tidy_up(self, table: "Table") -> None:
        """One thing that erases at a time: the tail into the game's file, or checkpoints into theirs."""
        game = self.game
        if game.page_full():
            try:
                game.roll()
            except (OSError, MemoryError) as error:
                self.fail(error, self.broken)
        elif game.rolled() and self.checkpoints.due(table):
            self.checkpoints.store(table, game)
