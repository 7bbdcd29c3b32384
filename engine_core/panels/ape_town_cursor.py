"""Ape Town: the choice of what is being placed: region, space, kind of tile, and its claim."""

from ..compat import const
from ..games.ape_town_scoring import HAS_DISK, TILES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..games.ape_town import ApeTownGame

MOST_PASSED = const(9)  # tiles passed over: at most ten are face up


class Cursor:
    """What is chosen for the next tile. Only what can be placed is offered: free spaces, and tiles that are left.

    spaces: by region, the numbers of its spaces in reading order. region: number of the chosen one. space: number of
    the chosen one, -1 with entry by region. tile: index in TILES. passed, taken: tiles passed over and money taken by
    the claim; 0 where claims are not entered.
    """

    def __init__(self, game: "ApeTownGame") -> None:
        self.game = game
        city = game.city
        self.spaces = [
            bytes([space for space in range(city.spaces) if city.region[space] == region])
            for region in range(city.regions)
        ]
        self.region = 0
        self.space = -1
        self.tile = 0
        self.passed = 0
        self.taken = 0
        self.sync()

    def begin(self) -> None:
        """Begin with a new tile: clear the claim. Region and kind stay chosen."""
        self.passed = 0
        self.taken = 0

    def sync(self) -> None:
        """Choose another region, space or kind where the present one is not available any more."""
        if not self.free(self.region):
            self.move_region(1)
        elif not self.game.by_region and (self.space < 0 or self.game.tile(self.space) >= 0):
            self._first_space()
        if not self._is_left(self.tile):
            self.move_tile(1)

    def place(self) -> int:
        """The chosen place: `a` of the PLACE move."""
        return self.region if self.game.by_region else self.space

    def free(self, region: int) -> int:
        """How many spaces of `region` are empty."""
        return self.game.city.size[region] - self.game.regions.filled[region]

    # -- moving ----------------------------------------------------------------------------------
    def move_region(self, step: int) -> None:
        """Choose the next region with room in alphabetical order, or the one before (step -1)."""
        count = self.game.city.regions
        for distance in range(1, count + 1):
            region = (self.region + step * distance) % count
            if self.free(region):
                self.region = region
                break
        self._first_space()

    def move_tile(self, step: int) -> None:
        """Choose the next kind that the seat on turn can place, or the one before (step -1)."""
        for distance in range(1, len(TILES) + 1):
            tile = (self.tile + step * distance) % len(TILES)
            if self._is_left(tile):
                self.tile = tile
                break

    def next_space(self) -> bool:
        """Choose the next empty space of the region, in reading order. False with entry by region."""
        if self.game.by_region:
            return False
        here = self.spaces[self.region]
        at = here.find(bytes([self.space])) if self.space >= 0 else -1
        for distance in range(1, len(here) + 1):
            space = here[(at + distance) % len(here)]
            if self.game.tile(space) < 0:
                self.space = space
                break
        return True

    def pass_over(self) -> bool:
        """Count one more tile passed over; after the most comes 0. False when claims are not entered."""
        if not self.game.track.with_claims:
            return False
        self.passed = (self.passed + 1) % (MOST_PASSED + 1)
        return True

    def take_money(self) -> bool:
        """Count one more money taken from the tile; after the most comes 0. False when claims are not entered."""
        if not self.game.track.with_claims:
            return False
        self.taken = (self.taken + 1) % (self.game.track.money_on_tiles() + 1)
        return True

    def _first_space(self) -> None:
        self.space = -1
        if not self.game.by_region:
            self.next_space()

    def _is_left(self, tile: int) -> bool:
        """Whether a tile of this kind is left, and the seat on turn has a disk if the tile needs one."""
        seat = self.game.turn()
        return self.game.supply(tile) > 0 and (seat >= self.game.seats or self.game.disks(seat) >= HAS_DISK[tile])
