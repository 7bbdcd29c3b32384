"""Press simulated switches by the million and count what becomes of the presses.

`python -m tests.controls.soak 1000000` prints the count; `make soak` runs it.
"""

import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from engine_core.compat import CLOCK_PERIOD
from engine_core.keys import DOWN, UP, Keys
from tests.kit.controls.switches import KEYS, Press, draw_evening, loops
from tests.kit.shared.feeding import feed

EVENING_MS = 60_000
PROMPT_MS = 4  # samples of solid contact until the event, one of them a glitch


@dataclass
class Tally:
    """What became of the presses: all but `presses` and `loops` must be 0."""

    presses: int = 0
    loops: int = 0
    lost: int = 0
    doubled: int = 0
    invented: int = 0
    late: int = 0
    disordered: int = 0
    latched: int = 0
    faults: int = 0

    def good(self) -> bool:
        """Nothing went wrong."""
        wrong = self.lost + self.doubled + self.invented + self.late + self.disordered + self.latched + self.faults
        return wrong == 0

    def __str__(self) -> str:
        return (
            f"{self.presses:,} presses in {self.loops:,} loops: {self.lost} lost, {self.doubled} doubled, "
            f"{self.invented} invented, {self.late} late, {self.disordered} out of order, "
            f"{self.latched} latched, {self.faults} wrongly called faulty"
        )


@dataclass
class Event:
    """One event of Keys, `at` counted in samples of the evening."""

    key: int
    what: int
    at: int


def record(keys: Keys, samples: "list[int]", origin: int, rng: random.Random, tally: Tally) -> list[Event]:
    """Feed `samples` loop by loop, the first at clock `origin`, and give back the events in the order they came."""
    events = []
    for start, end in loops(len(samples), rng):
        tally.loops += 1
        for at in range(start, end):
            feed(keys, samples[at], (origin + at) % CLOCK_PERIOD)
            while keys.take():
                events.append(Event(keys.key, keys.what, (keys.at - origin) % CLOCK_PERIOD))
    return events


def judge(presses: list[Press], events: list[Event], tally: Tally) -> None:
    """Match the events with the presses that were made."""
    tally.presses += len(presses)
    tally.disordered += sum(a.at > b.at for a, b in pairwise(events))
    for key in range(KEYS):
        mine = [press for press in presses if press.key == key]
        downs = [event.at for event in events if (event.key, event.what) == (key, DOWN)]
        ups = [event.at for event in events if (event.key, event.what) == (key, UP)]
        judge_key(mine, downs, tally)
        tally.latched += abs(len(ups) - len(downs)) + sum(a >= b for a, b in zip(downs, ups, strict=False))
    tally.faults += sum(event.what not in (UP, DOWN) for event in events)


def judge_key(presses: list[Press], downs: list[int], tally: Tally) -> None:
    """Each press wants one DOWN between its first touch and its rest."""
    found = 0
    for press in presses:
        inside = [at for at in downs if press.start <= at <= press.rest]
        tally.lost += not inside
        tally.doubled += max(0, len(inside) - 1)
        tally.late += bool(inside) and inside[0] >= press.solid + PROMPT_MS
        found += len(inside)
    tally.invented += len(downs) - found


def soak(presses: int, seed: int = 1, progress: "Callable[[int], None] | None" = None) -> Tally:
    """Make at least `presses` presses and count. progress: told the number made so far, evening by evening."""
    rng = random.Random(seed)
    tally = Tally()
    keys = Keys(list(range(KEYS)))
    origin = CLOCK_PERIOD - EVENING_MS // 2  # the clock wraps in the first evening
    while tally.presses < presses:
        samples, made = draw_evening(EVENING_MS, rng)
        judge(made, record(keys, list(samples), origin, rng, tally), tally)
        origin = (origin + EVENING_MS) % CLOCK_PERIOD
        if progress:
            progress(tally.presses)
    return tally


if __name__ == "__main__":
    result = soak(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
    print(result)
    sys.exit(0 if result.good() else 1)
