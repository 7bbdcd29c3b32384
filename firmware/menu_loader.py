"""The new-game menu, for App: its code is loaded when it is needed, and forgotten by the board afterwards."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .app import App


def open_menu(app: "App") -> None:
    """See new_game.open_menu."""
    from .new_game import open_menu  # loaded while it was held for

    open_menu(app)


def look_round(app: "App", quiet: bool) -> None:
    """See new_game.look_round."""
    from .new_game import look_round

    look_round(app, quiet)
