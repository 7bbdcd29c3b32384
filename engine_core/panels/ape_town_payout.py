"""What a completed region pays, one thing after the other: region by region, player by player (AT11)."""

from ..moves import NO_SEAT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..games.ape_town import ApeTownGame


class Payout:
    """Opens when a region becomes complete (`refresh` finds it), closes after its last `next` or when that is undone.

    is_open: it is being shown. region: the one that is complete. step, steps: what is paid now, from 0, of how many.
    First the completed region's dominance, with nobody (NO_SEAT, 0 points) when nobody has it; then each
    neighbour that pays, in alphabetical order, and for each the seats it pays.
    """

    def __init__(self, game: "ApeTownGame") -> None:
        self.game = game
        self.is_open = False
        self.region = -1
        self._regions = bytearray(game.city.regions * game.seats + 1)
        self._seats = bytearray(len(self._regions))
        self.steps = 0
        self.step = 0
        # A completion that was the last thing before power-on is shown again.
        self._full = self._count_full() - (1 if game.regions.last() >= 0 else 0)

    def refresh(self) -> None:
        """The table has changed."""
        full = self._count_full()
        last = self.game.regions.last()
        if full > self._full and last >= 0:
            self._open(last)
        elif full < self._full or last < 0:
            self.is_open = False
        self._full = full

    def next(self) -> None:
        """To the next thing that is paid; after the last it closes."""
        self.step += 1
        if self.step >= self.steps:
            self.is_open = False

    def payer(self) -> int:
        """The region that pays now: `region` itself for its dominance."""
        return self._regions[self.step]

    def seat(self) -> int:
        """Who is paid now; NO_SEAT for nobody."""
        return self._seats[self.step]

    def points(self) -> int:
        """How much."""
        return 0 if self.seat() == NO_SEAT else self.game.regions.paid(self.payer(), self.seat())

    def _open(self, region: int) -> None:
        self.region = region
        self.is_open = True
        self.step = 0
        self.steps = 0
        self._add(region)
        if not self.steps:  # nobody dominates it, or somebody does and it is worth nothing
            self._put(region, self.game.regions.leader(region))
        for other in range(self.game.city.regions):
            if other != region:
                self._add(other)

    def _add(self, region: int) -> None:
        """A step for each seat that `region` pays."""
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
