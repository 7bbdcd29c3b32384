"""The rules of Ape Town: tiles, disks, immediate points, turns, the end and the winner (AT1-AT16).

ape_town_track.py has claims, money and sections; ape_town_scoring.py what a completed region pays; city.py the city.
"""

from array import array

from ..city import COLOURS, NO_NEIGHBOUR, SIDES
from ..compat import const
from ..errors import RuleError
from ..moves import ADD, CLAIM, CONFIRM, FINAL, NEXT, NO_SEAT, OVER, PLACE
from .ape_town_scoring import HAS_DISK, TILES, VALUES, Regions
from .ape_town_track import TerritoryTrack
from .base import DUE, Game

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..setup import Setup

DEPOT = const(5)  # index in TILES
SUPPLY = (10, 10, 10, 14, 12, 24)  # tiles of each kind (AT1)
DISKS = const(15)  # of each player (AT1)

# Indices in SOURCES. `_points` holds the first four; the points of the last are the money itself.
_HAND = const(0)
_IMMEDIATE = const(1)
_DOMINANCE = const(2)
_EXTORTION = const(3)
_MONEY = const(4)

# Indices in `_now`.
_TURN = const(0)  # the seat on turn, after the end too (AT13)
_END = const(1)  # 0, or how the game was decided:
_CONFIRMED = const(1)
_STOPPED = const(2)

_DUE_REVEAL = 1 << DUE.index("reveal")
_DUE_SCORING = 1 << DUE.index("scoring")

# An entry of `_spaces`: 0 for an empty space, else tile + 1, plus _DISK * (1 + seat) when a disk of `seat` is on it.
_DISK = const(8)


class ApeTownGame(Game):
    """One game of Ape Town on the city in `setup.map_text`.

    Options: `map` (the file of the map text), `entry` (space or region), `claims`, `extort` (equal or
    proportional). Raises TextError when a value is not allowed or the map cannot be read.
    """

    NAME = "ape_town"
    TRACKS = ("score", "money")
    SOURCES = ("hand", "immediate", "dominance", "extortion", "money")
    CATEGORIES = ("money",)
    OPTIONS = ("map", "entry", "claims", "extort")
    LONGEST = 2000  # less memory is free than in the other games; 80 tiles and their points need a quarter of it

    def __init__(self, setup: "Setup") -> None:
        super().__init__(setup)
        self.by_region = setup.choice("entry", ("space", "region")) == 1
        proportional = setup.choice("extort", ("equal", "proportional")) == 1
        self.track = TerritoryTrack(self.names, setup.switch("claims"))
        from ..city_building import city_of  # here, because it is needed once per game

        self.city = city_of(setup)
        self.regions = Regions(self.city, self.seats, proportional)
        self._now = array("h", [0, 0])
        self._points = array("h", [0] * (_MONEY * self.seats))  # all seats of the first source, of the second, ...
        self._entered = array("h", [0] * self.seats)  # 1: end scoring has this seat's money
        self._disks = array("h", [DISKS] * self.seats)
        self._supply = array("h", SUPPLY)
        self._spaces = array("h", [0] * (0 if self.by_region else self.city.spaces))
        self.fields = (self._now, self._points, self._entered, self._disks, self._supply, self._spaces)
        self.fields += self.track.fields + self.regions.fields

    # -- playing ---------------------------------------------------------------------------------
    def play(self, kind: int, seat: int, a: int, b: int) -> None:
        """Play one move (see moves.py). Raises RuleError and changes nothing when it is refused."""
        # ADD is accepted until the end is confirmed: with entry by region, the last tile's points are added by hand.
        if kind != ADD or self.decided():
            self.check_open(kind, b)
        if kind == ADD:
            self._add(a, seat, b)
        elif kind == PLACE:
            self._place(a, seat, b)
        elif kind == CLAIM:
            self._claim(a, seat, b & 0xFF, b >> 8)
        elif kind == NEXT:
            self._skip(seat)
        elif kind == FINAL:
            self._enter(a, seat, b)
        elif kind == CONFIRM:
            self._check_scoring()
            self._now[_END] = _CONFIRMED
        elif kind == OVER:
            self._now[_END] = _STOPPED
        else:
            raise RuleError("unknown", "Ape Town has no such move.")

    def _add(self, track: int, seat: int, amount: int) -> None:
        """Change points or money by hand (C2, AT16)."""
        if not 0 <= track < len(self.TRACKS):
            raise RuleError("unknown", "Ape Town has two tracks: score and money.")
        self.check_amount(amount)
        self.check_seat(seat)
        if track == 0:
            self.check_track(self._without_money(seat) + amount)
            self._points[_HAND * self.seats + seat] += amount
        else:
            self.track.check_money(self.track.money[seat] + amount)
            self.track.money[seat] += amount

    def _claim(self, colour: int, seat: int, passed: int, taken: int) -> None:
        self.track.check_claim(colour, passed, taken)
        self.check_turn(seat)
        self.track.claim(self._now[_TURN], colour, passed, taken)
        self.regions.forget_last()

    def _place(self, place: int, seat: int, tile: int) -> None:
        """The seat on turn places a tile: its points, a completed region, the territory track, then the next turn."""
        region = self._check_place(place, seat, tile)
        seat = self._now[_TURN]
        self._supply[tile] -= 1
        self._disks[seat] -= HAS_DISK[tile]
        if not self.by_region:
            self._points[_IMMEDIATE * self.seats + seat] += self._immediate(place, tile)
            self._spaces[place] = tile + 1 + _DISK * (seat + 1) * HAS_DISK[tile]
        self.regions.place(region, tile, seat)
        if self.regions.last() >= 0:
            self._pay(region)
        self.track.placed()
        self._pass_turn()

    def _check_place(self, place: int, seat: int, tile: int) -> int:
        """The region that the tile goes to. Raises RuleError when it is not allowed there (AT1, AT3, AT4).

        The checks are in the order of expect.CODES.
        """
        region = self._region_of(place)
        if not 0 <= tile < len(TILES):
            raise RuleError("unknown", "There is no such tile; there are %s." % ", ".join(TILES))
        self.check_turn(seat)
        if self.regions.is_full(region) if self.by_region else self._spaces[place]:
            state = "full" if self.by_region else "occupied"
            raise RuleError("occupied", "%s is %s." % (self.place_name(place), state))
        claimed = self.track.claimed()
        if claimed >= 0 and self.city.colour[region] != claimed and self.regions.has_room(claimed):
            colours = (COLOURS[claimed], COLOURS[self.city.colour[region]])
            raise RuleError("colour", "The tile was claimed from %s; this region is %s." % colours)
        if self._supply[tile] == 0:
            raise RuleError("supply", "All %d tiles of this kind are placed: %s." % (SUPPLY[tile], TILES[tile]))
        if self._disks[self._now[_TURN]] < HAS_DISK[tile]:
            raise RuleError("disks", "%s has no disk left." % self.names[self._now[_TURN]])
        if self.track.with_claims and claimed < 0:
            raise RuleError("claim", "Claim the tile first.")
        return region

    def _region_of(self, place: int) -> int:
        """The region of `place`, the number `a` of a PLACE move. Raises RuleError `unknown` when there is none."""
        if not 0 <= place < (self.city.regions if self.by_region else self.city.spaces):
            raise RuleError("unknown", "The city has no such %s." % ("region" if self.by_region else "space"))
        return place if self.by_region else self.city.region[place]

    def _immediate(self, space: int, tile: int) -> int:
        """The immediate points for `tile` on `space` (AT5, AT6)."""
        points = 0
        for i in range(SIDES * space, SIDES * space + SIDES):
            other = self.city.neighbours[i]
            if other != NO_NEIGHBOUR and self._spaces[other]:
                neighbour = self._spaces[other] % _DISK - 1
                if tile == DEPOT:
                    points += VALUES[neighbour]
                elif neighbour == DEPOT:
                    points += VALUES[tile]
        return points

    def _pay(self, completed: int) -> None:
        """Add what the completed region pays to the seats' points: dominance and extortion (AT9, AT10)."""
        for region in range(self.city.regions):
            source = _DOMINANCE if region == completed else _EXTORTION
            for seat in range(self.seats):
                self._points[source * self.seats + seat] += self.regions.paid(region, seat)

    def _skip(self, seat: int) -> None:
        """End the turn without a tile."""
        self.check_turn(seat)
        if self.track.claimed() >= 0:
            raise RuleError("claim", "A tile is claimed: place it, or take the claim back.")
        self.track.skipped()
        self.regions.forget_last()
        self._pass_turn()

    def _pass_turn(self) -> None:
        self._now[_TURN] = (self._now[_TURN] + 1) % self.seats  # AT15

    def _enter(self, category: int, seat: int, value: int) -> None:
        """Enter the money of one seat in end scoring (AT12). It can be changed until the end is confirmed."""
        if category != 0:
            raise RuleError("unknown", "End scoring in Ape Town has one category: money.")
        self.track.check_money(value)
        self.check_seat(seat)
        self._check_scoring()
        self.track.money[seat] = value
        self._entered[seat] = 1

    def _check_scoring(self) -> None:
        if not self.over():
            raise RuleError("scoring", "End scoring comes after the last region.")

    # -- asking ----------------------------------------------------------------------------------
    def value(self, track: int, seat: int) -> int:
        """The points or the money of `seat`."""
        return self.total(seat) if track == 0 else self.track.money[seat]

    def due(self) -> int:
        """What is due, as bits of DUE: turning up a section of the track (AT14), or the end scoring."""
        if self.over():
            return 0 if self.decided() else _DUE_SCORING
        return _DUE_REVEAL if self.track.reveal() else 0

    def turn(self) -> int:
        """The seat on turn (AT15); NO_SEAT after the last region."""
        return NO_SEAT if self.over() else self._now[_TURN]

    def over(self) -> bool:
        """Whether there are no more turns: the last region is scored (AT12), or the game was stopped early."""
        return self._now[_END] != 0 or self.regions.all_full()

    def decided(self) -> bool:
        """Whether the end scoring is confirmed, or the game was stopped early."""
        return self._now[_END] != 0

    def total(self, seat: int) -> int:
        """All points of `seat` so far. Money counts when the last region is complete."""
        return self._without_money(seat) + self.source(_MONEY, seat)

    def _without_money(self, seat: int) -> int:
        points = 0
        for source in range(_MONEY):
            points += self._points[source * self.seats + seat]
        return points

    def source(self, source: int, seat: int) -> int:
        """The points of `seat` from SOURCES[source]; money counts once the last region is scored (AT12)."""
        if source == _MONEY:
            return self.track.money[seat] if self.regions.all_full() else 0
        return self._points[source * self.seats + seat]

    def tie_break(self, seat: int) -> int:
        """A number that is larger the sooner the seat's next turn would come (AT13)."""
        return self.seats - (seat - self._now[_TURN]) % self.seats

    def winners(self) -> "list[int]":
        """The seat with the most points; among tied ones, the first to have a turn (AT13). Empty without a winner."""
        if self._now[_END] != _CONFIRMED:
            return []
        ranks = [(self.total(seat), self.tie_break(seat)) for seat in range(self.seats)]
        return [ranks.index(max(ranks))]

    # -- asking, Ape Town only -------------------------------------------------------------------
    def completed(self) -> str:
        """The letters of the regions completed so far, in alphabetical order (AT8)."""
        return "".join([self.city.letters[i] for i in range(self.city.regions) if self.regions.is_full(i)])

    def place_number(self, word: str) -> int:
        """`a` of a PLACE move for the space "C4" or, with entry by region, the region "C". RuleError `unknown`."""
        number = self.city.find_region(word) if self.by_region else self.city.find(word)
        if number < 0:
            raise RuleError("unknown", "The city has no %s %s." % ("region" if self.by_region else "space", word[:20]))
        return number

    def place_name(self, number: int) -> str:
        """The name in scripts of `number`, the `a` of a PLACE move."""
        return self.city.letters[number] if self.by_region else self.city.name(number)

    def tile(self, space: int) -> int:
        """The tile on `space`, as index in TILES; -1 when it is empty or, with entry by region, not known."""
        return -1 if self.by_region else self._spaces[space] % _DISK - 1

    def disk(self, space: int) -> int:
        """The seat whose disk is on `space` (AT7); NO_SEAT for none."""
        return NO_SEAT if self.by_region or self._spaces[space] < _DISK else self._spaces[space] // _DISK - 1

    def supply(self, tile: int) -> int:
        """How many tiles of this kind are not placed yet (AT1)."""
        return self._supply[tile]

    def disks(self, seat: int) -> int:
        """How many disks `seat` has left (AT1)."""
        return self._disks[seat]

    def final(self, category: int, seat: int) -> int:
        """The money entered for `seat` in end scoring; -1 when none was entered."""
        return self.track.money[seat] if self._entered[seat] else -1

    def missing_finals(self) -> "list[tuple[int, int]]":
        """The (seat, category) pairs not entered in end scoring; none with claims, which tell the money."""
        if self.track.with_claims:
            return []
        return [(seat, 0) for seat in range(self.seats) if not self._entered[seat]]
