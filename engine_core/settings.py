"""The settings of a device, stored in settings.json: colours, brightness, hearts, corrections to the wiring.

settings_reading.py reads that file, settings_writing.py writes it.
"""

from .lights.palette import DEFAULT
from .lights.power import LEVELS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .setup import Setup

SETTINGS_FILE = "settings.json"
ENTRIES = ("space", "region")


class Settings:
    """The device's settings; a new one holds the defaults.

    colours: of seat 1 to 6, names of palette.NAMES, all different. brightness: index in power.LEVELS.
    rhythm: whether each seat also blinks in a rhythm of its own. hearts: points of every space of Primates' heart
    track, empty when they were not entered (PR9). entry: how Ape Town's tiles are entered, one of ENTRIES (AT16).
    orders: strip name -> colour order, and buttons: button name -> pin, where the real wiring differs from the
    board file. last: the set-up of the last game started, or None.
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
