"""After Us: what lies in the box, by name and number, and the words scripts have for it (AU5-AU11)."""

from ..chance import Chance
from ..compat import const
from ..errors import RuleError
from ..moves import ATTRACT, COPY, DISC, OBJECT, REMOVE, SHORTAGE
from ..verbs import NUMBER, SEAT, Field, Verb

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

TYPES = ("mandrill", "orangutan", "gorilla", "chimpanzee")  # a type's food is the resource of its number (AU10)
MANDRILL = const(0)
ORANGUTAN = const(1)
GORILLA = const(2)
CHIMPANZEE = const(3)  # any one food
REMOVED = ("ape", "tamarin")

# AU8: name, phases (bit p: phase p), energy by level (level 1 or none needed, level 2).
OBJECTS = ("phone", "minibar", "boombox", "console", "pinball", "computer", "moped")
FIRST_OBJECTS = ("boombox", "computer", "moped")  # AU9: recommended for a first game
PHASES = (0b0010, 0b0110, 0b0010, 0b1000, 0b0010, 0b1110, 0b0100)
COSTS = ((2, 3), (1, 1), (2, 2), (3, 5), (4, 4), (5, 5), (6, 9))
COMPUTER = const(5)
MOPED = const(6)
COMPUTER_POINTS = const(5)

VERBS = (
    Verb("remove", REMOVE, True, Field("CARD", REMOVED), (Field("RESOURCE", RESOURCES, needed=False),)),
    Verb("object", OBJECT, True, Field("OBJECT", OBJECTS), (Field("LEVEL", NUMBER, needed=False, low=1, high=2),)),
    Verb("disc", DISC, True, Field("TYPE", TYPES)),
    Verb("copy", COPY, True, Field("SEAT", SEAT), (Field("RESOURCE", RESOURCES, needed=False),)),
    Verb(
        "attract",
        ATTRACT,
        True,
        Field("TYPE", TYPES),
        (Field("LEVEL", NUMBER, low=1, high=2), Field("FOOD", RESOURCES[:ENERGY], times=16, needed=False)),
    ),
    Verb("shortage", SHORTAGE, False),
)


def read_objects(setup: "Setup") -> "tuple[int, ...]":
    """The numbers of the three objects in the game (AU8). TextError when `set objects` cannot be.

    A table that did not say which three lie there may use any.
    """
    names = setup.option("objects")
    if names is None:
        return tuple(range(len(OBJECTS)))
    for name in names:
        if name not in OBJECTS:
            raise setup.fault("objects", "There is no object '%s': there are %s." % (name, ", ".join(OBJECTS)))
    if len(names) != 3 or len(set(names)) != 3:
        raise setup.fault(
            "objects", "A game has three different objects, such as 'set objects boombox computer moped'."
        )
    return tuple(sorted([OBJECTS.index(name) for name in names]))


def draw_objects(seed: int) -> "list[str]":
    """AU9: three of the seven objects at random, as the values of `set objects`; a new seed, a new draw."""
    return [OBJECTS[i] for i in Chance(seed).draw(3, len(OBJECTS))]


def priority(numbers: "list[int]") -> "list[int]":
    """AU16: the order in which seats decide when cards run short.

    numbers: for each seat the highest card number in its assembly, 0 for a seat that wants none of them.
    RuleError `value` when two seats have the same number: every card has its own.
    """
    wanting = [seat for seat in range(len(numbers)) if numbers[seat] > 0]
    if len({numbers[seat] for seat in wanting}) < len(wanting):
        raise RuleError("value", "Two seats cannot have the same card number.")
    return sorted(wanting, key=lambda seat: -numbers[seat])
