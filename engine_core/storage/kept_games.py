"""Reads stored games for `troop log`, from the board's folder or a copy of it."""

from ..errors import TextError
from ..setup_reading import read_setup
from ..table import Table
from .archive import read_tail_if
from .folder import PLAYING, Folder
from .game_reading import Reading
from .open_game import read_header_of
from .record_reading import VERSION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..setup import Setup
    from .files import Files


def load_game(files: "Files", name: str, say: "Callable[[str], None]") -> "tuple[Setup, Table]":
    """Set-up and table of the stored game in the file `name` (see Journal.games). Changes nothing in storage.

    Of a damaged game the valid part is read, and `say` is told so. Raises TextError when it cannot be read at
    all, and MemoryError.
    """
    folder = Folder(files, say)
    header = read_header_of(folder, name)
    if header is None:
        raise TextError("%s is no stored game, or its header is damaged." % name)
    if header.version != VERSION:
        raise TextError("%s was stored by a newer version: update troopkeeper to read it." % name)
    setup = read_setup(header.text, header.map_text)
    table = Table(setup)
    reading = Reading(files, name, header, read_tail_if(folder) if name.endswith(PLAYING) else b"")
    reading.read(table)
    if reading.fault:
        say("%s is damaged: it ends after move %d (%s)." % (name, table.count, reading.fault))
    return setup, table
