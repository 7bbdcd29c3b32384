"""The board's own storage: firmware/files.py on MicroPython's littlefs, in a few blocks of memory.

CPython has no littlefs of that kind: there the same tests run on a folder in memory that is as small.
"""

import gc
import os
import sys
from binascii import hexlify

from engine_core.moves import ADD
from engine_core.setup import Setup
from engine_core.storage.journal import Journal
from engine_core.storage.kept_games import load_game
from engine_core.storage.open_game import replay
from engine_core.table import Table
from tests.kit.shared.journals import journal_of
from tests.kit.shared.memory import MemoryFiles

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

BLOCK = 4096
BLOCKS = 12
PAGE = 256
ON_BOARD = sys.implementation.name == "micropython"


class Pieces:
    """As much of an open file as Chip needs, in memory: a piece for each block, and no access goes beyond it."""

    def __init__(self) -> None:
        self._blocks = [bytearray(BLOCK) for _ in range(BLOCKS)]
        self._at = 0

    def seek(self, at: int) -> None:
        self._at = at

    def readinto(self, buffer: bytearray) -> None:
        start = self._at % BLOCK
        buffer[:] = memoryview(self._blocks[self._at // BLOCK])[start : start + len(buffer)]
        self._at += len(buffer)

    def write(self, data: "bytes | bytearray") -> None:
        start = self._at % BLOCK
        self._blocks[self._at // BLOCK][start : start + len(data)] = data
        self._at += len(data)


class Chip:
    """A block device as VfsLfs2 wants it. It lies in a file, as the heap is for the board's part; where there is no
    folder for such a file, as on a chip, it lies in memory: the chip's own flash is not for tests.
    """

    def __init__(self) -> None:
        self._erased = b"\xff" * PAGE
        self._page = bytearray(PAGE)
        self._file: Any = _temporary_file() or Pieces()
        for block in range(BLOCKS):
            self.ioctl(6, block)

    def readblocks(self, block: int, buffer: bytearray, offset: int = 0) -> None:
        self._file.seek(block * BLOCK + offset)
        self._file.readinto(buffer)

    def writeblocks(self, block: int, buffer: bytearray, offset: int = 0) -> None:
        self._file.seek(block * BLOCK + offset)
        for start in range(0, len(buffer), PAGE):
            self._file.readinto(self._page)
            for i in range(PAGE):
                self._page[i] &= buffer[start + i]
            self._file.seek(block * BLOCK + offset + start)
            self._file.write(self._page)

    def ioctl(self, operation: int, argument: int) -> int:
        if operation == 4:
            return BLOCKS
        if operation == 5:
            return BLOCK
        if operation == 6:
            self._file.seek(argument * BLOCK)
            for _ in range(BLOCK // PAGE):
                self._file.write(self._erased)
        return 0


def _temporary_file() -> "Any":
    """An open file that is gone when it is closed; None where there is no folder for such files."""
    folder = (hasattr(os, "getenv") and os.getenv("TMPDIR")) or "/tmp"
    path = folder + "/chip-" + hexlify(os.urandom(6)).decode()
    try:
        file = open(path, "w+b")  # noqa: SIM115 - as long as the device lives
    except OSError:
        return None
    os.remove(path)
    return file


class Device:
    """Storage that can be started again."""

    def __init__(self) -> None:
        if ON_BOARD:
            self.chip = Chip()
            os.VfsLfs2.mkfs(self.chip, progsize=256)  # type: ignore[attr-defined]
        else:
            self.memory = MemoryFiles(room=(BLOCKS - 4) * BLOCK // 2)

    def start(self) -> MemoryFiles:
        """Mount as _boot.py does; the files in /chip/games."""
        if not ON_BOARD:
            return self.memory
        from firmware.files import BoardFiles

        if "chip" in os.listdir("/"):
            os.umount("/chip")  # type: ignore[attr-defined]
        os.mount(os.VfsLfs2(self.chip, progsize=256), "/chip")  # type: ignore[attr-defined]
        return BoardFiles("/chip/games")  # type: ignore[return-value]


def ignore(text: str) -> None:
    pass


def errno_of(call: "Callable[[], object]") -> int:
    """The number of the OSError that `call` raises; 0 when it raises none."""
    try:
        call()
    except OSError as error:
        return error.errno or 0
    return 0


def back(files: MemoryFiles) -> Table:
    said: list[str] = []
    journal, setup = journal_of(files, said.append)
    assert setup is not None, said
    table = Table(setup)
    replay(journal, table)
    assert not said, said
    return table


def play(journal: Journal, table: Table, moves: int, now: int = 0) -> None:
    for i in range(moves):
        table.play(ADD, i % 3, 0, 1)
        journal.record(ADD, i % 3, 0, 1)
        assert journal.flush()
        if i % 25 == 24:
            for tick in range(3):
                journal.idle(now + i * 10_000 + tick * 2500)


def new_table(number: int = 0) -> Table:
    return Table(Setup("after_us", ["Ana%d" % number, "Ben", "Cho"]))  # noqa: UP031 - the device's own style


def test_game_is_there_after_each_start() -> None:
    device = Device()
    files = device.start()
    journal = Journal(files, ignore)
    table = new_table()
    journal.begin(table)
    for _ in range(4):
        play(journal, table, 60)
        files = device.start()
        digest = table.digest()
        del journal, table  # a start finds the memory empty
        gc.collect()
        assert back(files).digest() == digest
        gc.collect()
        journal, setup = journal_of(files, ignore)
        assert setup is not None
        table = new_table()
        replay(journal, table)


def test_files_are_written_read_appended_renamed_removed() -> None:
    files = Device().start()
    files.write("a", b"12")
    files.append("a", bytearray(b"34"))
    files.write("b", b"56789")
    files.write("b", bytearray(b"5678"))
    assert sorted(files.names()) == ["a", "b"]
    assert files.read("a") == b"1234"
    assert files.read("b", 1, 2) == b"67"
    assert files.read("b", 3, 100) == b"8"
    assert files.read("b", 0, 1 << 28) == b"5678"  # takes the memory of what is there
    files.rename("a", "b")
    assert files.names() == ["b"]
    assert files.read("b") == b"1234"
    files.remove("b")
    assert files.names() == []
    assert errno_of(lambda: files.read("b")) == 2
    assert errno_of(lambda: files.append("b", b"12")) == 2
    assert files.names() == []


def test_full_storage_drops_the_oldest_games_and_never_this_one() -> None:
    """AU games of 200 moves, 3 KB each, on 48 KB."""
    device = Device()
    said: list[str] = []
    journal = Journal(device.start(), said.append)
    for number in range(12):
        table = new_table(number)
        journal.begin(table)
        play(journal, table, 200)
    full = [line for line in said if line.startswith("Storage is full: the oldest game")]
    assert full
    assert len(full) == len(said)
    files = device.start()
    assert back(files).digest() == table.digest()
    numbers = [number for number, _ in journal.games()]
    assert numbers == list(range(13 - len(numbers), 13))
    for number, name in journal.games():
        assert load_game(files, name, ignore)[0].names[0] == "Ana%d" % (number - 1)  # noqa: UP031


def test_storage_full_of_something_else_leaves_the_game_and_its_moves() -> None:
    device = Device()
    files = device.start()
    said: list[str] = []
    journal = Journal(files, said.append)
    table = new_table()
    journal.begin(table)
    play(journal, table, 40)
    stored = table.digest()
    full = 0
    files.write("junk", b"")
    while not full:
        full = errno_of(lambda: files.append("junk", bytes(1000)))
    assert full == 28
    for i in range(300):
        table.play(ADD, i % 3, 0, 1)
        journal.record(ADD, i % 3, 0, 1)
        if journal.flush():
            stored = table.digest()
        journal.idle(1_000_000 + i * 3000)
    assert journal.pending
    assert len(said) == 1
    assert "it is full" in said[0]
    files = device.start()
    assert back(files).digest() == stored
    files.remove("junk")
    journal.idle(3_000_000)
    journal.idle(3_010_000)
    assert not journal.pending
    assert back(device.start()).digest() == table.digest()
