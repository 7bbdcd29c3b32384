"""The two ways a command ends badly; host/commands/cli.py turns them into one line and an exit code."""

from collections.abc import Iterator
from contextlib import contextmanager


class UserError(Exception):
    """Wrong use or a missing part (exit 2). The message is one line that says what to do."""


class FaultyFile(UserError):
    """A file that is there, but what is in it is not what it should be: for `check` commands a failed check."""


class CheckFailed(Exception):
    """A check that was asked for did not hold (exit 1). The message is one line."""


@contextmanager
def content_is_checked() -> Iterator[None]:
    """In a `check` command a file's content is what is asked for: at fault, the check has failed."""
    try:
        yield
    except FaultyFile as error:
        raise CheckFailed(str(error)) from None
