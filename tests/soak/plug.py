"""Pull the plug of the emulated board, running the official firmware, again and again within one game.

`python -m tests.soak.plug 20` does it twenty times. Every press that was stored must be there at each start,
none may appear twice, and at the end the score is right.
"""

import random
import sys
from collections.abc import Callable
from dataclasses import dataclass, field

from littlefs.errors import LittleFSError

from host.build import Files
from tests.kit.board import flashfs
from tests.kit.board.bench import Bench, find_image
from tests.kit.board.rig import PINS, built, clock, storage, stored_game, wait_for_table
from tests.kit.journal.evening import power_up

SEATS = ("seat1", "seat2", "seat3")
EVERY_MS = 130
STORED_MS = 300  # after a press it is in flash, whatever the chip had to erase
PRESSES = 5  # at most, between two cuts


@dataclass
class Tally:
    """pulls: of the plug. moves: acknowledged before them. lost: moves that were gone. faults: what happened."""

    pulls: int = 0
    moves: int = 0
    lost: int = 0
    unmountable: int = 0
    faults: list[str] = field(default_factory=list)

    def good(self) -> bool:
        """Nothing went wrong."""
        return self.lost + self.unmountable + len(self.faults) == 0

    def __str__(self) -> str:
        return f"{self.pulls} pulls, {self.moves} moves acknowledged: {self.lost} lost, {self.unmountable} unmountable"


def stored_scores(flash: bytes) -> list[int]:
    """The seats' points, as the journal in `flash` has them. OSError or LittleFSError when they cannot be read."""
    table = power_up(storage(flashfs.read(flash))).table
    if table is None:
        raise OSError("no game is there")
    return [table.game.total(seat) for seat in range(len(SEATS))]


def soak(pulls: int, seed: int = 1, progress: "Callable[[int], None] | None" = None) -> Tally:
    """One game with `pulls` power cuts. progress: told the number so far. FileNotFoundError without an image."""
    rng = random.Random(seed)
    tally = Tally()
    flash, scores = b"", [0] * len(SEATS)
    while tally.pulls < pulls and tally.good():
        flash, scores = power_cycle(tally, flash, scores, rng, cut=True)
        tally.pulls += 1
        if progress:
            progress(tally.pulls)
    if tally.good():
        power_cycle(tally, flash, scores, rng, cut=False)
    return tally


def power_cycle(
    tally: Tally, flash: bytes, scores: list[int], rng: random.Random, cut: bool, game: "Files | None" = None
) -> "tuple[bytes, list[int]]":
    """Power on, press, power off; the flash then and the scores in it.

    Without flash it is a new board; game: the files of the one just begun on it, After Us when left out.
    """
    image = find_image()
    if image is None:
        raise FileNotFoundError("no MicroPython image")
    bench = Bench(image, flash=flash) if flash else Bench(image, files=built() | (game or stored_game()))
    bench.watch(2)
    wait_for_table(bench)
    pressed = press_some(bench, rng, cut)
    flash = bench.pull_plug(rng.random() if bench.stopped_at_flash_op else None, rng.randrange(1 << 30))
    if "Traceback" in bench.text():
        tally.faults.append(bench.text()[-300:])
    return flash, judge(tally, flash, scores, pressed, bench.ms)


def press_some(bench: Bench, rng: random.Random, cut: bool) -> "list[tuple[float, int]]":
    """(ms, seat) of the presses made until the power goes: in the middle of writing, or at any time."""
    start = max(bench.ms, clock(bench)) + 20
    pressed = []
    for i in range(rng.randrange(1, PRESSES + 1)):
        pressed.append((start + i * EVERY_MS, rng.randrange(len(SEATS))))
        bench.press(pressed[-1][0], PINS[SEATS[pressed[-1][1]]], 50)
    end = pressed[-1][0] + STORED_MS + EVERY_MS
    if not cut:
        bench.run(end - bench.ms)
    elif rng.random() < 0.6:
        bench.stop_at_flash_op(len(bench.flash_ops) + rng.randrange(1, 2 * len(pressed) + 2))
        bench.run(end - bench.ms)
    else:
        bench.run(rng.uniform(start, end) - bench.ms)
    return pressed


def judge(
    tally: Tally, flash: bytes, before: list[int], pressed: "list[tuple[float, int]]", cut_ms: float
) -> list[int]:
    """The scores in `flash`; they must hold what was stored, and no more than was pressed."""
    try:
        scores = stored_scores(flash)
    except (OSError, LittleFSError) as error:
        tally.unmountable += 1
        tally.faults.append(str(error))
        return before
    for seat in range(len(SEATS)):
        times = [ms for ms, who in pressed if who == seat]
        stored = before[seat] + sum(ms + STORED_MS < cut_ms for ms in times)
        made = before[seat] + sum(ms < cut_ms for ms in times)
        tally.moves += stored - before[seat]
        tally.lost += max(0, stored - scores[seat])
        if scores[seat] > made:
            tally.faults.append(f"{SEATS[seat]} has {scores[seat]} after {made} presses")
    return scores


if __name__ == "__main__":
    result = soak(int(sys.argv[1]) if len(sys.argv) > 1 else 20, progress=lambda done: print(done, flush=True))
    print(result, *result.faults, sep="\n")
    sys.exit(0 if result.good() else 1)
