"""Verbs: descriptions of the moves in script lines. Each game has a list of them (games/after_us_words.py and so on).

A verb says which words follow it, and how they become `a` and `b` of a move. The same description is used to read
and to write a line.
"""

from ..errors import RuleError, TextError
from ..moves import LIMIT
from ..setup import read_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..games.base import Game

NUMBER = ("number",)
SEAT = ("seat",)
PLACE_WORD = ("place",)  # a space or region of Ape Town's city


class NotANumber(RuleError):
    """A word that should be a number is none. Its code is `value`, but the script cannot be read."""

    def __init__(self, word: str, wanted: str) -> None:
        super().__init__("value", "'%s' is no number: %s" % (word[:20], wanted))


class Field:
    """One word after a verb.

    label: its name in messages, in capitals. what: the names it may be, or NUMBER, SEAT or PLACE_WORD.
    times: its factor in `b`, which is a sum of fields. needed: False when it may be left out.
    low, high: the range of a number.
    """

    def __init__(
        self,
        label: str,
        what: "tuple[str, ...]",
        times: int = 1,
        needed: bool = True,
        low: int = 0,
        high: int = LIMIT,
    ) -> None:
        self.label = label
        self.what = what
        self.times = times
        self.needed = needed
        self.low = low
        self.high = high

    def read(self, word: str, game: "Game") -> int:
        """The number for `word`: a name's index, or the number itself. Raises RuleError `unknown` or `value`."""
        if self.what is NUMBER:
            return self._read_number(word)
        if self.what is PLACE_WORD:
            return game.place_number(word)
        names = game.names if self.what is SEAT else self.what
        for i in range(len(names)):
            if names[i] == word:
                return i
        raise RuleError("unknown", "There is no %s '%s': it is one of %s." % (self.label, word, ", ".join(names)))

    def write(self, value: int, game: "Game") -> str:
        """The word for `value`."""
        if self.what is NUMBER:
            return str(value)
        if self.what is PLACE_WORD:
            return game.place_name(value)
        return game.names[value] if self.what is SEAT else self.what[value]

    def _read_number(self, word: str) -> int:
        value = read_number(word)
        wanted = "%s is a whole number from %d to %d." % (self.label, self.low, self.high)
        if value < 0:
            raise NotANumber(word, wanted)
        if not self.low <= value <= self.high:
            raise RuleError("value", wanted)
        return value


class Verb:
    """A word, the kind of move that it means, and the fields after it.

    seated: whether the name of a seat comes before it. first: the field for `a` of the move. rest: the fields for
    `b`. If the first field of `b` is a name that is left out, it counts as -1; a number that is left out counts as 0.
    """

    def __init__(
        self, word: str, kind: int, seated: bool, first: "Field | None" = None, rest: "tuple[Field, ...]" = ()
    ) -> None:
        self.word = word
        self.kind = kind
        self.seated = seated
        self.first = first
        self.rest = rest
        self._base = -1 if rest and rest[0].what is not NUMBER else 0

    def usage(self) -> str:
        """The verb and its fields, for messages."""
        words = [self.word]
        if self.first:
            words.append(self.first.label)
        for field in self.rest:
            words.append(field.label if field.needed else "[" + field.label + "]")
        return " ".join(words)

    def read(self, words: "list[str]", game: "Game") -> "tuple[int, int]":
        """(a, b) of the words after the verb. RuleError `unknown` or `value`; TextError for too few or too many."""
        fields = ((self.first,) if self.first else ()) + self.rest
        least = len([field for field in fields if field.needed])
        if not least <= len(words) <= len(fields):
            raise TextError("The line should read '%s%s'." % ("SEAT " if self.seated else "", self.usage()))
        values = []
        refusal = None
        for i in range(len(words)):
            try:
                values.append(fields[i].read(words[i], game))
            except RuleError as error:
                if error.code == "unknown":  # comes before `value` in the order of CODES
                    raise
                refusal = error
        if refusal:
            raise refusal
        return self._pack(values)

    def _pack(self, values: "list[int]") -> "tuple[int, int]":
        start = 1 if self.first else 0
        b = self._base
        for i in range(start, len(values)):
            field = self.rest[i - start]
            b += (values[i] + (0 if field.what is NUMBER else 1)) * field.times
        return values[0] if self.first else 0, b

    def write(self, a: int, b: int, game: "Game") -> str:
        """The verb and its words for `a` and `b` of a move."""
        words = [self.word]
        if self.first:
            words.append(self.first.write(a, game))
        words.extend(self._rest_words(b, game))
        return " ".join(words)

    def _rest_words(self, b: int, game: "Game") -> "list[str]":
        left = b - self._base
        words: list[str] = []
        for i in range(len(self.rest) - 1, -1, -1):
            field = self.rest[i]
            value = left // field.times
            left -= value * field.times
            if value or words or field.needed:
                words.insert(0, field.write(value if field.what is NUMBER else value - 1, game))
        return words
