"""The journal on both runtimes: the same bytes in storage, the same game back, nothing allocated where it counts."""

from binascii import hexlify
from hashlib import sha256

from engine_core.moves import ADD, NEXT, NO_SEAT, REDO, UNDO
from engine_core.setup import Setup
from engine_core.storage.journal import Journal
from engine_core.storage.kept_games import load_game
from engine_core.storage.open_game import replay
from engine_core.table import Table
from tests.kit.shared.heap import allocates_nothing
from tests.kit.shared.journals import journal_of
from tests.kit.shared.memory import MemoryFiles

MOVES = 150


def silent(text: str) -> None:
    raise AssertionError(text)


def bytes_as_hex(data: bytes) -> str:
    return str(hexlify(data), "ascii")


class Sitting:
    """A table, its journal and its storage. Every move is flushed, with a pause after each twentieth."""

    def __init__(self) -> None:
        self.files = MemoryFiles()
        self.journal = Journal(self.files, silent)
        self.table = Table(Setup("after_us", ["Ana", "Bén", "Cho"]))
        self.journal.begin(self.table)
        self.now = 0

    def play(self, moves: int) -> None:
        for i in range(moves):
            self.move(i)
            assert self.journal.flush()
            if i % 20 == 19:
                self.pause()

    def move(self, i: int) -> None:
        table = self.table
        if i % 11 == 10:
            table.undo()
            self.journal.record(UNDO, NO_SEAT)
        elif i % 23 == 22 and table.can_redo():
            table.redo()
            self.journal.record(REDO, NO_SEAT)
        elif i % 37 == 36:
            table.play(NEXT, NO_SEAT)
            self.journal.record(NEXT, NO_SEAT)
        else:
            table.play(ADD, i % 3, i % 2, 1, i % 4 == 3)
            self.journal.record(ADD, i % 3, i % 2, 1)

    def pause(self) -> None:
        for _ in range(3):
            self.now += 2500
            self.journal.idle(self.now)


def power_up(files: MemoryFiles, say: "object" = silent) -> Table:
    journal, setup = journal_of(files, say)  # type: ignore[arg-type]
    assert setup is not None
    table = Table(setup)
    replay(journal, table)
    return table


def test_game_comes_back_with_all_that_can_be_undone() -> None:
    sitting = Sitting()
    sitting.play(MOVES)
    table = power_up(sitting.files)
    assert table.count == sitting.table.count
    assert table.digest() == sitting.table.digest()
    while table.can_undo():
        table.undo()
        sitting.table.undo()
        assert table.digest() == sitting.table.digest()
    assert table.count == 0


def test_game_comes_back_without_checkpoints() -> None:
    sitting = Sitting()
    sitting.play(MOVES)
    del sitting.files.files["checkpoints"]
    assert power_up(sitting.files).digest() == sitting.table.digest()


def test_storage_holds_the_same_bytes_on_every_runtime() -> None:
    """So a card or a copy of the board's folder can be read on the laptop, and a laptop's game on the board."""
    sitting = Sitting()
    sitting.play(30)
    file = sitting.files.files["00001.playing"]
    assert bytes_as_hex(file[:16]) == "01000000f0010001210000001574829c"
    assert file[16:49] == "game after_us\nseats Ana Bén Cho\n".encode()
    digest = sha256(file + sitting.files.files["tail"]).digest()
    assert bytes_as_hex(digest[:8]) == "7a4a72714731a65d"


def test_game_ends_before_the_damage() -> None:
    sitting = Sitting()
    sitting.play(60)
    data = bytearray(sitting.files.files["00001.playing"])
    data[-30] ^= 4
    sitting.files.files["00001.playing"] = bytes(data)
    said: list[str] = []
    table = power_up(sitting.files, said.append)
    assert "checksum wrong" in said[0]
    assert sitting.files.files["00001.bad"] == bytes(data)
    again = power_up(sitting.files)
    assert again.digest() == table.digest()


def test_kept_game_can_be_read_again() -> None:
    sitting = Sitting()
    sitting.play(50)
    sitting.journal.begin(Table(Setup("primates", ["Dan", "Eva"])))
    number, name = sitting.journal.games()[0]
    setup, table = load_game(sitting.files, name, silent)
    assert (number, setup.game, table.digest()) == (1, "after_us", sitting.table.digest())


def test_record_allocates_nothing() -> None:
    sitting = Sitting()
    sitting.play(3)
    for i in range(40):
        sitting.table.play(ADD, i % 3, 0, 1)
        allocates_nothing(lambda: sitting.journal.record(ADD, i % 3, 0, 1))  # noqa: B023 - called at once
    for _ in range(40):  # more than can wait
        sitting.table.play(ADD, 0, 0, 1)
        allocates_nothing(lambda: sitting.journal.record(ADD, 0, 0, 1))
    sitting.table.undo()
    allocates_nothing(lambda: sitting.journal.record(UNDO, NO_SEAT))
    assert sitting.journal.pending == 81
    assert sitting.journal.flush()
    assert power_up(sitting.files).digest() == sitting.table.digest()


def test_idle_with_nothing_to_do_allocates_nothing() -> None:
    sitting = Sitting()
    sitting.play(40)
    sitting.pause()
    changes = sitting.files.changes
    for now in (50_000, 90_000, 900_000):
        allocates_nothing(lambda: sitting.journal.idle(now))  # noqa: B023 - called at once
    assert sitting.files.changes == changes


def test_flush_with_nothing_to_do_allocates_nothing() -> None:
    sitting = Sitting()
    allocates_nothing(sitting.journal.flush)
