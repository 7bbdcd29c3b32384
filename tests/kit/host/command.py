"""`troop` in this process: what it says and how it ends."""

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass

from host.commands.cli import main
from host.printable import printable


@dataclass(frozen=True)
class Done:
    """What came of a command. returncode: as the shell has it."""

    returncode: int
    stdout: str
    stderr: str

    def wrong(self, begin: str = "troop: ") -> str:
        """What is wrong with the way it ended; "" when nothing is: a good end, or one line that says what to do.

        begin: of each line on standard error.
        """
        for said in (self.stdout, self.stderr):
            if printable(said, "\n") != said:
                return f"it lets through {said!r}"
        if self.returncode not in (0, 1, 2):
            return f"it ends with {self.returncode}"
        lines = self.stderr.split("\n")
        if self.returncode and (len(lines) < 2 or not lines[-2].startswith(begin) or lines[-1]):
            return f"no line at the end: {self.stderr[-300:]!r}"
        if not all(line.startswith(begin) for line in lines[:-1]):
            return f"more than lines of ours: {self.stderr[-300:]!r}"
        return ""


def troop(*arguments: object) -> Done:
    """Run `troop` in this process, up to its exit. What no command may raise comes through."""
    out, err = io.StringIO(), io.StringIO()
    before = sys.argv
    sys.argv = ["troop", *map(str, arguments)]
    try:
        with redirect_stdout(out), redirect_stderr(err):
            main()
    except SystemExit as end:
        return Done(int(end.code or 0), out.getvalue(), err.getvalue())
    finally:
        sys.argv = before
    raise AssertionError("troop returned without an exit code")


def said_badly(done: Done, code: int = 2) -> str:
    """The one line of an error; the test fails when there is more, or a traceback, or another exit code."""
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr
