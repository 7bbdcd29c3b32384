"""Boards in these tests answer at once or never: nobody has to wait for them as for a real one."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from types import SimpleNamespace
from unittest.mock import patch

from serial.urlhandler import protocol_socket

from host.commands import flash, monitor
from host.link import cable, compare, link
from tests.kit.hostile.board import built


@contextmanager
def short(quiet: float = 10.0, talk: float = 2.0) -> Iterator[None]:
    """Little patience, and files of a board that are made once. quiet, talk: seconds without a word, or of nonsense."""
    built()
    with ExitStack() as stack:
        for module, name, seconds in (
            (link, "SLOW_TIMEOUT_S", quiet),
            (link, "SLOW_WORD_S", min(quiet, 0.3)),
            (monitor, "SLOW_PATIENCE_S", quiet),
            (monitor, "PATIENCE_S", talk),
            (monitor, "SLOW_TALK_S", talk),
            (monitor, "PAUSE_S", talk),
            (cable, "TALK_S", talk),
            (cable, "PAUSE_S", talk),
        ):
            stack.enter_context(patch.object(module, name, seconds))
        stack.enter_context(patch.object(compare, "files_for", lambda board, text: dict(built())))
        stack.enter_context(patch.object(flash, "files_for", lambda board, text, city="": dict(built())))
        # pyserial rests for a moment after it has closed a socket.
        stack.enter_context(patch.object(protocol_socket, "time", SimpleNamespace(sleep=lambda seconds: None)))
        yield
