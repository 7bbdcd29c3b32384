"""What a table has chosen for its device, kept in settings.json: colours, brightness, hearts, corrections to wiring."""

from .limits import LEVELS
from .palette import DEFAULT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .board import Board
    from .setup import Setup

ENTRIES = ("space", "region")


class Settings:
    """The device's settings; a new one holds the defaults.

    colours: of seat 1 to 6, names of palette.NAMES, all different. brightness: index in limits.LEVELS.
    rhythm: whether seats also blink each in its own way. hearts: points of every space of Primates' heart
    track, empty when the table has not entered them (PR9). entry: how Ape Town's tiles are entered, one of
    ENTRIES (AT16). orders: strip name -> colour order, buttons: button name -> pin, where the build differs
    from the board file. last: the set-up of the last game started, or None.
    """

    def __init__(self) -> None:
        self.colours: "list[str]" = list(DEFAULT)
        self.brightness = len(LEVELS) // 2
        self.rhythm = True
        self.hearts: "list[int]" = []
        self.entry = ENTRIES[0]
        self.orders: "dict[str, str]" = {}
        self.buttons: "dict[str, int]" = {}
        self.last: "Setup | None" = None

    def text(self) -> str:
        """The settings as JSON, one a line, always in the same order; `read_settings` reads it back."""
        from .settings_text import text_of  # needed when they have changed

        return text_of(self)

    def apply(self, board: "Board") -> None:
        """Correct `board` by `orders` and `buttons`. Raises BoardError and leaves it as it was when they do not fit."""
        from .settings_file import apply_settings  # needed once, at start

        apply_settings(self, board)


def read_settings(text: str) -> Settings:
    """The settings that `text` (JSON) describes; what it leaves out has its default.

    Raises BoardError with the key at fault and what it takes.
    """
    from .settings_file import read_settings as read

    return read(text)
