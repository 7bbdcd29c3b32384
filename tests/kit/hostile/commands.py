"""`troop` in this process: what it says and how it ends."""

import contextlib
import io
import sys
from dataclasses import dataclass

from host.commands import cli
from host.printable import printable


@dataclass(frozen=True)
class Ended:
    """How a command ended. code: as the shell has it."""

    code: int
    out: str
    err: str

    def wrong(self, begin: str = "troop: ") -> str:
        """What is wrong with the way it ended; "" when nothing is: a good end, or one line that says what to do.

        begin: of each line on standard error.
        """
        for said in (self.out, self.err):
            if printable(said, "\n") != said:
                return f"it lets through {said!r}"
        if self.code not in (0, 1, 2):
            return f"it ends with {self.code}"
        lines = self.err.split("\n")
        if self.code and (len(lines) < 2 or not lines[-2].startswith(begin) or lines[-1]):
            return f"no line at the end: {self.err[-300:]!r}"
        if not all(line.startswith(begin) for line in lines[:-1]):
            return f"more than lines of ours: {self.err[-300:]!r}"
        return ""


def troop(*words: str) -> Ended:
    """Run `troop WORDS...`. What no command may raise comes through."""
    out, err = io.StringIO(), io.StringIO()
    before = sys.argv
    sys.argv = ["troop", *words]
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            cli.main()
    except SystemExit as end:
        code = end.code
    finally:
        sys.argv = before
    return Ended(code if isinstance(code, int) else 99, out.getvalue(), err.getvalue())
