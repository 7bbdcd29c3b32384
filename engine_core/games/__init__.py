"""The three games. Each is one module, imported only when it is played."""

from ..errors import TextError
from ..setup import GAMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..setup import Setup
    from .base import Game

__all__ = ("GAMES", "new_game")


def new_game(setup: "Setup") -> "Game":
    """The game that `setup` describes, before its first move. Raises TextError when it cannot be played so."""
    setup.check()
    if setup.game == "after_us":
        from .after_us import AfterUsGame

        return AfterUsGame(setup)
    if setup.game == "primates":
        from .primates import PrimatesGame

        return PrimatesGame(setup)
    if setup.game == "ape_town":
        from .ape_town import ApeTownGame

        return ApeTownGame(setup)
    raise TextError("There is no game '%s'." % setup.game)
