"""`python -m tests.soak`: the long proofs that nothing is ever lost, and a table of how they went.

Each part has an option `--NAME N` that sets how much of it is done; 0 leaves the part out. `--jobs N` runs so many
parts at the same time, each in a process of its own. Exit code 1 when a part fails.
"""

import argparse
import os
import platform
import sys
import time
import traceback
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from datetime import date

from tests.soak.parts import PARTS, Outcome, Progress

WIDTH = 36


def progress_line(title: str, count: int) -> Progress:
    """Shows how far a part is, in place, when somebody looks on; at most every half second."""
    start = shown = time.monotonic()

    def show(done: int) -> None:
        nonlocal shown
        now = time.monotonic()
        if sys.stderr.isatty() and now - shown > 0.5:
            shown = now
            sys.stderr.write(f"\r\x1b[K{title}: {done:,} of {count:,} ({now - start:.0f} s) ")
            sys.stderr.flush()

    return show


def run(name: str, count: int) -> tuple[Outcome, float]:
    """Run one part: how it went, and how many seconds it took."""
    title, _, part = PARTS[name]
    start = time.monotonic()
    try:
        outcome = part(count, progress_line(title, count))
    except Exception as error:  # noqa: BLE001  (the other parts go on)
        outcome = Outcome([(title, "ended early")], good=False, why=traceback.format_exception(error))
    return outcome, time.monotonic() - start


def run_all(counts: dict[str, int], jobs: int) -> Iterator[tuple[str, Outcome, float]]:
    """Run every part, so many at a time: name, outcome and seconds of each as it ends."""
    chosen = [(name, count) for name, count in counts.items() if count > 0]
    if jobs == 1:
        yield from ((name, *run(name, count)) for name, count in chosen)
        return
    with ProcessPoolExecutor(max_workers=jobs) as pool:
        running: dict[Future[tuple[Outcome, float]], str] = {
            pool.submit(run, name, count): name for name, count in chosen
        }
        for done in as_completed(running):
            yield running[done], *done.result()


def show(name: str, outcome: Outcome, seconds: float) -> None:
    """Print the rows of one part."""
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K")
    word = "left out" if outcome.skipped else "passed" if outcome.good else "FAILED"
    for what, value in [*outcome.rows, (f"*{name}*", f"*{word}, {seconds:.0f} s*")]:
        print(f"| {what:<{WIDTH}} | {value:>22} |", flush=True)
    for line in outcome.why:
        print(f"  {line}", file=sys.stderr)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description="Long proofs that nothing is ever lost.")
    for name, (title, count, _) in PARTS.items():
        parser.add_argument(f"--{name}", type=int, default=count, metavar="N", help=f"{title} (default {count:,})")
    cores = os.cpu_count() or 1
    parser.add_argument("--jobs", type=int, default=cores, metavar="N", help=f"parts at a time (default {cores})")
    counts = vars(parser.parse_args())
    jobs = counts.pop("jobs")
    start = time.monotonic()
    print(f"Soak of {date.today().isoformat()}, Python {platform.python_version()} on {platform.system()}\n")
    print(f"| {'what':<{WIDTH}} | {'result':>22} |\n|{'-' * (WIDTH + 2)}|{'-' * 23}:|", flush=True)
    good = True
    for name, outcome, seconds in run_all(counts, jobs):
        show(name, outcome, seconds)
        good = good and outcome.good
    print(f"\n{'All parts passed' if good else 'A part FAILED'}, {time.monotonic() - start:.0f} s in all.")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
