"""Panels: for each game, what the buttons do and what the lights show."""

import gc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..board import Board
    from ..table import Table
    from .base import Panel, Play


def new_panel(table: "Table", board: "Board", play: "Play") -> "Panel":
    """The panel for `table`; loads only the modules of its game. play: see Panel."""
    game = table.game.NAME
    if game == "after_us":
        from .after_us import AfterUsPanel

        return AfterUsPanel(table, board, play)
    if game == "primates":
        from .primates import PrimatesPanel

        return PrimatesPanel(table, board, play)
    gc.collect()  # loading its four modules needs large pieces of free memory
    from .ape_town import ApeTownPanel

    return ApeTownPanel(table, board, play)
