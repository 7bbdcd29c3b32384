"""The emulated board that nobody touches: ten minutes of its own time, then minutes, days and weeks by which its clock
leaps. `python -m tests.soak.quiet 10` lets it idle for ten minutes.

The emulator needs 30 s for a second of the device's loop, which naps for a millisecond between two turns. So in the
idle minutes, and only then, the loop naps for 40 ms: all of the program runs, and every millisecond passes, in fewer
turns.
"""

import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from host.build import compile_module
from host.layers import ROOT
from tests.kit.board.bench import Bench
from tests.kit.board.cable import in_a_copy
from tests.kit.board.quiet import DAY_MS, MINUTE_MS, check_awake, check_prompt, rest, uptime
from tests.kit.board.rig import built, stored_game, switched_on

WRAP_MS = 2**29 / 1000  # of microseconds, where differences change their sign; at twice that they begin anew
SPANS = (
    *(minutes * MINUTE_MS for minutes in (9, 18, 27, 36)),
    *(WRAP_MS * times + late for times in (1, 2) for late in (-100, 0, 100)),
    *(days * DAY_MS for days in (6.2, 12.4, 24.8)),
)
RUN_MS = 1000
MODULE = "lib/firmware/device.mpy"
NAP = "sleep_ms(1)"
LONG_NAP = "sleep_ms(1 if ticks_ms() > {end_ms} else 40)"


@dataclass
class Tally:
    """idle_min: idled. idle_ms: from the press after that to the light of score and status bar; prompt_ms: from Ctrl-C
    to the prompt, at worst. spans: of quiet; slowest_ms: of all presses after them."""

    idle_min: int = 0
    idle_ms: tuple[float, float] = (0.0, 0.0)
    prompt_ms: float = 0.0
    spans: int = 0
    slowest_ms: float = 0.0
    faults: list[str] = field(default_factory=list)

    def good(self) -> bool:
        """Nothing went wrong."""
        return not self.faults

    def __str__(self) -> str:
        return (
            f"{self.idle_min} idle minutes: press to light {self.idle_ms[0]:.1f} and {self.idle_ms[1]:.1f} ms; "
            f"{self.spans} spans of quiet: at most {self.slowest_ms:.1f} ms; Ctrl-C: {self.prompt_ms:.0f} ms"
        )


def soak(minutes: int, progress: "Callable[[int], None] | None" = None) -> Tally:
    """Idle for so many minutes, then all spans. progress: told the minutes idled."""
    tally = Tally()
    idle(tally, minutes, progress or (lambda done: None))
    leap(tally)
    return tally


def idle(tally: Tally, minutes: int, progress: Callable[[int], None]) -> None:
    """Really idle; then a press and Ctrl-C."""
    bench = switched_on(built() | stored_game() | napping(minutes))
    for minute in range(minutes):
        while bench.ms < (minute + 1) * MINUTE_MS:
            bench.run(RUN_MS)
        progress(minute + 1)
    bench.run(RUN_MS)  # in which it naps as usual again
    tally.idle_min = minutes
    try:
        tally.idle_ms = check_awake(bench, 1)
        tally.prompt_ms = check_prompt(bench)
    except AssertionError as error:
        tally.faults.append(f"after {minutes} idle minutes: {error}")


def napping(minutes: int) -> dict[str, bytes]:
    """The module of the device's loop, which naps longer for so many minutes."""
    usual = (ROOT / "firmware" / "device.py").read_text("utf-8")
    assert usual.count(NAP) == 1
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "device.py"
        source.write_text(usual.replace(NAP, LONG_NAP.format(end_ms=round(minutes * MINUTE_MS))), "utf-8")
        return {MODULE: compile_module(source, f"/{MODULE}", "armv6m", "firmware.device")}


def leap(tally: Tally) -> None:
    """Each span after the one before on one board; and Ctrl-C after each on a board that was just switched on."""
    bench = switched_on(built() | stored_game())
    new = switched_on(built() | stored_game())
    leapt = 0.0
    for number, span in enumerate(SPANS):
        try:
            rest(bench, span)
            leapt += span
            tally.slowest_ms = max(tally.slowest_ms, *check_awake(bench, number % 3 + 1))
            lived, said = (leapt + bench.ms) / 1000, uptime(bench)
            if abs(said - lived) > 3:
                tally.faults.append(f"after {lived:.0f} s: it says that it has run for {said} s")
            tally.prompt_ms = max(tally.prompt_ms, in_a_copy(new, partial(interrupt, span=span)))
        except AssertionError as error:
            tally.faults.append(f"after {span / MINUTE_MS:.2f} min of quiet: {error}")
        tally.spans += 1


def interrupt(bench: Bench, span: float) -> float:
    """Ctrl-C after a span of quiet: ms to the prompt."""
    rest(bench, span)
    return check_prompt(bench)


if __name__ == "__main__":
    result = soak(int(sys.argv[1]) if len(sys.argv) > 1 else 10, lambda done: print(done, flush=True))
    print(result, *result.faults, sep="\n")
    sys.exit(0 if result.good() else 1)
