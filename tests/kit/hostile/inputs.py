"""Text at random for everything that reads text: it is read, or refused with an error of ours that is one line.

`lines_differ` asks both Pythons what they make of the same lines.
"""

import random
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine_core.board_reading import load_board
from engine_core.city_building import inspect
from engine_core.errors import BoardError, TextError
from engine_core.scripts.replay import Failed, replay
from engine_core.scripts.script import read_lines
from engine_core.settings_reading import read_settings
from engine_core.setup_reading import read_setup
from engine_core.words import unseen_in
from host.layers import BOARDS, ROOT
from host.link.facts import read_facts
from host.link.from_board import Checksums, Folder, file_name, native
from host.link.table_state import read_state
from host.page.view import table
from host.printable import one_line, printable
from tests.kit.hostile.fuzz import damaged, odd_state
from tests.kit.rules.on_micropython import find_command

SCRIPT = b"""game after_us
seats Ana Ben Cho
set objects computer moped boombox
Ana +3
Ben rage +4   # four
Ben remove ape
next
expect phase 2
expect score Ana=3 Ben=3 Cho=0
undo 2
redo
"""
CITY = (BOARDS / "sample_city.map").read_bytes()
BOARD = (BOARDS / "small.json").read_bytes()
SETTINGS = b'{"brightness": 4, "orders": {"score": "GRB"}, "last": "game after_us\\nseats Ana Ben\\n"}'
FOLDER = b"7461696c\nAAAA\nAAAA\n.\n6572726f72732e747874\nAAAA\n.\n"
LIST = b"123456 main.py\n4294967295 lib/engine_core/scripts/log.mpy\n300000 free\n"
FACTS = (
    b"python micropython 1.26.1\nmpy 6\nmachine Pico\nmemory 1 2\nflash 1 2\ncause 1\nreason 0\nversion 0.1.0\nlow 7\n"
)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _script(data: bytes) -> None:
    lines = data.split(b"\n")
    replay(read_lines(_Lines([line + b"\n" for line in lines])), lambda name: CITY.decode())  # type: ignore[arg-type]


class _Lines:
    """As a file that is read line by line."""

    def __init__(self, lines: list[bytes]) -> None:
        self._lines = lines

    def readline(self, size: int) -> bytes:
        if not self._lines:
            return b""
        line, self._lines[0] = self._lines[0][:size], self._lines[0][size:]
        if not self._lines[0]:
            self._lines.pop(0)
        return line


def _state(data: bytes) -> None:
    state = read_state(data.decode("utf-8", "replace"))
    if state is not None:
        table(state)


def _taken(reader: Any, data: bytes) -> None:
    for line in data.split(b"\n"):
        reader.take(line.decode("utf-8", "replace"))


def _name(data: bytes) -> None:
    name = file_name(_text(data[:600]), ".bad")
    if set(name) & set("/\\\0:") or name.startswith(".") or len(name) > 100:
        raise AssertionError(name)


def _shown(data: bytes) -> None:
    for shown in (printable(_text(data), ""), one_line(_text(data))):
        if unseen_in(shown):
            raise AssertionError(shown)


_CORE = (TextError, BoardError, Failed)
_BOARD = (ValueError,)  # host/link/from_board.py makes a line of it

# What is sound, what reads it, the errors that it may raise.
READERS: tuple[tuple[bytes, Callable[[bytes], object], tuple[type[Exception], ...]], ...] = (
    (SCRIPT, _script, _CORE),
    (SCRIPT[:50], lambda data: read_setup(_text(data), CITY.decode()), _CORE),
    (CITY, lambda data: inspect(_text(data)), _CORE),
    (BOARD, lambda data: load_board(_text(data)), _CORE),
    (SETTINGS, lambda data: read_settings(_text(data)), _CORE),
    (b"", _state, _BOARD),
    (FOLDER, lambda data: _taken(Folder(), data), _BOARD),
    (LIST, lambda data: _taken(Checksums(), data), _BOARD),
    (FACTS, lambda data: read_facts(_text(data), [7]), _BOARD),
    (b"1.26 3", lambda data: native(_text(data)), _BOARD),
    (b"00012.bad", _name, ()),
    (b"Ana +3", _shown, ()),
)


@dataclass
class Tally:
    """inputs: tried. refused: of them. faults: what ended otherwise."""

    inputs: int = 0
    refused: int = 0
    faults: list[str] = field(default_factory=list)


def soak(count: int, progress: Callable[[int], None] = lambda done: None) -> Tally:
    """So many inputs, each reader in its turn."""
    tally = Tally()
    for seed in range(count):
        rng = random.Random(seed)
        sound, read, ours = READERS[seed % len(READERS)]
        data = damaged(sound, rng) if sound else odd_state(rng).encode()
        wrong = ""
        try:
            read(data)
        except ours:
            tally.refused += 1
        except Exception as error:  # noqa: BLE001 - any other is what this looks for
            wrong = f"{type(error).__name__}: {error}"
        if wrong and len(tally.faults) < 10:
            tally.faults.append(f"input {seed}: {wrong[:300]}")
        tally.inputs += 1
        if seed % 1000 == 0:
            progress(seed)
    return tally


# -- the same on both Pythons ------------------------------------------------------------------------
_BOTH = """
import sys
sys.path.insert(0, {root!r})
from engine_core.errors import TextError
from engine_core.scripts.script import decode
from engine_core.setup_reading import name_problem
from engine_core.words import split
with open({path!r}, "rb") as file:
    for line in file:
        try:
            words = split(decode(bytes.fromhex(line.decode().strip()), 3))
        except TextError as error:
            print("E", error.line, error.message.encode())
        else:
            print("W", [(word.encode(), name_problem(word).encode()) for word in words])
"""
_PIECES = (
    " ", "\t", "\r", "\n", "#", "Ana", "+3", "\xa0", "\u2003", "\u2028", "\u3000", "\u202e", "\u200b", "\x85", "\x1c",
    "\x0b", "\x00", "\x1b", "\xe9", "\u9673", "\U0001f600", "=", "\u0663", "\xb2", "next",
)  # fmt: skip
_NO_UTF_8 = (b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xc3", b"\xe2\x82", b"\xf4\x90\x80\x80")


def lines_differ(count: int, seed: int = 1) -> list[str]:
    """What the two Pythons make otherwise of `count` lines; nothing is found where there is no MicroPython."""
    micropython = find_command()
    if micropython is None:
        return []
    rng = random.Random(seed)
    lines = []
    for _ in range(count):
        data = "".join(rng.choice(_PIECES) for _ in range(rng.randrange(1, 8))).encode()
        if rng.random() < 0.4:
            at = rng.randrange(len(data) + 1)
            data = data[:at] + rng.choice(_NO_UTF_8) + data[at:]
        lines.append(data)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "lines"
        path.write_text("".join(line.hex() + "\n" for line in lines))
        code = _BOTH.format(root=str(ROOT), path=str(path))
        said = [
            subprocess.run(command, capture_output=True, text=True, check=True).stdout.split("\n")
            for command in ([sys.executable, "-c", code], [micropython, "-X", "heapsize=2m", "-c", code])
        ]
    return [f"{line!r}: {a} / {b}" for line, a, b in zip(lines, *said, strict=False) if a != b]
