"""Ape Town: the regions, what is in each of them, and what a completed one pays (AT8-AT11)."""

from array import array

from ..compat import const
from ..moves import NO_SEAT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..city import City

LEMUR = const(3)  # index in TILES
ORANGUTAN = const(4)  # likewise

TILES = ("tarsier", "chimpanzee", "mandrill", "lemur", "orangutan", "depot")  # `b` of a PLACE move is an index here
VALUES = (1, 2, 3, 0, 0, 0)  # printed on the tiles (AT6)
HAS_DISK = (0, 0, 0, 1, 1, 0)  # 1: the player puts a disk on it (AT7)

# Values of `how`: what decided dominance (AT9).
BY_NOBODY = const(0)
BY_ORANGUTANS = const(1)
BY_LEMURS = const(2)

# Indices in `_now`.
_LAST = const(0)  # the region that the last tile has completed, or -1
_HOW = const(1)  # what decided dominance in it
_OPEN = const(2)  # how many regions are not complete yet


class Regions:
    """The tiles in the regions of one city, counted by region and by seat.

    proportional: an extortion is shared in proportion to the lemurs, not equally (AT10). fields: this part of the
    game's state, see Game.
    """

    def __init__(self, city: "City", seats: int, proportional: bool) -> None:
        count = city.regions
        self.city = city
        self.seats = seats
        self.proportional = proportional
        self.filled = array("h", [0] * count)  # spaces occupied
        self.worth = array("h", [0] * count)  # sum of the printed values
        self._orangutans = array("h", [0] * (count * seats))  # all seats of region 0, of region 1, ...
        self._lemurs = array("h", [0] * (count * seats))
        self._paid = array("h", [0] * (count * seats))  # points, by the last completion
        self._now = array("h", [-1, BY_NOBODY, count])
        self.fields = (self.filled, self.worth, self._orangutans, self._lemurs, self._paid, self._now)

    # -- asking ----------------------------------------------------------------------------------
    def is_full(self, region: int) -> bool:
        """Whether `region` is complete: all its spaces are occupied (AT8)."""
        return self.filled[region] == self.city.size[region]

    def all_full(self) -> bool:
        """Whether all regions are complete (AT12)."""
        return self._now[_OPEN] == 0

    def has_room(self, colour: int) -> bool:
        """Whether a region of this colour has an empty space (AT3)."""
        for region in range(self.city.regions):
            if self.city.colour[region] == colour and not self.is_full(region):
                return True
        return False

    def lemurs(self, region: int, seat: int) -> int:
        """How many lemurs with a disk of `seat` are in `region`."""
        return self._lemurs[region * self.seats + seat]

    def all_lemurs(self, region: int) -> int:
        """How many lemurs of all players are in `region`."""
        return self._sum(self._lemurs, region)

    def leader(self, region: int) -> int:
        """The seat that has dominance in `region` now (AT9); NO_SEAT for nobody."""
        seat = self._most(self._orangutans, region)
        return seat if seat != NO_SEAT else self._most(self._lemurs, region)

    def last(self) -> int:
        """The region that the last tile has completed, or -1 (AT11)."""
        return self._now[_LAST]

    def how(self) -> int:
        """What decided dominance in the region that was completed last: BY_NOBODY, BY_ORANGUTANS or BY_LEMURS."""
        return self._now[_HOW]

    def paid(self, region: int, seat: int) -> int:
        """The points that `region` paid to `seat` at the last completion (AT11).

        The completed region pays for dominance, the other regions pay by extortion.
        """
        return self._paid[region * self.seats + seat]

    def _sum(self, counts: "array[int]", region: int) -> int:
        total = 0
        for i in range(region * self.seats, region * self.seats + self.seats):
            total += counts[i]
        return total

    def _most(self, counts: "array[int]", region: int) -> int:
        """The seat with the highest count in `region`; NO_SEAT when several tie or nobody has any."""
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
        """Forget what the last completion paid, because the next move is played."""
        if self._now[_LAST] >= 0:
            self._now[_LAST] = -1
            self._now[_HOW] = BY_NOBODY
            for i in range(len(self._paid)):
                self._paid[i] = 0

    def place(self, region: int, tile: int, seat: int) -> None:
        """Add a tile (index in TILES) to `region`; a lemur or orangutan has a disk of `seat` on it.

        If it completes the region, `paid` gives the points.
        """
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
        """Put what `region` earns into `_paid`: first dominance, then extortion."""
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
        """`other` pays its worth to the owners of the `lemurs` in `region`. Each share is rounded up (AT10)."""
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
