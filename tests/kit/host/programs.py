"""The programs that tests of the laptop drive."""

import shutil
import sys
from pathlib import Path

import pytest


def find_program(name: str) -> str:
    """The path of `name`, beside this Python or anywhere on the path; the test is skipped where there is none."""
    path = shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)
    if path is None:
        pytest.skip(f"{name} is not to be had on this machine")
    return path
