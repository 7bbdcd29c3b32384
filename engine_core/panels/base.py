"""The base class of the panels: makes moves of gestures, and draws the pictures of a game."""

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

BIG = const(5)  # what NEXT + seat adds to points, because gains are seldom single points
TEN = const(10)  # what it adds in end scoring

# The brightness of a seat's lamp.
OFF = const(0)
FAINT = const(1)
LIT = const(2)


class Panel:
    """What the buttons and lights do in one game.

    table: with the game. board: says which buttons and zones there are. play: makes a move; the app's also records it.
    mode: index in `modes()`, says what the seat buttons change now. changes: rises with every change of the panel
    that is no move, so that table.version stays the same. focus: `show` of the zone where a press is seen first.
    """

    DUES: "tuple[str, ...]" = ()  # of games.base.DUE, those of this game: one lamp each

    def __init__(self, table: "Table", board: "Board", play: "Play") -> None:
        self.table = table
        self.board = board
        self.play = play
        self.mode = 0
        self.changes = 0
        self.focus = "score"
        self.seats = table.game.seats
        self.points = array("h", [0] * self.seats)
        self.lit = bytearray([FAINT] * self.seats)  # by seat: OFF, FAINT or LIT
        self.winner = bytearray(SEATS)
        self.turn = NO_SEAT
        self.is_decided = False
        self._due_bits = [1 << DUE.index(name) for name in self.DUES]

    # -- buttons ---------------------------------------------------------------------------------
    def modes(self) -> "tuple[str, ...]":
        """The names of the modes that MODE goes through now, in order."""
        raise NotImplementedError

    def mode_name(self) -> str:
        """The name of the present mode: what the seat buttons change."""
        self.sync()
        return self.modes()[self.mode]

    def is_half(self) -> bool:
        """Whether the last move is only the first of two moves of one gesture, which undo and redo take together."""
        return False

    def sync(self) -> None:
        """Adapt the mode to the game, which may have changed by end scoring, undo or redo."""

    def act(self, action: int, seat: int, joined: bool) -> bool:
        """Do what a gesture asks (TAP, MINUS, SPECIAL, NEXT or MODE of controls.py). True when a move was made.

        joined: see Controls. Raises RuleError when the rules or this panel refuse it.
        """
        self.sync()
        if action == TAP and seat < self.seats:  # first, because it is the most frequent and must be fast
            return self.change(seat, 1, joined)
        if action == MODE:
            self.mode = (self.mode + 1) % len(self.modes())
            self.changes += 1
            return False
        if action == NEXT:
            return self.next()
        if action != TAP and action != MINUS and action != SPECIAL:  # `not in (...)` would allocate a tuple
            return False
        if seat >= self.seats:
            return self.extra(action, seat)
        if action == SPECIAL:
            return self.special(seat)
        return self.change(seat, -1, joined)

    def next(self) -> bool:
        """Do what NEXT means now. True when a move was made."""
        raise NotImplementedError

    def change(self, seat: int, amount: int, joined: bool) -> bool:
        """Change by `amount` what the mode shows for `seat`. True when a move was made."""
        raise NotImplementedError

    def special(self, seat: int) -> bool:
        """Make the special move of the mode (NEXT + seat). True when a move was made."""
        raise NotImplementedError

    def extra(self, action: int, seat: int) -> bool:
        """Do a gesture of a seat button that belongs to no seat of this table. True when a move was made."""
        raise RuleError("seat", "There are only %d seats at this table." % self.seats)

    # -- what is shown ---------------------------------------------------------------------------
    def number(self, seat: int) -> int:
        """The number that the read-out (MODE + seat) shows for `seat`."""
        raise NotImplementedError

    def refresh(self) -> None:
        """Copy what the pictures need; call it after every change of the table or the panel."""
        self.sync()
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
        """Set `lit`: bright for the seat on turn or, when the game is decided, for the winners."""
        for seat in range(self.seats):
            if self.is_decided:
                self.lit[seat] = LIT if self.winner[seat] else OFF
            else:
                self.lit[seat] = LIT if seat == self.turn else FAINT

    def spot(self, area: "Area", seat: int) -> int:
        """The LED of the token of `seat` in `area`, which is the one of `focus`; below 0 for none."""
        return -1

    def sign(self, show: str) -> int:
        """A number that changes whenever the picture of the zone `show` must be drawn again.

        Below 0 for a picture that shows seats: it is drawn again after every change.
        """
        if show == "due":
            return self.table.game.due()
        if show == "mode":
            return self.mode
        return -1

    def picture(self, area: "Area", look: Look) -> None:
        """Draw the whole area; `area.show` is the zone's `show` in the board file."""
        show = area.show
        if show == "seats":
            self.draw_seats(area, look)
        elif show == "mode":
            self.draw_modes(area, look)
        elif show == "due":
            self.draw_due(area, look)

    def read_out(self, area: "Area", look: Look, seat: int) -> None:
        """Draw the number of `seat`, as long as MODE and the button of the seat are held."""
        if seat < self.seats:
            number(area, look, seat, self.number(seat))
        else:
            self.picture(area, look)

    # -- shapes of every game --------------------------------------------------------------------
    def draw_seats(self, area: "Area", look: Look) -> None:
        """Draw one lamp per seat with the brightness of `lit`."""
        area.begin()
        for seat in range(self.seats):
            if self.lit[seat] == LIT or look.is_called(seat):
                colour = look.turn_lamp(seat) if seat == self.turn else look.shade(seat)
                lamp(area, seat, self.seats, colour, look.rhythm(seat))
            elif self.lit[seat] == FAINT:
                lamp(area, seat, self.seats, look.faint(seat))
        area.end(look.slot)

    def draw_modes(self, area: "Area", look: Look) -> None:
        """Draw one lamp per mode and light that of the present one."""
        chooser(area, look, self.mode, len(self.modes()))

    def draw_due(self, area: "Area", look: Look) -> None:
        """Draw a blinking lamp for each thing that is due, or one for all where there is no room."""
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
        """Whether the board has a zone `show` for this game."""
        return show in [zone.show for zone in self.board.game_zones(self.table.game.NAME)]
