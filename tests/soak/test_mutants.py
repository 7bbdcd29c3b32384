"""The mutants of `make soak`: what is made, which tests meet them, and that one nobody notices fails the run."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit.rules.on_micropython import ROOT
from tests.soak.mutants import choose
from tests.soak.mutating import Mutant, faults, mutants
from tests.soak.suite import in_child

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="mutants need os.fork")

CODE = '''
"""Counts."""

STEP = 2


def least(first: int, second: int) -> int:
    """The smaller of two."""
    return first if first < second else second


def count(end: int) -> int:
    n = 0
    while n < end:
        n += STEP  # a mutant with -= never ends
    return n
'''
WEAK = """
from tiny.counting import count, least

def test_least():
    assert least(1, 2) == 1

def test_count():
    assert count(0) == 0
"""
STRONG = """
def test_least_of_others():
    assert least(5, 3) == 3

def test_count_of_some():
    assert (count(3), count(4)) == (4, 4)
"""
EQUAL = {
    "in": "least",
    "before": "return first if first < second else second",
    "after": "return first if first <= second else second",
    "why": "Of two equal numbers either is the smaller.",
}


def shown(code: str) -> list[tuple[str, str, str]]:
    return [(fault.where, *fault.shown()) for fault in faults(ast.parse(code))]


def run(folder: Path, tests: str, equivalent: list[dict[str, str]]) -> subprocess.CompletedProcess[str]:
    """Put every fault into a package of its own."""
    (folder / "pytest.ini").write_text("[pytest]\npythonpath = .\naddopts = --import-mode=importlib\n")
    for path, text in (("tiny/counting.py", CODE), ("cases/test_tiny.py", tests)):
        (folder / path).parent.mkdir()
        (folder / path).write_text(text)
    listed = folder / "equivalent.json"
    listed.write_text(json.dumps(equivalent))
    line = ["100", f"--root={folder}", "--package=tiny", "--tests=cases", f"--equivalent={listed}"]
    command = [sys.executable, "-m", "tests.soak.mutants", *line]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)


def test_mutant_that_no_test_notices_fails_the_run(tmp_path: Path) -> None:
    done = run(tmp_path, WEAK, [EQUAL])
    assert done.returncode == 1, done.stdout + done.stderr
    said = done.stdout.splitlines()
    assert "not noticed: tiny/counting.py:15 in count: `n += STEP` -> `n -= STEP`" in said
    assert "not noticed: tiny/counting.py:4 in STEP: `STEP = 2` -> `STEP = 3`" in said
    assert said[-1] == "5 mutants: 2 noticed, 2 missed, 1 equivalent"


def test_all_are_noticed_but_the_equivalent_one(tmp_path: Path) -> None:
    done = run(tmp_path, WEAK + STRONG, [EQUAL])
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1] == "5 mutants: 4 noticed, 0 missed, 1 equivalent"


def test_mutant_that_is_listed_but_there_no_more_fails_the_run(tmp_path: Path) -> None:
    done = run(tmp_path, WEAK + STRONG, [EQUAL, {**EQUAL, "in": "smallest"}])
    assert done.returncode == 1
    assert "listed, but there no more: smallest | return first if" in done.stdout


def test_tests_that_fail_without_a_fault_are_said(tmp_path: Path) -> None:
    done = run(tmp_path, WEAK + "\ndef test_wrong():\n    assert least(1, 2) == 2\n", [])
    assert done.returncode == 1
    assert "test_tiny.py fails without any fault" in done.stderr
    assert "test_wrong" in done.stderr


def test_child_that_never_ends_is_ended(tmp_path: Path) -> None:
    def for_ever() -> int:
        while True:
            pass

    assert in_child(for_ever, 0, tmp_path / "output") < 0
    assert in_child(lambda: 5, 10, tmp_path / "output") == 5


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ("x = a < b", ["x = a <= b"]),
        ("x = a - 1", ["x = a + 1", "x = a - 2"]),
        ("x = not a", ["x = not not a"]),
        ("x = -a and b", ["x = -a or b", "x = +a and b"]),
        ("x = 'word'", ["x = 'XX'"]),
        ("x = (True, b'', None)", ["x = (False, b'', None)", "x = (True, b'XX', None)"]),
        ("x = 'Seat %d of %s.' % y", ["x = 'XX%d%s' % y"]),
        ("x: 'list[int]' = y", []),
        ("def f(a: int = 5) -> 'str':\n    'Words.'\n    return a", ["def f(a: int=6) -> 'str':"]),
        ("if a:\n    b()", ["if not a:", "None"]),
        ("for i in x:\n    break", ["continue"]),
        ("try:\n    pass\nexcept E:\n    raise", ["pass"]),
        ("import a\nif TYPE_CHECKING:\n    x = 1\nTYPE_CHECKING = False", []),
        ("x = [i for i in y if i > 0]", ["x = [i for i in y if i >= 0]", "x = [i for i in y if i > 1]"]),
    ],
)
def test_faults(code: str, lines: list[str]) -> None:
    assert [after for _, _, after in shown(code)] == lines


def test_long_line_is_shown_where_it_differs() -> None:
    before, after = shown("x = '" + 200 * "a" + "' + b\ny = [" + 100 * "z, " + "7]")[-1][1:]
    assert before.endswith("z, z, 7]")
    assert after.endswith("z, z, 8]")
    assert len(before) < 60


def test_where_code_stands_does_not_matter(tmp_path: Path) -> None:
    """Neither for the choice nor for the list, so both outlive a renamed file and a new function above."""
    chosen: list[list[tuple[str, str, str]]] = []
    for name, text in (("old", CODE), ("new", "def other() -> None:\n    return None\n" + CODE)):
        (tmp_path / name / "tiny").mkdir(parents=True)
        (tmp_path / name / "tiny" / f"{name}.py").write_text(text)
        chosen.append([mutant.key for mutant in choose(mutants(tmp_path / name, "tiny"), 3, 1, "")])
    assert chosen[0] == chosen[1]
    assert len(chosen[0]) == 3


def test_choice_by_a_word_and_by_another_seed() -> None:
    every = [Mutant("a.py", "f", 1, str(i), str(i + 1), i) for i in range(20)]
    assert [mutant.number for mutant in choose(every, 5, 1, "`7` ->")] == [7]
    assert choose(every, 5, 1, "") != choose(every, 5, 2, "")
