"""The journal: every move is stored as it is made, and the game is back after a power cut.

New records go into a small file, `tail`, because that is cheap: about 0.4 ms on the board, an erase in
every fourteenth write. When nobody presses for a moment the tail is added to the game's own file (50 ms).
Nothing is ever changed in place: at every instant storage holds all moves that `flush` acknowledged.

When storage fails, the table plays on, `pending` stays above 0, and as soon as storage works again the
journal is written anew from the table itself.
"""

from .compat import const, elapsed
from .moves import SIZE as MOVE_SIZE
from .moves import pack_into
from .records import SIZE, pack_header, pack_record, seal
from .recovery import Reading
from .shelf import KEPT, NEW, PLAYING, TAIL, Shelf, number_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .records import Header
    from .setup import Setup
    from .shelf import Files
    from .table import Table

_QUEUE = const(64)  # moves that can wait for one flush
_TAIL_MOVES = const(28)  # above 512 bytes littlefs gives a file blocks of its own: an erase for every write
_ROLL_MOVES = const(13)  # as many records as one page of flash takes: longer tails cost a second page
_QUIET_MS = const(2000)  # without a press before the tail is rolled into the game's file
_RETRY_MS = const(5000)  # before failed storage is tried again


class Journal:
    """The running game in storage. files: see shelf.Files. say: takes one line for the people at the table.

    At power-up: `setup = journal.resume()`; when it is not None, make the table and `replay_into` it. Then
    `record` every accepted move, `flush` when `pending`, and call `idle` in quiet ticks.

    pending: moves recorded and not yet stored; a token may take its colour when it is 0.
    """

    def __init__(self, files: "Files", say: "Callable[[str], None]") -> None:
        self.pending = 0
        self._files = files
        self._say = say
        self._shelf = Shelf(files, say)
        self._header: "Header | None" = None  # found by resume, not replayed yet
        self._table: "Table | None" = None
        self._name = ""  # the game's file; empty while there is none
        self._number = 0
        self._sequence = 0  # of the last stored record
        self._queue = bytearray(_QUEUE * MOVE_SIZE)
        self._tail = bytearray(_TAIL_MOVES * SIZE)
        self._tail_used = 0  # bytes of `tail` that are not in the game's file
        self._broken = False  # the game's file cannot go on: it is written anew from the table
        self._waiting = False  # storage has just failed
        self._moved = False
        self._since = 0

    # -- power-up ----------------------------------------------------------------------------------
    def resume(self) -> "Setup | None":
        """The set-up of the game in play, or None when there is none that can be read. Raises nothing.

        What cannot be read is kept aside and said. A set-up that no table can be made of: `decline` it.
        """
        try:
            self._name, self._header, setup = self._shelf.in_play()
            return setup
        except OSError as error:
            self._say("The stored games cannot be read (%s)." % error)
            return None

    def replay_into(self, table: "Table") -> None:
        """Play the stored moves of the game that `resume` found on `table`, which is fresh. Raises nothing.

        Damaged storage ends in its longest provably good part; the rest is kept aside and said.
        """
        header = self._header
        if header is None:
            raise ValueError("resume found no game")
        self._table = table
        self._header = None
        try:
            self._replay(Reading(self._files, self._name, header, self._shelf.tail()), table)
        except (OSError, MemoryError) as error:
            self._broken = True
            self._fail(error)

    def decline(self) -> None:
        """Do not go on with the game in play: it becomes one of the kept games. Raises nothing."""
        try:
            self._let_go()
        except (OSError, MemoryError) as error:
            self._say("The game cannot be put away (%s)." % error)
        self._header = self._table = None
        self._name = ""
        self.pending = self._tail_used = 0
        self._broken = False

    # -- play --------------------------------------------------------------------------------------
    def begin(self, table: "Table") -> None:
        """Begin to store a new game on `table` (its set-up is stored with it). The game before it is kept.

        Durable at return, unless it was said that storage fails. Raises TextError when the set-up is
        too long to be stored; nothing has changed then.
        """
        pack_header(1, table.setup.text(), table.setup.map_text)
        self.decline()
        self._table = table
        self._broken = True
        self._attempt()

    def record(self, kind: int, seat: int, a: int, b: int, flags: int) -> None:
        """Queue a move that the table accepted, or UNDO or REDO, for `flush`. No input or output, allocates nothing."""
        if self._table is None:
            raise ValueError("no game in play: begin one or replay one")
        if self.pending < _QUEUE:
            pack_into(self._queue, self.pending * MOVE_SIZE, kind, seat, a, b, flags)
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
        elif self._tail_used >= _ROLL_MOVES * SIZE and elapsed(now, self._since) >= _QUIET_MS:
            self._roll_when_quiet()

    def games(self) -> "list[tuple[int, str]]":
        """(number, file name) of the stored games, oldest first, the game in play last. See `load_game`."""
        return self._shelf.find(KEPT) + self._shelf.find(PLAYING)

    # -- storing -----------------------------------------------------------------------------------
    def _attempt(self) -> bool:
        """Store everything. False, said once, when storage fails."""
        try:
            if self._broken:
                self._write_anew()
            elif self.pending:
                self._store()
        except (OSError, MemoryError) as error:
            self._broken = True
            self._fail(error)
            return False
        if self._waiting:
            self._say("Storage works again: everything is stored.")
        self._waiting = False
        self.pending = 0
        return True

    def _fail(self, error: Exception) -> None:
        if not self._waiting:
            self._say("Storage fails (%s): play on, but new moves are not stored until it works again." % error)
        self._waiting = True

    def _store(self) -> None:
        """Add the queue to the tail; when it does not fit, tail and queue to the game's file."""
        new = bytearray(self.pending * SIZE)
        for i in range(self.pending):
            start = i * SIZE
            new[start + 4 : start + 12] = memoryview(self._queue)[i * MOVE_SIZE : (i + 1) * MOVE_SIZE]
            seal(new, start, self._sequence + 1 + i, self._number)
        used = self._tail_used
        if used + len(new) > len(self._tail):
            self._shelf.append(self._name, self._tail[:used] + new)
            self._tail_used = 0
        else:
            if used:
                self._files.append(TAIL, new)
            else:
                self._shelf.write(TAIL, new)
            self._tail[used : used + len(new)] = new
            self._tail_used = used + len(new)
        self._sequence += self.pending

    def _roll(self) -> None:
        """Add the tail to the game's file. Until the tail is written again it says the same twice."""
        if self._tail_used:
            self._shelf.append(self._name, self._tail[: self._tail_used])
            self._tail_used = 0

    def _roll_when_quiet(self) -> None:
        try:
            self._roll()
        except (OSError, MemoryError) as error:
            self._broken = True
            self._fail(error)

    def _write_anew(self) -> None:
        """Make a new file of the table's moves, then give up the old one, which is a part of it at most."""
        old = self._name
        table = self._table
        if table is None:
            return
        self._number = self._shelf.next_number()
        self._shelf.write(NEW, pack_header(self._number, table.setup.text(), table.setup.map_text))
        for start in range(0, table.count, _QUEUE):
            self._shelf.append(NEW, self._moves_of(table, start))
        self._name = "%05d%s" % (self._number, PLAYING)
        self._files.rename(NEW, self._name)
        self._sequence = table.count
        self._tail_used = 0
        self._broken = False
        if old:
            self._files.remove(old)
        self._shelf.tidy()

    def _moves_of(self, table: "Table", start: int) -> bytearray:
        """The records of up to _QUEUE moves of the table, from move `start` on."""
        count = min(_QUEUE, table.count - start)
        data = bytearray(count * SIZE)
        for i in range(count):
            kind, seat, a, b, flags = table.move(start + i)
            pack_record(data, i * SIZE, start + i + 1, self._number, kind, seat, a, b, flags)
        return data

    # -- coming back -------------------------------------------------------------------------------
    def _replay(self, reading: Reading, table: "Table") -> None:
        reading.read(table)
        self._number = reading.header.number
        self._sequence = reading.last
        if reading.fault:
            self._mend(reading)
            return
        if reading.tail_fault or len(reading.tail) > len(self._tail):
            self._shelf.append(self._name, reading.tail)
            if reading.tail_fault:
                self._drop_tail(reading)
        else:
            self._tail_used = len(reading.tail)
            self._tail[: self._tail_used] = reading.tail

    def _mend(self, reading: Reading) -> None:
        """The game's file is damaged: go on in a new one, keep the old one and its tail aside."""
        damaged = self._name
        self._name = ""
        self._write_anew()
        aside = self._shelf.put_aside(damaged, number_of(damaged))
        self._say(
            "Game %d was damaged after move %d (%s): play goes on from there. The damaged file is kept as %s."
            % (reading.header.number, self._sequence, reading.fault, aside)
        )
        if reading.tail_fault:
            self._drop_tail(reading)

    def _drop_tail(self, reading: Reading) -> None:
        """The tail does not go on from the game's file. One that a game before has left says nothing new."""
        if self._shelf.is_left_over(self._shelf.tail(), self._number):
            return
        aside = self._shelf.put_aside(TAIL, reading.header.number)
        self._say(
            "The newest records were damaged after move %d (%s): play goes on from there. They are kept as %s."
            % (reading.last, reading.tail_fault, aside)
        )

    def _let_go(self) -> None:
        """Put the game in play among the kept ones, with all its moves."""
        if self._header is not None:
            self._shelf.append(self._name, self._shelf.tail())  # read as far as it proves itself
        elif self.pending:
            self._attempt()
        if self._name:
            self._roll()
            self._shelf.keep(self._name)
            self._shelf.tidy()
