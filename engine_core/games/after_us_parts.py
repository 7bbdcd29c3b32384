"""After Us: its tracks, the numbers in its rules (AU1-AU7), and the state that its moves change."""

from array import array

from ..compat import const
from ..errors import RuleError
from .base import Game

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..setup import Setup

GOAL = const(80)  # points (AU12); also the squares of the printed loop (AU2)
CARDS = const(8)  # of each player at the start (AU1)
FEWEST_CARDS = const(4)  # no card can be removed at this number (AU6)
SPEND = const(4)  # rage that removing a card costs (AU6)
RAGE_CAP = const(12)  # the end of the printed rage track (AU5)
APE_POINTS = const(3)  # for a removed ape (AU7)

# Tracks: `a` of the move ADD. The resources (AU18) follow in the order of RESOURCES.
SCORE = const(0)
RAGE = const(1)
CARD = const(2)
RESOURCE = const(3)

RESOURCES = ("flowers", "fruits", "grains", "energy")
ENERGY = const(3)
KINDS = const(4)  # of resources

SOURCE_COUNT = const(4)  # of AfterUsGame.SOURCES

# Indices in `now`.
PHASE = const(0)
ROUND = const(1)
END = const(2)  # 0 until the game ends
SHORT = const(3)  # 1: too few cards are left, so this round is the last (AU15)


class AfterUsState(Game):
    """The state of one game of After Us. The moves in after_us.py and after_us_cards.py change it.

    with_resources: whether resources are counted. rage_cap: where the rage track ends. objects: those in the game, as
    indices in after_us_cards.OBJECTS. now: see the indices above. The other arrays are by seat; `points` has all
    SOURCES of a seat side by side, `stock` all RESOURCES.
    """

    def __init__(self, setup: "Setup") -> None:
        super().__init__(setup)
        self.with_resources = setup.switch("resources")
        self.rage_cap = setup.number("rage_cap", RAGE_CAP, SPEND, 99)
        self.objects: "tuple[int, ...]" = ()
        self.now = array("h", [1, 1, 0, 0])
        self.points = array("h", [0] * (self.seats * SOURCE_COUNT))
        self.rage = array("h", [0] * self.seats)
        self.cards = array("h", [CARDS] * self.seats)
        self.stock = array("h", [0] * (self.seats * KINDS))
        self.discs = array("h", [-1] * self.seats)  # type shown this round, -1 for none
        self.used = array("h", [0] * self.seats)  # this round: see after_us_cards
        self.fields = (self.now, self.points, self.rage, self.cards, self.stock, self.discs, self.used)

    def book(self, seat: int, source: int, points: int) -> None:
        """Add `points` from SOURCES[source] to `seat`."""
        self.points[seat * SOURCE_COUNT + source] += points

    def gain(self, seat: int, resource: int, amount: int) -> None:
        """Add `amount` of a resource to `seat`, if resources are counted (AU18)."""
        if self.with_resources:
            self.stock[seat * KINDS + resource] += amount

    def check_resource(self, resource: int) -> None:
        """Raises RuleError `unknown` unless `resource` is an index in RESOURCES, or -1 for none."""
        if not -1 <= resource < KINDS:
            raise RuleError("unknown", "There is no such resource.")

    def is_phase(self, phases: int) -> bool:
        """Whether the present phase is one of `phases` (bit p: phase p)."""
        return phases >> self.now[PHASE] & 1 != 0
