"""Answers of a board that lies, at random: a true answer, damaged in one of many ways."""

import copy
import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.kit.host.command import troop
from tests.kit.hostile.board import Board, game, plain
from tests.kit.hostile.patience import short
from tests.kit.journal.garbage import somewhere

ESCAPES = b"\x1b]0;title\x07\x1b[2J\x1b]52;c;eA==\x07\x9b31m\xc2\x9b2J\xe2\x80\xae\xe2\x80\x8b\x00\r\x7f"
WORDS = (
    b"", b"\x00", b"\xff", b"null", b"-1", b"99999999999999999999", b"9" * 5000, b"1e9", b"NaN", b"[" * 3000,
    b"{" * 3000, b'{"a":' * 2000, b"../" * 20, b"/etc/passwd", b"\n", b"\r", b"\n" * 500, b" ", b"\x04", b">",
    b"\x01", b"OK", b"=", b"\xed\xa0\x80", "\xb2".encode(), "\u0663".encode(), b"True", b"Traceback", b"A" * 20000,
    b"\x00" * 20000, ESCAPES,
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 7, 10**9, 10**30, "", "x", "after_us", "\x1b[2J", "\u202e", "\ud800", "a" * 3000, [], {},
    [[]],     [None], [1, 2], ["Ana"], ["Ana", "Ben"], {"name": "x", "values": []}, [{}], 1.5,
)  # fmt: skip
COMMANDS = ("log", "monitor", "doctor", "selftest", "flash", "replay")


def damaged(data: bytes, rng: random.Random) -> bytes:
    """`data` with something wrong in it."""
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        at, end = sorted(rng.randrange(len(data) + 1) for _ in range(2))
        what = rng.randrange(7)
        if what == 0:
            data = data[:at] + rng.choice(WORDS) + data[at:]
        elif what == 1:
            data = data[:at] + rng.choice(WORDS) + data[end:]
        elif what == 2:
            data = data[:at]
        elif what == 3:
            data = data[:at] + data[end:] + data[at:end]
        elif what == 4:
            data = rng.choice(WORDS)
        elif what == 5:
            data = data[:at] + rng.randbytes(rng.randrange(1, 200)) + data[at:]
        else:
            lines = data.split(b"\n")
            lines[rng.randrange(len(lines))] = rng.choice(WORDS)
            data = b"\n".join(lines)
    return data


def odd_state(rng: random.Random) -> str:
    """The state of a table in JSON with one to three values in it that are others, or gone."""
    state = json.loads(game()[1])
    if rng.random() < 0.3:
        state["menu"] = {"title": "x", "labels": ["a"], "buttons": [""] * 6, "choice": 0, "page": 0, "pages": 1}
        state["menu"] |= {"seats": 2, "colours": ["red", "green"]}
    for _ in range(rng.randrange(1, 4)):
        place, key = somewhere(state, rng)
        if isinstance(place, dict) and rng.random() < 0.25:
            del place[key]
        else:
            place[key] = copy.deepcopy(rng.choice(VALUES))  # each its own: it may be changed again
        if not state:
            break
    return json.dumps(state)


@dataclass
class Tally:
    """answers: that were damaged. codes: how often a command ended with 0, 1, 2. faults: what went wrong."""

    answers: int = 0
    codes: list[int] = field(default_factory=lambda: [0, 0, 0])
    faults: list[str] = field(default_factory=list)

    def good(self) -> bool:
        return not self.faults


def liar(rng: random.Random, board: Board) -> Callable[[bytes, bytes], bytes]:
    """Damages one answer of a session."""
    wrong = board.asked + rng.choice((0, 1, 2, 3, 4, 5, 6, 8, 10))

    def answer(printed: bytes, fault: bytes) -> bytes:
        if board.asked != wrong:
            return plain(printed, fault)
        what = rng.random()
        if what < 0.75:
            return plain(damaged(printed, rng), fault)
        if what < 0.9:
            return plain(printed, damaged(b"Traceback (most recent call last):\r\nValueError: x\r\n", rng))
        return damaged(plain(printed, fault), rng)

    return answer


def one(seed: int, board: Board, folder: Path) -> tuple[str, int, str]:
    """One command against a board that lies once: its name, its exit code, what is wrong with how it ended."""
    rng = random.Random(seed)
    name = COMMANDS[seed % len(COMMANDS)]
    script = folder / "x.troop"
    script.write_text("game after_us\nseats Ana Ben\nAna +3\n")
    words = {
        "log": ["--out", str(folder / "out")] if rng.random() < 0.5 else [],
        "monitor": ["--once"],
        "selftest": ["--no-guide", "--only", "wire", "--only", "after_us_ends_by_phase"],
        "flash": ["--yes"],
        "replay": [str(script)],
    }.get(name, [])
    board.missing = rng.choice(("", "lib/engine_core/scripts/log.mpy"))
    board.answer = liar(rng, board)
    state = odd_state(rng).encode() if rng.random() < 0.6 else damaged(game()[1].encode(), rng)
    board.state = (state if name == "monitor" or rng.random() < 0.5 else game()[1].encode()) + b"\r\n"
    try:
        ended = troop(name, *words, "--port", board.port)
    except Exception as error:  # noqa: BLE001 - whatever comes through is a fault
        return name, 99, f"{type(error).__name__}: {error}"
    return name, ended.returncode, ended.wrong()


def soak(count: int, folder: Path, progress: Callable[[int], None] = lambda done: None) -> Tally:
    """So many commands, one after the other; each meets a board that lies once."""
    tally = Tally()
    with short(quiet=0.4, talk=0.3), Board() as board:
        for seed in range(count):
            name, code, wrong = one(seed, board, folder)
            tally.answers += 1
            if code in (0, 1, 2):
                tally.codes[code] += 1
            if wrong and len(tally.faults) < 10:
                tally.faults.append(f"answer {seed}, {name}: {wrong}")
            progress(seed + 1)
    return tally
