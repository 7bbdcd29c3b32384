"""docs/storage_format.md: its tables and its example are what the code stores."""

import re
import struct
from binascii import crc32

from engine_core import moves
from engine_core.setup import Setup
from engine_core.storage import checkpoints, record, record_reading
from engine_core.storage.journal import Journal
from engine_core.table import Table
from host.layers import ROOT
from tests.kit.shared.memory import MemoryFiles

TEXT = (ROOT / "docs" / "storage_format.md").read_text("utf-8")
HEX = re.compile(r"^    ((?:[0-9a-f]{2} ?)+)$", re.MULTILINE)


def part(title: str) -> str:
    """The text under one heading."""
    start = TEXT.index(f"## {title}\n")
    end = TEXT.find("\n## ", start)
    return TEXT[start : end if end > 0 else len(TEXT)]


def layout(title: str) -> list[tuple[int, str]]:
    """(first byte, number of bytes) of each row of the first table with bytes under a heading."""
    rows = re.findall(r"^\| (\d+) \| (\w+) \|", part(title), re.MULTILINE)
    return [(int(first), size) for first, size in rows]


def stored() -> MemoryFiles:
    """The storage after the two presses of the example."""
    files = MemoryFiles()
    table = Table(Setup("after_us", ["Ana", "Ben", "Cho"]))
    journal = Journal(files, print)
    journal.begin(table)
    for seat, track, amount in ((0, 0, 3), (1, 1, 4)):
        table.play(moves.ADD, seat, track, amount)
        journal.record(moves.ADD, seat, track, amount)
        assert journal.flush()
    return files


def test_the_example_is_what_the_journal_stores() -> None:
    header, stored_record = (bytes.fromhex(text) for text in HEX.findall(part("An example")))
    files = stored().files
    assert files["00001.playing"] == header
    assert files["tail"][record.SIZE :] == stored_record


def test_the_program_in_the_docs_makes_the_record_without_our_code() -> None:
    program = re.findall(r"```python\n(.*?)```", part("An example"), re.DOTALL)[0]
    said: list[str] = []
    exec(program, {"print": said.append})
    assert said == [HEX.findall(part("An example"))[1]]


def test_the_layout_of_a_record_adds_up() -> None:
    rows = layout("A record")
    assert [first for first, _ in rows] == [0, 4, 5, 6, record.GAME_AT, 8, 10, record.CRC_AT]
    assert sum(int(size) for _, size in rows) == record.SIZE


def test_the_layout_of_a_checkpoint_adds_up() -> None:
    rows = layout("Checkpoints")
    assert [first for first, _ in rows] == [0, 4, 8, 12, 16, 20, checkpoints.HEAD_SIZE]
    assert sum(int(size) for _, size in rows[:-1]) == checkpoints.HEAD_SIZE == struct.calcsize(checkpoints.HEAD)
    assert f"{checkpoints.MOST:,} bytes" in TEXT


def test_every_kind_of_move_is_there_with_its_number() -> None:
    named = {name: int(number) for number, name in re.findall(r"^\| (\d+) \| `([A-Z]+)` \|", TEXT, re.MULTILINE)}
    no_kinds = {"NO_SEAT", "JOINED", "SIZE", "LIMIT", "TOP"}
    kinds = {name: value for name, value in vars(moves).items() if name.isupper() and name not in no_kinds}
    kinds = {name: value for name, value in kinds.items() if not name.startswith("_")}
    assert named == kinds | {"HEADER": record_reading.HEADER}


def test_the_crc_is_the_usual_one() -> None:
    checked = crc32(b"123456789")
    assert f"`{checked:08X}`" in TEXT
