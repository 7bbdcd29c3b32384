"""Primates: the names, numbers and options around its rules (primates.py)."""

from ..compat import const
from ..setup import read_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..setup import Setup

ACTIONS = ("group", "solitary", "rest")  # ACTION's `a` counts in these
SOURCES = ("hearts", "extant", "extinct", "bonus", "conditional", "food")
CATEGORIES = SOURCES[1:]  # of the end scoring, in the scorepad's order
CONDITIONAL = const(3)  # in CATEGORIES
FOOD = const(4)
FOOD_TOKENS = const(83)  # in the box

# Only the first and the last value are in the rules (PR8); those between are our choice (PR9).
UNPRINTED_HEARTS = tuple(range(18))
LAST_HEARTS = const(17)
MOST_SPACES = const(40)

DICE = (3, 2)  # rolled for a group movement, for a solitary one (PR14)
FACES = (1, 2, 3)  # the numbers the rulebook's examples roll; our choice (PR14)
LARGEST_FACE = const(20)
LARGEST_SEED = const(65535)

OPTIONS = ("hearts", "direction", "one_press", "actions", "dice", "seed")


def read_numbers(setup: "Setup", key: str, largest: int) -> "tuple[int, ...]":
    """The whole numbers of option `key`, each 0 to `largest`; none when it is not set."""
    numbers = tuple([read_number(word) for word in setup.option(key) or ()])
    if numbers and not 0 <= min(numbers) <= max(numbers) <= largest:
        raise setup.fault(key, "'set %s' takes whole numbers from 0 to %d." % (key, largest))
    return numbers


def read_hearts(setup: "Setup") -> "tuple[int, ...]":
    """PR9: the points of every space of the heart track."""
    values = read_numbers(setup, "hearts", LAST_HEARTS) or UNPRINTED_HEARTS
    problem = hearts_problem(values)
    if problem:
        raise setup.fault("hearts", "'set hearts' " + problem)
    return values


def hearts_problem(values: "Sequence[int]") -> str:
    """Why `values` cannot be the points of a heart track's spaces (PR9); "" when they can."""
    if not 2 <= len(values) <= MOST_SPACES:
        return "takes the points of every space: 2 to %d numbers." % MOST_SPACES
    for i in range(1, len(values)):
        if values[i] < values[i - 1]:
            return "never falls, but %d comes after %d." % (values[i], values[i - 1])
    if values[0] != 0 or values[-1] != LAST_HEARTS:
        return "starts at 0 and ends at %d, as the board does." % LAST_HEARTS
    return ""
