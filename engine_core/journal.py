"""The journal: every move is stored as it is made, and the game is back after a power cut.

Nothing is ever changed in place: at every instant storage holds all moves that `flush` acknowledged. When
storage fails, the table plays on, `pending` stays above 0, and as soon as storage works again the journal is
written anew from the table itself.
"""

from .checkpoints import Checkpoints
from .compat import const, elapsed, nothing
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
    """

    def __init__(self, files: "Files", say: "Callable[[str], None]", alive: "Callable[[], object]" = nothing) -> None:
        self.pending = 0
        self.files = files
        self.say = say
        self.shelf = Shelf(files, say, alive)
        self.game = GameFile(self.shelf)
        self.checkpoints = Checkpoints(files)
        self.header: "Header | None" = None  # found by resume, not replayed yet
        self._table: "Table | None" = None
        self._queue = bytearray(_QUEUE * SIZE)
        self._broken = False  # the game's file cannot go on: a new one is written from the table
        self._waiting = False  # storage has just failed
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
        self._table = table

    def decline(self) -> None:
        """Do not go on with the game in play: it becomes one of the kept games. Raises nothing."""
        try:
            self._let_go()
        except (OSError, MemoryError) as error:
            self.say("The game cannot be put away (%s)." % error)
        self.shelf.playing = ""
        self.header = self._table = None
        self.game = GameFile(self.shelf)
        self.pending = 0
        self._broken = False

    # -- play --------------------------------------------------------------------------------------
    def begin(self, table: "Table") -> None:
        """Begin to store a new game on `table` (its set-up is stored with it). The game before it is kept.

        Durable at return, unless it was said that storage fails. Raises TextError when the set-up is
        too long to be stored; nothing has changed then.
        """
        from .proving import pack_header

        pack_header(1, table.setup.text(), table.setup.map_text)
        self.decline()
        self._table = table
        self._broken = True
        self._attempt()

    def record(self, kind: int, seat: int, a: int = 0, b: int = 0) -> None:
        """Queue what the table has just accepted for `flush`: a move, UNDO or REDO (a: steps, 0 is one).

        Call it before the table changes again. No input or output, allocates nothing.
        """
        if self._table is None:
            raise ValueError("no game in play: begin one or replay one")
        if self.pending < _QUEUE:
            flags = self._table.last_flags() if kind < UNDO else 0
            pack_into(self._queue, self.pending * SIZE + MOVE_AT, kind, seat, a, b, flags)
        else:
            self._broken = True  # nothing is lost: the table has it
        self.pending += 1
        self._moved = True

    def flush(self) -> bool:
        """Store what is queued; durable at return. False when storage fails: `pending` stays, `idle` tries again."""
        if not self.pending:
            return True
        return not self._waiting and self._attempt()

    def idle(self, now: int) -> None:
        """Tidy up in a quiet tick. now: milliseconds. Does nothing most of the time, and then allocates nothing."""
        if self._moved:
            self._moved = False
            self._since = now
        elif self._waiting:
            if elapsed(now, self._since) >= _RETRY_MS:
                self._since = now
                self._attempt()
        elif self._table is not None and elapsed(now, self._since) >= _QUIET_MS:
            self._tidy_up(self._table)

    def games(self) -> "list[tuple[int, str]]":
        """(number, file name) of the stored games, oldest first, the game in play last. See library.load_game."""
        return self.shelf.find(KEPT) + self.shelf.find(PLAYING)

    # -- storing -----------------------------------------------------------------------------------
    def _attempt(self) -> bool:
        """Store everything. False, said once, when storage fails."""
        try:
            if self._broken and self._table is not None:
                self._write_anew(self._table)
            elif self.pending:
                self.game.store(self._queue, self.pending)
        except (OSError, MemoryError) as error:
            self.fail(error)
            return False
        if self._waiting:
            self.say("Storage works again: everything is stored.")
        self._waiting = False
        self.pending = 0
        return True

    def fail(self, error: Exception) -> None:
        """Storage fails with `error`: say so once, and write the journal anew as soon as it works again."""
        if not self._waiting:
            why = "it is full" if isinstance(error, OSError) and error.errno == FULL else str(error) or "memory"
            self.say("Storage fails (%s): play on, but new moves are not stored until it works again." % why)
        self._broken = self._waiting = True
        try:
            self.shelf.drop_unfinished()
        except OSError:
            pass  # the next attempt begins with it

    def _write_anew(self, table: "Table") -> None:
        """Store all of the table in a new file, then give up the old one, which holds a part of it at most."""
        old = self.game.name
        self.game.create(table)
        self.checkpoints = Checkpoints(self.files)
        self._broken = False
        if old != self.game.name and old in self.files.names():  # somebody may have taken it away
            self.files.remove(old)
        from .housekeeping import tidy

        tidy(self.shelf)

    def _tidy_up(self, table: "Table") -> None:
        """One thing that erases at a time: the tail into the game's file, or checkpoints into theirs."""
        game = self.game
        if game.page_full():
            try:
                game.roll()
            except (OSError, MemoryError) as error:
                self.fail(error)
        elif game.rolled() and self.checkpoints.due(table):
            self.checkpoints.store(table, game)

    def _let_go(self) -> None:
        """Put the game in play among the kept ones, with all its moves."""
        if self.header is not None:
            from .resuming import read_tail_if

            self.shelf.append(self.game.name, read_tail_if(self.shelf))  # readers stop where it does not fit
        elif self.pending:
            self._attempt()
        if self.game.name:
            from .housekeeping import keep, tidy

            self.game.roll()
            keep(self.shelf, self.game.name)
            tidy(self.shelf)
