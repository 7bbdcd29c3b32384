"""The one door for text: what was not written by us is made printable before a terminal, a picture or a page has it.

A board, a script or the name of a file may hold sequences that a terminal obeys, or marks that turn a line around or
show nothing. They are shown as escapes, `\\x1b` or `\\u202e`. `troop` itself runs in `guarded`, so that no command can
forget it: what is printed goes through the door, and what rich styles goes through it piece by piece, so that our own
colours stay. A console is made by `console` below and nowhere else.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import IO, Any, TextIO, cast

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from engine_core.words import UNSEEN

LONGEST = 500  # characters of somebody else's words within a line of ours
LONGEST_LINE = 2000  # of a whole line
_KEPT = "\n\t"
_HIDDEN = re.compile("[" + "".join(f"\\U{first:08x}-\\U{last:08x}" for first, last in UNSEEN) + "]")


def printable(text: str, kept: str = _KEPT) -> str:
    """`text` with what shows nothing, or what a terminal would obey, as escapes. kept: what stays of it."""
    return _HIDDEN.sub(lambda found: found[0] if found[0] in kept else _escape(found[0]), text)


def one_line(text: str, longest: int = LONGEST) -> str:
    """`text` as a part of one line: ends of lines as escapes, too. Of more than `longest` characters it keeps the
    beginning and the end, which say what is wrong and what to do."""
    half = (longest - 5) // 2
    shown = printable(text if len(text) <= longest else f"{text[:half]} ... {text[-half:]}", "")
    return shown if len(shown) <= longest else f"{shown[:half]} ... {shown[-half:]}"


def tell(line: str) -> None:
    """One line on standard error, as `troop` says it."""
    print(f"troop: {one_line(line, LONGEST_LINE)}", file=sys.stderr, flush=True)


def printable_in(value: Any) -> Any:
    """Plain data (dicts, lists, strings, numbers) with all its strings printable."""
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, list):
        return [printable_in(each) for each in value]
    if isinstance(value, dict):
        return {printable_in(key): printable_in(each) for key, each in value.items()}
    return value


def _escape(letter: str) -> str:
    return letter.encode("unicode_escape", "surrogatepass").decode("ascii")


class Door:
    """A stream to the user, standard output say, through which text comes out printable."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    @property
    def rich_proxied_file(self) -> TextIO:
        """What a console of rich writes to instead: our consoles have a door of their own, see `console`."""
        return self._stream

    @property
    def encoding(self) -> str:
        return self._stream.encoding

    @property
    def errors(self) -> str | None:
        return self._stream.errors

    def write(self, text: str) -> int:
        self._stream.write(printable(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        self._stream.flush()

    def fileno(self) -> int:
        return self._stream.fileno()

    def isatty(self) -> bool:
        return self._stream.isatty()

    def writable(self) -> bool:
        return True

    def readable(self) -> bool:
        return False


@contextmanager
def guarded() -> Iterator[None]:
    """While a command runs: standard output and error are behind the door. What their encoding lacks is an escape."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = map(_door_to, before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def _door_to(stream: Any) -> Any:
    if stream is None:  # a program without a terminal has none
        return None
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="backslashreplace")
    return Door(stream)


class _Console(Console):
    """Whatever it is given comes out printable; its own styles and movements stay."""

    def render_str(self, text: str, **options: Any) -> Text:
        return super().render_str(printable(text), **options)  # before it is measured

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=printable(segment.text))


def console(file: IO[str] | None = None, *, stderr: bool = False, **options: Any) -> Console:
    """A console of rich behind the door. Strings are taken as they are: no brackets are styles, no colons emoji."""
    plain: dict[str, Any] = {"markup": False, "emoji": False, "highlight": False, **options}
    return _Console(file=cast(Any, file), stderr=stderr, **plain)
