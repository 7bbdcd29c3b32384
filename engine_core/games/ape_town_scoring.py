"""Ape Town's regions: what lies in each, when one is complete, and what it pays (AT8-AT11)."""

from array import array

from ..compat import const
from ..moves import NO_SEAT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..city import City

LEMUR = const(3)  # in TILES
ORANGUTAN = const(4)

TILES = ("tarsier", "chimpanzee", "mandrill", "lemur", "orangutan", "depot")  # PLACE's `b` counts in these
VALUES = (1, 2, 3, 0, 0, 0)  # printed on them (AT6)
HAS_DISK = (0, 0, 0, 1, 1, 0)  # 1: the player's disk lies on it (AT7)

# How dominance was decided (AT9).
BY_NOBODY = const(0)
BY_ORANGUTANS = const(1)
BY_LEMURS = const(2)

# What `_now` holds.
_LAST = const(0)  # the region completed by the last tile placed, or -1
_HOW = const(1)  # its dominance was decided
_OPEN = const(2)  # regions not complete yet


class Regions:
    """The regions of one city in play, counted by region and by seat.

    proportional: shares of an extortion follow the lemurs (AT10). `fields` is this part of the game's state.
    """

    def __init__(self, city: "City", seats: int, proportional: bool) -> None:
        count = city.regions
        self.city = city
        self.seats = seats
        self.proportional = proportional
        self.filled = array("h", [0] * count)  # spaces occupied
        self.worth = array("h", [0] * count)  # sum of the printed values
        self._orangutans = array("h", [0] * (count * seats))  # seats of region 0, of region 1, ...
        self._lemurs = array("h", [0] * (count * seats))
        self._paid = array("h", [0] * (count * seats))  # by the last completion
        self._now = array("h", [-1, BY_NOBODY, count])
        self.fields = (self.filled, self.worth, self._orangutans, self._lemurs, self._paid, self._now)

    # -- asking ----------------------------------------------------------------------------------
    def is_full(self, region: int) -> bool:
        """Whether all spaces of `region` are occupied: it is complete (AT8)."""
        return self.filled[region] == self.city.size[region]

    def all_full(self) -> bool:
        """Whether the last region is complete (AT12)."""
        return self._now[_OPEN] == 0

    def has_room(self, colour: int) -> bool:
        """Whether a region of this colour has an empty space (AT3)."""
        for region in range(self.city.regions):
            if self.city.colour[region] == colour and not self.is_full(region):
                return True
        return False

    def lemurs(self, region: int, seat: int) -> int:
        """The lemurs with the disk of `seat` in `region`."""
        return self._lemurs[region * self.seats + seat]

    def all_lemurs(self, region: int) -> int:
        """All players' lemurs in `region` together."""
        return self._sum(self._lemurs, region)

    def leader(self, region: int) -> int:
        """Who has dominance in `region` as it lies now (AT9); NO_SEAT for nobody."""
        seat = self._most(self._orangutans, region)
        return seat if seat != NO_SEAT else self._most(self._lemurs, region)

    def last(self) -> int:
        """The region that the last tile placed has completed, or -1 (AT11)."""
        return self._now[_LAST]

    def how(self) -> int:
        """How the last completion's dominance was decided: BY_NOBODY, BY_ORANGUTANS or BY_LEMURS."""
        return self._now[_HOW]

    def paid(self, region: int, seat: int) -> int:
        """Points that the last completion gave `seat` out of `region`.

        Out of the completed region itself that is dominance, out of any other extortion (AT11).
        """
        return self._paid[region * self.seats + seat]

    def _sum(self, counts: "array[int]", region: int) -> int:
        total = 0
        for i in range(region * self.seats, region * self.seats + self.seats):
            total += counts[i]
        return total

    def _most(self, counts: "array[int]", region: int) -> int:
        """The one seat with the most, at least one; NO_SEAT when several tie or nobody has any."""
        most = 0
        who = NO_SEAT
        for seat in range(self.seats):
            count = counts[region * self.seats + seat]
            if count > most:
                most = count
                who = seat
            elif count == most:
                who = NO_SEAT
        return who

    # -- playing ---------------------------------------------------------------------------------
    def forget_last(self) -> None:
        """Play goes on: the last completion is history."""
        if self._now[_LAST] >= 0:
            self._now[_LAST] = -1
            self._now[_HOW] = BY_NOBODY
            for i in range(len(self._paid)):
                self._paid[i] = 0

    def place(self, region: int, tile: int, seat: int) -> None:
        """A tile comes to lie in `region`, a lemur or orangutan with the disk of `seat` on it."""
        self.forget_last()
        self.filled[region] += 1
        self.worth[region] += VALUES[tile]
        if tile == ORANGUTAN:
            self._orangutans[region * self.seats + seat] += 1
        elif tile == LEMUR:
            self._lemurs[region * self.seats + seat] += 1
        if self.is_full(region):
            self._complete(region)

    def _complete(self, region: int) -> None:
        """Dominance, then extortion, noted in `_paid`."""
        self._now[_OPEN] -= 1
        self._now[_LAST] = region
        leader = self.leader(region)
        if leader != NO_SEAT:
            self._paid[region * self.seats + leader] = self.worth[region]
            by_lemurs = self._most(self._orangutans, region) == NO_SEAT
            self._now[_HOW] = BY_LEMURS if by_lemurs else BY_ORANGUTANS
        lemurs = self.all_lemurs(region)
        for other in range(self.city.regions):
            if self.city.borders[region * self.city.regions + other] and self.all_lemurs(other) < lemurs:
                self._extort(region, other, lemurs)

    def _extort(self, region: int, other: int, lemurs: int) -> None:
        """`other` pays its worth to the owners of the `lemurs` in `region`, each share rounded up (AT10)."""
        owners = 0
        for seat in range(self.seats):
            if self.lemurs(region, seat):
                owners += 1
        for seat in range(self.seats):
            own = self.lemurs(region, seat)
            if own and self.proportional:
                self._paid[other * self.seats + seat] = -(-self.worth[other] * own // lemurs)
            elif own:
                self._paid[other * self.seats + seat] = -(-self.worth[other] // owners)
