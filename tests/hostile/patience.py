"""Boards in these tests answer at once or never: nobody has to wait for them as for a real one."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from unittest.mock import patch

from host import board_build, cable, flash, link, monitor
from tests.hostile.board import built

SHORT = (
    (link, "SLOW_TIMEOUT_S", 2.0),
    (link, "SLOW_WORD_S", 0.3),
    (monitor, "SLOW_PATIENCE_S", 2.0),
    (monitor, "PATIENCE_S", 0.5),
    (monitor, "PAUSE_S", 0.5),
    (cable, "TALK_S", 0.5),
    (cable, "PAUSE_S", 0.5),
)


@contextmanager
def short() -> Iterator[None]:
    """Little patience, and files of a board that are made once."""
    built()
    with ExitStack() as stack:
        for module, name, seconds in SHORT:
            stack.enter_context(patch.object(module, name, seconds))
        stack.enter_context(patch.object(board_build, "files_for", lambda board, text: dict(built())))
        stack.enter_context(patch.object(flash, "files_for", lambda board, text, city="": dict(built())))
        yield
