"""The board at a laptop that types anything, reads or does not, and interrupts at any moment: what the tests of the
emulated board and the soak share.
"""

import json
import os
import random
from collections.abc import Callable

from firmware.state_types import State
from host.link.table_state import read_state
from tests.kit.board.bench import Bench
from tests.kit.board.rig import PINS, SCORE
from tests.kit.shared.usb_pieces import PIECES

BUDGET_MS = 15  # from a press to the first bit of its light
PROMPT_MS = 300  # from Ctrl-C to the prompt
EVERY_MS = 160  # between two presses
CTRL_C = b"\x03"


def bytes_of(chance: random.Random, count: int) -> bytes:
    """So many bytes: one half at random, the other what comes over real cables; no Ctrl-C."""
    data = bytearray()
    while len(data) < count:
        data += chance.choice(PIECES) if chance.random() < 0.5 else bytes(chance.choices(range(4, 256), k=100))
    return bytes(data[:count])


def press_on(bench: Bench, presses: int) -> list[float]:
    """Press the seats in turn; how long each took to be lit, in ms."""
    took = []
    for i in range(presses):
        at = bench.ms + 10 + i % 7 / 7
        bench.press(at, PINS[f"seat{i % 3 + 1}"], hold_ms=60)
        bench.run(EVERY_MS)
        took.append(min((frame.start / 1e6 for frame in bench.frames(SCORE, at)), default=float("inf")) - at)
    return took


def states(said: bytes) -> list[State]:
    """The states in what the board has said; AssertionError when a line is neither a state nor a whole sentence."""
    found = []
    for line in said.decode().split("\r\n"):
        state = read_state(line)
        if state is not None:
            found.append(state)
        else:
            assert "{" not in line, f"a piece of a state: {line!r}"
    return found


def newest(bench: Bench, limit_ms: float = 1500) -> State:
    """The state that the board answers now."""
    mark = len(bench.said)
    bench.type(b"?")
    bench.run_until(lambda: b"\r\n" in bench.said[mark:] and states(whole(bench.said[mark:])) != [], limit_ms)
    return states(whole(bench.said[mark:]))[-1]


def whole(said: bytearray) -> bytes:
    """Whole lines only; the first may be the end of one."""
    lines = bytes(said).split(b"\r\n")
    return b"\r\n".join(line for line in lines[:-1] if not (b"}" in line and not line.startswith(b"{")))


def prompt(bench: Bench, *after_ms: float) -> float:
    """Ctrl-C now, and again after so many ms; how long it is until the prompt, in ms. AssertionError without one."""
    start = bench.ms
    bench.type(CTRL_C)
    for ms in after_ms:
        bench.at(start + ms, lambda: bench.type(CTRL_C))
    bench.run_until(lambda: bench.text().endswith(">>> "), limit_ms=PROMPT_MS)
    took = bench.ms - start
    bench.run(max(after_ms, default=0))
    assert not bench.mcu.watchdog._enable, "the watchdog is on"
    return took


def in_a_copy(bench: Bench, do: Callable[[Bench], float]) -> float:
    """`do` with a copy of the bench as it is now, which costs no more than what follows. Raises what it raises."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            answer = json.dumps([do(bench), ""])
        except BaseException as error:  # noqa: BLE001  (this process must end here)
            answer = json.dumps([0.0, f"at {bench.ms:.0f} ms: {error}"])
        os.write(writing, answer.encode())
        os._exit(0)
    os.close(writing)
    with open(reading, "rb") as file:
        took, fault = json.loads(file.read())
    os.waitpid(child, 0)
    if fault:
        raise AssertionError(fault)
    return float(took)
