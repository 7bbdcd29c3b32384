"""The rules of the three games. The modules of a game are imported only when it is played."""

from ..setup import GAMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..scripts.verbs import Verb
    from ..setup import Setup
    from .base import Game

__all__ = ("GAMES", "new_game", "verbs_of")


def new_game(setup: "Setup") -> "Game":
    """The game that `setup` describes, before its first move. Raises TextError when the set-up is not playable."""
    from ..setup_reading import check, check_game  # here, because they are needed once per game

    check(setup)
    game = _class_of(setup.game)
    check_game(game, setup)
    return game(setup)


def _class_of(name: str) -> "type[Game]":
    if name == "after_us":
        from .after_us import AfterUsGame

        return AfterUsGame
    if name == "primates":
        from .primates import PrimatesGame

        return PrimatesGame
    from .ape_town import ApeTownGame

    return ApeTownGame


def verbs_of(game: str) -> "tuple[Verb, ...]":
    """The verbs in scripts for the moves that only this game has. A board does not need them to play."""
    if game == "after_us":
        from . import after_us_words

        return after_us_words.VERBS
    if game == "primates":
        from . import primates_words

        return primates_words.VERBS
    from . import ape_town_words

    return ape_town_words.VERBS
