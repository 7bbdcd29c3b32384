"""What is agreed before the first move: the game, who sits where, and the options (C5)."""

from .errors import TextError

GAMES = ("after_us", "primates", "ape_town")
KEYWORDS = ("game", "seats", "set")  # a line of a script that begins with one of these belongs to the set-up
MAX_SEATS = 6
MAX_NAME = 12

# Words that begin a line or name a track: a seat called so could not be told from them.
_RESERVED = (
    " game seats set next final confirm undo redo over expect shortage action environment reminder place claim "
    "score points hearts money rage cards flowers fruits grains energy none "
)


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
        self._lines: dict[str, int] = {}  # the script line that said it, for `fault`

    # -- reading and writing -----------------------------------------------------------------------
    def text(self) -> str:
        """The set-up as the first lines of a script, each ended by a newline; without the map's text."""
        lines = ["game " + self.game, "seats " + " ".join(self.names)]
        for key, values in self.options:
            lines.append("set " + key + " " + " ".join(values))
        return "\n".join(lines) + "\n"

    def take(self, words: "list[str]", line: int = 0) -> None:
        """Take in one line that begins with one of KEYWORDS. Raises TextError."""
        keyword = words[0]
        values = words[1:]
        if not values:
            raise TextError("'%s' needs something after it." % keyword, line)
        if keyword == "game":
            self._take_game(values, line)
        elif keyword == "seats":
            self._take_seats(values, line)
        else:
            self._take_option(values[0], values[1:], line)

    def check(self) -> None:
        """TextError when the game or the seats are missing or cannot be."""
        if not self.game:
            raise TextError("The game is missing: begin with a line such as 'game after_us'.")
        if self.game not in GAMES:
            raise self.fault("game", "There is no game '%s': it is one of %s." % (self.game, ", ".join(GAMES)))
        if not self.names:
            raise TextError("The seats are missing: add a line such as 'seats Ana Ben Cho'.")
        for i in range(len(self.names)):
            problem = name_problem(self.names[i])
            if not problem and self.names[i] in self.names[:i]:
                problem = "Two seats are called '%s': give each its own name." % self.names[i]
            if problem:
                raise self.fault("seats", problem)
        if len(self.names) > MAX_SEATS:
            raise self.fault("seats", "There are at most %d seats, not %d." % (MAX_SEATS, len(self.names)))

    def _take_game(self, values: "list[str]", line: int) -> None:
        if self.game:
            raise TextError("The game was named before: a script holds one game.", line)
        if len(values) > 1:
            raise TextError("One game to a script: '%s' is too much." % " ".join(values[1:]), line)
        self.game = values[0]
        self._lines["game"] = line

    def _take_seats(self, values: "list[str]", line: int) -> None:
        if self.names:
            raise TextError("The seats were named before: put all of them on one line.", line)
        self.names = values
        self._lines["seats"] = line

    def _take_option(self, key: str, values: "list[str]", line: int) -> None:
        if not values:
            raise TextError("'set %s' needs a value." % key, line)
        if self.option(key) is not None:
            raise TextError("'%s' was set before: say it once." % key, line)
        self.options.append((key, values))
        self._lines["set " + key] = line

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
        number = read_number(values[0]) if len(values) == 1 else -1
        if not low <= number <= high:
            raise self.fault(key, "'set %s' takes one whole number from %d to %d." % (key, low, high))
        return number

    def fault(self, key: str, message: str) -> TextError:
        """The error to raise about option `key` (or "game", "seats"): it knows the line that set it."""
        return TextError(message, self._lines.get("set " + key, self._lines.get(key, 0)))


def read_setup(text: str, map_text: str = "") -> Setup:
    """Read what `Setup.text` gives. Raises TextError with the line."""
    setup = Setup(map_text=map_text)
    number = 0
    for line in text.split("\n"):
        number += 1
        words = line.split("#")[0].split()
        if not words:
            continue
        if words[0] not in KEYWORDS:
            raise TextError("'%s' is no line of a set-up: they begin with game, seats or set." % words[0], number)
        setup.take(words, number)
    setup.check()
    return setup


def read_number(word: str) -> int:
    """The whole number that `word` spells in plain digits, 99999 standing for all that are larger; -1 for no number."""
    for letter in word:
        if letter not in "0123456789":
            return -1
    digits = word.lstrip("0")
    if len(digits) > 5:
        return 99999
    return int(word[-5:]) if word else -1


def name_problem(name: str) -> str:
    """Why a seat cannot be called `name`; empty when it can."""
    if not name or len(name) > MAX_NAME:
        return "The name '%s' must have 1 to %d characters." % (name[: 2 * MAX_NAME], MAX_NAME)
    for letter in name:
        if ord(letter) <= 32 or ord(letter) == 127 or letter in "#=":
            return "The name '%s' has a blank, '#', '=' or a control character in it." % name
    if name[0] in "+-" or " %s " % name in _RESERVED or read_number(name) >= 0:
        return "No seat can be called '%s': scripts use that word themselves." % name
    return ""
