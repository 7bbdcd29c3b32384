"""A journal on a folder with stored games, before their moves are on a table."""

from engine_core.compat import nothing
from engine_core.storage.journal import Journal
from engine_core.storage.open_game import find_game

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from engine_core.setup import Setup
    from engine_core.storage.files import Files


def journal_of(
    files: "Files", say: "Callable[[str], None]", alive: "Callable[[], object]" = nothing
) -> "tuple[Journal, Setup | None]":
    """A new journal, and the set-up of the game in play; None when there is none. files, say, alive: as for Journal."""
    journal = Journal(files, say, alive)
    return journal, find_game(journal)
