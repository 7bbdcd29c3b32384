"""Cut `troop flash` on the emulated board, running the official firmware, at random points of its copy.

`python -m tests.soak.flash 50` does it fifty times, on a blank board that gets everything. The board must always start,
and be what it was before or have all of the new version.
"""

import random
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from littlefs.errors import LittleFSError

from tests.kit.board.flashing import Copy, flash_with_troop, judge_start, outcome
from tests.kit.board.rig import built

LAST = 10  # operations at the end of a copy, where old becomes new: every fifth cut falls there


@dataclass
class Tally:
    """cuts: of the copy. outcomes: how often the board was "old" or "new" then. faults: what happened otherwise."""

    cuts: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def good(self) -> bool:
        """Nothing went wrong."""
        return not self.faults

    def __str__(self) -> str:
        return f"{self.cuts} cuts: {self.outcomes['old']} old, {self.outcomes['new']} new, {len(self.faults)} neither"


def soak(cuts: int, seed: int = 1, progress: "Callable[[int], None] | None" = None) -> Tally:
    """`troop flash` onto a blank board until its table is lit, then so many cuts of it. progress: told their number."""
    copy = flash_with_troop({}, built())
    copy.bench.run_until(lambda: len(copy.bench.resets) == 1)
    judge_start(copy, copy.bench)
    return cut(copy, cuts, random.Random(seed), progress or (lambda done: None))


def cut(copy: Copy, cuts: int, chance: random.Random, progress: Callable[[int], None]) -> Tally:
    """So many cuts of a copy, at points of its own choice."""
    tally = Tally()
    for done in range(cuts):
        number = chance.randrange(len(copy.ops) - LAST if done % 5 == 4 else 0, len(copy.ops))
        try:
            tally.outcomes[outcome(copy, copy.cut(number, chance.random(), number))] += 1
        except (AssertionError, LittleFSError) as error:
            tally.faults.append(f"cut at operation {number} of {len(copy.ops)}: {error}")
        tally.cuts += 1
        progress(tally.cuts)
    return tally


if __name__ == "__main__":
    result = soak(int(sys.argv[1]) if len(sys.argv) > 1 else 50, progress=lambda done: print(done, flush=True))
    print(result, *result.faults, sep="\n")
    sys.exit(0 if result.good() else 1)
