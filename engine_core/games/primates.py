"""The rules of Primates: turns and rounds, environment cards, the heart track and the end scoring (PR1-PR14)."""

from array import array

from ..chance import Chance
from ..compat import const
from ..errors import RuleError
from ..moves import ACTION, ADD, CONFIRM, ENVIRONMENT, FINAL, LIMIT, NEXT, NO_SEAT, OVER
from .base import DUE, Game
from .primates_parts import (
    ACTIONS,
    CATEGORIES,
    CONDITIONAL,
    DICE,
    FACES,
    FOOD,
    FOOD_TOKENS,
    LARGEST_FACE,
    LARGEST_SEED,
    OPTIONS,
    SOURCES,
    read_hearts,
    read_numbers,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..setup import Setup

# Indices in `_now`.
_DONE = const(0)  # turns ended so far
_DRAWN = const(1)  # 1: the environment card of this turn is drawn
_ACTION = const(2)  # the action of this turn; -1: not entered yet
_END = const(3)  # 0, or how the game was decided:
_CONFIRMED = const(1)
_STOPPED = const(2)

_DUE_ENVIRONMENT = 1 << DUE.index("environment")
_DUE_LAST_ROUND = 1 << DUE.index("last_round")
_DUE_SCORING = 1 << DUE.index("scoring")


class PrimatesGame(Game):
    """One game of Primates.

    Options: `hearts` (points of every space), `direction`, `one_press`, `actions`, `dice` (the faces of a
    die), `seed` (of the dice). Raises TextError when a value is not allowed.
    """

    NAME = "primates"
    TRACKS = ("hearts",)
    SOURCES = SOURCES
    CATEGORIES = CATEGORIES
    OPTIONS = OPTIONS

    def __init__(self, setup: "Setup") -> None:
        super().__init__(setup)
        self.rounds = 12 - self.seats  # PR1
        self.hearts_are_printed = setup.option("hearts") is not None  # False: screens say that the values are ours
        self.heart_values = read_hearts(setup)
        self.faces = read_numbers(setup, "dice", LARGEST_FACE) or FACES
        self._seed = setup.number("seed", 0, 0, LARGEST_SEED)
        self._step = -1 if setup.choice("direction", ("clockwise", "counterclockwise")) else 1
        self._one_press = setup.switch("one_press")
        self._with_actions = setup.switch("actions")
        self._now = array("h", [0, 0, -1, 0])
        self._hearts = array("h", [0] * self.seats)  # spaces moved along the track
        self._finals = array("h", [-1] * (self.seats * len(self.CATEGORIES)))  # -1: not entered
        self.fields = (self._now, self._hearts, self._finals)

    # -- playing ---------------------------------------------------------------------------------
    def play(self, kind: int, seat: int, a: int, b: int) -> None:
        """Play one move (see moves.py). Raises RuleError and changes nothing when it is refused."""
        if kind != ADD or self.decided():  # hearts are part of the end score, so they can be corrected till then (PR10)
            self.check_open(kind, b)
        if kind == ADD:
            self._add(a, seat, b)
        elif kind == NEXT:
            self._next(seat)
        elif kind == ENVIRONMENT:
            self._environment(seat)
        elif kind == ACTION:
            self._act(a, seat)
        elif kind == FINAL:
            self._enter(a, seat, b)
        elif kind == CONFIRM:
            self._confirm()
        elif kind == OVER:
            self._now[_END] = _STOPPED
        else:
            raise RuleError("unknown", "Primates has no such move.")

    def _add(self, track: int, seat: int, amount: int) -> None:
        """Move a seat's token along the heart track; it stops on the last space (PR8, PR12)."""
        if track != 0:
            raise RuleError("unknown", "Primates has one track: hearts.")
        self.check_amount(amount)
        self.check_seat(seat)
        hearts = self._hearts[seat] + amount
        if hearts < 0:
            raise RuleError("value", "%s has only %d hearts to take back." % (self.names[seat], self._hearts[seat]))
        last = len(self.heart_values) - 1
        self._hearts[seat] = hearts if hearts < last else last

    def _next(self, seat: int) -> None:
        """End the turn. Its environment card must be drawn before (PR3), unless one press means both."""
        self.check_turn(seat)
        if not (self._now[_DRAWN] or self._one_press):  # the message names all that is missing, the code only the card
            first = "Enter the action of this turn, then draw" if self._lacks_action() else "Draw"
            raise RuleError("environment", first + " and resolve the environment card.")
        self._check_acted()
        self._now[_DONE] += 1
        self._now[_DRAWN] = 0
        self._now[_ACTION] = -1

    def _environment(self, seat: int) -> None:
        """Draw and resolve the environment card: once a turn, after the action (PR2)."""
        self.check_turn(seat)
        if self._now[_DRAWN]:
            raise RuleError("environment", "The environment card of this turn is drawn already.")
        self._check_acted()
        self._now[_DRAWN] = 1

    def _act(self, action: int, seat: int) -> None:
        """Enter the action of this turn, exactly one, if the option `actions` is on (PR2)."""
        if not 0 <= action < len(ACTIONS):
            raise RuleError("unknown", "There is no such action; there are group, solitary and rest.")
        self.check_turn(seat)
        if not self._with_actions:
            raise RuleError("action", "This table does not enter actions (set actions on).")
        if self._now[_ACTION] >= 0:
            raise RuleError("action", "This turn has had its action: %s." % ACTIONS[self._now[_ACTION]])
        self._now[_ACTION] = action

    def _enter(self, category: int, seat: int, value: int) -> None:
        """Enter one value in end scoring (PR10). It can be changed until the end is confirmed."""
        if not 0 <= category < len(self.CATEGORIES):
            raise RuleError("unknown", "There is no such category of the end scoring.")
        most = FOOD_TOKENS if category == FOOD else LIMIT
        if not 0 <= value <= most:
            raise RuleError("value", "%s is worth 0 to %d points." % (self.CATEGORIES[category], most))
        self.check_seat(seat)
        self._check_scoring()
        self._finals[seat * len(self.CATEGORIES) + category] = value

    def _confirm(self) -> None:
        self._check_scoring()
        missing = self.missing_finals()
        if missing:
            raise RuleError("value", "Not entered yet: %s. Enter 0 where there is nothing." % self._list(missing))
        self._now[_END] = _CONFIRMED

    def _list(self, missing: "list[tuple[int, int]]") -> str:
        """The missing values in words, such as "extant of Ana, Ben; food of Ben"."""
        groups = []
        for category in range(len(self.CATEGORIES)):
            names = [self.names[seat] for seat, of in missing if of == category]
            if names:
                groups.append("%s of %s" % (self.CATEGORIES[category], ", ".join(names)))
        return "; ".join(groups)

    def _lacks_action(self) -> bool:
        return self._with_actions and self._now[_ACTION] < 0

    def _check_acted(self) -> None:
        if self._lacks_action():
            raise RuleError("action", "Enter the action of this turn first: group, solitary or rest.")

    def _check_scoring(self) -> None:
        if not self.over():
            raise RuleError("scoring", "End scoring comes after the last turn.")

    # -- asking ----------------------------------------------------------------------------------
    def value(self, track: int, seat: int) -> int:
        """The hearts of `seat`: the spaces moved along the track, not points."""
        return self._hearts[seat]

    def due(self) -> int:
        """What is due, as bits of DUE: an environment card not drawn yet (PR3), the last round (PR6), end scoring."""
        if self.decided():
            return 0
        if self.over():
            return _DUE_SCORING
        due = _DUE_LAST_ROUND if self.rounds_left() == 1 else 0
        return due if self._now[_DRAWN] else due | _DUE_ENVIRONMENT

    def round(self) -> int:
        """The round from 1; after the last turn that of the last turn."""
        return min(self._now[_DONE] // self.seats + 1, self.rounds)

    def rounds_left(self) -> int:
        """How many rounds are left, the present one included: the number of this round's reminder card."""
        return self.rounds - self._now[_DONE] // self.seats

    def turn(self) -> int:
        """The seat on turn (PR2); NO_SEAT after the last turn."""
        if self.over():
            return NO_SEAT
        return self._step * (self._now[_DONE] % self.seats) % self.seats

    def over(self) -> bool:
        """Whether there are no more turns: all rounds are played (PR7), or the game was stopped early."""
        return self._now[_END] != 0 or self._now[_DONE] == self.rounds * self.seats

    def decided(self) -> bool:
        """Whether the end scoring is confirmed, or the game was stopped early."""
        return self._now[_END] != 0

    def total(self, seat: int) -> int:
        """All points of `seat` so far; before the end scoring only those of its hearts."""
        return self._before_conditional(seat) + self._conditional(seat)

    def source(self, source: int, seat: int) -> int:
        """The points of `seat` from SOURCES[source]; a conditional bonus that does not count is 0."""
        if source == 0:
            return self.heart_values[self._hearts[seat]]
        if source == CONDITIONAL + 1:
            return self._conditional(seat)
        return max(0, self.final(source - 1, seat))

    def _before_conditional(self, seat: int) -> int:
        points = 0
        for source in range(len(self.SOURCES)):
            if source != CONDITIONAL + 1:
                points += self.source(source, seat)
        return points

    def _conditional(self, seat: int) -> int:
        """The conditional bonus of `seat` if it counts, else 0 (PR13).

        It counts if the seat has the most points, or is tied for the most, before conditional bonuses.
        """
        entered = self.final(CONDITIONAL, seat)
        if entered <= 0:
            return 0
        own = self._before_conditional(seat)
        for other in range(self.seats):
            if self._before_conditional(other) > own:
                return 0
        return entered

    def winners(self) -> "list[int]":
        """The seats with the most points, and among those the most heart points (PR11); empty without a winner."""
        if self._now[_END] != _CONFIRMED:
            return []
        ranks = [(self.total(seat), self.tie_break(seat)) for seat in range(self.seats)]
        return [seat for seat in range(self.seats) if ranks[seat] == max(ranks)]

    def tie_break(self, seat: int) -> int:
        """The heart points of `seat`, which decide ties (PR11)."""
        return self.source(0, seat)

    # -- asking, Primates only -------------------------------------------------------------------
    def action(self) -> int:
        """The action entered this turn, as index in ACTIONS; -1 when none is entered."""
        return self._now[_ACTION]

    def final(self, category: int, seat: int) -> int:
        """The value entered for `seat` in CATEGORIES[category] of end scoring; -1 when none was entered."""
        return self._finals[seat * len(self.CATEGORIES) + category]

    def missing_finals(self) -> "list[tuple[int, int]]":
        """The (seat, category) pairs to enter before CONFIRM, in the order of the scorepad; no conditional bonuses."""
        needed = [category for category in range(len(self.CATEGORIES)) if category != CONDITIONAL]
        return [(seat, each) for each in needed for seat in range(self.seats) if self.final(each, seat) < 0]

    def reminder_due(self) -> int:
        """The number of the reminder card that must be on top of the deck now (PR4).

        It is 0, for none, except in the first seat's turn before the environment card is drawn.
        """
        if self.over() or self._now[_DONE] % self.seats or self._now[_DRAWN]:
            return 0
        return self.rounds_left()

    def missing(self, number: int) -> int:
        """How many environment cards were forgotten if reminder card `number` is on top of the deck (PR5).

        Below 0: so many too many were drawn. Raises RuleError `value` when no reminder card has that number.
        """
        if not 1 <= number <= self.rounds:
            raise RuleError("value", "The reminder cards of this game go from 1 to %d." % self.rounds)
        expected = self._now[_DONE] + self._now[_DRAWN]
        return expected - (self.rounds - number) * self.seats

    def dice(self, action: int, again: int = 0) -> "list[int]":
        """The dice of this turn (PR14). action: 0 is a group movement (three dice), 1 a solitary one (two, summed).

        The result is the same however often it is asked for, also after undo or a restart. again: 1, 2, ... when a
        card lets a player roll again. Raises RuleError `action` for rest, which has no dice.
        """
        if not 0 <= action < len(DICE):
            raise RuleError("action", "Dice are for the group and the solitary movement.")
        chance = Chance(self._seed)
        chance.stir(self._now[_DONE])
        chance.stir(again * len(DICE) + action)
        return chance.roll(DICE[action], self.faces)
