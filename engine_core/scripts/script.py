"""Reads and writes lines of scripts: makes a move of a line's words, and a line of a move."""

from ..compat import const
from ..errors import RuleError, TextError
from ..games import verbs_of
from ..moves import ADD, CONFIRM, FINAL, LIMIT, NEXT, NO_SEAT, OVER
from ..setup import read_number
from ..words import check_line, is_utf8
from .verbs import NUMBER, Field, NotANumber, Verb

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

    from ..games.base import Game

LONGEST_LINE = const(1000)  # bytes; lines that a table writes have at most about 300, comments may be longer
MOST_LINES = const(50000)

_ALONE = (("next", NEXT), ("confirm", CONFIRM), ("over", OVER))  # moves of one word, in every game


def read_lines(stream: "BinaryIO") -> "Iterator[str]":
    """The lines of a script or map file, with their line endings, read one at a time to save memory.

    Raises TextError for bytes that are not UTF-8, control characters, a line that is too long, or too many lines.
    """
    number = 0
    while True:
        data = stream.readline(LONGEST_LINE + 1)
        if not data:
            return
        number += 1
        if len(data) > LONGEST_LINE:
            raise TextError("This line is longer than %d bytes: is it a text file?" % LONGEST_LINE, number)
        if number > MOST_LINES:
            raise TextError("A script has at most %d lines: is it a text file?" % MOST_LINES, number)
        yield decode(data, number)


def decode(data: bytes, number: int) -> str:
    """The text of line `number` (from 1). Raises TextError when it is not UTF-8 or holds a control character."""
    if number == 1 and data.startswith(b"\xef\xbb\xbf"):
        data = data[3:]  # the byte order mark that some editors write
    if not is_utf8(data):
        raise TextError("This line is not UTF-8 text: save the file as UTF-8.", number)
    line = data.decode()
    check_line(line, number)
    return line


# -- reading ---------------------------------------------------------------------------------------
def read_move(words: "list[str]", game: "Game") -> "tuple[int, int, int, int]":
    """The move (kind, seat, a, b) of a line. words: of the line, at least one.

    Raises RuleError `unknown` for an unknown name, `value` for a wrong number, and `over` instead of these when the
    move would be too late anyway; TextError when the line has not the form of a move.
    """
    try:
        return _read(words, game)
    except RuleError as refusal:
        game.check_open(ADD if words[-1].startswith("-") else FINAL if "final" in words else NEXT, -1)
        raise refusal


def _read(words: "list[str]", game: "Game") -> "tuple[int, int, int, int]":
    first = words[0]
    if first in game.names:
        return _read_seated(game.names.index(first), words, game)
    for word, kind in _ALONE:
        if word == first:
            if len(words) > 1:
                raise TextError("'%s' stands alone on its line." % word)
            return kind, NO_SEAT, 0, 0
    for verb in verbs_of(game.NAME):
        if verb.word == first and not verb.seated:
            a, b = verb.read(words[1:], game)
            return verb.kind, NO_SEAT, a, b
    known = "There is no seat and no move '%s' here; the seats are %s." % (first[:20], ", ".join(game.names))
    raise RuleError("unknown", known)


def _read_seated(seat: int, words: "list[str]", game: "Game") -> "tuple[int, int, int, int]":
    """The move of a line that begins with a seat."""
    if len(words) == 1:
        raise TextError("After a seat comes what it gets or does: 'Ana +3', 'Ana %s +1'." % game.TRACKS[-1])
    second = words[1]
    if second[0] in "+-0123456789":
        return ADD, seat, 0, _read_amount(words[1:])
    if second in game.TRACKS:
        return ADD, seat, game.TRACKS.index(second), _read_amount(words[2:])
    verb = _final(game) if second == "final" and game.CATEGORIES else None
    for other in verbs_of(game.NAME):
        if other.word == second and other.seated:
            verb = other
    if verb:
        a, b = verb.read(words[2:], game)
        return verb.kind, seat, a, b
    raise RuleError("unknown", "After a seat '%s' means nothing here; there are %s." % (second[:20], _known(game)))


def _read_amount(words: "list[str]") -> int:
    """The number of `words`, which must be one word, `+N` or `-N`."""
    if len(words) != 1:
        raise TextError("The line must end with one amount, such as +3 or -1.")
    number = read_number(words[0][1:]) if words[0][0] in "+-" else -1
    wanted = "an amount is written +N or -N, N from 1 to %d." % LIMIT
    if number < 0:
        raise NotANumber(words[0], wanted)
    if not 1 <= number <= LIMIT:
        raise RuleError("value", "%s is out of range: %s" % (words[0][:20], wanted))
    return -number if words[0][0] == "-" else number


def read_count(words: "list[str]") -> int:
    """The N of `undo [N]` and `redo [N]`; 1 when it is left out. Raises RuleError `value` when it is no number."""
    if len(words) > 2:
        raise TextError("'%s' takes one number: how many steps." % words[0])
    count = read_number(words[1]) if len(words) == 2 else 1
    if count < 0:
        raise NotANumber(words[1], "'%s' takes the number of steps." % words[0])
    return count  # the table refuses 0


def _final(game: "Game") -> Verb:
    return Verb("final", FINAL, True, Field("CATEGORY", game.CATEGORIES), (Field("N", NUMBER),))


def _known(game: "Game") -> str:
    words = ["+N", "-N"] + list(game.TRACKS) + [verb.word for verb in verbs_of(game.NAME) if verb.seated]
    return ", ".join(words + (["final"] if game.CATEGORIES else []))


# -- writing ---------------------------------------------------------------------------------------
def write_move(kind: int, seat: int, a: int, b: int, game: "Game") -> str:
    """The line for a move of this game, which `read_move` reads back. RuleError when the game has no such move."""
    if kind == ADD:
        track = game.TRACKS[a] + " " if a else ""
        return "%s %s%s%d" % (game.names[seat], track, "+" if b > 0 else "-", b if b > 0 else -b)
    for word, alone in _ALONE:
        if alone == kind:
            return word
    if kind == FINAL:
        return game.names[seat] + " " + _final(game).write(a, b, game)
    for verb in verbs_of(game.NAME):
        if verb.kind == kind:
            return (game.names[seat] + " " if verb.seated else "") + verb.write(a, b, game)
    raise RuleError("unknown", "%s has no move of kind %d." % (game.NAME, kind))
