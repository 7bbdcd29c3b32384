"""The set-up of a game: which game, the names of the seats, and the options (C5). setup_reading.py reads it."""

from .compat import const
from .errors import TextError

GAMES = ("after_us", "primates", "ape_town")
SEAT_LIMITS = ((1, 6), (2, 4), (2, 4))  # by game: least and most (AU1, PR1, AT1)
MAX_SEATS = const(6)  # of any game
MAX_NAME = const(12)


class Setup:
    """Game, seats and options of one table.

    game: one of GAMES. names: of the seats, clockwise; the first one starts. options: (key, values) in the order
    given; they are checked when the game is made. map_text: the text of Ape Town's map file.
    """

    def __init__(
        self,
        game: str = "",
        names: "list[str] | None" = None,
        options: "list[tuple[str, list[str]]] | None" = None,
        map_text: str = "",
    ) -> None:
        self.game = game
        self.names: list[str] = names or []
        self.options: list[tuple[str, list[str]]] = options or []
        self.map_text = map_text
        self.lines: dict[str, int] = {}  # "game", "seats" or "set KEY" -> its line in the script

    # -- as a whole ----------------------------------------------------------------------------------
    def text(self) -> str:
        """The set-up as the first lines of a script, each with a newline at its end; without the map's text."""
        lines = ["game " + self.game, "seats " + " ".join(self.names)]
        for key, values in self.options:
            lines.append("set " + key + " " + " ".join(values))
        return "\n".join(lines) + "\n"

    # -- asking ------------------------------------------------------------------------------------
    def option(self, key: str) -> "list[str] | None":
        """The values of option `key` as words; None when it was not set."""
        for name, values in self.options:
            if name == key:
                return values
        return None

    def choice(self, key: str, allowed: "tuple[str, ...]") -> int:
        """The value of option `key` as an index in `allowed`; 0, the default, when it was not set. Raises TextError."""
        values = self.option(key)
        if values is None:
            return 0
        if len(values) != 1 or values[0] not in allowed:
            raise self.fault(key, "'set %s' takes %s." % (key, " or ".join(allowed)))
        return allowed.index(values[0])

    def switch(self, key: str) -> bool:
        """Whether option `key` is on; False when it was not set. Raises TextError unless it is on or off."""
        return self.choice(key, ("off", "on")) == 1

    def number(self, key: str, default: int, low: int, high: int) -> int:
        """The whole number of option `key`; `default` when it was not set. TextError unless it is `low` to `high`."""
        values = self.option(key)
        if values is None:
            return default
        found = read_number(values[0]) if len(values) == 1 else -1
        if not low <= found <= high:
            raise self.fault(key, "'set %s' takes one whole number from %d to %d." % (key, low, high))
        return found

    def fault(self, key: str, message: str) -> TextError:
        """The TextError to raise about option `key` (or "game" or "seats"), with the line that set it."""
        return TextError(message, self.lines.get("set " + key, self.lines.get(key, 0)))


def read_number(word: str) -> int:
    """The whole number that `word` spells in the digits 0-9; 99999 for any larger one, -1 when it is no number."""
    for letter in word:
        if letter not in "0123456789":
            return -1
    digits = word.lstrip("0")
    if len(digits) > 5:
        return 99999
    return int(word[-5:]) if word else -1
