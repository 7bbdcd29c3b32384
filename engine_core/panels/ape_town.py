"""Ape Town: what the buttons do and what the lights show.

| button        | modes points, money     | mode place                                             |
|---------------|-------------------------|--------------------------------------------------------|
| seat          | +1                      | only the seat on turn: next free space of the region   |
| NEXT + seat   | +5                      | with claims: one more money taken from the tile        |
| UNDO + seat   | -1                      | with claims: one more tile passed over                 |
| seat 5        | goes to the mode place  | the next region with room; with UNDO the one before    |
| seat 6        | goes to the mode place  | the next kind of tile; with UNDO the one before        |
| NEXT          | passes without a tile   | places the tile                                        |
| MODE + 5, 6   | shows the free spaces of the region; the tiles left of the kind                  |

When a region is complete, each NEXT shows the next payment. No other move is accepted until all were shown.
In end scoring the mode is money: +1, -1, NEXT + seat +10; NEXT confirms.
Zones: score: the loop of points, the money of all seats as bars, or what is being placed. regions: how full each
region is, and who leads in it. turn: the seat on turn. due: a section to turn up, end scoring, more payments to show.
"""

from ..compat import const
from ..controls import MINUS, TAP
from ..controls import NEXT as NEXT_PRESS
from ..errors import RuleError
from ..lights.palette import ATTENTION, HALF
from ..lights.shapes import lamp, loop, number
from ..moves import ADD, CLAIM, CONFIRM, FINAL, NEXT, NO_SEAT, PLACE
from .ape_town_city import draw_bars, draw_money, draw_place
from .ape_town_cursor import Cursor
from .ape_town_payout import Payout
from .base import BIG, TEN, Panel

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..board import Board
    from ..games.ape_town import ApeTownGame
    from ..lights.area import Area
    from ..lights.look import Look
    from ..table import Table
    from .base import Play

_REGION_SEAT = const(4)  # the button of seat 5
_TILE_SEAT = const(5)  # the button of seat 6
_MONEY_TRACK = const(1)
SIGNS = const(0xFFFFFF)

_PLAYING = ("points", "money", "place")
_SCORING = ("money", "points")
_DECIDED = ("points",)


class ApeTownPanel(Panel):
    """The panel for one game of Ape Town. cursor: what is being placed. payout: payments to be shown (AT11)."""

    DUES = ("reveal", "scoring")

    def __init__(self, table: "Table", board: "Board", play: "Play") -> None:
        super().__init__(table, board, play)
        self.game: ApeTownGame = table.game  # type: ignore[assignment]
        self.cursor = Cursor(self.game)
        self.payout = Payout(self.game)
        self._modes = self.modes()
        self._synced = -1  # version of the table at the last `sync`
        self._closed_at = -1  # version of the table whose payments have just all been shown; -1: none

    # -- buttons ---------------------------------------------------------------------------------
    def modes(self) -> "tuple[str, ...]":
        """Points, money, place; in end scoring money, points; afterwards points."""
        if self.game.decided():
            return _DECIDED
        return _SCORING if self.game.over() else _PLAYING

    def act(self, action: int, seat: int, joined: bool) -> bool:
        """As every panel. While payments are shown only NEXT is accepted, else RuleError `scoring`."""
        self.sync()
        if self.payout.is_open and action != NEXT_PRESS:
            raise RuleError("scoring", "A region is complete: NEXT shows what it pays.")
        return super().act(action, seat, joined)

    def next(self) -> bool:
        """Show the next payment; if there is none: place, pass or confirm."""
        if self.payout.is_open:
            self.payout.next()
            self.changes += 1
            self._closed_at = -1 if self.payout.is_open else self.table.version
            return False
        if self.game.over():
            self.play(CONFIRM, NO_SEAT, 0, 0, False)
        elif self.mode_name() == "place":
            self._place()
        else:
            self._pass()
        return True

    def is_half(self) -> bool:
        """Whether the last move is a claim without its tile: one NEXT makes both moves."""
        return self.game.track.claimed() >= 0

    def _pass(self) -> None:
        """Pass without a tile. The first NEXT after the last payment is refused: it may be one press too many."""
        if self._closed_at == self.table.version:
            self._closed_at = -1
            raise RuleError("scoring", "All that was paid is shown. NEXT once more passes the turn without a tile.")
        self.play(NEXT, NO_SEAT, 0, 0, False)

    def change(self, seat: int, amount: int, joined: bool) -> bool:
        """Change points or money by `amount`; in the mode place: the next space (1), or a tile passed over (-1)."""
        mode = self.mode_name()
        if mode == "place":
            self.game.check_turn(seat)
            self._count(self.cursor.next_space() if amount > 0 else self.cursor.pass_over())
            return False
        if mode == "money" and self.game.over():
            self.play(FINAL, seat, 0, self.game.value(_MONEY_TRACK, seat) + amount, False)
        else:
            self.play(ADD, seat, _MONEY_TRACK if mode == "money" else 0, amount, joined)
        return True

    def special(self, seat: int) -> bool:
        """Points or money +5; in end scoring money +10; in the mode place: one more money taken from the tile."""
        mode = self.mode_name()
        if mode == "place":
            self.game.check_turn(seat)
            self._count(self.cursor.take_money())
            return False
        if mode == "points":
            self.play(ADD, seat, 0, BIG, False)
        elif self.game.over():
            self.play(FINAL, seat, 0, self.game.value(_MONEY_TRACK, seat) + TEN, False)
        else:
            self.play(ADD, seat, _MONEY_TRACK, BIG, False)
        return True

    def extra(self, action: int, seat: int) -> bool:
        """Seat 5 and 6: choose region and tile. In another mode the first press only goes to the mode place."""
        if seat < _REGION_SEAT or (action != TAP and action != MINUS):
            return super().extra(action, seat)
        if self.game.over():
            raise RuleError("over", "The last region is complete: there is nothing to place.")
        if self.mode_name() != "place":
            self.mode = _PLAYING.index("place")
        elif seat == _REGION_SEAT:
            self.cursor.move_region(1 if action == TAP else -1)
        else:
            self.cursor.move_tile(1 if action == TAP else -1)
        self.changes += 1
        return False

    def _count(self, done: bool) -> None:
        if not done:
            raise RuleError("claim", "This table does not enter that: seat 5 and 6 choose, NEXT places.")
        self.changes += 1

    def _place(self) -> None:
        """Play PLACE, and before it CLAIM if claims are entered and this tile is not claimed yet."""
        cursor = self.cursor
        if self.game.track.with_claims and self.game.track.claimed() < 0:
            colour = self.game.city.colour[cursor.region]
            self.play(CLAIM, NO_SEAT, colour, cursor.passed + 256 * cursor.taken, False)
        self.play(PLACE, NO_SEAT, cursor.place(), cursor.tile, False)
        self.mode = 0
        cursor.begin()

    # -- what is shown ---------------------------------------------------------------------------
    def number(self, seat: int) -> int:
        """The money of `seat` in the mode money, else its points."""
        return self.game.value(_MONEY_TRACK if self.mode_name() == "money" else 0, seat)

    def sync(self) -> None:
        """As every panel: find new payments, begin end scoring with money, and move the cursor off what is not free."""
        if self.table.version != self._synced:
            self._synced = self.table.version
            self.payout.refresh()
        modes = self.modes()
        if modes is not self._modes:
            self._modes = modes
            self.mode = 0
        self.cursor.sync()

    def spot(self, area: "Area", seat: int) -> int:
        """The LED of the token of `seat` on the loop; -1 when the loop is not shown."""
        if self.payout.is_open or self.mode_name() != "points":
            return -1
        return self.game.total(seat) % area.leds

    def sign(self, show: str) -> int:
        """As in every panel; also for regions, and while payments are shown."""
        if show == "regions":
            return (self.table.version + self.changes) & SIGNS
        if show == "due" and self.payout.is_open:
            return SIGNS
        return super().sign(show)

    def picture(self, area: "Area", look: "Look") -> None:
        """Draw the whole area; `area.show` is the zone's `show` in the board file."""
        show = area.show
        if show == "score":
            self._draw_score(area, look)
        elif show == "regions":
            chosen = self.cursor.region if self.mode_name() == "place" else -1
            draw_bars(area, look, self.game, self.payout, chosen)
        elif show == "turn":
            self._draw_turn(area, look)
        elif show == "due" and self.payout.is_open:
            area.begin()
            lamp(area, 0, 1, ATTENTION, HALF)
            area.end(look.slot)
        else:
            super().picture(area, look)

    def _draw_score(self, area: "Area", look: "Look") -> None:
        mode = self.mode_name()
        if self.payout.is_open:
            number(area, look, self.payout.seat(), self.payout.points())
        elif mode == "money":
            draw_money(area, look, self.game)
        elif mode == "place":
            draw_place(area, look, self.game, self.cursor)
        else:
            loop(area, look, self.points, self.winner, look.faint(self.turn))

    def _draw_turn(self, area: "Area", look: "Look") -> None:
        seat = self.payout.seat() if self.payout.is_open else self.turn
        area.begin()
        if seat != NO_SEAT:
            lamp(area, 0, 1, look.turn_lamp(seat), look.rhythm(seat))
        area.end(look.slot)

    def read_out(self, area: "Area", look: "Look", seat: int) -> None:
        """Draw a number. Seat 5: the free spaces of the region; seat 6: the tiles left of the kind."""
        if seat < self.seats:
            super().read_out(area, look, seat)
        elif seat == _REGION_SEAT:
            number(area, look, NO_SEAT, self.cursor.free(self.cursor.region))
        elif seat == _TILE_SEAT:
            number(area, look, NO_SEAT, self.game.supply(self.cursor.tile))
        else:
            self.picture(area, look)
