"""Reading a stored game back: the longest prefix that proves itself, and why it ends there.

A game is its file (header, then records) and the records of `tail` that go on from there. Reading is
idempotent: a record whose number was had before is passed over, so it does no harm when the same records
lie in both places, which a power cut between two writes leaves behind.
"""

from binascii import crc32

from .compat import const
from .errors import RuleError
from .records import SIZE, game_of, intact, move_of, sequence_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .records import Header
    from .shelf import Files
    from .table import Table

_CHUNK = const(4096)  # bytes read at once; a multiple of SIZE


class Reading:
    """One game being read from storage, with or without a table to play it on.

    last: sequence number of the last record that proved itself. size: bytes of the game's file up to there, and
    crc: their CRC-32. fault: why the file ends there, empty when it is whole. tail: the proven records of the
    tail that go on after the file. tail_fault: the same for the tail.
    """

    def __init__(self, files: "Files", name: str, header: "Header", tail: bytes = b"") -> None:
        self.name = name
        self.header = header
        self.last = 0
        self.size = header.size
        self.crc = 0
        self.fault = ""
        self.tail = b""
        self.tail_fault = ""
        self._files = files
        self._tail = tail
        self._tail_first = sequence_of(tail, 0) if intact(tail, 0) and self._ours(tail, 0) else 0

    def read(self, table: "Table | None") -> None:
        """Read the game's file, then the tail; apply the moves to `table` when there is one."""
        self.crc = crc32(self._files.read(self.name, 0, self.header.size))
        more = True
        while more and not self.fault:
            chunk = self._files.read(self.name, self.size, _CHUNK)
            self._take_chunk(chunk, table)
            more = len(chunk) == _CHUNK
        if not self.tail_fault:
            self._take_tail(table)

    def _take_chunk(self, chunk: bytes, table: "Table | None") -> None:
        good = 0
        while good < len(chunk):
            if self._contradicted(chunk, good):
                self._choose()
            self.fault = self.fault or self._take(chunk, good, table)
            if self.fault:
                break
            good += SIZE
        self.size += good
        self.crc = crc32(memoryview(chunk)[:good], self.crc)

    def _take_tail(self, table: "Table | None") -> None:
        first = 0
        good = 0
        while good < len(self._tail):
            before = self.last
            self.tail_fault = self._take(self._tail, good, table)
            if self.tail_fault:
                break
            good += SIZE
            if self.last == before:
                first = good
        self.tail = self._tail[first:good]

    def _take(self, buffer: bytes, offset: int, table: "Table | None") -> str:
        """Prove one record and apply it. Why not, in words; empty when it is good."""
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
            kind, seat, a, b, flags = move_of(buffer, offset)
            try:
                table.apply(kind, seat, a, b, flags)
            except RuleError as error:
                return "a move that is refused: " + error.message
        self.last = sequence
        return ""

    def _ours(self, buffer: bytes, offset: int) -> bool:
        return game_of(buffer, offset) == self.header.number & 0xFF

    # -- two stories of the same moves -------------------------------------------------------------
    def _contradicted(self, chunk: bytes, offset: int) -> bool:
        """Whether the tail has another record under the sequence number of this one."""
        if not self._tail_first or offset + SIZE > len(chunk):
            return False
        start = (sequence_of(chunk, offset) - self._tail_first) * SIZE
        if not 0 <= start < len(self._tail) or not intact(chunk, offset):
            return False
        return intact(self._tail, start) and chunk[offset : offset + SIZE] != self._tail[start : start + SIZE]

    def _choose(self) -> None:
        """The longer of the two goes on: the file as it is, or the tail from here."""
        alone = Reading(self._files, self.name, self.header)
        alone.read(None)
        tail_last = self._tail_first - 1
        for start in range(0, len(self._tail), SIZE):
            if not intact(self._tail, start) or sequence_of(self._tail, start) != tail_last + 1:
                break
            tail_last += 1
        self._tail_first = 0
        if tail_last > alone.last:
            self.fault = "the newest records tell another story"
        else:
            self.tail_fault = "it tells another story than the game's file"
