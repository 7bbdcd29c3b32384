"""What can take longer than the board's watchdog waits says now and then that it goes on."""

from itertools import groupby

from engine_core.moves import ADD
from engine_core.setup import Setup
from engine_core.storage.journal import Journal
from engine_core.storage.open_game import replay
from engine_core.table import Table
from tests.kit.shared.journals import journal_of
from tests.kit.shared.memory import MemoryFiles

MOVES = 2000
MOST_MOVES = 32  # played between two signs of life


class Watched(MemoryFiles):
    """Notes each change of storage among the signs of life."""

    def __init__(self) -> None:
        super().__init__()
        self.events: list[str] = []

    def append(self, name: str, data: "bytes | bytearray") -> None:
        self.events.append("append")
        super().append(name, data)

    def read(self, name: str, start: int = 0, size: int = -1) -> bytes:
        self.events.append("read")
        return super().read(name, start, size)

    def alive(self) -> None:
        self.events.append("alive")


def long_table() -> Table:
    table = Table(Setup("after_us", ["Ana", "Ben", "Cho"]))
    for i in range(MOVES):
        table.play(ADD, i % 3, 0, 1)
    return table


def test_a_long_game_is_written_anew_piece_by_piece() -> None:
    files = Watched()
    journal = Journal(files, lambda text: None, files.alive)
    journal.begin(long_table())
    runs = [len(list(run)) for event, run in groupby(files.events) if event == "append"]
    assert len(runs) > MOVES // 200
    assert max(runs) == 1


def test_a_long_game_is_read_and_played_piece_by_piece() -> None:
    files = Watched()
    table = long_table()
    Journal(files, lambda text: None).begin(table)
    files.events.clear()
    journal, setup = journal_of(files, lambda text: None, files.alive)
    assert setup is not None
    again = Table(setup)
    replay(journal, again)
    assert again.digest() == table.digest()
    assert files.events.count("alive") > MOVES // MOST_MOVES
    reads = [len(list(run)) for event, run in groupby(files.events) if event == "read"]
    assert len(reads) > MOVES // 200
    assert max(reads) <= 4  # header and tail
