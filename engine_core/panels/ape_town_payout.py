"""Ape Town: shows the payments of a completed region one after the other, by region and seat (AT11)."""

from ..moves import NO_SEAT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..games.ape_town import ApeTownGame


class Payout:
    """The list of payments of the last completed region, and which one is shown.

    It opens when `refresh` finds a newly completed region, and closes after `next` on the last payment or when the
    completion is undone. is_open: payments are being shown. region: the completed one. step, steps: index of the
    payment that is shown, and number of payments. The first is for dominance, to NO_SEAT with 0 points when nobody has
    it. Then comes each neighbour that pays, in alphabetical order, with one payment for each seat.
    """

    def __init__(self, game: "ApeTownGame") -> None:
        self.game = game
        self.is_open = False
        self.region = -1
        self._regions = bytearray(game.city.regions * game.seats + 1)
        self._seats = bytearray(len(self._regions))
        self.steps = 0
        self.step = 0
        # If the last move before the power cut completed a region, its payments are shown again.
        self._full = self._count_full() - (1 if game.regions.last() >= 0 else 0)

    def refresh(self) -> None:
        """Look for a newly completed or an undone region; call it after every change of the table."""
        full = self._count_full()
        last = self.game.regions.last()
        if full > self._full and last >= 0:
            self._open(last)
        elif full < self._full or last < 0:
            self.is_open = False
        self._full = full

    def next(self) -> None:
        """Go to the next payment; after the last one close."""
        self.step += 1
        if self.step >= self.steps:
            self.is_open = False

    def payer(self) -> int:
        """The region of this payment: `region` itself for dominance."""
        return self._regions[self.step]

    def seat(self) -> int:
        """The seat that gets this payment; NO_SEAT for nobody."""
        return self._seats[self.step]

    def points(self) -> int:
        """The points of this payment."""
        return 0 if self.seat() == NO_SEAT else self.game.regions.paid(self.payer(), self.seat())

    def _open(self, region: int) -> None:
        self.region = region
        self.is_open = True
        self.step = 0
        self.steps = 0
        self._add(region)
        if not self.steps:  # nobody has dominance, or the region is worth nothing
            self._put(region, self.game.regions.leader(region))
        for other in range(self.game.city.regions):
            if other != region:
                self._add(other)

    def _add(self, region: int) -> None:
        """Add a payment for each seat that `region` pays."""
        for seat in range(self.game.seats):
            if self.game.regions.paid(region, seat):
                self._put(region, seat)

    def _put(self, region: int, seat: int) -> None:
        self._regions[self.steps] = region
        self._seats[self.steps] = seat
        self.steps += 1

    def _count_full(self) -> int:
        full = 0
        for region in range(self.game.city.regions):
            full += self.game.regions.is_full(region)
        return full
