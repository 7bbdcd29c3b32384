"""Primates: the names, numbers and options that its rules (primates.py) use."""

from ..compat import const
from ..setup import read_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..setup import Setup

ACTIONS = ("group", "solitary", "rest")  # `a` of an ACTION move is an index here
SOURCES = ("hearts", "extant", "extinct", "bonus", "conditional", "food")
CATEGORIES = SOURCES[1:]  # of the end scoring, in the scorepad's order
CONDITIONAL = const(3)  # index in CATEGORIES
FOOD = const(4)  # likewise
FOOD_TOKENS = const(83)  # in the box

# Points of each space. The rules give only the first and the last value (PR8); those between are our choice (PR9).
UNPRINTED_HEARTS = tuple(range(18))
LAST_HEARTS = const(17)
MOST_SPACES = const(40)

DICE = (3, 2)  # rolled for a group movement, for a solitary one (PR14)
FACES = (1, 2, 3)  # the numbers in the rulebook's examples; our choice (PR14)
LARGEST_FACE = const(20)
LARGEST_SEED = const(65535)

OPTIONS = ("hearts", "direction", "one_press", "actions", "dice", "seed")


def read_numbers(setup: "Setup", key: str, largest: int) -> "tuple[int, ...]":
    """The whole numbers of option `key`; empty when it is not set. TextError unless each is 0 to `largest`."""
    numbers = tuple([read_number(word) for word in setup.option(key) or ()])
    if numbers and not 0 <= min(numbers) <= max(numbers) <= largest:
        raise setup.fault(key, "'set %s' takes whole numbers from 0 to %d." % (key, largest))
    return numbers


def read_hearts(setup: "Setup") -> "tuple[int, ...]":
    """The points of every space of the heart track (PR9). Raises TextError when they are not allowed."""
    values = read_numbers(setup, "hearts", LAST_HEARTS) or UNPRINTED_HEARTS
    problem = hearts_problem(values)
    if problem:
        raise setup.fault("hearts", "'set hearts' " + problem)
    return values


def hearts_problem(values: "Sequence[int]") -> str:
    """Why `values` cannot be the points of the heart track's spaces (PR9), as the end of a sentence; "" if they can."""
    if not 2 <= len(values) <= MOST_SPACES:
        return "takes the points of every space: 2 to %d numbers." % MOST_SPACES
    for i in range(1, len(values)):
        if values[i] < values[i - 1]:
            return "never falls, but %d comes after %d." % (values[i], values[i - 1])
    if values[0] != 0 or values[-1] != LAST_HEARTS:
        return "starts at 0 and ends at %d, as the board does." % LAST_HEARTS
    return ""
