"""`troop play` as a process of its own, for tests that meet it as a user does."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

from host.layers import ROOT

LIMIT_S = 120  # for a process to end: nobody waits for long but where it hangs


class Served:
    """`troop play --no-browser` with `arguments`, on a free port. Use it in `with`; `.url` is its page."""

    def __init__(self, home: Path, *arguments: str) -> None:
        self._home = home
        self._arguments = arguments

    def __enter__(self) -> "Served":
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_DATA_HOME": str(self._home)}
        command = [sys.executable, "-m", "troopkeeper", "play", "--no-browser", "--port", "0", *self._arguments]
        self._process = subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/", line)
        if found is None:
            self._process.kill()
            raise AssertionError(f"no address: {line!r} {self._process.communicate(timeout=LIMIT_S)}")
        self.url = found[0]
        return self

    def stop(self) -> "tuple[int, str]":
        """Ctrl-C; the exit code, and what is said on stderr."""
        self._process.send_signal(signal.SIGINT)
        _, errors = self._process.communicate(timeout=LIMIT_S)
        return self._process.returncode, errors

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self._process.kill()
            self._process.communicate(timeout=LIMIT_S)
