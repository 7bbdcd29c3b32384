"""Where games lie in storage: their names, which is the one in play, which goes first when room is short.

NUMBER.playing is the game in play, NUMBER.game a kept one, NUMBER.bad something damaged that was kept
aside; `tail` holds the newest records of the game in play, `checkpoints` what spares time at power-up, `new`
a file that is being made.
"""

from .compat import const, nothing
from .errors import TextError
from .records import SIZE, VERSION, game_of, header_size, intact, read_header
from .recovery import Reading
from .setup import read_setup

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from .records import Header
    from .setup import Setup

    class Files(Protocol):
        """One folder of small files. Every method raises OSError (errno 28: storage is full)."""

        def names(self) -> "list[str]":
            """The names of all files, in any order."""

        def read(self, name: str, start: int = 0, size: int = -1) -> bytes:
            """At most `size` bytes from `start` on (-1: all); fewer at the end of the file."""

        def append(self, name: str, data: "bytes | bytearray") -> None:
            """Add `data` at the end, durable at return; a missing file begins empty."""

        def write(self, name: str, data: "bytes | bytearray") -> None:
            """Make `data` the whole file, durable at return; a power cut leaves the old or the new one."""

        def rename(self, old: str, new: str) -> None:
            """Give a file another name, in one step; a file that is called so is replaced."""

        def remove(self, name: str) -> None:
            """Take the file away."""


TAIL = "tail"
NEW = "new"
CHECKPOINTS = "checkpoints"
PLAYING = ".playing"
KEPT = ".game"
ASIDE = ".bad"
KEEP_GAMES = const(10)  # previous games, for the laptop
KEEP_ASIDE = const(3)  # damaged files
FULL = const(28)  # ENOSPC, on every runtime
_MISSING = const(2)  # ENOENT
_TAIL_LIMIT = const(1024)  # bytes read of a tail; ours have half of it at most


class Shelf:
    """The games in one folder. files: see Files. say: takes one line for the people at the table.

    alive: called now and then in what can take seconds, so that whoever watches knows that it goes on.

    playing: file name of the game in play; it is never removed to make room.
    """

    def __init__(self, files: "Files", say: "Callable[[str], None]", alive: "Callable[[], object]" = nothing) -> None:
        self.files = files
        self.say = say
        self.alive = alive
        self.playing = ""

    # -- asking ------------------------------------------------------------------------------------
    def find(self, ending: str) -> "list[tuple[int, str]]":
        """(number, name) of the files with this ending, oldest first."""
        found = []
        for name in self.files.names():
            if name.endswith(ending) and number_of(name) > 0:
                found.append((number_of(name), name))
        return sorted(found)

    def next_number(self) -> int:
        """A number that no game here has had, nor the one whose records the tail holds: they would count."""
        number = 0
        for name in self.files.names():
            number = max(number, number_of(name))
        try:
            first = self.files.read(TAIL, 0, SIZE)
        except OSError:
            first = b""
        if len(first) == SIZE and game_of(first, 0) == (number + 1) & 0xFF:
            number += 1
        return number + 1

    def header(self, name: str) -> "Header | None":
        """The header of a game's file; None when it cannot be read."""
        try:
            size = header_size(self.files.read(name, 0, SIZE))
            return read_header(self.files.read(name, 0, size)) if size else None
        except OSError:
            return None

    def read_tail(self) -> bytes:
        """The newest records; empty when there are none. Raises OSError or MemoryError when they cannot be read."""
        try:
            return self.files.read(TAIL, 0, _TAIL_LIMIT)
        except OSError as error:
            if error.errno != _MISSING:
                raise
            return b""

    def tail(self) -> bytes:
        """The newest records; empty when there are none, or they cannot be read."""
        try:
            return self.read_tail()
        except (OSError, MemoryError):
            return b""

    def is_left_over(self, tail: bytes, playing: int) -> bool:
        """Whether `tail` is sound, but from a game before number `playing`, whose file has had its records already."""
        for start in range(0, len(tail), SIZE):
            if not intact(tail, start) or game_of(tail, start) != game_of(tail, 0):
                return False
        return not tail or 0 < (playing - game_of(tail, 0)) & 0xFF < 128

    def in_play(self) -> "tuple[str, Header | None, Setup | None]":
        """File name, header and set-up of the game in play; ("", None, None) when there is none.

        Of several the newest is: a power cut leaves the one before beside it. What cannot be read is put aside,
        unless storage fails at that.
        """
        found: "tuple[str, Header | None, Setup | None]" = ("", None, None)
        for number, name in reversed(self.find(PLAYING)):
            header, setup = self._open(name)
            if header is None:
                continue
            if not found[0]:
                found = (name, header, setup)
            elif number == number_of(found[0]):
                if self._longer(name, header, found):
                    name, found = found[0], (name, header, setup)
                self._reject(name, "there is a longer file of the same game")
        return found

    def _open(self, name: str) -> "tuple[Header | None, Setup | None]":
        """Header and set-up of a file; (None, None) when it cannot be played: it is out of the way then."""
        header = self.header(name)
        if header is not None and header.version != VERSION:
            self.say("Game %d was stored by a newer version: update this device to go on with it." % header.number)
            try:
                self.keep(name)
            except OSError:
                pass  # it stays where it is
            return None, None
        try:
            if header is not None:
                return header, read_setup(header.text, header.map_text)
            why = "its beginning is damaged"
        except TextError as error:
            why = error.message
        self._reject(name, why)
        return None, None

    def _longer(self, name: str, header: "Header", other: "tuple[str, Header | None, Setup | None]") -> bool:
        """Whether the file has more proven moves than the other one of the same game."""
        if other[1] is None:
            return True
        tail = self.tail()
        readings = (
            Reading(self.files, name, header, tail, self.alive),
            Reading(self.files, other[0], other[1], tail, self.alive),
        )
        for reading in readings:
            reading.read(None)
        return readings[0].last > readings[1].last

    def _reject(self, name: str, why: str) -> None:
        """Put a file aside that cannot be the game in play."""
        try:
            kept = self.put_aside(name, number_of(name))
        except OSError:
            kept = name
        self.say("%s cannot be played (%s): it is kept as %s." % (name, why, kept))

    # -- changing ----------------------------------------------------------------------------------
    def append(self, name: str, data: "bytes | bytearray") -> None:
        """As Files.append; old games make room when storage is full."""
        while True:
            try:
                self.files.append(name, data)
                return
            except OSError as error:
                self._make_room(error)

    def write(self, name: str, data: "bytes | bytearray") -> None:
        """As Files.write; old games make room when storage is full."""
        while True:
            try:
                self.files.write(name, data)
                return
            except OSError as error:
                self._make_room(error)

    def drop_unfinished(self) -> None:
        """Remove a file that was being made when power or storage failed."""
        if NEW in self.files.names():
            self.files.remove(NEW)

    def keep(self, name: str) -> None:
        """The game in play becomes a kept one."""
        self.files.rename(name, self._free_name(number_of(name), KEPT))

    def put_aside(self, name: str, number: int) -> str:
        """Keep a damaged file of game `number` under another name, which is given back."""
        aside = self._free_name(number, ASIDE)
        self.files.rename(name, aside)
        self._drop_oldest(ASIDE, KEEP_ASIDE)
        return aside

    def tidy(self) -> None:
        """Keep the last KEEP_GAMES games only; one that could not be put away belongs to them."""
        for _, name in self.find(PLAYING):
            if name != self.playing:
                self.keep(name)
        self._drop_oldest(KEPT, KEEP_GAMES)

    def _drop_oldest(self, ending: str, keep: int) -> None:
        found = self.find(ending)
        for i in range(len(found) - keep):
            self.files.remove(found[i][1])

    def _free_name(self, number: int, ending: str) -> str:
        names = self.files.names()
        name = "%05d%s" % (number, ending)
        copy = 2
        while name in names:
            name = "%05d-%d%s" % (number, copy, ending)
            copy += 1
        return name

    def _make_room(self, error: OSError) -> None:
        """Storage is full: remove the oldest thing that is not the game in play, or give up with `error`."""
        self.alive()
        if error.errno != FULL:
            raise error
        for _, name in sorted(self.find(KEPT) + self.find(ASIDE) + self.find(PLAYING)):
            if name != self.playing:
                self.files.remove(name)
                self.say("Storage is full: the oldest game (%s) was removed." % name)
                return
        if CHECKPOINTS not in self.files.names():
            raise error
        self.files.remove(CHECKPOINTS)  # only spares time


def number_of(name: str) -> int:
    """The number that the name of a game's file begins with; 0 when it is no such name."""
    if "." + name.split(".")[-1] not in (PLAYING, KEPT, ASIDE):
        return 0
    digits = 0
    while name[digits] in "0123456789":
        digits += 1
    return int(name[:digits]) if digits else 0
