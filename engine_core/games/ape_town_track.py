"""Ape Town's territory track: claims, the money that pays for them, and the sections turned up (AT4, AT14)."""

from array import array

from ..city import COLOURS
from ..compat import const
from ..errors import RuleError

MONEY = const(6)  # of each player at the start (AT1)
SECTION = const(5)  # tiles in a section
HIDDEN = const(14)  # sections face down at the start: 80 tiles, the first two sections face up
FACE_UP = const(10)  # tiles at most

# What `_now` holds.
_CLAIMED = const(0)  # colour of the tile claimed this turn, -1 before
_FRONT = const(1)  # tiles left in the first face-up section that has any ...
_BACK = const(2)  # ... and in the second
_FACE_DOWN = const(3)  # sections
_REVEAL = const(4)  # 1: turn a section up now


class TerritoryTrack:
    """The track along the edge of the board, as far as claims tell, and everybody's money.

    with_claims: claims are entered; without them every tile counts as the leftmost. `fields` is this part
    of the game's state.
    """

    def __init__(self, names: "list[str]", with_claims: bool) -> None:
        self.names = names
        self.with_claims = with_claims
        self.all_money = MONEY * len(names)
        self.money = array("h", [MONEY] * len(names))
        self._now = array("h", [-1, SECTION, SECTION, HIDDEN, 0])
        self.fields = (self.money, self._now)

    # -- asking ----------------------------------------------------------------------------------
    def claimed(self) -> int:
        """The colour of the tile claimed this turn, its place in COLOURS; -1 before, or without claims."""
        return self._now[_CLAIMED]

    def reveal(self) -> bool:
        """Whether the next section is to be turned up now (AT14).

        Without claims nobody can say which section a tile came from: then it is a call to look, every fifth tile.
        """
        return self._now[_REVEAL] == 1

    def money_on_tiles(self) -> int:
        """What the players do not have: all of it lies on the tiles."""
        money = self.all_money
        for own in self.money:
            money -= own
        return max(0, money)

    # -- playing ---------------------------------------------------------------------------------
    def check_money(self, value: int) -> None:
        """RuleError `value` unless one player can have that much: 0 to all there is in this game."""
        if not 0 <= value <= self.all_money:
            raise RuleError("value", "Money goes from 0 to %d, all there is in this game." % self.all_money)

    def check_claim(self, colour: int, passed: int, taken: int) -> None:
        """RuleError when no tile of the track can be meant, whoever claims it."""
        if not 0 <= colour < len(COLOURS):
            raise RuleError("unknown", "There is no such colour; there are %s." % ", ".join(COLOURS))
        if not 0 <= passed < FACE_UP:
            most = FACE_UP - 1
            raise RuleError("value", "At most %d tiles are face up: you pass over 0 to %d." % (FACE_UP, most))
        self.check_money(taken)

    def claim(self, seat: int, colour: int, passed: int, taken: int) -> None:
        """One money for each of `passed` tiles, then the money `taken` from the tile claimed (AT4)."""
        if passed > self.money[seat]:
            raise RuleError("money", "%s has only %d money." % (self.names[seat], self.money[seat]))
        if taken > self.money_on_tiles():
            raise RuleError("money", "Only %d money lie on the tiles." % self.money_on_tiles())
        if not self.with_claims:
            raise RuleError("claim", "This table does not enter claims (set claims on).")
        if self._now[_CLAIMED] >= 0:
            raise RuleError("claim", "A tile is claimed already: place it.")
        self.money[seat] += taken - passed
        self._now[_CLAIMED] = colour
        self._now[_REVEAL] = 0
        self._take(passed)

    def _take(self, passed: int) -> None:
        """The tile after `passed` others leaves its section."""
        # The tiles on the table are what counts: should the sections here have fallen out of step
        # with them, a claim is still a claim, of the last tile known.
        if self._now[_BACK] and passed >= self._now[_FRONT]:
            self._now[_BACK] -= 1
        elif self._now[_FRONT]:
            self._now[_FRONT] -= 1

    def placed(self) -> None:
        """The turn ends with a tile: an empty section calls for the next one (AT14)."""
        if self._now[_CLAIMED] < 0:
            self._take(0)
        self.skipped()
        if self._now[_FRONT] == 0:
            self._now[_FRONT] = self._now[_BACK]
            self._now[_BACK] = 0
        if self._now[_BACK] == 0 and self._now[_FACE_DOWN]:
            self._now[_FACE_DOWN] -= 1
            self._now[_BACK] = SECTION
            self._now[_REVEAL] = 1

    def skipped(self) -> None:
        """The turn ends without a tile."""
        self._now[_CLAIMED] = -1
        self._now[_REVEAL] = 0
