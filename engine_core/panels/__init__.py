"""Panels: how each game sits on buttons and lights."""

import gc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..board import Board
    from ..table import Table
    from .base import Panel, Play


def new_panel(table: "Table", board: "Board", play: "Play") -> "Panel":
    """The panel for `table`; loads only the module of its game."""
    game = table.game.NAME
    if game == "after_us":
        from .after_us import AfterUsPanel

        return AfterUsPanel(table, board, play)
    if game == "primates":
        from .primates import PrimatesPanel

        return PrimatesPanel(table, board, play)
    gc.collect()  # its four modules need room in one piece
    from .ape_town import ApeTownPanel

    return ApeTownPanel(table, board, play)
