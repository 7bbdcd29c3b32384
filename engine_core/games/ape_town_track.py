"""Ape Town: the territory track with its claims and sections, and the players' money (AT4, AT14)."""

from array import array

from ..city import COLOURS
from ..compat import const
from ..errors import RuleError

MONEY = const(6)  # of each player at the start (AT1)
SECTION = const(5)  # tiles in a section
HIDDEN = const(14)  # sections face down at the start: 80 tiles, of which two sections are face up
FACE_UP = const(10)  # most tiles face up

# Indices in `_now`.
_CLAIMED = const(0)  # colour of the tile claimed this turn; -1 for none yet
_FRONT = const(1)  # tiles left in the first face-up section
_BACK = const(2)  # tiles left in the second one
_FACE_DOWN = const(3)  # sections face down
_REVEAL = const(4)  # 1: a section must be turned up now


class TerritoryTrack:
    """The track along the edge of the board, as far as it is known from claims, and the players' money.

    with_claims: claims are entered; without them every tile is taken for the leftmost one. fields: this part of the
    game's state, see Game.
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
        """The colour of the tile claimed this turn, as index in COLOURS; -1 when none is claimed."""
        return self._now[_CLAIMED]

    def reveal(self) -> bool:
        """Whether the next section must be turned up now (AT14).

        Without claims the section of a tile is not known: then this is a reminder to check, after every fifth tile.
        """
        return self._now[_REVEAL] == 1

    def money_on_tiles(self) -> int:
        """The money on the tiles: all money of the game that the players do not have."""
        money = self.all_money
        for own in self.money:
            money -= own
        return max(0, money)

    # -- playing ---------------------------------------------------------------------------------
    def check_money(self, value: int) -> None:
        """Raises RuleError `value` unless `value` is from 0 to all the money in this game."""
        if not 0 <= value <= self.all_money:
            raise RuleError("value", "Money goes from 0 to %d, all there is in this game." % self.all_money)

    def check_claim(self, colour: int, passed: int, taken: int) -> None:
        """Raises RuleError `unknown` or `value` when no claim can have these numbers, whatever the player has."""
        if not 0 <= colour < len(COLOURS):
            raise RuleError("unknown", "There is no such colour; there are %s." % ", ".join(COLOURS))
        if not 0 <= passed < FACE_UP:
            most = FACE_UP - 1
            raise RuleError("value", "At most %d tiles are face up: you pass over 0 to %d." % (FACE_UP, most))
        self.check_money(taken)

    def claim(self, seat: int, colour: int, passed: int, taken: int) -> None:
        """Claim a tile: pay one money for each of `passed` tiles, and get the money `taken` from the tile (AT4).

        Raises RuleError `money` or `claim`, and has changed nothing.
        """
        if passed > self.money[seat]:
            raise RuleError("money", "%s has only %d money." % (self.names[seat], self.money[seat]))
        if taken > self.money_on_tiles():
            raise RuleError("money", "Only %d money is on the tiles." % self.money_on_tiles())
        if not self.with_claims:
            raise RuleError("claim", "This table does not enter claims (set claims on).")
        if self._now[_CLAIMED] >= 0:
            raise RuleError("claim", "A tile is claimed already: place it.")
        self.money[seat] += taken - passed
        self._now[_CLAIMED] = colour
        self._now[_REVEAL] = 0
        self._take(passed)

    def _take(self, passed: int) -> None:
        """Take the tile after `passed` others out of its section."""
        # The sections counted here may differ from those on the table. The table is right, so a claim that does
        # not fit is accepted, and a tile of the last known section is taken.
        if self._now[_BACK] and passed >= self._now[_FRONT]:
            self._now[_BACK] -= 1
        elif self._now[_FRONT]:
            self._now[_FRONT] -= 1

    def placed(self) -> None:
        """The turn ends with a tile. When a section is empty, the next one must be turned up (AT14)."""
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
