"""Ape Town: tiles, disks, immediate points, turns, the end and the winner (AT1-AT16).

Claims, money and sections are in ape_town_track.py, what a completed region pays in ape_town_scoring.py,
the city in engine_core/city.py.
"""

from array import array

from ..city import COLOURS, NO_NEIGHBOUR, SIDES
from ..compat import const
from ..errors import RuleError, TextError
from ..moves import ADD, CLAIM, CONFIRM, FINAL, NEXT, NO_SEAT, OVER, PLACE
from .ape_town_scoring import HAS_DISK, TILES, VALUES, Regions
from .ape_town_track import TerritoryTrack
from .base import DUE, Game

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..city import City
    from ..setup import Setup

DEPOT = const(5)  # in TILES
SUPPLY = (10, 10, 10, 14, 12, 24)  # tiles of each kind (AT1)
DISKS = const(15)  # of each player (AT1)

# In SOURCES; `_points` keeps the first four, the last is the money itself.
_HAND = const(0)
_IMMEDIATE = const(1)
_DOMINANCE = const(2)
_EXTORTION = const(3)
_MONEY = const(4)

# What `_now` holds.
_TURN = const(0)  # the seat on turn, also after the end (AT13)
_END = const(1)  # 0, or how the game was decided:
_CONFIRMED = const(1)
_STOPPED = const(2)

_DUE_REVEAL = 1 << DUE.index("reveal")
_DUE_SCORING = 1 << DUE.index("scoring")

# What a space holds in `_spaces`: 0 when empty, else tile + 1 + _DISK * (1 + seat of the disk on it).
_DISK = const(8)


class ApeTownGame(Game):
    """One game of Ape Town on the city in `setup.map_text`.

    Options: `map` (the file the text came from), `entry` (space or region), `claims`, `extort` (equal or
    proportional). Raises TextError when one of them, or the map, cannot be.
    """

    NAME = "ape_town"
    TRACKS = ("score", "money")
    SOURCES = ("hand", "immediate", "dominance", "extortion", "money")
    CATEGORIES = ("money",)
    OPTIONS = ("map", "entry", "claims", "extort")
    LONGEST = 2000  # its code and its city leave less memory; 80 tiles and their points take a quarter of it

    def __init__(self, setup: "Setup") -> None:
        super().__init__(setup)
        self.by_region = setup.choice("entry", ("space", "region")) == 1
        proportional = setup.choice("extort", ("equal", "proportional")) == 1
        self.track = TerritoryTrack(self.names, setup.switch("claims"))
        self.city = _read_map(setup)
        self.regions = Regions(self.city, self.seats, proportional)
        self._now = array("h", [0, 0])
        self._points = array("h", [0] * (_MONEY * self.seats))  # seats of the first source, of the second, ...
        self._entered = array("h", [0] * self.seats)  # 1: end scoring has said this seat's money
        self._disks = array("h", [DISKS] * self.seats)
        self._supply = array("h", SUPPLY)
        self._spaces = array("h", [0] * (0 if self.by_region else self.city.spaces))
        own = (self._now, self._points, self._entered, self._disks, self._supply, self._spaces)
        self.fields = own + self.track.fields + self.regions.fields

    # -- playing ---------------------------------------------------------------------------------
    def play(self, kind: int, seat: int, a: int, b: int) -> None:
        """Play one move (see moves.py). Raises RuleError and changes nothing when it is refused."""
        # Until it is confirmed a score can still be put right upwards: by region, the last tile's own points.
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
        """Points or money by hand (C2, AT16)."""
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
        """The seat on turn places a tile; all that follows from it, then the turn passes."""
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
        """The region that the tile goes to. RuleError when it cannot (AT1, AT3, AT4), in the order of CODES."""
        region = self._region_of(place)
        if not 0 <= tile < len(TILES):
            raise RuleError("unknown", "There is no such tile; there are %s." % ", ".join(TILES))
        self.check_turn(seat)
        if self.regions.is_full(region) if self.by_region else self._spaces[place]:
            raise RuleError(
                "occupied", "%s is %s." % (self.place_name(place), "full" if self.by_region else "occupied")
            )
        claimed = self.track.claimed()
        if claimed >= 0 and self.city.colour[region] != claimed and self.regions.has_room(claimed):
            here = COLOURS[self.city.colour[region]]
            raise RuleError("colour", "The tile was claimed from %s; this region is %s." % (COLOURS[claimed], here))
        if self._supply[tile] == 0:
            raise RuleError("supply", "All %d tiles of this kind are placed: %s." % (SUPPLY[tile], TILES[tile]))
        if self._disks[self._now[_TURN]] < HAS_DISK[tile]:
            raise RuleError("disks", "%s has no disk left." % self.names[self._now[_TURN]])
        if self.track.with_claims and claimed < 0:
            raise RuleError("claim", "Claim the tile first.")
        return region

    def _region_of(self, place: int) -> int:
        """The region of PLACE's `a`. RuleError `unknown`."""
        if not 0 <= place < (self.city.regions if self.by_region else self.city.spaces):
            raise RuleError("unknown", "The city has no such %s." % ("region" if self.by_region else "space"))
        return place if self.by_region else self.city.region[place]

    def _immediate(self, space: int, tile: int) -> int:
        """Points at once for `tile` on `space` (AT5, AT6)."""
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
        """What the completion is worth to everybody goes to their points (AT9, AT10)."""
        for region in range(self.city.regions):
            source = _DOMINANCE if region == completed else _EXTORTION
            for seat in range(self.seats):
                self._points[source * self.seats + seat] += self.regions.paid(region, seat)

    def _skip(self, seat: int) -> None:
        """The turn passes without a tile."""
        self.check_turn(seat)
        if self.track.claimed() >= 0:
            raise RuleError("claim", "A tile is claimed: place it, or take the claim back.")
        self.track.skipped()
        self.regions.forget_last()
        self._pass_turn()

    def _pass_turn(self) -> None:
        self._now[_TURN] = (self._now[_TURN] + 1) % self.seats  # AT15

    def _enter(self, category: int, seat: int, value: int) -> None:
        """End scoring: the money of one seat (AT12), as often as needed until it is confirmed."""
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
        """Turning up a section of the track (AT14), the end scoring."""
        if self.decided():
            return 0
        if self.over():
            return _DUE_SCORING
        return _DUE_REVEAL if self.track.reveal() else 0

    def turn(self) -> int:
        """The seat on turn (AT15); NO_SEAT after the last region."""
        return NO_SEAT if self.over() else self._now[_TURN]

    def over(self) -> bool:
        """No more turns: the last region is scored (AT12), or the table stopped early."""
        return self._now[_END] != 0 or self.regions.all_full()

    def decided(self) -> bool:
        """Confirmed, or stopped early."""
        return self._now[_END] != 0

    def total(self, seat: int) -> int:
        """All points of `seat` so far; money counts from the end on."""
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
        """The sooner the seat's next turn would come, the more (AT13)."""
        return self.seats - (seat - self._now[_TURN]) % self.seats

    def winners(self) -> "list[int]":
        """AT13: most points, then the next turn; none when the table stopped early."""
        if self._now[_END] != _CONFIRMED:
            return []
        ranks = [(self.total(seat), self.tie_break(seat)) for seat in range(self.seats)]
        return [ranks.index(max(ranks))]

    def win_reason(self) -> str:
        """AT13 in a few words; "" when nobody wins."""
        if self._now[_END] != _CONFIRMED:
            return ""
        totals = [self.total(seat) for seat in range(self.seats)]
        tied = totals.count(max(totals)) > 1
        return "first to take the next turn among the tied" if tied else "most points"

    # -- asking, Ape Town only -------------------------------------------------------------------
    def completed(self) -> str:
        """The letters of the regions completed so far, in alphabetical order (AT8)."""
        full = [self.city.letters[region] for region in range(self.city.regions) if self.regions.is_full(region)]
        return "".join(full)

    def place_number(self, word: str) -> int:
        """PLACE's `a` for the space ("C4") or, by region, the region ("C") called `word`. RuleError `unknown`."""
        number = self.city.find_region(word) if self.by_region else self.city.find(word)
        if number < 0:
            raise RuleError("unknown", "The city has no %s %s." % ("region" if self.by_region else "space", word[:20]))
        return number

    def place_name(self, number: int) -> str:
        """What scripts call PLACE's `a`."""
        return self.city.letters[number] if self.by_region else self.city.name(number)

    def tile(self, space: int) -> int:
        """The tile on `space`, its place in TILES; -1 when it is empty, or not known because tiles come by region."""
        return -1 if self.by_region else self._spaces[space] % _DISK - 1

    def disk(self, space: int) -> int:
        """The seat whose disk lies on `space` (AT7); NO_SEAT for none."""
        return NO_SEAT if self.by_region or self._spaces[space] < _DISK else self._spaces[space] // _DISK - 1

    def supply(self, tile: int) -> int:
        """Tiles of this kind still to come (AT1)."""
        return self._supply[tile]

    def disks(self, seat: int) -> int:
        """Disks that `seat` still has (AT1)."""
        return self._disks[seat]

    def final(self, category: int, seat: int) -> int:
        """The money that end scoring has for `seat`; -1 when nothing was entered."""
        return self.track.money[seat] if self._entered[seat] else -1

    def missing_finals(self) -> "list[tuple[int, int]]":
        """The (seat, category) nobody entered: `confirm` takes the money as it stands. None where claims keep it."""
        if self.track.with_claims:
            return []
        return [(seat, 0) for seat in range(self.seats) if not self._entered[seat]]


def _read_map(setup: "Setup") -> "City":
    """The city of this set-up. TextError says where in the map its first fault is."""
    if not setup.map_text:
        raise setup.fault("map", "Ape Town needs its city: add a line such as 'set map FILE'.")
    from ..city_building import read_city  # needed once a game

    try:
        return read_city(setup.map_text)
    except TextError as fault:
        where = "line %d, column %d of the map: " % (fault.line, fault.column) if fault.line else ""
        raise setup.fault("map", "The city cannot be read: " + where + fault.message)
