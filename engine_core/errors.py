"""The three exceptions that cross a layer: a slip at the table, a bad set-up, a text that cannot be read."""


class RuleError(Exception):
    """A move that the rules forbid. Whoever raises it has changed nothing.

    code: one of expect.CODES. message: one sentence for the people at the table.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message

    def __str__(self) -> str:
        return self.message


class BoardError(Exception):
    """A board file, setting or part that cannot be used; the message says what to change."""


class TextError(Exception):
    """A script or map that cannot be read. line and column count from 1; 0 is the text as a whole."""

    def __init__(self, message: str, line: int = 0, column: int = 0) -> None:
        super().__init__(message, line, column)
        self.message = message
        self.line = line
        self.column = column

    def __str__(self) -> str:
        return self.message
