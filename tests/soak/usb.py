"""Any bytes on the cable of the emulated board while a game is played on it, and Ctrl-C at every moment of a start.

A laptop types, asks, reads or does not, hangs up and sleeps, as chance has it; every press must be lit in its budget
and counted. Then Ctrl-C comes every two milliseconds from where USB is there until the table is.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.kit.board.bench import Bench
from tests.kit.board.cable import BUDGET_MS, bytes_of, in_a_copy, newest, press_on, prompt
from tests.kit.board.rig import built, image, stored_game, switched_on

PIECE = 8000  # bytes typed at once, with PRESSES presses meanwhile: about what the board reads in that time
PRESSES = 3
STEP_MS = 2
LAST_MS = 1500
PIECES_FOR_ALL = 20  # a soak of fewer pieces sweeps in as many larger steps
Progress = Callable[[int], None]


@dataclass
class Tally:
    """What was tried, and what went wrong."""

    typed: int = 0  # bytes
    presses: int = 0
    lost: int = 0
    light_ms: float = 0.0  # the slowest press
    interrupts: int = 0
    prompt_ms: float = 0.0  # the slowest
    faults: list[str] = field(default_factory=list)

    def good(self) -> bool:
        return not self.lost and not self.faults and self.light_ms <= BUDGET_MS


def soak(count: int, progress: Progress = lambda done: None, seed: int = 1) -> Tally:
    """Type `count` bytes, then sweep."""
    tally = Tally()
    _type(tally, count, progress, random.Random(seed))
    _sweep(tally, STEP_MS * max(1, PIECES_FOR_ALL * PIECE // max(count, 1)))
    return tally


def _type(tally: Tally, count: int, progress: Progress, chance: random.Random) -> None:
    bench = switched_on(built() | stored_game())
    while tally.typed < count and not bench.resets:
        _mood(bench, chance)
        piece = bytes_of(chance, min(PIECE, count - tally.typed))
        bench.type(piece)
        tally.typed += len(piece)
        took = press_on(bench, PRESSES)
        tally.presses += PRESSES
        tally.light_ms = max(tally.light_ms, *took)
        progress(tally.typed)
    tally.faults += [f"restarted at {ms:.0f} ms, {tally.typed:,} bytes" for ms in bench.resets]
    _awake(bench)
    bench.run_until(lambda: not bench.cable.typing, limit_ms=20_000)
    tally.lost = abs(tally.presses - sum(newest(bench, limit_ms=3000)["totals"]))


def _mood(bench: Bench, chance: random.Random) -> None:
    """What the laptop does from now on."""
    _awake(bench)
    mood = chance.randrange(6)
    if mood == 0:
        bench.cable.read(False)
    elif mood == 1:
        bench.cable.hold(False)
    elif mood == 2:
        bench.cable.sleep(True)


def _awake(bench: Bench) -> None:
    if bench.cable.sleeps:
        bench.cable.sleep(False)
        bench.run(5)
    bench.cable.read(True)
    bench.cable.hold(True)
    bench.run(5)


def _sweep(tally: Tally, step_ms: float) -> None:
    bench = Bench(image(), files=built() | stored_game())
    bench.run_until(lambda: bench.connected)
    while bench.ms < LAST_MS:
        try:
            tally.prompt_ms = max(tally.prompt_ms, in_a_copy(bench, prompt))
        except AssertionError as error:
            tally.faults.append(str(error)[-300:])
        tally.interrupts += 1
        bench.run(step_ms)
