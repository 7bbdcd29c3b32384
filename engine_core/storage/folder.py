"""Where games lie in storage: their names, which is the one in play, which goes first when room is short.

NUMBER.playing is the game in play, NUMBER.game a kept one, NUMBER.bad something damaged that was kept
aside; `tail` holds the newest records of the game in play, `checkpoints` what spares time at power-up, `new`
a file that is being made.
"""

from ..compat import const, nothing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .files import Files

TAIL = "tail"
NEW = "new"
CHECKPOINTS = "checkpoints"
PLAYING = ".playing"
KEPT = ".game"
ASIDE = ".bad"
FULL = const(28)  # ENOSPC, on every runtime


class Folder:
    """The games in one folder. files: see files.py. say: takes one line for the people at the table.

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
        """When storage is full, remove what can be spared best; else, or when nothing can, raise `error` again.

        First what only spares time, then the oldest of the kept games and the damaged files. Never a game in play, nor
        the newest of those kept: it has just ended, and people were told that it is there.
        """
        self.alive()
        if error.errno != FULL:
            raise error
        if CHECKPOINTS in self.files.names():
            self.files.remove(CHECKPOINTS)
            return
        for _, name in sorted(self.find(KEPT)[:-1] + self.find(ASIDE)):
            self.files.remove(name)
            what = "game" if name.endswith(KEPT) else "damaged file"
            self.say("Storage is full: the oldest %s (%s) was removed." % (what, name))
            return
        raise error


def number_of(name: str) -> int:
    """The number that the name of a game's file begins with; 0 when it is no such name."""
    if "." + name.split(".")[-1] not in (PLAYING, KEPT, ASIDE):
        return 0
    digits = 0
    while name[digits] in "0123456789":
        digits += 1
    return int(name[:digits]) if digits else 0
