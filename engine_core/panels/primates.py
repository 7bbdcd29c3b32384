"""Primates: what the buttons do and what the lights show.

| button       | meaning                                                                           |
|--------------|-----------------------------------------------------------------------------------|
| seat         | +1 heart; in end scoring +1 in the category                                       |
| NEXT + seat  | +2 hearts; in end scoring +10                                                     |
| seat 5       | the environment card is drawn and resolved                                        |
| seat 6       | asks about a reminder card that is seen; first the number due, then each lower one |
| MODE + 5, 6  | shows the dice of this turn: three for a group, two for a solitary movement       |
| NEXT         | ends the turn; in end scoring confirms, or goes to the first incomplete category  |

With the option `actions` each turn begins in the mode `action`, in which seat 1, 2, 3 mean group, solitary, rest. On
a board without seat 5 the first NEXT of a turn draws the environment card, and the second ends the turn.

Zones: score: the heart track, with an LED for each seat in every space; in end scoring the loop of all points; after
seat 6 the answer. seats: bright for the seat on turn; in end scoring for seats with a value in the category. due:
environment card, last round, scoring. rounds: those left; in end scoring the categories, if there is no zone mode.
"""

from array import array

from ..compat import const
from ..controls import TAP
from ..errors import RuleError
from ..games.primates_parts import ACTIONS, CONDITIONAL
from ..lights.palette import CHOSEN, HALF, NEUTRAL, STEADY, TICK
from ..lights.shapes import count, lamp, loop
from ..moves import ACTION, ADD, CONFIRM, ENVIRONMENT, FINAL, NEXT, NO_SEAT
from .base import LIT, OFF, TEN, Panel
from .primates_shapes import balance, dice, lane_place, lanes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..board import Board
    from ..games.primates import PrimatesGame
    from ..lights.area import Area
    from ..lights.look import Look
    from ..table import Table
    from .base import Play

_ENVIRONMENT_SEAT = const(4)  # the button of seat 5
_REMINDER_SEAT = const(5)  # the button of seat 6
_HEARTS = const(0)  # mode
_ACTION_MODE = const(1)  # mode, before end scoring
_CATEGORY = const(1)  # mode of the first category, in end scoring


class PrimatesPanel(Panel):
    """The panel for one game of Primates. asked: the number of the reminder card that is asked about; 0 for none."""

    DUES = ("environment", "last_round", "scoring")

    def __init__(self, table: "Table", board: "Board", play: "Play") -> None:
        super().__init__(table, board, play)
        self.game: PrimatesGame = table.game  # type: ignore[assignment]
        self.hearts = array("h", [0] * self.seats)
        self.asked = 0
        self._two_steps = not board.has_button("seat5")
        self._without_modes = not self.has_zone("mode")
        self._one_press = table.setup.switch("one_press")
        self._with_actions = table.setup.switch("actions")
        self._playing = ("hearts", "action") if self._with_actions else ("hearts",)
        self._scoring = ("hearts",) + self.game.CATEGORIES
        self._lamps = len(self._scoring)
        self._was_over = self.game.over()
        self._turn_seen = -1

    # -- buttons ---------------------------------------------------------------------------------
    def modes(self) -> "tuple[str, ...]":
        """Hearts, and the action if it is entered; in end scoring hearts and the categories."""
        return self._scoring if self.game.over() else self._playing

    def act(self, action: int, seat: int, joined: bool) -> bool:
        """As every panel. Every other press ends a question about a reminder card."""
        self.sync()
        if self.asked and not (action == TAP and seat == _REMINDER_SEAT):
            self.asked = 0
            self.changes += 1
        if action == TAP and self._is_action_mode() and seat < len(ACTIONS):
            self.play(ACTION, NO_SEAT, seat, 0, False)
            return True
        return super().act(action, seat, joined)

    def next(self) -> bool:
        """End the turn, or confirm end scoring; see the table above."""
        if self.game.over():
            return self._confirm()
        if self._two_steps and not self._one_press and self.game.due() & self._due_bits[0]:
            self.play(ENVIRONMENT, NO_SEAT, 0, 0, False)
        else:
            self.play(NEXT, NO_SEAT, 0, 0, False)
        return True

    def change(self, seat: int, amount: int, joined: bool) -> bool:
        """Change hearts, or the value in a category, by `amount`. -1 without a value enters 0."""
        if self.game.over() and self.mode >= _CATEGORY:
            return self._enter(seat, amount)
        self.play(ADD, seat, 0, amount, joined)
        return True

    def special(self, seat: int) -> bool:
        """+2 hearts, for a card that gives two (PR12), or +10 in a category."""
        if self.game.over() and self.mode >= _CATEGORY:
            return self._enter(seat, TEN)
        self.play(ADD, seat, 0, 2, False)
        return True

    def extra(self, action: int, seat: int) -> bool:
        """Seat 5: draw the environment card. Seat 6: ask about the reminder card that is seen (PR5)."""
        if action == TAP and seat == _ENVIRONMENT_SEAT:
            self.play(ENVIRONMENT, NO_SEAT, 0, 0, False)
            return True
        if action == TAP and seat == _REMINDER_SEAT:
            if self.game.over():
                raise RuleError("over", "The last turn is over: no reminder card is left.")
            self._ask()
            return False
        return super().extra(action, seat)

    def _ask(self) -> None:
        """Ask about the number that should be seen, then about the next lower one; after 1 about the highest."""
        if not self.asked:
            self.asked = self.game.rounds_left()
        else:
            self.asked = self.asked - 1 if self.asked > 1 else self.game.rounds
        self.changes += 1

    def _is_action_mode(self) -> bool:
        return self.mode == _ACTION_MODE and not self.game.over()

    def _enter(self, seat: int, amount: int) -> bool:
        category = self.mode - _CATEGORY
        entered = self.game.final(category, seat)
        value = max(0, amount) if entered < 0 else entered + amount
        self.play(FINAL, seat, category, value, False)
        return True

    def _confirm(self) -> bool:
        """Play CONFIRM. If values are missing, go to the first such category; the game's refusal lists them."""
        missing = self.game.missing_finals()
        if missing and not self.game.decided():
            self.mode = _CATEGORY + missing[0][1]
            self.changes += 1
        self.play(CONFIRM, NO_SEAT, 0, 0, False)
        return True

    # -- what is shown ---------------------------------------------------------------------------
    def number(self, seat: int) -> int:
        """Hearts, the value in the category, or all points when the game is decided."""
        if self.game.decided():
            return self.game.total(seat)
        if self.game.over() and self.mode >= _CATEGORY:
            return max(0, self.game.final(self.mode - _CATEGORY, seat))
        return self.game.value(0, seat)

    def refresh(self) -> None:
        """As every panel, and copy the hearts."""
        for seat in range(self.seats):
            self.hearts[seat] = self.game.value(0, seat)
        super().refresh()

    def sync(self) -> None:
        """As every panel: begin end scoring with its first category, and each turn with its action if it is entered."""
        if self.game.over() != self._was_over:
            self._was_over = self.game.over()
            self.mode = _CATEGORY if self._was_over else _HEARTS
        if self._with_actions and not self._was_over:
            self._follow_turn()

    def _follow_turn(self) -> None:
        turn = 2 * (self.game.round() * self.seats + self.game.turn()) + (self.game.action() >= 0)
        if turn != self._turn_seen:
            self._turn_seen = turn
            self.mode = _HEARTS if self.game.action() >= 0 else _ACTION_MODE

    def light_seats(self) -> None:
        """As every panel; in end scoring bright for seats with a value in the category, dark for the others."""
        super().light_seats()
        if self._was_over and not self.is_decided:
            for seat in range(self.seats):
                missing = self.mode >= _CATEGORY and self.game.final(self.mode - _CATEGORY, seat) < 0
                self.lit[seat] = OFF if missing else LIT

    def spot(self, area: "Area", seat: int) -> int:
        """The LED of the token of `seat` on the heart track; -1 in end scoring, where the loop is drawn later."""
        if self.asked or self._was_over:
            return -1
        return lane_place(area, self.game.value(0, seat), len(self.game.heart_values), seat, self.seats)

    def sign(self, show: str) -> int:
        """As in every panel, and the rounds. In end scoring the modes depend on every entered value."""
        if self._was_over and (show == "mode" or show == "rounds"):
            return -1
        if show == "rounds":
            return self.asked << 8 | self.game.rounds_left()
        return super().sign(show)

    def picture(self, area: "Area", look: "Look") -> None:
        """Draw the whole area; `area.show` is the zone's `show` in the board file."""
        show = area.show
        if show == "score":
            self._draw_score(area, look)
        elif show == "rounds" and self._was_over and self._without_modes:
            self.draw_modes(area, look)
        elif show == "rounds":
            left = 0 if self._was_over else self.asked or self.game.rounds_left()
            count(area, look, left, self.game.rounds, HALF if left == 1 or self.asked else STEADY)
        else:
            super().picture(area, look)

    def _draw_score(self, area: "Area", look: "Look") -> None:
        if self.asked:
            balance(area, look, self.game.missing(self.asked))
        elif self._was_over:
            loop(area, look, self.points, self.winner, TICK)
        else:
            lanes(area, look, self.hearts, len(self.game.heart_values), look.faint(self.turn))

    def draw_modes(self, area: "Area", look: "Look") -> None:
        """Draw a lamp for hearts and each category: the present mode blue, complete ones white, the others faint."""
        area.begin()
        for mode in range(len(self.modes())):
            if mode == self.mode:
                lamp(area, mode, self._lamps, CHOSEN)
            elif self._was_over and self._is_complete(mode):
                lamp(area, mode, self._lamps, NEUTRAL)
            else:
                lamp(area, mode, self._lamps, TICK)
        area.end(look.slot)

    def _is_complete(self, mode: int) -> bool:
        category = mode - _CATEGORY
        if mode == _HEARTS or category == CONDITIONAL:
            return True
        missing = 0
        for seat in range(self.seats):
            missing += self.game.final(category, seat) < 0
        return missing == 0

    def read_out(self, area: "Area", look: "Look", seat: int) -> None:
        """As every panel; MODE + seat 5 or 6 shows the dice (PR14)."""
        action = seat - _ENVIRONMENT_SEAT
        if 0 <= action < 2 and seat >= self.seats and not self._was_over:
            dice(area, look, self.game.dice(action))
        else:
            super().read_out(area, look, seat)
