"""The two ways a command ends badly; host/cli.py turns them into one line and an exit code."""


class UserError(Exception):
    """Wrong use or a missing part (exit 2). The message is one line that says what to do."""


class CheckFailed(Exception):
    """A check that was asked for did not hold (exit 1). The message is one line."""
