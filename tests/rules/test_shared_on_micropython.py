"""Everything in tests/shared once more on the real MicroPython, in the heap of a board."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.kit.rules.on_micropython import HEAP, ROOT, run

# The whole device, and two games with the journal, compiled from source, in 64-bit words. What they take on the board,
# as .mpy, tests/board measures.
HEAPS = {"test_app": "400k", "test_clock": "400k", "test_loading": "400k", "test_journal": "256k"}
FILES = sorted((ROOT / "tests" / "shared").glob("test_*.py"))


@pytest.mark.runtime("micropython")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_shared(path: Path, record_property: Callable[[str, object], None]) -> None:
    done = run("tests/shared/run.py", f"tests/shared/{path.name}", heap=HEAPS.get(path.stem, HEAP))
    assert done.returncode == 0, done.stdout + done.stderr
    counted = re.search(r"^(\d+) tests on micropython, 0 failed$", done.stdout, re.MULTILINE)
    assert counted, done.stdout
    record_property("micropython", int(counted[1]))


@pytest.mark.runtime("micropython")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("def test_wrong():\n    assert 1 == 2\n", "1 tests on micropython, 1 failed"),
        ("def test_broken():\n    raise MemoryError\n", "1 tests on micropython, 1 failed"),
        ("def helper():\n    pass\n", "0 tests on micropython, 0 failed"),
        ("import no_such_module\n", "no_such_module"),
    ],
    ids=["fails", "raises", "empty", "cannot be imported"],
)
def test_the_runner_fails_when_a_test_does(tmp_path: Path, text: str, said: str) -> None:
    shared = tmp_path / "tests" / "shared"
    shared.mkdir(parents=True)
    (shared / "run.py").write_text((ROOT / "tests" / "shared" / "run.py").read_text())
    (shared / "test_made.py").write_text(text)
    done = run(str(shared / "run.py"), "tests/shared/test_made.py")
    assert done.returncode != 0
    assert said in done.stdout + done.stderr
    optimised = run("-O1", str(shared / "run.py"), "tests/shared/test_made.py")
    assert optimised.returncode != 0
