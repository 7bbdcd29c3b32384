"""Reads a stored game: finds its longest valid part, and says why that part ends where it does.

A game is its file (header, then records), followed by those records of `tail` that continue it. A record is
valid when its CRC and its game are right and its sequence number is the next one. A record whose sequence number
was read before is skipped: after a power cut between two writes the same records can be in both files.
"""

from ..compat import nothing
from ..errors import RuleError
from .record import CHUNK, MOVE_AT, SIZE, fingerprint
from .record_reading import game_of, intact, sequence_of
from .table_reading import load, load_checkpoint, play_to_end

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..table import Table
    from .checkpoint_reading import Entry
    from .files import Files
    from .record_reading import Header


class Reading:
    """One game that is read from storage, with or without a table to load it into.

    name, header: of the game's file. tail: bytes of the file `tail`, b"" to read without it.
    last: sequence number of the last valid record. size: bytes of the game's file up to the end of its valid part.
    fault: why that part ends, "" when the file is valid as a whole. After `read`, tail holds the valid records of
    the tail that continue the file, and tail_fault says why those end. alive: see Folder; reading can take seconds.
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
        self._stop = 0  # byte of the file from which on the tail's different records are used instead; 0: none

    def read(self, table: "Table | None" = None, entries: "list[Entry] | None" = None) -> None:
        """Read the game's file, then the tail. Raises only MemoryError: the game is too long for the memory.

        table: a new table; the valid moves are played on it. entries: its checkpoints, see read_entries.
        """
        try:
            self._read_all(table, entries)
        except RuleError as error:
            self._give_up("a move is refused: " + error.message)
        except OSError as error:
            self._give_up("it cannot be read: %s" % error)
        try:
            if table is not None:
                play_to_end(table, self._alive)
        except RuleError as error:
            self._give_up("a move is refused: " + error.message)

    def _give_up(self, why: str) -> None:
        """The valid part ends here, so no record of the tail can continue it."""
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

    # -- from checkpoints --------------------------------------------------------------------------
    def _is_known(self, entry: "Entry") -> bool:
        """Whether the file still begins with the bytes of this checkpoint, and has no record there twice."""
        if entry.size != self._end_of(entry.sequence) or 0 < self._stop < entry.size:
            return False
        return fingerprint(self._files, self.name, entry.size) == entry.proof

    def _load(self, table: "Table", entries: "list[Entry]") -> None:
        """Load the moves up to the last entry, and the state of each entry, without checking or playing a move."""
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
                pass  # without this state the next undo only takes longer
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
                    self.fault = "the newest records have other moves"
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
        """Check one record and load its move. Gives the fault in words, "" when it is valid. Raises RuleError."""
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

    # -- different records with the same sequence number -------------------------------------------
    def _compare(self, start: int) -> None:
        """Check that file and tail agree where they overlap. start: where in the file the tail's first record is."""
        data = self._files.read(self.name, start, len(self._tail))
        for at in range(0, min(len(data), len(self._tail)), SIZE):
            if data[at : at + SIZE] == self._tail[at : at + SIZE]:
                continue
            sound = intact(data, at) and intact(self._tail, at) and self._ours(data, at)
            if sound and sequence_of(data, at) == sequence_of(self._tail, at):
                self._choose(start + at)
                return

    def _choose(self, start: int) -> None:
        """Use the one with more valid moves: the file as it is, or the tail from byte `start` of the file on."""
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
            self.tail_fault = "the game's file has other moves"
