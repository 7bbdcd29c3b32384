"""Reading a stored game back: the longest prefix that proves itself, and why it ends there.

A game is its file (header, then records) and the records of `tail` that go on from there. Reading is
idempotent: a record whose number was had before is passed over, so it does no harm when the same records
lie in both places, which a power cut between two writes leaves behind.
"""

from ..compat import nothing
from ..errors import RuleError
from .record import CHUNK, MOVE_AT, SIZE, fingerprint
from .record_reading import game_of, intact, sequence_of
from .table_reading import load, load_checkpoint, settle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..table import Table
    from .checkpoint_reading import Entry
    from .files import Files
    from .record_reading import Header


class Reading:
    """One game being read from storage, with or without a table to load it into.

    last: sequence number of the last record that proved itself. size: bytes of the game's file up to there.
    fault: why the file ends there, empty when it is whole. tail: the proven records of the tail that go on
    after the file. tail_fault: the same for the tail. alive: called now and then, for reading can take seconds.
    """

    def __init__(
        self,
        files: "Files",
        name: str,
        header: "Header",
        tail: bytes = b"",
        alive: "Callable[[], object]" = nothing,
    ) -> None:
        self.name = name
        self.header = header
        self.last = 0
        self.size = header.size
        self.fault = ""
        self.tail = b""
        self.tail_fault = ""
        self._files = files
        self._tail = tail
        self._alive = alive
        self._stop = 0  # where in the file the tail takes over with another story; 0: nowhere

    def read(self, table: "Table | None" = None, entries: "list[Entry] | None" = None) -> None:
        """Read the game's file, then the tail. Raises MemoryError when the game is too long for it, else nothing.

        table: fresh; it ends at the last good move. entries: its checkpoints, see read_entries.
        """
        try:
            self._read_all(table, entries)
        except RuleError as error:
            self._give_up("a move is refused: " + error.message)
        except OSError as error:
            self._give_up("it cannot be read: %s" % error)
        try:
            if table is not None:
                settle(table, self._alive)
        except RuleError as error:
            self._give_up("a move is refused: " + error.message)

    def _give_up(self, why: str) -> None:
        """The file ends here, and whatever is in the tail does not go on from it."""
        self.fault = why
        if self._tail and not self.tail_fault:
            self.tail_fault = "records missing"

    def _read_all(self, table: "Table | None", entries: "list[Entry] | None") -> None:
        if intact(self._tail, 0) and self._ours(self._tail, 0):
            self._compare(self._end_of(sequence_of(self._tail, 0) - 1))
        if table is not None and entries and self._is_known(entries[-1]):
            self._load(table, entries)
        self._read_file(table)
        if not self.tail_fault:
            self._take_tail(table)

    # -- known to be good --------------------------------------------------------------------------
    def _is_known(self, entry: "Entry") -> bool:
        """Whether the file still begins as it was when this checkpoint was stored, one record a number."""
        if entry.size != self._end_of(entry.sequence) or 0 < self._stop < entry.size:
            return False
        return fingerprint(self._files, self.name, entry.size) == entry.proof

    def _load(self, table: "Table", entries: "list[Entry]") -> None:
        """Load the moves up to the last entry and each state on the way; nothing is proved or played."""
        chunk = b""
        start = at = self.size
        for entry in entries:
            end = self._end_of(entry.sequence)
            while at < end:
                if at == start + len(chunk):
                    self._alive()
                    start = at
                    chunk = self._files.read(self.name, start, CHUNK)
                stop = min(end, start + len(chunk))
                load(table, chunk, at - start + MOVE_AT, stop - start, SIZE)
                at = stop
            try:
                load_checkpoint(table, entry.number, entry.state)
            except MemoryError:
                pass  # the next undo takes longer, that is all
        self.last = entries[-1].sequence
        self.size = entries[-1].size

    def _end_of(self, sequence: int) -> int:
        return self.header.size + sequence * SIZE

    # -- record by record --------------------------------------------------------------------------
    def _read_file(self, table: "Table | None") -> None:
        while not self.fault:
            self._alive()
            chunk = self._files.read(self.name, self.size, CHUNK)
            good = 0
            while good < len(chunk) and not self.fault:
                if self._stop and self.size + good >= self._stop:
                    self.fault = "the newest records tell another story"
                else:
                    self.fault = self._take(chunk, good, table)
                if not self.fault:
                    good += SIZE
            self.size += good
            if len(chunk) < CHUNK:
                break

    def _take_tail(self, table: "Table | None") -> None:
        for start in range(0, len(self._tail), SIZE):
            before = self.last
            self.tail_fault = self._take(self._tail, start, table)
            if self.tail_fault:
                break
            if self.last > before:
                self.tail += self._tail[start : start + SIZE]

    def _take(self, buffer: bytes, offset: int, table: "Table | None") -> str:
        """Prove one record and load it. Why not, in words; empty when it is good. Raises RuleError."""
        if not intact(buffer, offset):
            return "cut off" if offset + SIZE > len(buffer) else "checksum wrong"
        if not self._ours(buffer, offset):
            return "records of another game"
        sequence = sequence_of(buffer, offset)
        if sequence <= self.last:
            return ""
        if sequence > self.last + 1:
            return "records missing"
        if table is not None:
            load(table, buffer, offset + MOVE_AT, offset + SIZE, SIZE)
        self.last = sequence
        return ""

    def _ours(self, buffer: bytes, offset: int) -> bool:
        return game_of(buffer, offset) == self.header.number & 0xFF

    # -- two stories of the same moves -------------------------------------------------------------
    def _compare(self, start: int) -> None:
        """Look whether file and tail agree where they overlap. start: where the tail's first record is in the file."""
        data = self._files.read(self.name, start, len(self._tail))
        for at in range(0, min(len(data), len(self._tail)), SIZE):
            if data[at : at + SIZE] == self._tail[at : at + SIZE]:
                continue
            sound = intact(data, at) and intact(self._tail, at) and self._ours(data, at)
            if sound and sequence_of(data, at) == sequence_of(self._tail, at):
                self._choose(start + at)
                return

    def _choose(self, start: int) -> None:
        """The longer of the two goes on: the file as it is, or the tail from `start` of the file on."""
        alone = Reading(self._files, self.name, self.header, alive=self._alive)
        alone.read()
        tail_last = sequence_of(self._tail, 0)
        for at in range(SIZE, len(self._tail), SIZE):
            if not intact(self._tail, at) or sequence_of(self._tail, at) != tail_last + 1:
                break
            tail_last += 1
        if tail_last > alone.last:
            self._stop = start
        else:
            self.tail_fault = "it tells another story than the game's file"
