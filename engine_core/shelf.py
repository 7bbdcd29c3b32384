"""Where games lie in storage: their names, which is the one in play, which goes first when room is short.

NUMBER.playing is the game in play, NUMBER.game a kept one, NUMBER.bad something damaged that was kept
aside; `tail` holds the newest records of the game in play, `checkpoints` what spares time at power-up, `new`
a file that is being made.
"""

from .compat import const, nothing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    class Files(Protocol):
        """One folder of small files. Every method raises OSError (errno 28: storage is full)."""

        def names(self) -> "list[str]":
            """The names of all files, in any order."""

        def read(self, name: str, start: int = 0, size: int = -1) -> bytes:
            """At most `size` bytes from `start` on (-1: all); fewer at the end of the file."""

        def append(self, name: str, data: "bytes | bytearray") -> None:
            """Add `data` at the end, durable at return. A file that is gone is not begun anew: that is an OSError."""

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
FULL = const(28)  # ENOSPC, on every runtime


class Shelf:
    """The games in one folder. files: see Files. say: takes one line for the people at the table.

    alive: called now and then in what can take seconds, so that whoever watches knows that it goes on.

    playing: file name of the game in play.
    """

    def __init__(self, files: "Files", say: "Callable[[str], None]", alive: "Callable[[], object]" = nothing) -> None:
        self.files = files
        self.say = say
        self.alive = alive
        self.playing = ""

    def find(self, ending: str) -> "list[tuple[int, str]]":
        """(number, name) of the files with this ending, oldest first."""
        found = []
        for name in self.files.names():
            if name.endswith(ending) and number_of(name) > 0:
                found.append((number_of(name), name))
        return sorted(found)

    def append(self, name: str, data: "bytes | bytearray") -> None:
        """As Files.append; what was kept longest makes room when storage is full."""
        while True:
            try:
                self.files.append(name, data)
                return
            except OSError as error:
                self._make_room(error)

    def write(self, name: str, data: "bytes | bytearray") -> None:
        """As Files.write; what was kept longest makes room when storage is full."""
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

    def _make_room(self, error: OSError) -> None:
        """When storage is full, remove what can be spared best; else raise `error` again."""
        self.alive()
        if error.errno != FULL:
            raise error
        from .housekeeping import make_room

        make_room(self, error)


def number_of(name: str) -> int:
    """The number that the name of a game's file begins with; 0 when it is no such name."""
    if "." + name.split(".")[-1] not in (PLAYING, KEPT, ASIDE):
        return 0
    digits = 0
    while name[digits] in "0123456789":
        digits += 1
    return int(name[:digits]) if digits else 0
