"""`python -m tests.soak`: the long proofs that nothing is ever lost, and a table of how they went.

`--cuts N`, `--plug N`, `--flash N`, `--games N`, `--long N`, `--presses N`, `--garbage N` and `--hours N` set how much
of each; 0 leaves it out. Exit code 1 when a part fails.
"""

import argparse
import platform
import sys
import time
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
            sys.stderr.write(f"\r{title}: {done:,} of {count:,} ({now - start:.0f} s) ")
            sys.stderr.flush()

    return show


def run(name: str, count: int) -> Outcome:
    """Run one part and print its rows."""
    title, _, part = PARTS[name]
    start = time.monotonic()
    outcome = part(count, progress_line(title, count))
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K")
    word = "left out" if outcome.skipped else "passed" if outcome.good else "FAILED"
    rows = [*outcome.rows, (f"*{name}*", f"*{word}, {time.monotonic() - start:.0f} s*")]
    for what, value in rows:
        print(f"| {what:<{WIDTH}} | {value:>22} |", flush=True)
    for line in outcome.why:
        print(f"  {line}", file=sys.stderr)
    return outcome


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description="Long proofs that nothing is ever lost.")
    for name, (title, count, _) in PARTS.items():
        parser.add_argument(f"--{name}", type=int, default=count, metavar="N", help=f"{title} (default {count:,})")
    counts = vars(parser.parse_args())
    print(f"Soak of {date.today().isoformat()}, Python {platform.python_version()} on {platform.system()}\n")
    print(f"| {'what':<{WIDTH}} | {'result':>22} |\n|{'-' * (WIDTH + 2)}|{'-' * 23}:|", flush=True)
    outcomes = [run(name, counts[name]) for name in PARTS if counts[name] > 0]
    return 0 if all(outcome.good for outcome in outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
