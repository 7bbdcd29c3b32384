"""The folder with the stored games: file names, and which file is deleted first when storage is full.

NUMBER.playing is the game in play, NUMBER.game a game in the archive, NUMBER.bad a damaged file that was kept.
`tail` holds the newest records of the game in play, `checkpoints` states that make recovery fast, and `new` is a
file that is not complete yet.
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
    """The stored games in one folder.

    files: see files.py. say: called with each line of text for the players. alive: called now and then during work
    that can take seconds, so that a watchdog does not reset the device. playing: file name of the game in play,
    "" when there is none.
    """

    def __init__(self, files: "Files", say: "Callable[[str], None]", alive: "Callable[[], object]" = nothing) -> None:
        self.files = files
        self.say = say
        self.alive = alive
        self.playing = ""

    def find(self, ending: str) -> "list[tuple[int, str]]":
        """(number, name) of the files whose name ends in `ending` (PLAYING, KEPT or ASIDE), oldest first."""
        found = []
        for name in self.files.names():
            if name.endswith(ending) and number_of(name) > 0:
                found.append((number_of(name), name))
        return sorted(found)

    def append(self, name: str, data: "bytes | bytearray") -> None:
        """As Files.append; when storage is full, the files that are needed least are deleted first."""
        while True:
            try:
                self.files.append(name, data)
                return
            except OSError as error:
                self._make_room(error)

    def write(self, name: str, data: "bytes | bytearray") -> None:
        """As Files.write; when storage is full, the files that are needed least are deleted first."""
        while True:
            try:
                self.files.write(name, data)
                return
            except OSError as error:
                self._make_room(error)

    def drop_unfinished(self) -> None:
        """Delete the file `new`, which was not complete when power or storage failed."""
        if NEW in self.files.names():
            self.files.remove(NEW)

    def _make_room(self, error: OSError) -> None:
        """When storage is full, delete one file. Raises `error` again when it is another error or no file can go.

        `checkpoints` goes first, because it only saves time. Then the oldest archived game or damaged file. The game
        in play and the newest archived game are never deleted: players were told that the last game is kept.
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
    """The number at the start of a game file's name; 0 when it is not the name of a game file."""
    if "." + name.split(".")[-1] not in (PLAYING, KEPT, ASIDE):
        return 0
    digits = 0
    while name[digits] in "0123456789":
        digits += 1
    return int(name[:digits]) if digits else 0
