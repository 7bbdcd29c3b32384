"""Makes text from outside printable before it is shown in a terminal, a picture or a page.

Text from a board, a script or a file name may hold control sequences for the terminal, or characters that are invisible
or reverse the direction of a line. They are shown as escapes, `\\x1b` or `\\u202e`. All commands run in `guarded`, so
that none can omit this: standard output and error escape what is printed. Output of rich is escaped before it is
styled, so that our own colours stay; for that, a console is made only by `console` below.
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

LONGEST = 500  # characters of text from outside within a line of ours
LONGEST_LINE = 2000  # characters of a whole line
_KEPT = "\n"
_HIDDEN = re.compile("[" + "".join(f"\\U{first:08x}-\\U{last:08x}" for first, last in UNSEEN) + "]")


def printable(text: str, kept: str = _KEPT) -> str:
    """`text` with control and invisible characters as escapes. kept: such characters that are not escaped."""
    return _HIDDEN.sub(lambda found: found[0] if found[0] in kept else _escape(found[0]), text)


def one_line(text: str, longest: int = LONGEST) -> str:
    """`text` printable and on one line: ends of lines become escapes, too. Of a text longer than `longest` characters
    only the beginning and the end are kept, because a message says there what is wrong and what to do."""
    half = (longest - 5) // 2
    shown = printable(text if len(text) <= longest else f"{text[:half]} ... {text[-half:]}", "")
    return shown if len(shown) <= longest else f"{shown[:half]} ... {shown[-half:]}"


def tell(line: str) -> None:
    """Print one message of `troop` on standard error."""
    print(f"troop: {one_line(line, LONGEST_LINE)}", file=sys.stderr, flush=True)


def printable_in(value: Any) -> Any:
    """A copy of plain data (dicts, lists, strings, numbers) with all its strings printable."""
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, list):
        return [printable_in(each) for each in value]
    if isinstance(value, dict):
        return {printable_in(key): printable_in(each) for key, each in value.items()}
    return value


def _escape(letter: str) -> str:
    return letter.encode("unicode_escape", "surrogatepass").decode("ascii")


class PrintableStream:
    """A text stream to the user, such as standard output, that makes printable what is written to it."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    @property
    def rich_proxied_file(self) -> TextIO:
        """The stream that rich writes to directly: our consoles escape text themselves, see `console`."""
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
    """During `with`, standard output and error are PrintableStreams. Characters not in their encoding are escaped."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = map(_printable_stream, before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def _printable_stream(stream: Any) -> Any:
    if stream is None:  # a program without a console on Windows has no such streams
        return None
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="backslashreplace")
    return PrintableStream(stream)


class _Console(Console):
    """A console of rich that makes all text printable; the control codes that rich adds itself stay."""

    def render_str(self, text: str, **options: Any) -> Text:
        return super().render_str(printable(text), **options)  # before it is measured

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=printable(segment.text))


def console(file: IO[str] | None = None, *, stderr: bool = False, **options: Any) -> Console:
    """A console of rich that makes text printable. Strings are literal: no markup in brackets, no emoji in colons."""
    plain: dict[str, Any] = {"markup": False, "emoji": False, "highlight": False, **options}
    return _Console(file=cast(Any, file), stderr=stderr, **plain)
