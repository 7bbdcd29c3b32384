"""The game in play as it lies in storage: its file and the tail, and how records get there.

New records go into a small file, `tail`, because that is cheap: littlefs keeps a file of up to 512 bytes
within its folder and writes one page, with an erase in every fourteenth write. Adding to the game's own file
erases each time (50 ms), so the tail is added to it as a whole, and only then begun anew.
"""

from ..compat import const
from .folder import TAIL
from .record import SIZE, seal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .folder import Folder

_TAIL_RECORDS = const(28)  # above 512 bytes the tail would have blocks of its own and erase with every write
_FULL_PAGE = const(13)  # as many records as one page of flash takes: a longer tail costs two


class GameFile:
    """Writes one game. Every method raises OSError; what was stored before is safe all the same.

    name: of the game's file, empty when there is none. number: of the game. sequence: of the last stored
    record. size: bytes of the game's file, without the tail.
    """

    def __init__(self, folder: "Folder") -> None:
        self.name = ""
        self.number = 0
        self.sequence = 0
        self.size = 0
        self._folder = folder
        self._tail = bytearray(_TAIL_RECORDS * SIZE)
        self._used = 0  # bytes of it that are not in the game's file

    # -- asking ------------------------------------------------------------------------------------
    def rolled(self) -> bool:
        """Whether the game's file has all records."""
        return not self._used

    def page_full(self) -> bool:
        """Whether the tail is long enough to be worth an erase."""
        return self._used >= _FULL_PAGE * SIZE

    # -- writing -----------------------------------------------------------------------------------
    def go_on(self, name: str, number: int, sequence: int, size: int) -> None:
        """Write to this file from now on; the tail holds nothing that is not in it."""
        self.name = self._folder.playing = name
        self.number = number
        self.sequence = sequence
        self.size = size
        self._used = 0

    def store(self, queue: bytearray, count: int) -> None:
        """Store `count` records, whole but for what `seal` adds: in the tail; with it in the file when that is full."""
        for i in range(count):
            seal(queue, i * SIZE, self.sequence + 1 + i, self.number)
        new = queue[: count * SIZE]
        used = self._used
        end = used + count * SIZE
        if end > len(self._tail):
            self._add(self._tail[:used] + new)
        else:
            if used:
                self._folder.append(TAIL, new)
            else:
                self._folder.write(TAIL, new)
            self._tail[used:end] = new
            self._used = end
        self.sequence += count

    def roll(self) -> None:
        """Add the tail to the game's file. Until it is written again the tail says the same twice."""
        if self._used:
            self._add(self._tail[: self._used])

    def _add(self, data: "bytes | bytearray") -> None:
        """Add records to the game's file, among them all of the tail."""
        self._folder.append(self.name, data)
        self.size += len(data)
        self._used = 0
