"""What is being placed in Ape Town: region, space, kind of tile, and how the tile was claimed."""

from ..compat import const
from ..games.ape_town_scoring import HAS_DISK, TILES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..games.ape_town import ApeTownGame

MOST_PASSED = const(9)  # ten tiles are face up


class Cursor:
    """Chooses only what can be placed: a region with room, an empty space, a kind of which a tile is left.

    spaces: by region those of the city in it, in reading order. region: its number in the city. space: by space,
    the one chosen, else -1. tile: in TILES. passed, taken: of the claim; 0 where claims are not entered.
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
        self.settle()

    def begin(self) -> None:
        """A new tile: nothing is passed over yet. Region and kind stay where they were."""
        self.passed = 0
        self.taken = 0

    def settle(self) -> None:
        """Move on from what can no longer be chosen."""
        if not self.free(self.region):
            self.move_region(1)
        elif not self.game.by_region and (self.space < 0 or self.game.tile(self.space) >= 0):
            self._first_space()
        if not self._is_left(self.tile):
            self.move_tile(1)

    def place(self) -> int:
        """PLACE's `a`."""
        return self.region if self.game.by_region else self.space

    def free(self, region: int) -> int:
        """How many spaces of `region` are empty."""
        return self.game.city.size[region] - self.game.regions.filled[region]

    # -- moving ----------------------------------------------------------------------------------
    def move_region(self, step: int) -> None:
        """To the next region with room, in alphabetical order, or with -1 the one before."""
        count = self.game.city.regions
        for distance in range(1, count + 1):
            region = (self.region + step * distance) % count
            if self.free(region):
                self.region = region
                break
        self._first_space()

    def move_tile(self, step: int) -> None:
        """To the next kind that the seat on turn can place, or with -1 the one before."""
        for distance in range(1, len(TILES) + 1):
            tile = (self.tile + step * distance) % len(TILES)
            if self._is_left(tile):
                self.tile = tile
                break

    def next_space(self) -> bool:
        """To the next empty space of the region, in reading order; False when tiles come by region."""
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
        """One more tile was passed over, from the most back to none; False when claims are not entered."""
        if not self.game.track.with_claims:
            return False
        self.passed = (self.passed + 1) % (MOST_PASSED + 1)
        return True

    def take_money(self) -> bool:
        """One more money lay on the tile, from all there can be back to none; False when claims are not entered."""
        if not self.game.track.with_claims:
            return False
        self.taken = (self.taken + 1) % (self.game.track.money_on_tiles() + 1)
        return True

    def _first_space(self) -> None:
        self.space = -1
        if not self.game.by_region:
            self.next_space()

    def _is_left(self, tile: int) -> bool:
        """Whether a tile of this kind is left, and the seat on turn a disk for it."""
        seat = self.game.turn()
        return self.game.supply(tile) > 0 and (seat >= self.game.seats or self.game.disks(seat) >= HAS_DISK[tile])
