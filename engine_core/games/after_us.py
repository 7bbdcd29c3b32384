"""The rules of After Us: points, rage, cards, objects, discs and, as an option, resources (AU1-AU18)."""

from ..compat import const
from ..errors import RuleError
from ..moves import ADD, NEXT, OVER, REMOVE, SHORTAGE
from .after_us_parts import (
    APE_POINTS,
    CARD,
    END,
    FEWEST_CARDS,
    GOAL,
    KINDS,
    PHASE,
    RAGE,
    RESOURCE,
    RESOURCES,
    ROUND,
    SCORE,
    SHORT,
    SOURCE_COUNT,
    SPEND,
    AfterUsState,
)
from .base import DUE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..setup import Setup

_OBJECTS = const(7)  # in the box
_HAND = const(0)  # index in SOURCES
_REMOVAL = const(3)  # likewise

# How the game ended, in now[END].
_FINISHED = const(1)
_STOPPED = const(2)

_DUE_LAST_RAGE = 1 << DUE.index("last_rage")
_DUE_SHORTAGE = 1 << DUE.index("shortage")


class AfterUsGame(AfterUsState):
    """One game of After Us.

    Options: `objects` (the three in the game; when not set, any may be used), `resources` on (AU18),
    `rage_cap` (where the rage track ends, 12 when not set). Raises TextError when a value is not allowed.
    """

    NAME = "after_us"
    TRACKS: "tuple[str, ...]" = ("score", "rage", "cards") + RESOURCES
    SOURCES = ("hand", "object", "disc", "removal")
    OPTIONS = ("objects", "resources", "rage_cap")

    def __init__(self, setup: "Setup") -> None:
        super().__init__(setup)
        if not self.with_resources:
            self.TRACKS = self.TRACKS[:RESOURCE]
        self.objects = self._read_objects(setup)
        self._cards: "Callable[[AfterUsState, int, int, int, int], None] | None" = None

    def _read_objects(self, setup: "Setup") -> "tuple[int, ...]":
        """The numbers of the objects that may be used (AU8): all of them when the option is not set."""
        if setup.option("objects") is None:
            return tuple(range(_OBJECTS))
        from .after_us_cards import read_objects

        return read_objects(setup)

    # -- playing ---------------------------------------------------------------------------------
    def play(self, kind: int, seat: int, a: int, b: int) -> None:
        """Play one move (see moves.py). Raises RuleError and changes nothing when it is refused."""
        if self.now[END]:
            self.check_open(kind, b)
        if kind == ADD:
            self._add(seat, a, b)
        elif kind == NEXT:
            self._next()
        elif kind == REMOVE:
            self._remove(seat, a, b)
        elif kind == SHORTAGE:
            self._run_short()
        elif kind == OVER:
            self.now[END] = _STOPPED
        else:
            self._play_card(kind, seat, a, b)

    def _play_card(self, kind: int, seat: int, a: int, b: int) -> None:
        """Play a move that no button makes. The first one loads its module; later ones allocate nothing."""
        if self._cards is None:
            from . import after_us_cards

            self._cards = after_us_cards.play
        self._cards(self, kind, seat, a, b)

    def _add(self, seat: int, track: int, amount: int) -> None:
        """Change a track by `amount` (AU4, AU5, C2). Points go to the source `hand`, corrections too."""
        if not 0 <= track < len(self.TRACKS):
            raise RuleError("unknown", "This table has no such track.")
        self.check_amount(amount)
        self.check_seat(seat)
        value = self.value(track, seat) + amount
        self.check_track(value)
        if track == SCORE:
            self.book(seat, _HAND, amount)
        elif track == RAGE:
            self.rage[seat] = value if value < self.rage_cap else self.rage_cap
        elif track == CARD:
            self.cards[seat] = value
        else:
            self.stock[seat * KINDS + track - RESOURCE] = value

    def _next(self) -> None:
        """End the phase. The game ends with it when a seat has reached GOAL (AU12) or the round of a shortage ends."""
        last = self.now[PHASE] == 3
        if self.leading() >= GOAL or (last and self.now[SHORT]):
            self.now[END] = _FINISHED
            return
        if not last:
            self.now[PHASE] += 1
            return
        self.now[PHASE] = 1
        self.now[ROUND] += 1
        for seat in range(self.seats):
            self.discs[seat] = -1
            self.used[seat] = 0

    def _remove(self, seat: int, card: int, resource: int) -> None:
        """Pay rage to remove a card (AU6, AU7). resource: what a Tamarin gives; -1: it is entered by hand."""
        if not 0 <= card <= 1:
            raise RuleError("unknown", "Only an ape or a tamarin can be removed.")
        self.check_resource(resource)
        if card == 0 and resource >= 0:
            raise RuleError("unknown", "An ape gives 3 points and no resource.")
        self.check_seat(seat)
        if not self.is_phase(0b0110):
            raise RuleError("phase", "Rage can only be spent in phases 1 and 2.")
        if self.rage[seat] < SPEND:
            raise RuleError("rage", "%s has %d rage; a card costs 4." % (self.names[seat], self.rage[seat]))
        if self.cards[seat] <= FEWEST_CARDS:
            raise RuleError("cards", "%s owns only 4 cards: none can be removed." % self.names[seat])
        self.rage[seat] -= SPEND
        self.cards[seat] -= 1
        if card == 0:
            self.book(seat, _REMOVAL, APE_POINTS)
        elif resource >= 0:
            self.gain(seat, resource, 1)

    def _run_short(self) -> None:
        """Note a shortage (AU15): too few apes of a wanted type are left, so the game ends with this round."""
        if not self.is_phase(0b0100):
            raise RuleError("phase", "A shortage is entered in phase 2, when apes are attracted.")
        if self.now[SHORT]:
            raise RuleError("used", "A shortage was entered already: the game ends with this round.")
        self.now[SHORT] = 1

    # -- asking ----------------------------------------------------------------------------------
    def value(self, track: int, seat: int) -> int:
        """The value of `seat` on TRACKS[track]."""
        if track == SCORE:
            return self.total(seat)
        if track == RAGE:
            return self.rage[seat]
        if track == CARD:
            return self.cards[seat]
        return self.stock[seat * KINDS + track - RESOURCE]

    def total(self, seat: int) -> int:
        """The score of `seat`."""
        points = 0
        for i in range(seat * SOURCE_COUNT, (seat + 1) * SOURCE_COUNT):
            points += self.points[i]
        return points

    def source(self, source: int, seat: int) -> int:
        """The points of `seat` from SOURCES[source]; those of `hand` can be below 0 after corrections."""
        return self.points[seat * SOURCE_COUNT + source]

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
        return self.now[PHASE]

    def round(self) -> int:
        """The round from 1."""
        return self.now[ROUND]

    def can_spend_rage(self, seat: int) -> bool:
        """Whether `seat` has the rage and the cards to remove a card (AU6). The phase is not checked."""
        return self.rage[seat] >= SPEND and self.cards[seat] > FEWEST_CARDS

    def due(self) -> int:
        """What is due, as bits of DUE: `last_rage` (AU13) and `shortage` (AU15), before the phase ends."""
        if self.over():
            return 0
        due = _DUE_SHORTAGE if self.now[SHORT] else 0
        if self.now[PHASE] == 1 and self.leading() >= GOAL:
            for seat in range(self.seats):
                if self.can_spend_rage(seat):
                    due |= _DUE_LAST_RAGE
        return due

    def over(self) -> bool:
        """Whether the game has ended, which happens at the end of a phase (AU12).

        A later correction changes the standings; only undo continues the game (AU17).
        """
        return self.now[END] != 0

    def winners(self) -> "list[int]":
        """The seats with the most points, several when tied (AU14); empty when the game was stopped early."""
        if self.now[END] != _FINISHED:
            return []
        most = self.leading()
        return [seat for seat in range(self.seats) if self.total(seat) == most]
