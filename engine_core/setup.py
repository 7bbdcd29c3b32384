"""What is agreed before the first move: the game, who sits where, and the options (C5). setup_reading.py reads it."""

from .compat import const
from .errors import TextError

GAMES = ("after_us", "primates", "ape_town")
SEAT_LIMITS = ((1, 6), (2, 4), (2, 4))  # by game: least and most (AU1, PR1, AT1)
MAX_SEATS = const(6)  # of any game
MAX_NAME = const(12)


class Setup:
    """Game, seats and options of one table.

    game: one of GAMES. names: the seats clockwise, the first starts. options: (key, values) in the order
    given; what keys and values a game knows is checked when the game is made. map_text: Ape Town's city.
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
        self.lines: dict[str, int] = {}  # the script line that said it

    # -- as a whole ----------------------------------------------------------------------------------
    def text(self) -> str:
        """The set-up as the first lines of a script, each ended by a newline; without the map's text."""
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
        """Which of `allowed` option `key` names, counted from 0; 0, the default, when it was not set."""
        values = self.option(key)
        if values is None:
            return 0
        if len(values) != 1 or values[0] not in allowed:
            raise self.fault(key, "'set %s' takes %s." % (key, " or ".join(allowed)))
        return allowed.index(values[0])

    def switch(self, key: str) -> bool:
        """Whether option `key` is on; off when it was not set."""
        return self.choice(key, ("off", "on")) == 1

    def number(self, key: str, default: int, low: int, high: int) -> int:
        """The whole number from `low` to `high` that option `key` gives."""
        values = self.option(key)
        if values is None:
            return default
        found = read_number(values[0]) if len(values) == 1 else -1
        if not low <= found <= high:
            raise self.fault(key, "'set %s' takes one whole number from %d to %d." % (key, low, high))
        return found

    def fault(self, key: str, message: str) -> TextError:
        """The error to raise about option `key` (or "game", "seats"): it knows the line that set it."""
        return TextError(message, self.lines.get("set " + key, self.lines.get(key, 0)))


def read_number(word: str) -> int:
    """The whole number that `word` spells in plain digits, 99999 standing for all that are larger; -1 for no number."""
    for letter in word:
        if letter not in "0123456789":
            return -1
    digits = word.lstrip("0")
    if len(digits) > 5:
        return 99999
    return int(word[-5:]) if word else -1
