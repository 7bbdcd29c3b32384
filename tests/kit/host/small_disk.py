"""A disk of the laptop that is soon full."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

DISK_KB = 96


def mounted(folder: Path) -> Iterator[Path]:
    """For a fixture: `folder` is a file system of DISK_KB; the test is skipped where none can be mounted."""
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("only root can mount a small file system, and this is Linux's")
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={DISK_KB}k", "tmpfs", str(folder)], capture_output=True, text=True
    )
    if mounted.returncode:
        pytest.skip(f"no file system can be mounted here: {mounted.stderr.strip()}")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(disk: Path) -> None:
    """Until not a byte fits in any more."""
    with contextlib.suppress(OSError), (disk / "filler").open("ab", buffering=0) as file:
        while file.write(bytes(4096)):
            pass
