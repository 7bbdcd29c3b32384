"""After Us: answers for the table that are no moves: which objects to lay out, who decides first (AU9, AU16)."""

from ..chance import Chance
from ..errors import RuleError
from .after_us_cards import OBJECTS

FIRST_OBJECTS = ("boombox", "computer", "moped")  # AU9: recommended for a first game


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
