"""The exceptions with which a command fails. host/commands/cli.py turns them into one line and an exit code."""

from collections.abc import Iterator
from contextlib import contextmanager


class UserError(Exception):
    """Wrong use or a missing part (exit 2). The message is one line that says what to do."""


class FaultyFile(UserError):
    """A file exists, but its content is not valid. `check` commands report it as a failed check (exit 1)."""


class CheckFailed(Exception):
    """A check that the user asked for has failed (exit 1). The message is one line."""


@contextmanager
def content_is_checked() -> Iterator[None]:
    """Turn FaultyFile into CheckFailed, for `check` commands: they are there to check the content of the file."""
    try:
        yield
    except FaultyFile as error:
        raise CheckFailed(str(error)) from None
