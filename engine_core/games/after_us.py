"""After Us: points, rage, cards, objects, discs and, at tables that want it, resources (AU1-AU18)."""

from array import array

from ..compat import const
from ..errors import RuleError
from ..moves import ADD, ATTRACT, COPY, DISC, NEXT, OBJECT, OVER, REMOVE, SHORTAGE
from .after_us_parts import (
    APE_POINTS,
    CARD,
    CARDS,
    CHIMPANZEE,
    COMPUTER,
    COMPUTER_POINTS,
    COSTS,
    ENERGY,
    FEWEST_CARDS,
    GOAL,
    GORILLA,
    KINDS,
    MANDRILL,
    MOPED,
    OBJECTS,
    ORANGUTAN,
    PHASES,
    RAGE,
    RAGE_CAP,
    REMOVED,
    RESOURCE,
    RESOURCES,
    SCORE,
    SPEND,
    TYPES,
    VERBS,
    read_objects,
)
from .base import DUE, Game

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..setup import Setup

# SOURCES by number
HAND = const(0)
OBJECT_SOURCE = const(1)
DISC_SOURCE = const(2)
REMOVAL = const(3)
_SOURCES = const(4)

# What `_now` holds.
_PHASE = const(0)
_ROUND = const(1)
_END = const(2)  # 0, or:
_FINISHED = const(1)
_STOPPED = const(2)
_SHORT = const(3)  # 1: too few cards are left, this round is the last (AU15)

# What `_used` holds for each seat: bit i for OBJECTS[i], and:
_ATTRACTED = const(128)
_COPIED = const(256)

_DUE_LAST_RAGE = 1 << DUE.index("last_rage")
_DUE_SHORTAGE = 1 << DUE.index("shortage")


class AfterUsGame(Game):
    """One game of After Us.

    Options: `objects` (the three in the game; any may be used when not set), `resources` on (AU18),
    `rage_cap` (where the rage track ends, 12 when not set). Raises TextError when one of them cannot be.
    """

    NAME = "after_us"
    TRACKS: "tuple[str, ...]" = ("score", "rage", "cards") + RESOURCES
    SOURCES = ("hand", "object", "disc", "removal")
    OPTIONS = ("objects", "resources", "rage_cap")
    VERBS = VERBS

    def __init__(self, setup: "Setup") -> None:
        super().__init__(setup)
        self.with_resources = setup.switch("resources")
        if not self.with_resources:
            self.TRACKS = self.TRACKS[:RESOURCE]
        self.rage_cap = setup.number("rage_cap", RAGE_CAP, SPEND, 99)
        self.objects = read_objects(setup)  # their numbers in OBJECTS
        self._now = array("h", [1, 1, 0, 0])
        self._points = array("h", [0] * (self.seats * _SOURCES))
        self._rage = array("h", [0] * self.seats)
        self._cards = array("h", [CARDS] * self.seats)
        self._stock = array("h", [0] * (self.seats * KINDS))
        self._discs = array("h", [-1] * self.seats)  # type shown this round, -1 for none
        self._used = array("h", [0] * self.seats)
        self.fields = (self._now, self._points, self._rage, self._cards, self._stock, self._discs, self._used)

    # -- playing ---------------------------------------------------------------------------------
    def play(self, kind: int, seat: int, a: int, b: int) -> None:
        """Play one move (see moves.py). Raises RuleError and changes nothing when it is refused."""
        self.check_open(kind, b)
        if kind == ADD:
            self._add(seat, a, b)
        elif kind == NEXT:
            self._next()
        elif kind == REMOVE:
            self._remove(seat, a, b)
        elif kind == OBJECT:
            self._use(seat, a, b)
        elif kind == DISC:
            self._show_disc(seat, a)
        elif kind == COPY:
            self._copy(seat, a, b)
        elif kind == ATTRACT:
            self._attract(seat, a, b % 16, b // 16 - 1)
        elif kind == SHORTAGE:
            self._run_short()
        elif kind == OVER:
            self._now[_END] = _STOPPED
        else:
            raise RuleError("unknown", "After Us has no such move.")

    def _add(self, seat: int, track: int, amount: int) -> None:
        """AU4, AU5, C2. Corrections of points are booked as `hand`: the other sources stay what they were."""
        if not 0 <= track < len(self.TRACKS):
            raise RuleError("unknown", "This table has no such track.")
        self.check_amount(amount)
        self.check_seat(seat)
        value = self.value(track, seat) + amount
        self.check_track(value)
        if track == SCORE:
            self._points[seat * _SOURCES + HAND] += amount
        elif track == RAGE:
            self._rage[seat] = value if value < self.rage_cap else self.rage_cap
        elif track == CARD:
            self._cards[seat] = value
        else:
            self._stock[seat * KINDS + track - RESOURCE] = value

    def _next(self) -> None:
        """The phase ends, and with it the game when somebody has the goal (AU12) or a shortage's round is done."""
        last = self._now[_PHASE] == 3
        if self.leading() >= GOAL or (last and self._now[_SHORT]):
            self._now[_END] = _FINISHED
            return
        if not last:
            self._now[_PHASE] += 1
            return
        self._now[_PHASE] = 1
        self._now[_ROUND] += 1
        for seat in range(self.seats):
            self._discs[seat] = -1
            self._used[seat] = 0

    def _remove(self, seat: int, card: int, resource: int) -> None:
        """AU6, AU7. A Tamarin's resource that is not named is left to be counted by hand."""
        self._check_name(card, len(REMOVED))
        self._check_resource(resource)
        if card == 0 and resource >= 0:
            raise RuleError("unknown", "An ape gives 3 points and no resource.")
        self.check_seat(seat)
        if not self._is_phase(0b0110):
            raise RuleError("phase", "Rage is spent in phases 1 and 2, while the assembly lies there.")
        if self._rage[seat] < SPEND:
            raise RuleError("rage", "%s has %d rage; a card costs 4." % (self.names[seat], self._rage[seat]))
        if self._cards[seat] <= FEWEST_CARDS:
            raise RuleError("cards", "%s owns only 4 cards: none can be removed." % self.names[seat])
        self._rage[seat] -= SPEND
        self._cards[seat] -= 1
        if card == 0:
            self._points[seat * _SOURCES + REMOVAL] += APE_POINTS
        elif resource >= 0:
            self._gain(seat, resource, 1)

    def _use(self, seat: int, number: int, level: int) -> None:
        """AU8: an object, once a round, in its phase."""
        self._check_name(number, len(OBJECTS))
        energy = COSTS[number]
        by_level = energy[0] != energy[1]
        if not 0 <= level <= 2 or (level == 0 and by_level and self.with_resources):
            raise RuleError("value", "Say the level, 1 or 2: the %s's energy depends on it." % OBJECTS[number])
        self.check_seat(seat)
        if number not in self.objects:
            names = [OBJECTS[i] for i in self.objects]
            raise RuleError("object", "This game has %s, no %s." % (", ".join(names), OBJECTS[number]))
        if not self._is_phase(PHASES[number]):
            raise RuleError("phase", "It is not the phase of the %s." % OBJECTS[number])
        if self.has_used(seat, number):
            raise RuleError("used", "%s has used the %s this round." % (self.names[seat], OBJECTS[number]))
        self._pay(seat, ENERGY, energy[level - 1 if level else 0])
        self._used[seat] |= 1 << number
        if number == COMPUTER:
            self._points[seat * _SOURCES + OBJECT_SOURCE] += COMPUTER_POINTS
        elif number == MOPED:
            self._cards[seat] += 1

    def _show_disc(self, seat: int, kind: int) -> None:
        """AU11: the disc of this round and its bonus."""
        self._check_name(kind, len(TYPES))
        self.check_seat(seat)
        if not self._is_phase(0b0100):
            raise RuleError("phase", "Discs are shown in phase 2.")
        if self._discs[seat] >= 0:
            raise RuleError("used", "%s has shown a disc this round." % self.names[seat])
        self._discs[seat] = kind
        self._give_bonus(seat, kind)

    def _copy(self, seat: int, other: int, resource: int) -> None:
        """AU11: the bonus of a direct neighbour's disc for 2 identical resources, once a round."""
        self._check_resource(resource)
        self.check_seat(seat)
        self.check_seat(other)
        if not self._is_phase(0b0100):
            raise RuleError("phase", "Discs are copied in phase 2.")
        if not self._are_neighbours(seat, other):
            raise RuleError("neighbour", "%s copies only a disc of a direct neighbour." % self.names[seat])
        if self._discs[other] < 0:
            raise RuleError("disc", "%s has not shown a disc this round." % self.names[other])
        if self._used[seat] & _COPIED:
            raise RuleError("used", "%s has copied a disc this round." % self.names[seat])
        self._pay(seat, resource, 2)
        self._used[seat] |= _COPIED
        self._give_bonus(seat, self._discs[other])

    def _attract(self, seat: int, kind: int, level: int, food: int) -> None:
        """AU10: one ape a round, of the disc's type, for 3 or 6 of its food (-1: not said)."""
        self._check_name(kind, len(TYPES))
        if not -1 <= food < ENERGY:
            raise RuleError("unknown", "Apes are attracted by flowers, fruits or grains.")
        if not 1 <= level <= 2:
            raise RuleError("value", "An ape's level is 1 or 2.")
        self.check_seat(seat)
        if not self._is_phase(0b0100):
            raise RuleError("phase", "Apes are attracted in phase 2.")
        if self._discs[seat] >= 0 and self._discs[seat] != kind:
            raise RuleError("disc", "%s's disc shows a %s." % (self.names[seat], TYPES[self._discs[seat]]))
        if self._used[seat] & _ATTRACTED:
            raise RuleError("used", "%s has attracted an ape this round." % self.names[seat])
        if kind != CHIMPANZEE:
            if self.with_resources and food >= 0 and food != kind:
                raise RuleError("cost", "A %s is attracted by %s." % (TYPES[kind], RESOURCES[kind]))
            food = kind
        self._pay(seat, food, 3 * level)
        self._used[seat] |= _ATTRACTED
        self._cards[seat] += 1

    def _run_short(self) -> None:
        """AU15: several want apes of a type and too few are left; the game ends with this round."""
        if self._now[_SHORT]:
            raise RuleError("used", "The shortage is noted: the game ends with this round.")
        self._now[_SHORT] = 1

    # -- what a move brings and costs ------------------------------------------------------------
    def _give_bonus(self, seat: int, kind: int) -> None:
        """AU11. The chimpanzee's, one frame again, is what the table enters next."""
        if kind == MANDRILL:
            self._points[seat * _SOURCES + DISC_SOURCE] += 2
        elif kind == ORANGUTAN:
            self._gain(seat, ENERGY, 2)
        elif kind == GORILLA:
            rage = self._rage[seat] + 2
            self._rage[seat] = rage if rage < self.rage_cap else self.rage_cap

    def _gain(self, seat: int, resource: int, amount: int) -> None:
        if self.with_resources:
            self._stock[seat * KINDS + resource] += amount

    def _pay(self, seat: int, resource: int, amount: int) -> None:
        """Take `amount` of a resource; RuleError `cost` when it is not there. Free without resources (AU18)."""
        if not self.with_resources:
            return
        if resource < 0:
            raise RuleError("cost", "Say which resource pays for it.")
        held = self._stock[seat * KINDS + resource]
        if held < amount:
            name = RESOURCES[resource]
            raise RuleError("cost", "%s has %d %s; it costs %d." % (self.names[seat], held, name, amount))
        self._stock[seat * KINDS + resource] = held - amount

    # -- checks ----------------------------------------------------------------------------------
    def _check_name(self, number: int, count: int) -> None:
        if not 0 <= number < count:
            raise RuleError("unknown", "There is no such name.")

    def _check_resource(self, resource: int) -> None:
        if not -1 <= resource < KINDS:
            raise RuleError("unknown", "There is no such resource.")

    def _is_phase(self, phases: int) -> bool:
        """Whether it is one of `phases` (bit p: phase p)."""
        return phases >> self._now[_PHASE] & 1 != 0

    def _are_neighbours(self, seat: int, other: int) -> bool:
        apart = (seat - other) % self.seats
        return apart != 0 and (apart == 1 or apart == self.seats - 1)

    # -- asking ----------------------------------------------------------------------------------
    def value(self, track: int, seat: int) -> int:
        """What `seat` has on TRACKS[track]."""
        if track == SCORE:
            return self.total(seat)
        if track == RAGE:
            return self._rage[seat]
        if track == CARD:
            return self._cards[seat]
        return self._stock[seat * KINDS + track - RESOURCE]

    def total(self, seat: int) -> int:
        """The score of `seat`."""
        points = 0
        for i in range(seat * _SOURCES, (seat + 1) * _SOURCES):
            points += self._points[i]
        return points

    def source(self, source: int, seat: int) -> int:
        """The points of `seat` from SOURCES[source]; `hand` is below 0 when more was corrected than added."""
        return self._points[seat * _SOURCES + source]

    def leading(self) -> int:
        """The highest score."""
        most = 0
        for seat in range(self.seats):
            points = self.total(seat)
            if points > most:
                most = points
        return most

    def phase(self) -> int:
        """AU3: 1 Assembling the Tribe, 2 Attracting New Apes, 3 Resting."""
        return self._now[_PHASE]

    def round(self) -> int:
        """The round from 1."""
        return self._now[_ROUND]

    def disc(self, seat: int) -> int:
        """The type of ape on the disc of `seat` this round; -1 when none was entered."""
        return self._discs[seat]

    def has_used(self, seat: int, number: int) -> bool:
        """Whether `seat` has used OBJECTS[number] this round."""
        return self._used[seat] >> number & 1 != 0

    def can_spend_rage(self, seat: int) -> bool:
        """AU6, but for the phase."""
        return self._rage[seat] >= SPEND and self._cards[seat] > FEWEST_CARDS

    def due(self) -> int:
        """`last_rage` (AU13) and `shortage` (AU15): what the table should know before the phase ends."""
        if self.over():
            return 0
        due = _DUE_SHORTAGE if self._now[_SHORT] else 0
        if self._now[_PHASE] == 1 and self.leading() >= GOAL:
            for seat in range(self.seats):
                if self.can_spend_rage(seat):
                    due |= _DUE_LAST_RAGE
        return due

    def over(self) -> bool:
        """AU12: decided when a phase ends. A later correction changes the standings; only undo reopens (AU17)."""
        return self._now[_END] != 0

    def winners(self) -> "list[int]":
        """AU14: most points, shared when equal; nobody when the table stopped early."""
        if self._now[_END] != _FINISHED:
            return []
        most = self.leading()
        return [seat for seat in range(self.seats) if self.total(seat) == most]

    def win_reason(self) -> str:
        """AU14 in a few words; "" when nobody wins."""
        winners = self.winners()
        if not winners:
            return ""
        return "most points" if len(winners) == 1 else "equal points"
