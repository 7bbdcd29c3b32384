"""After Us: its tracks, the numbers of its rules (AU1-AU7), and the state that all its moves change."""

from array import array

from ..compat import const
from ..errors import RuleError
from .base import Game

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..setup import Setup

GOAL = const(80)  # AU12, AU2: also the squares of the printed loop
CARDS = const(8)  # AU1
FEWEST_CARDS = const(4)  # AU6
SPEND = const(4)  # AU6: rage for a card
RAGE_CAP = const(12)  # AU5: the printed track
APE_POINTS = const(3)  # AU7

# ADD's `a`. The resources (AU18) follow in the order of RESOURCES.
SCORE = const(0)
RAGE = const(1)
CARD = const(2)
RESOURCE = const(3)

RESOURCES = ("flowers", "fruits", "grains", "energy")
ENERGY = const(3)
KINDS = const(4)  # of resources

SOURCE_COUNT = const(4)  # of AfterUsGame.SOURCES

# What `now` holds.
PHASE = const(0)
ROUND = const(1)
END = const(2)  # 0 as long as it is played
SHORT = const(3)  # 1: too few cards are left, this round is the last (AU15)


class AfterUsState(Game):
    """What one game of After Us stands at. The moves of after_us.py and of after_us_cards.py change it.

    with_resources: whether resources are counted. rage_cap: where the rage track ends. objects: the numbers in
    after_us_cards.OBJECTS of those in the game. The arrays are by seat, but for `now`: see above; `points` has all
    SOURCES, `stock` all RESOURCES of a seat side by side.
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
        """So many points from SOURCES[source]."""
        self.points[seat * SOURCE_COUNT + source] += points

    def gain(self, seat: int, resource: int, amount: int) -> None:
        """AU18: so much of a resource, at tables that count them."""
        if self.with_resources:
            self.stock[seat * KINDS + resource] += amount

    def check_resource(self, resource: int) -> None:
        """RuleError `unknown` unless `resource` is one of RESOURCES, or -1 for none."""
        if not -1 <= resource < KINDS:
            raise RuleError("unknown", "There is no such resource.")

    def is_phase(self, phases: int) -> bool:
        """Whether it is one of `phases` (bit p: phase p)."""
        return phases >> self.now[PHASE] & 1 != 0
