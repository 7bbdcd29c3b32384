"""Files on the device that nobody would write: whatever they hold, it starts, says why in one line, and plays.

`python -m tests.kit.journal.garbage 100000` tries so many cases; `make soak` does too.
"""

import contextlib
import json
import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine_core.errors import BoardError, TextError
from engine_core.moves import ADD
from engine_core.settings_writing import text_of
from engine_core.setup import Setup
from engine_core.storage.kept_games import load_game
from engine_core.storage.record import SIZE, pack_record
from engine_core.table import Table
from firmware.config import load_config
from tests.kit.controls.garbage import full_settings, value
from tests.kit.journal.evening import power_up, state_of
from tests.kit.journal.stored import Stored
from tests.kit.shared.memory import MemoryFiles

BOARD = Path(__file__).parents[3] / "boards" / "pico_w_reference.json"
SLOW_S = 60.0  # a case that computes for so long hangs: others take milliseconds


@dataclass
class Tally:
    """cases: tried. crashes: ended in an error that is none of ours. stuck: did not play on. slowest: in seconds."""

    cases: int = 0
    crashes: int = 0
    stuck: int = 0
    slowest: float = 0.0
    faults: list[str] = field(default_factory=list)

    def good(self) -> bool:
        """Nothing went wrong, and nothing hung."""
        return self.crashes + self.stuck == 0 and self.slowest < SLOW_S

    def __str__(self) -> str:
        return f"{self.cases:,} cases: {self.crashes} crashes, {self.stuck} stuck, slowest {self.slowest * 1000:.0f} ms"


# -- damage to bytes ---------------------------------------------------------------------------------


def cut(data: bytes, rng: random.Random) -> bytes:
    """The beginning."""
    return data[: rng.randrange(len(data) + 1)]


def flip(data: bytes, rng: random.Random) -> bytes:
    """A few bits."""
    changed = bytearray(data)
    for _ in range(rng.randrange(1, 9) if data else 0):
        changed[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def splice(data: bytes, rng: random.Random) -> bytes:
    """A part twice, missing, or in another place."""
    a, b = sorted(rng.randrange(len(data) + 1) for _ in range(2))
    return rng.choice([data[:a] + data[b:], data[:b] + data[a:], data[b:] + data[a:b] + data[:a]])


def overwrite(data: bytes, rng: random.Random) -> bytes:
    """Something else in the middle."""
    start = rng.randrange(len(data) + 1)
    size = rng.randrange(200)
    return data[:start] + noise(rng, size) + data[start + size :]


def replace(data: bytes, rng: random.Random) -> bytes:
    """Something else altogether."""
    return noise(rng, rng.choice([0, 1, 15, 16, 17, 300, 5000]))


def records(data: bytes, rng: random.Random) -> bytes:
    """Sound records with anything in them, in order or not."""
    changed = bytearray(data)
    for _ in range(rng.randrange(1, 6)):
        record = bytearray(SIZE)
        sequence = rng.choice([rng.randrange(80), rng.randrange(1 << 32)])
        a, b = rng.randrange(-0x8000, 0x8000), rng.choice([1, rng.randrange(-0x8000, 0x8000)])
        kind = rng.choice([1, 2, 3, 6, 7, 10, 12, 14, 15, 30, 31, 240, rng.randrange(256)])
        pack_record(record, 0, sequence, rng.choice([1, 2, rng.randrange(256)]), kind, rng.randrange(256), a, b, 1)
        changed += record
    return bytes(changed)


def noise(rng: random.Random, size: int) -> bytes:
    return rng.choice([rng.randbytes(size), bytes(size), b"\xff" * size, b"game after_us\nseats a b\n" * (size // 24)])


DAMAGES: tuple[Callable[[bytes, random.Random], bytes], ...] = (cut, flip, splice, overwrite, replace, records)


# -- the journal -------------------------------------------------------------------------------------


class Shelves:
    """Sound storage of a few kinds, to be damaged."""

    def __init__(self) -> None:
        self._kinds = []
        for seed, game in enumerate(("after_us", "primates", "after_us")):
            stored = Stored(40, 28, seed, game)
            self._kinds.append(dict(stored.files.files))
            for tick in range(4):
                stored.journal.idle(tick * 2500)
            self._kinds.append(dict(stored.files.files))
            stored.journal.begin(Table(Setup("after_us", ["Dan", "Eva"])))
            self._kinds.append(dict(stored.files.files))

    def damaged(self, rng: random.Random) -> MemoryFiles:
        """A folder with one to three things wrong."""
        files = MemoryFiles()
        files.files = dict(rng.choice(self._kinds))
        for _ in range(rng.randrange(1, 4)):
            name = rng.choice(list(files.files))
            what = rng.random()
            if what < 0.75:
                files.files[name] = rng.choice(DAMAGES)(files.files[name], rng)
            elif what < 0.85:
                files.files[rng.choice(NAMES)] = files.files[name]
            elif what < 0.95:
                files.files[rng.choice(NAMES)] = noise(rng, rng.randrange(400))
            else:
                files.files[name] = rng.choice(list(rng.choice(self._kinds).values()))
        return files


NAMES = [
    *("00001.playing", "00002.playing", "00001.game", "00002.game", "00001.bad", "00001-2.playing", "7.playing"),
    *("tail", "new", "checkpoints", "settings.json", ".playing", "x.game", "a.b.c", "-1.playing", "00000.playing"),
    *("999999999.playing", "4294967296.playing", "99999999999999999999.game", "1073741823.bad", "²³.playing"),
]


def try_journal(shelves: Shelves, rng: random.Random) -> str:
    """A device starts on a damaged folder, plays, starts again; the laptop reads what there is. What was wrong."""
    files = shelves.damaged(rng)
    for _, name in power_up(files).journal.games():
        with contextlib.suppress(TextError):
            load_game(files, name, lambda text: None)
    device = power_up(files)
    table = device.table
    if table is None or table.game.over():
        table = Table(Setup("after_us", ["Ana", "Ben"]))
        device.journal.begin(table)
    for _ in range(3):
        table.play(ADD, 0, 0, 1)
        device.journal.record(ADD, 0, 0, 1)
    return "" if device.journal.flush() and state_of(power_up(files).table) == state_of(table) else "did not play on"


# -- board and settings ------------------------------------------------------------------------------


def swap(text: str, rng: random.Random) -> str:
    """JSON with another value somewhere in it."""
    data = json.loads(text)
    place, key = somewhere(data, rng)
    place[key] = value(rng)
    return json.dumps(data)


def somewhere(data: Any, rng: random.Random) -> tuple[Any, Any]:
    """A place in what JSON holds: the dict or list, and the key in it."""
    while True:
        key = rng.choice(list(data) if isinstance(data, dict) else list(range(len(data))))
        if not isinstance(data[key], (dict, list)) or not data[key] or rng.random() < 0.3:
            return data, key
        data = data[key]


def try_config(texts: "tuple[str, str]", rng: random.Random) -> str:
    """Board file and settings, one of them or both damaged, with or without a good copy. What was wrong."""
    contents = [text.encode() for text in texts]
    for i in rng.choice([(0,), (1,), (0, 1)]):
        swapped = rng.random() < 0.4
        contents[i] = swap(texts[i], rng).encode() if swapped else rng.choice(DAMAGES)(contents[i], rng)
    files = MemoryFiles()
    files.files["settings.json"] = contents[1]
    copy = rng.random() < 0.5
    if copy:
        files.files["board.good"] = texts[0].encode()
    try:
        config = load_config(files, lambda: str(contents[0], "utf-8"))
        config.keep(files)
    except BoardError as error:
        return "a good copy was not used" if copy else one_line(str(error))
    wrong = [one_line(fault) for fault in config.faults]
    return next(filter(None, wrong), "")


def one_line(message: str) -> str:
    """What is wrong with a message to the people at the table; empty when nothing is."""
    return "" if message and "\n" not in message and len(message) <= 400 else f"no clear line: {message!r}"


def soak(cases: int, seed: int = 1, progress: "Callable[[int], None] | None" = None) -> Tally:
    """Try `cases` cases, half of them journals. progress: told the number tried so far."""
    tally = Tally()
    shelves = Shelves()
    texts = (BOARD.read_text(), text_of(full_settings()))
    for number in range(cases):
        start = time.process_time()
        rng = random.Random(f"{seed} {number}")  # so that a case can be tried again alone
        try:
            wrong = try_journal(shelves, rng) if number % 2 else try_config(texts, rng)
            tally.stuck += wrong != ""
        except Exception as error:  # noqa: BLE001 - any at all is what this looks for
            wrong = f"{type(error).__name__}: {error}"
            tally.crashes += 1
        if wrong and len(tally.faults) < 10:
            tally.faults.append(f"case {number} of seed {seed}: {wrong}")
        tally.cases += 1
        tally.slowest = max(tally.slowest, time.process_time() - start)
        if progress:
            progress(tally.cases)
    return tally


if __name__ == "__main__":
    result = soak(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
    print(result, *result.faults, sep="\n")
    sys.exit(0 if result.good() else 1)
