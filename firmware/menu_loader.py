"""Loads the new-game menu for App when it is needed; the board forgets the menu's modules afterwards."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .app import App


def open_menu(app: "App") -> None:
    """See new_game.open_menu."""
    from .new_game import open_menu  # quick: mostly loaded already, while the buttons were held

    open_menu(app)


def look_round(app: "App", quiet: bool) -> None:
    """See new_game.look_round."""
    from .new_game import look_round

    look_round(app, quiet)
