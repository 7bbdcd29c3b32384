"""What the panels of the three games have in common: gestures in, pictures out."""

from array import array

from ..compat import const
from ..controls import MINUS, MODE, NEXT, SPECIAL, TAP
from ..errors import RuleError
from ..look import SEATS, Look
from ..moves import NO_SEAT
from ..shapes import lamp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..area import Area
    from ..board import Board
    from ..table import Table

BIG = const(5)  # what NEXT + seat adds to points: gains of one are rare


class Panel:
    """How one game sits on buttons and lights.

    table: what is played on. board: which buttons there are. play(kind, seat, a, b, join): how a move is
    made; the app puts its own in place, which also records it.
    mode: which of `modes` the seat buttons change now. changes: another number after every change that the
    table's version does not show. focus: the zone that a press changes first.
    """

    def __init__(self, table: "Table", board: "Board") -> None:
        self.table = table
        self.board = board
        self.play: Callable[[int, int, int, int, bool], None] = table.play
        self.mode = 0
        self.changes = 0
        self.focus = "score"
        self.seats = table.game.seats
        self.points = array("h", [0] * self.seats)
        self.winner = bytearray(SEATS)

    # -- buttons ---------------------------------------------------------------------------------
    def modes(self) -> "tuple[str, ...]":
        """What MODE goes through now, in its order."""
        raise NotImplementedError

    def mode_name(self) -> str:
        """What the seat buttons change now."""
        return self.modes()[self.mode]

    def act(self, action: int, seat: int, joined: bool) -> bool:
        """Do what a gesture asks (controls.TAP, MINUS, SPECIAL, NEXT, MODE); True when a move was made.

        Raises RuleError when the rules, or this panel, refuse it.
        """
        if action == MODE:
            self._next_mode()
            return False
        if action == NEXT:
            return self.next()
        if action not in (TAP, MINUS, SPECIAL):
            return False
        if seat >= self.seats:
            raise RuleError("seat", "There are only %d seats at this table." % self.seats)
        if action == SPECIAL:
            return self.special(seat)
        return self.change(seat, 1 if action == TAP else -1, joined)

    def next(self) -> bool:
        """NEXT. True when a move was made."""
        raise NotImplementedError

    def change(self, seat: int, amount: int, joined: bool) -> bool:
        """`amount` for `seat` on what is shown. True when a move was made."""
        raise NotImplementedError

    def special(self, seat: int) -> bool:
        """The special move of what is shown. True when a move was made."""
        raise NotImplementedError

    def number(self, seat: int) -> int:
        """What `seat` has of what is shown: the read-out."""
        raise NotImplementedError

    def _next_mode(self) -> None:
        self.mode = (self.mode + 1) % len(self.modes())
        self.changes += 1

    # -- lights ----------------------------------------------------------------------------------
    def refresh(self) -> None:
        """The table has changed: take over the numbers that the pictures need."""
        game = self.table.game
        for seat in range(self.seats):
            self.points[seat] = game.total(seat)
            self.winner[seat] = 0
        if game.decided():
            for seat in game.winners():
                self.winner[seat] = 1

    def picture(self, area: "Area", look: Look) -> None:
        """Draw the whole area; `area.show` says what the board wants there."""
        raise NotImplementedError
