"""Writes the records of the game in play to its two files: `tail` and the game's file.

New records go into the small file `tail`, because that is cheap: littlefs keeps a file of up to 512 bytes
inside its folder and writes one page, with one erase in fourteen writes. Every append to the game's file costs an
erase (50 ms). So the whole tail is appended to it at once; after that the tail is overwritten.
"""

from ..compat import const
from .folder import TAIL
from .record import SIZE, seal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .folder import Folder

_TAIL_RECORDS = const(28)  # above 512 bytes the tail would have its own flash blocks: an erase with every write
_FULL_PAGE = const(13)  # records that fit into one page of flash: a longer tail writes two pages


class GameFile:
    """Writes the records of one game. Methods that write raise OSError; stored records stay stored even then.

    name: of the game's file, "" when there is none. number: of the game. sequence: of the last stored
    record. size: bytes of the game's file, without the tail.
    """

    def __init__(self, folder: "Folder") -> None:
        self.name = ""
        self.number = 0
        self.sequence = 0
        self.size = 0
        self._folder = folder
        self._tail = bytearray(_TAIL_RECORDS * SIZE)
        self._used = 0  # bytes of the tail that are not in the game's file

    # -- asking ------------------------------------------------------------------------------------
    def tail_empty(self) -> bool:
        """Whether the game's file has all records: the tail holds no others."""
        return not self._used

    def page_full(self) -> bool:
        """Whether the tail fills a page of flash: then appending it to the game's file is worth the erase."""
        return self._used >= _FULL_PAGE * SIZE

    # -- writing -----------------------------------------------------------------------------------
    def open(self, name: str, number: int, sequence: int, size: int) -> None:
        """Write to the game file `name` from now on, an existing file that has all records; "" closes it."""
        self.name = self._folder.playing = name
        self.number = number
        self.sequence = sequence
        self.size = size
        self._used = 0

    def store(self, queue: bytearray, count: int) -> None:
        """Store the first `count` records of `queue`, each complete but for what `seal` adds.

        They go into the tail. When the tail is full, tail and records are appended to the game's file.
        """
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

    def append_tail(self) -> None:
        """Append the tail to the game's file. Until the tail is overwritten, both files hold these records."""
        if self._used:
            self._add(self._tail[: self._used])

    def _add(self, data: "bytes | bytearray") -> None:
        """Append records to the game's file. They must include the whole tail."""
        self._folder.append(self.name, data)
        self.size += len(data)
        self._used = 0
