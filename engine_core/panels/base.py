"""What the panels of the three games have in common: gestures in, pictures out."""

from array import array

from ..compat import const
from ..controls import MINUS, MODE, NEXT, SPECIAL, TAP
from ..errors import RuleError
from ..games.base import DUE
from ..lights.look import SEATS, Look
from ..lights.palette import ATTENTION, HALF
from ..lights.shapes import chooser, lamp, number
from ..moves import NO_SEAT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..board import Board
    from ..lights.area import Area
    from ..table import Table

    Play = Callable[[int, int, int, int, bool], None]  # as Table.play: kind, seat, a, b, join

BIG = const(5)  # what NEXT + seat adds to points: gains are seldom of one
TEN = const(10)  # what it adds in end scoring

# How bright a seat's lamp is.
OFF = const(0)
FAINT = const(1)
LIT = const(2)


class Panel:
    """How one game sits on buttons and lights.

    table: what is played on. board: which buttons and zones there are. play: makes a move, the app's also records it.
    mode: which of `modes()` the seat buttons change now. changes: another number after every change that the
    table's version does not show. focus: the zone that a press changes first.
    """

    DUES: "tuple[str, ...]" = ()  # what may be due in this game: one lamp each

    def __init__(self, table: "Table", board: "Board", play: "Play") -> None:
        self.table = table
        self.board = board
        self.play = play
        self.mode = 0
        self.changes = 0
        self.focus = "score"
        self.seats = table.game.seats
        self.points = array("h", [0] * self.seats)
        self.lit = bytearray([FAINT] * self.seats)  # the seats' lamps
        self.winner = bytearray(SEATS)
        self.turn = NO_SEAT
        self.is_decided = False
        self._due_bits = [1 << DUE.index(name) for name in self.DUES]

    # -- buttons ---------------------------------------------------------------------------------
    def modes(self) -> "tuple[str, ...]":
        """What MODE goes through now, in its order."""
        raise NotImplementedError

    def mode_name(self) -> str:
        """What the seat buttons change now."""
        self.settle()
        return self.modes()[self.mode]

    def is_halfway(self) -> bool:
        """Whether the last move is only the first half of a gesture: undo and redo take both halves."""
        return False

    def settle(self) -> None:
        """Bring the mode in line with the game, which may have moved on (end scoring, undo)."""

    def act(self, action: int, seat: int, joined: bool) -> bool:
        """Do what a gesture asks (controls.TAP, MINUS, SPECIAL, NEXT, MODE); True when a move was made.

        Raises RuleError when the rules, or this panel, refuse it.
        """
        self.settle()
        if action == TAP and seat < self.seats:  # first: a press waits for no other question
            return self.change(seat, 1, joined)
        if action == MODE:
            self.mode = (self.mode + 1) % len(self.modes())
            self.changes += 1
            return False
        if action == NEXT:
            return self.next()
        if action != TAP and action != MINUS and action != SPECIAL:  # a tuple of names would be made anew
            return False
        if seat >= self.seats:
            return self.extra(action, seat)
        if action == SPECIAL:
            return self.special(seat)
        return self.change(seat, -1, joined)

    def next(self) -> bool:
        """NEXT. True when a move was made."""
        raise NotImplementedError

    def change(self, seat: int, amount: int, joined: bool) -> bool:
        """`amount` for `seat` on what is shown. True when a move was made."""
        raise NotImplementedError

    def special(self, seat: int) -> bool:
        """The special move of what is shown. True when a move was made."""
        raise NotImplementedError

    def extra(self, action: int, seat: int) -> bool:
        """A gesture of a seat button that nobody at this table has. True when a move was made."""
        raise RuleError("seat", "There are only %d seats at this table." % self.seats)

    # -- what is shown ---------------------------------------------------------------------------
    def number(self, seat: int) -> int:
        """What `seat` has of what is shown: the read-out."""
        raise NotImplementedError

    def refresh(self) -> None:
        """The table or the panel has changed: take over what the pictures need."""
        self.settle()
        game = self.table.game
        self.turn = game.turn()
        self.is_decided = game.decided()
        for seat in range(self.seats):
            self.points[seat] = game.total(seat)
            self.winner[seat] = 0
        if self.is_decided:
            for seat in game.winners():
                self.winner[seat] = 1
        self.light_seats()

    def light_seats(self) -> None:
        """Set `lit`: whose turn it is; when the game is decided, who has won."""
        for seat in range(self.seats):
            if self.is_decided:
                self.lit[seat] = LIT if self.winner[seat] else OFF
            else:
                self.lit[seat] = LIT if seat == self.turn else FAINT

    def spot(self, area: "Area", seat: int) -> int:
        """The LED of `area`, the one of `focus`, where the picture has the token of `seat`; below 0 for none."""
        return -1

    def sign(self, show: str) -> int:
        """A number that changes whenever the picture of the zone `show` does; below 0 where seats are shown."""
        if show == "due":
            return self.table.game.due()
        if show == "mode":
            return self.mode
        return -1

    def picture(self, area: "Area", look: Look) -> None:
        """Draw the whole area; `area.show` says what the board wants there."""
        show = area.show
        if show == "seats":
            self.draw_seats(area, look)
        elif show == "mode":
            self.draw_modes(area, look)
        elif show == "due":
            self.draw_due(area, look)

    def read_out(self, area: "Area", look: Look, seat: int) -> None:
        """Draw the number of `seat` while MODE and its button are held."""
        if seat < self.seats:
            number(area, look, seat, self.number(seat))
        else:
            self.picture(area, look)

    # -- shapes of every game --------------------------------------------------------------------
    def draw_seats(self, area: "Area", look: Look) -> None:
        """A lamp a seat, as bright as `lit` says."""
        area.begin()
        for seat in range(self.seats):
            if self.lit[seat] == LIT or look.is_called(seat):
                colour = look.turn_lamp(seat) if seat == self.turn else look.shade(seat)
                lamp(area, seat, self.seats, colour, look.rhythm(seat))
            elif self.lit[seat] == FAINT:
                lamp(area, seat, self.seats, look.faint(seat))
        area.end(look.slot)

    def draw_modes(self, area: "Area", look: Look) -> None:
        """One of as many lamps as there are modes."""
        chooser(area, look, self.mode, len(self.modes()))

    def draw_due(self, area: "Area", look: Look) -> None:
        """A blinking lamp for each thing that is due; one for all where there is no room."""
        due = self.table.game.due()
        lamps = len(self._due_bits)
        area.begin()
        for i in range(lamps):
            if due & self._due_bits[i]:
                if area.leds < lamps:
                    lamp(area, 0, 1, ATTENTION, HALF)
                else:
                    lamp(area, i, lamps, ATTENTION, HALF)
        area.end(look.slot)

    def has_zone(self, show: str) -> bool:
        """Whether the board has a zone for `show` in this game."""
        return show in [zone.show for zone in self.board.game_zones(self.table.game.NAME)]
