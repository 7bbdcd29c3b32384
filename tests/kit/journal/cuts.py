"""Pull the plug at every operation of the flash, start again, and compare with what was acknowledged.

`python -m tests.kit.journal.cuts 2000` tries so many cuts; `make soak` does too.
"""

import random
import sys
from collections.abc import Callable
from dataclasses import dataclass, field

from engine_core.setup import Setup
from engine_core.table import Table
from tests.kit.journal.evening import KEPT_GAMES, NO_GAME, Evening, State, kept_states, power_up, random_move, state_of
from tests.kit.journal.flash import BLOCKS, Flash, FlashFiles

EVENING_CUTS = 500  # then another table begins, with an empty file system


@dataclass
class Tally:
    """What became of the cuts: all but `cuts` and `moves` must be 0.

    moves: acknowledged before cuts. lost: starts that ended in a state that was not possible, or without a
    kept game. unmountable: file systems that the board would have formatted. stuck: devices that did not
    play on. alarms: starts that spoke of damage where there was none. faults: the first of them, in words.
    """

    cuts: int = 0
    moves: int = 0
    lost: int = 0
    unmountable: int = 0
    stuck: int = 0
    alarms: int = 0
    faults: list[str] = field(default_factory=list)

    def good(self) -> bool:
        """Nothing went wrong."""
        return self.lost + self.unmountable + self.stuck + self.alarms == 0

    def fault(self, kind: str, text: str) -> None:
        setattr(self, kind, getattr(self, kind) + 1)
        if len(self.faults) < 10:
            self.faults.append(f"{kind} at cut {self.cuts}: {text}")

    def __str__(self) -> str:
        return (
            f"{self.cuts:,} cuts, {self.moves:,} moves acknowledged: {self.lost} lost, {self.unmountable} unmountable, "
            f"{self.stuck} stuck, {self.alarms} false alarms"
        )


@dataclass
class Cut:
    """What flash holds when the power goes, and what may be found there."""

    image: bytes
    possible: set[State]
    acknowledged: State
    kept: list[State]


def soak(cuts: int, seed: int = 1, blocks: int = BLOCKS, progress: "Callable[[int], None] | None" = None) -> Tally:
    """Play evenings until `cuts` cuts were tried. progress: told the number tried so far.

    blocks: of the file system; in a small one old games must go all the time.
    """
    tally = Tally()
    while tally.cuts < cuts:
        play_evening(tally, min(cuts, tally.cuts + EVENING_CUTS), seed, blocks, progress)
        seed += 1
    return tally


def play_evening(
    tally: Tally, cuts: int, seed: int, blocks: int, progress: "Callable[[int], None] | None" = None
) -> None:
    """Play one evening, cut at every operation, until `tally` has `cuts` of them."""
    flash = Flash(seed=seed, blocks=blocks)
    evening = Evening(FlashFiles(flash).format(), seed)
    rng = random.Random(seed)
    found: list[Cut] = []
    truth = evening.truth
    flash.cut = lambda image: found.append(
        Cut(image, set(truth.possible), truth.acknowledged, truth.kept[-KEPT_GAMES:])
    )
    while tally.cuts < cuts:
        moves = truth.moves
        evening.act()
        tally.moves += truth.moves - moves
        for cut in found:
            tally.cuts += 1
            judge(tally, cut, rng, blocks)
        found.clear()
        if progress:
            progress(tally.cuts)


def judge(tally: Tally, cut: Cut, rng: random.Random, blocks: int, again: bool = True) -> None:
    """Start a device on what the cut has left, let it play on, start it once more; cut that too now and then."""
    flash = Flash(cut.image, blocks=blocks)
    try:
        files = FlashFiles(flash).mount()
    except OSError as error:
        tally.fault("unmountable", str(error))
        return
    images: list[bytes] = []
    if again and rng.random() < 0.2:
        flash.cut = images.append
    device = power_up(files)
    state = state_of(device.table)
    if state not in cut.possible:
        tally.fault("lost", f"{state} instead of {cut.acknowledged}")
    if device.said and blocks == BLOCKS:
        tally.fault("alarms", " / ".join(device.said))
    if blocks == BLOCKS and rng.random() < 0.1:
        judge_kept(tally, cut, state, kept_states(files, device.journal))
    if images:  # the plug again, while the device was starting
        tally.cuts += 1
        image = rng.choice(images)
        judge(tally, Cut(image, cut.possible, cut.acknowledged, cut.kept), rng, blocks, again=False)
    flash.cut = None
    play_on(tally, files, rng)


def judge_kept(tally: Tally, cut: Cut, state: State, stored: list[State]) -> None:
    """No kept game may be missing; while one is being put away the oldest may have gone."""
    expected = cut.kept[1:] if len(cut.kept) == KEPT_GAMES else cut.kept
    if state == NO_GAME and cut.acknowledged != NO_GAME:
        expected = [*expected, cut.acknowledged]
    for kept in expected:
        if kept not in stored:
            tally.fault("lost", f"kept game {kept} is missing")


def play_on(tally: Tally, files: FlashFiles, rng: random.Random) -> None:
    """A few more moves, and the plug again while nothing is being written."""
    device = power_up(files)
    table = device.table
    if table is None or table.game.decided():
        table = Table(Setup("after_us", ["Ana", "Ben"]))
        device.journal.begin(table)
    for _ in range(3):
        random_move(table, device.journal.record, rng)
        if not device.journal.flush():
            tally.fault("stuck", " / ".join(device.said))
            return
    found = state_of(power_up(files).table)
    if found != state_of(table):
        tally.fault("stuck", f"{found} instead of {state_of(table)} after playing on")


if __name__ == "__main__":
    result = soak(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
    print(result, *result.faults, sep="\n")
    sys.exit(0 if result.good() else 1)
