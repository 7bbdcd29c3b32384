"""Reading the stored games again, for `troop log`: from the board's folder or a copy of it."""

from .errors import TextError
from .housekeeping import read_tail_if
from .proving import VERSION
from .recovery import Reading
from .resuming import read_header_of
from .setup_text import read_setup
from .shelf import PLAYING, Shelf
from .table import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .files import Files
    from .setup import Setup


def load_game(files: "Files", name: str, say: "Callable[[str], None]") -> "tuple[Setup, Table]":
    """Set-up and table of the stored game `name`, see Journal.games. Changes nothing in storage.

    A damaged game ends where it stops to prove itself, which is said. Raises TextError when it cannot be
    read at all.
    """
    shelf = Shelf(files, say)
    header = read_header_of(shelf, name)
    if header is None:
        raise TextError("%s is no stored game, or its beginning is damaged." % name)
    if header.version != VERSION:
        raise TextError("%s was stored by a newer version: update troopkeeper to read it." % name)
    setup = read_setup(header.text, header.map_text)
    table = Table(setup)
    reading = Reading(files, name, header, read_tail_if(shelf) if name.endswith(PLAYING) else b"")
    reading.read(table)
    if reading.fault:
        say("%s is damaged: it ends after move %d (%s)." % (name, table.count, reading.fault))
    return setup, table
