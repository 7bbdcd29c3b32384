"""Checks the `expect` lines of scripts. Only `expect refused`, about the line before, is checked in replay.py."""

from ..errors import TextError
from ..games.base import DUE
from ..moves import NO_SEAT
from ..setup import read_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..games.base import Game

# The codes of RuleError. They are public: scripts use them. Of several reasons for a refusal, the first in this order
# is given.
CODES = (
    "over",
    "unknown",
    "value",
    "seat",
    "object",
    "phase",
    "neighbour",
    "disc",
    "used",
    "rage",
    "cards",
    "cost",
    "environment",
    "action",
    "occupied",
    "colour",
    "supply",
    "disks",
    "money",
    "claim",
    "scoring",
    "nothing",
)

_NUMBERS = ("phase", "round", "reminder", "missing")
_OTHERS = ("turn", "due", "complete", "source", "over", "winners")


def failure(words: "list[str]", game: "Game", missing: int) -> str:
    """What differs from the words after `expect`, as one sentence; "" when they are true.

    missing: the answer to the last `reminder` line. Raises TextError when the line cannot be read.
    """
    what = words[0] if words else ""
    rest = words[1:]
    if what == "score" or what in game.TRACKS:
        return _check_track(what, rest, game)
    if what not in _NUMBERS and what not in _OTHERS:
        tracks = game.TRACKS if "score" in game.TRACKS else ("score",) + game.TRACKS
        known = ", ".join(tracks + _NUMBERS + _OTHERS + ("refused",))
        raise TextError(
            "'%s' means nothing here; after expect comes one of %s." % (("expect " + what[:20]).strip(), known)
        )
    if not rest:
        raise TextError("'expect %s' needs what is expected after it." % what)
    if what in _NUMBERS:
        return _check_number(what, rest, game, missing)
    if what == "source":
        return _check_sources(rest, game)
    if what == "due":
        return _check_due(rest, game)
    if what == "winners":
        return _check_winners(rest, game)
    return _compare(what, " ".join(rest), _word(what, rest, game))


def _compare(what: str, expected: str, found: str) -> str:
    return "" if expected == found else "expected %s %s, found %s" % (what, expected, found)


def _check_track(what: str, pairs: "list[str]", game: "Game") -> str:
    if not pairs:
        raise TextError("'expect %s' needs seats and numbers, such as Ana=3." % what)
    expected, found = [], []
    for pair in pairs:
        name, number = _split_pair(pair)
        seat = _seat(name, game)
        value = game.value(game.TRACKS.index(what), seat) if what in game.TRACKS else game.total(seat)
        if value != number:
            expected.append(pair)
            found.append("%s=%d" % (name, value))
    return _compare(what, " ".join(expected), " ".join(found))


def _check_sources(words: "list[str]", game: "Game") -> str:
    seat = _seat(words[0], game)
    expected, found = [], []
    if len(words) == 1:
        raise TextError("'expect source %s' needs sources and numbers, such as %s=3." % (words[0], game.SOURCES[0]))
    for pair in words[1:]:
        name, number = _split_pair(pair)
        if name not in game.SOURCES:
            raise TextError("There is no source '%s'; there are %s." % (name, ", ".join(game.SOURCES)))
        value = game.source(game.SOURCES.index(name), seat)
        if value != number:
            expected.append(pair)
            found.append("%s=%d" % (name, value))
    return _compare("source " + words[0], " ".join(expected), " ".join(found))


def _check_number(what: str, words: "list[str]", game: "Game", missing: int) -> str:
    number = _number(words[0])
    if len(words) > 1:
        raise TextError("'expect %s' takes one number." % what)
    if what == "phase":
        found = game.phase()
    elif what == "round":
        found = game.round()
    elif what == "reminder":
        found = game.reminder_due()
    else:
        found = missing
    return _compare(what, str(number), str(found))


def _check_due(words: "list[str]", game: "Game") -> str:
    due = game.due()
    names = [DUE[i] for i in range(len(DUE)) if due >> i & 1]
    found = " ".join(names) if names else "nothing"
    for word in words:
        if word != "nothing" and word not in DUE:
            raise TextError("'%s' is never due; what can be is %s, nothing." % (word[:20], ", ".join(DUE)))
        if word != found and word not in names:
            return "expected due %s, found %s" % (word, found)
    return ""


def _check_winners(words: "list[str]", game: "Game") -> str:
    expected = [] if words == ["none"] else sorted([_seat(word, game) for word in words])
    if not game.decided():
        return "expected winners %s, but the game is not decided yet" % " ".join(words)
    winners = game.winners()
    found = " ".join([game.names[seat] for seat in winners]) or "none"
    return "" if winners == expected else "expected winners %s, found %s" % (" ".join(words), found)


def _word(what: str, words: "list[str]", game: "Game") -> str:
    """The present value of `turn`, `complete` or `over`, in the words of `expect`. TextError for unknown words."""
    if what == "complete":
        return " ".join(game.completed()) or "none"
    if len(words) > 1:
        raise TextError("'expect %s' takes one word." % what)
    if what == "over":
        if words[0] not in ("yes", "no"):
            raise TextError("'expect over' takes yes or no.")
        return "yes" if game.over() else "no"
    if words[0] != "none":
        _seat(words[0], game)
    return "none" if game.turn() == NO_SEAT else game.names[game.turn()]


def _seat(name: str, game: "Game") -> int:
    if name not in game.names:
        raise TextError("There is no seat '%s'; there are %s." % (name[:20], ", ".join(game.names)))
    return game.names.index(name)


def _split_pair(pair: str) -> "tuple[str, int]":
    name, equals, number = pair.partition("=")
    if not equals:
        raise TextError("'%s' should be a name and a number, such as Ana=3." % pair[:20])
    return name, _number(number)


def _number(word: str) -> int:
    value = read_number(word[1:]) if word.startswith("-") else read_number(word)
    if value < 0:
        raise TextError("'%s' should be a whole number." % word[:20])
    return -value if word.startswith("-") else value
