"""After Us: answers to questions of the players: which objects to use, who decides first (AU9, AU16)."""

from ..chance import Chance
from ..errors import RuleError
from .after_us_cards import OBJECTS

FIRST_OBJECTS = ("boombox", "computer", "moped")  # AU9: recommended for a first game


def draw_objects(seed: int) -> "list[str]":
    """Three of the seven objects at random (AU9), in the words of `set objects`. The same seed gives the same ones."""
    return [OBJECTS[i] for i in Chance(seed).draw(3, len(OBJECTS))]


def priority(numbers: "list[int]") -> "list[int]":
    """The order in which seats decide when cards run short (AU16), as seat numbers.

    numbers: by seat, the highest card number in its assembly, or 0 for a seat that wants no card.
    Raises RuleError `value` when two seats have the same number, because no two cards have.
    """
    wanting = [seat for seat in range(len(numbers)) if numbers[seat] > 0]
    if len({numbers[seat] for seat in wanting}) < len(wanting):
        raise RuleError("value", "Two seats cannot have the same card number.")
    return sorted(wanting, key=lambda seat: -numbers[seat])
