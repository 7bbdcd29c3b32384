"""Draws the shapes that only Primates has: heart track, answer, dice. lights/shapes.py has the common ones."""

from ..lights.area import NOWHERE, Area
from ..lights.look import SEATS, Look
from ..lights.palette import ATTENTION, NEUTRAL, TICK
from ..lights.shapes import alert, row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from collections.abc import Sequence


def lanes(area: Area, look: Look, values: "array[int]", spaces: int, tick: int) -> None:
    """A track of `spaces` spaces, with each seat's token at `lane_place`. Every fifth space has a tick."""
    seats = len(values)
    places = look.places
    for seat in range(SEATS):
        places[seat] = lane_place(area, values[seat], spaces, seat, seats) if seat < seats else NOWHERE
    area.begin(5 * max(1, area.leds // spaces), tick, look.turn_slots)
    area.tokens(places, look.shades, look.masks)
    area.end(look.slot)


def lane_place(area: Area, value: int, spaces: int, seat: int, seats: int) -> int:
    """The LED for `value` of `seat`. Every space has as many LEDs as fit, and each seat has its own LED in it.

    If there are fewer LEDs than seats in a space, all seats use its first LED and take turns there.
    """
    width = max(1, area.leds // spaces)
    return min(value * width + (seat if width >= seats else 0), area.leds - 1)


def balance(area: Area, look: Look, missed: int) -> None:
    """A number with a sign: the first half shows how many are missed, the second half how many are too many."""
    half = area.leds // 2
    area.begin()
    alert(area, look)
    area.put(0, TICK)
    area.put(half, TICK)
    row(area, 1, half - 1, max(0, missed), ATTENTION)
    row(area, half + 1, area.leds - half - 1, max(0, -missed), NEUTRAL)
    area.end(look.slot)


def dice(area: Area, look: Look, faces: "Sequence[int]") -> None:
    """Two or three dice in a row: each has a third of the area, with a faint LED first and then its points."""
    third = area.leds // 3
    area.begin()
    for i in range(len(faces)):
        area.put(i * third, TICK)
        row(area, i * third + 1, third - 1, faces[i], NEUTRAL)
    area.end(look.slot)
