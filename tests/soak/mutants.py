"""Do the tests notice a fault? `python -m tests.soak.mutants 300` puts 300 of them into engine_core, one at a time.

A mutant is the code with one small fault (tests/soak/mutating.py). One that no test notices is printed, and makes the
exit code 1: write the test or, when the mutant does the same as the code, list it in tests/soak/equivalent.json with
the reason. The list goes by what functions and lines say, not by where they stand.

Which mutants are chosen goes by that, too, so most stay the same when the code changes. `--only WORD` takes all mutants
whose line in the output would have the word in it, instead.
"""

import argparse
import gc
import json
import os
import sys
import tempfile
from pathlib import Path

from tests.soak.mutating import Mutant, mutants
from tests.soak.suite import Suite

ROOT = Path(__file__).parents[2]
EQUIVALENT = Path(__file__).with_name("equivalent.json")
FOLDERS = [f"tests/{name}" for name in ("rules", "lights", "controls", "journal", "shared")]
SEED = 1

Key = tuple[str, str, str]


def read_equivalent(path: Path) -> dict[Key, str]:
    """The reason of each mutant that does the same as the code, by its key."""
    listed = json.loads(path.read_text(encoding="utf-8"))
    return {(each["in"], each["before"], each["after"]): each["why"] for each in listed}


def choose(every: list[Mutant], count: int, seed: int, only: str) -> list[Mutant]:
    """All mutants with a word in what is said of them, or so many by chance."""
    if only:
        return [mutant for mutant in every if only in str(mutant)]
    return sorted(every, key=lambda mutant: (mutant.rank(seed), mutant.path, mutant.number))[:count]


def options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.soak.mutants", description="Do the tests notice a fault?")
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--only", default="", metavar="WORD")
    parser.add_argument("--root", type=Path, default=ROOT)
    parser.add_argument("--package", default="engine_core")
    parser.add_argument("--tests", nargs="+", default=FOLDERS, metavar="FOLDER")
    parser.add_argument("--equivalent", type=Path, default=EQUIVALENT)
    return parser


def say(text: str) -> None:
    print(text, flush=True)


def main(arguments: list[str]) -> int:
    asked = options().parse_args(arguments)
    every = mutants(asked.root, asked.package)
    equivalent = read_equivalent(asked.equivalent)
    chosen = choose(every, asked.count, asked.seed, asked.only)
    trials = [mutant for mutant in chosen if mutant.key not in equivalent]
    gone = [key for key in equivalent if key not in {mutant.key for mutant in every}]
    missed = 0
    os.chdir(asked.root)
    with tempfile.TemporaryDirectory() as scratch:
        sys.dont_write_bytecode, sys.pycache_prefix = False, scratch  # compiled once for all children
        suite = Suite(asked.root, asked.package, asked.tests, Path(scratch))
        suite.learn(lambda name: say(f"without a fault: {name}"))
        gc.freeze()
        for done, mutant in enumerate(trials, 1):
            if not suite.notices(mutant):
                missed += 1
                say(f"not noticed: {mutant}")
            say(f"mutant {done}")
    for key in gone:
        say(f"listed, but there no more: {' | '.join(key)}")
    same = len(chosen) - len(trials)
    say(f"{len(chosen)} mutants: {len(trials) - missed} noticed, {missed} missed, {same} equivalent")
    return 0 if chosen and not missed and not gone else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
