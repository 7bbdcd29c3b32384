"""Plays scripts: makes a table of their lines and checks every `expect` line."""

import gc

from ..errors import RuleError, TextError
from ..setup import Setup, read_number
from ..setup_reading import KEYWORDS, take
from ..standings import standings
from ..table import MAX_MOVES, Table
from ..words import split
from . import expect
from .script import read_count, read_lines, read_move
from .verbs import NotANumber

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


class Failed(Exception):
    """A script can be read but fails: an `expect` line is not true, or a move was refused without `expect refused`.

    line: from 1. reason: one sentence.
    """

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(line, reason)
        self.line = line
        self.reason = reason

    def __str__(self) -> str:
        return self.reason


class Report:
    """The result of a script. name: of the script. table: after its last line. lines: the standings as text."""

    def __init__(self, name: str, table: Table) -> None:
        self.name = name
        self.table = table
        self.lines = standings(table.game)

    def text(self) -> str:
        """The standings, the number of moves and the state's digest: the same on CPython and MicroPython."""
        last = "%d moves, digest %08x" % (self.table.count, self.table.digest())
        return "\n".join(self.lines + [last]) + "\n"


def replay(lines: "Iterable[str]", read_map: "Callable[[str], str]", name: str = "") -> Report:
    """Play the lines of a script.

    read_map: gives the text of the map file that the script names (`set map FILE`); raises OSError when it cannot.
    Raises TextError, with the line, when the script cannot be read, and Failed when a check or a move fails.
    Raises MemoryError when the script is too long for the memory.
    """
    player = _Player(read_map)
    number = 1
    try:
        for number, line in enumerate(lines, 1):
            player.take(split(line), number)
        return Report(name, player.finish())
    except TextError as error:
        raise TextError(error.message, error.line or number, error.column)


def replay_file(path: str) -> Report:
    """Play the script at `path`. A map is looked for in the same folder. Raises as `replay` does, and OSError."""
    folder = path[: path.replace("\\", "/").rfind("/") + 1]

    def read_map(name: str) -> str:
        absolute = name.startswith("/") or ":" in name
        with open(name if absolute else folder + name, "rb") as file:
            return "".join(list(read_lines(file)))

    with open(path, "rb") as file:
        return replay(read_lines(file), read_map, path)


def replay_files(paths: "Iterable[str]", say: "Callable[[str], None]") -> int:
    """Play scripts one after the other, and pass the standings of each to `say`. Stop at the first that fails.

    Gives the exit code: 0, or 1 when a script fails, or 2 when one cannot be read. `say` gets `FILE:LINE: reason` then.
    """
    for path in paths:
        # On MicroPython, loading the next game's module from source needs one large piece of free memory.
        gc.collect()
        code = _replay_one(path, say)
        if code:
            return code
    return 0


def _replay_one(path: str, say: "Callable[[str], None]") -> int:
    """Play one script of `replay_files`; its exit code."""
    try:
        report = replay_file(path)
    except Failed as error:
        say("%s:%d: %s" % (path, error.line, error.reason))
        return 1
    except TextError as error:
        say("%s:%d: %s" % (path, error.line, error.message))
        return 2
    except OSError:
        say("%s: there is no such file, or it cannot be opened." % path)
        return 2
    except MemoryError:
        say("%s: this script is too long for the memory here: play it on CPython." % path)
        return 1
    say("%s\n%s" % (path, report.text().rstrip()))
    return 0


class _Player:
    """Plays a script line by line. The table is made at the first line after the set-up."""

    def __init__(self, read_map: "Callable[[str], str]") -> None:
        self._read_map = read_map
        self._setup = Setup()
        self._table: Table | None = None
        self._refusal: RuleError | None = None  # of the last move, until an `expect refused` line follows
        self._refused_line = 0
        self._missing = 0  # answer to the last `reminder` line

    def take(self, words: "list[str]", number: int) -> None:
        """Play line `number` (from 1), given as its words. Raises TextError, Failed or MemoryError."""
        if not words:
            return
        if words[0] in KEYWORDS:
            if self._table:
                raise TextError("'%s' belongs before the first move." % words[0])
            take(self._setup, words, number)
            return
        table = self._table or self._start()
        if words[:2] == ["expect", "refused"]:
            self._expect_refused(words[2:], number)
            return
        self._raise_refusal()
        if words[0] == "expect":
            reason = expect.failure(words[1:], table.game, self._missing)
            if reason:
                raise Failed(number, reason)
            return
        try:
            self._play(words, table)
        except RuleError as refusal:
            if refusal.code == "over" and not table.game.over() and table.count < MAX_MOVES:
                raise MemoryError  # the table has no memory for the move, which is no rule of the game
            self._refusal = refusal
            self._refused_line = number

    def finish(self) -> Table:
        """The table after the last line. Raises TextError or Failed."""
        self._raise_refusal()
        return self._table or self._start()

    def _start(self) -> Table:
        names = self._setup.option("map")
        if names and self._setup.game == "ape_town":
            self._setup.map_text = self._map_text(" ".join(names))
        self._table = Table(self._setup)
        return self._table

    def _map_text(self, name: str) -> str:
        try:
            return self._read_map(name)
        except OSError:
            pass
        except TextError as error:
            raise self._setup.fault("map", "The map '%s', line %d: %s" % (name, error.line, error.message))
        raise self._setup.fault("map", "The map '%s' cannot be opened: it is looked for beside the script." % name)

    def _play(self, words: "list[str]", table: Table) -> None:
        if words[0] == "undo":
            table.undo(read_count(words))
        elif words[0] == "redo":
            table.redo(read_count(words))
        elif words[0] == "reminder":
            if len(words) != 2:
                raise TextError("'reminder' takes one number: the one seen on top of the deck.")
            self._missing = table.game.missing(read_number(words[1]))
        else:
            kind, seat, a, b = read_move(words, table.game)
            table.play(kind, seat, a, b)

    def _expect_refused(self, words: "list[str]", number: int) -> None:
        if len(words) != 1 or words[0] not in expect.CODES:
            raise TextError("'expect refused' takes one of %s." % ", ".join(expect.CODES))
        refusal = self._refusal
        self._refusal = None
        if refusal is None:
            raise Failed(number, "expected refused %s, but the line before was accepted" % words[0])
        if refusal.code != words[0]:
            found = (words[0], refusal.code, refusal.message)
            raise Failed(number, "expected refused %s, found %s: %s" % found)

    def _raise_refusal(self) -> None:
        refusal = self._refusal
        if refusal is None:
            return
        if refusal.code == "unknown" or isinstance(refusal, NotANumber):  # these mean that the line cannot be read
            raise TextError(refusal.message, self._refused_line)
        raise Failed(self._refused_line, "refused %s: %s" % (refusal.code, refusal.message))
