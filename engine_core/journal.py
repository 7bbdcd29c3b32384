"""The journal: every move is stored as it is made, and the game is back after a power cut.

Nothing is ever changed in place: at every instant storage holds all moves that `flush` acknowledged. When
storage fails, the table plays on, `pending` stays above 0, and as soon as storage works again all of it is stored.
Storage that was only full goes on where it was: that takes the least room. After everything else the journal is
written anew from the table itself.
"""

from .checkpoints import Checkpoints
from .compat import CLOCK_PERIOD, const, elapsed, nothing
from .gamefile import GameFile
from .moves import UNDO, pack_into
from .records import MOVE_AT, SIZE
from .shelf import FULL, KEPT, PLAYING, Shelf

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .proving import Header
    from .setup import Setup
    from .shelf import Files
    from .table import Table

_QUEUE = const(32)  # moves that can wait for one flush
_QUIET_MS = const(2000)  # without a press before anything that erases is done
_RETRY_MS = const(5000)  # before storage that has failed is tried again


class Journal:
    """The running game in storage. files, say, alive: as for shelf.Shelf.

    At power-up: `setup = journal.resume()`; when it is not None, make the table and `replay_into` it. Then
    `record` every accepted move, `flush` when `pending`, and call `idle` in quiet ticks.

    pending: moves recorded and not yet stored; a token may take its colour when it is 0.
    trouble: what people must know as long as storage fails, a sentence; "" when it works.
    """

    def __init__(self, files: "Files", say: "Callable[[str], None]", alive: "Callable[[], object]" = nothing) -> None:
        self.pending = 0
        self.trouble = ""
        self.files = files
        self.say = say
        self.shelf = Shelf(files, say, alive)
        self.game = GameFile(self.shelf)
        self.checkpoints = Checkpoints(files)
        self.header: "Header | None" = None  # found by resume, not replayed yet
        self.table: "Table | None" = None
        self.broken = False  # the game's file cannot go on: a new one is written from the table
        self.leaving = False  # `game` is one that could not be put away yet: the next game waits for that
        self.warned = False  # that the game in play would be lost
        self._queue = bytearray(_QUEUE * SIZE)
        self._moved = False
        self._since = 0

    # -- power-up ----------------------------------------------------------------------------------
    def resume(self) -> "Setup | None":
        """The set-up of the game in play, or None when there is none that can be read. Raises nothing.

        What cannot be read is kept aside and said. A set-up that no table can be made of: `decline` it.
        """
        try:
            from .resuming import game_in_play  # needed once, at power-up, and large

            self.game.name, self.header, setup = game_in_play(self.shelf)
            self.shelf.playing = self.game.name
            return setup
        except (OSError, MemoryError) as error:
            self.say("The stored games cannot be read (%s)." % error)
            return None

    def replay_into(self, table: "Table") -> None:
        """Play the stored moves of the game that `resume` found on `table`, which is fresh.

        Raises MemoryError when they are too many for this device: nothing has changed then, `decline` the game. Damaged
        storage ends in its longest provably good part; the rest is kept aside and said.
        """
        from .resuming import replay

        replay(self, table)
        self.table = table

    def decline(self) -> None:
        """Do not go on with the game in play: it becomes one of the kept games. Raises nothing."""
        from .housekeeping import let_go, tidy

        self.leaving = True
        self.table = None
        self.pending = 0
        self.broken = False
        try:
            let_go(self)
            tidy(self.shelf)
        except (OSError, MemoryError) as error:
            self.say("The game before cannot be put away (%s)." % error)

    # -- play --------------------------------------------------------------------------------------
    def begin(self, table: "Table") -> None:
        """Begin to store a new game on `table` (its set-up is stored with it). The game before it is kept.

        Durable at return, unless it was said that storage fails. Raises TextError when the set-up is
        too long to be stored, or when the game before would be lost (see make_way); nothing has changed then.
        """
        from .housekeeping import make_way
        from .proving import pack_header

        pack_header(1, table.setup.text(), table.setup.map_text)
        make_way(self)
        self.decline()
        self.table = table
        self.broken = True
        self.attempt()

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
        """(number, file name) of the stored games, oldest first, the game in play last. See library.load_game."""
        return self.shelf.find(KEPT) + self.shelf.find(PLAYING)

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
            self.shelf.drop_unfinished()
        except OSError:
            pass  # the next attempt begins with it

    def _write_anew(self, table: "Table") -> None:
        """Store all of the table in a new file, then give up the old one, which holds a part of it at most."""
        from .housekeeping import let_go, tidy

        if self.leaving:
            let_go(self)
        tidy(self.shelf)  # first: what the tail still holds of another game would be overwritten
        old = self.game.name
        self.game.create(table)
        self.checkpoints = Checkpoints(self.files)
        self.broken = False
        self.pending = 0
        if old != self.game.name and old in self.files.names():  # somebody may have taken it away
            self.files.remove(old)

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
