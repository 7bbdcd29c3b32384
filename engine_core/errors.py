"""The three exceptions that cross layers: a refused move, an unusable board or setting, an unreadable text."""


class RuleError(Exception):
    """A move is refused. The code that raises it has changed nothing.

    code: one of expect.CODES, a public list. message: one sentence for the players.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message

    def __str__(self) -> str:
        return self.message


class BoardError(Exception):
    """A board file, a setting or a part cannot be used. The message says what to change."""


class TextError(Exception):
    """A script, map or set-up cannot be read. line, column: from 1; 0 when no single place is at fault."""

    def __init__(self, message: str, line: int = 0, column: int = 0) -> None:
        super().__init__(message, line, column)
        self.message = message
        self.line = line
        self.column = column

    def __str__(self) -> str:
        return self.message
