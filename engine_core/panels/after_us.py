"""After Us: what the buttons do and what the lights show.

| mode      | seat | NEXT + seat                          |
|-----------|------|--------------------------------------|
| score     | +1   | +5                                   |
| rage      | +1   | 4 rage for an ape of the assembly    |
| cards     | +1   | 4 rage for a Tamarin of the assembly |
| resources | +1   | pays 3 (an ape of level 1)           |

Zones: score: the loop of 80 squares. track: the track of the mode, or rage in the mode score. seats: bright when the
seat can pay rage for a card, and at the end for the winners. phase: as many lamps as its number. due: last rage,
shortage.
"""

from array import array

from ..compat import const
from ..games.after_us_parts import CARD, FEWEST_CARDS, RAGE, SCORE, SPEND
from ..lights.palette import TICK
from ..lights.shapes import count, loop, track, track_place
from ..moves import ADD, NEXT, NO_SEAT, REMOVE
from .base import BIG, FAINT, LIT, Panel

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..board import Board
    from ..games.after_us import AfterUsGame
    from ..lights.area import Area
    from ..lights.look import Look
    from ..table import Table
    from .base import Play

PHASES = const(3)
_APE = const(0)
_TAMARIN = const(1)
_APE_COST = const(3)


class AfterUsPanel(Panel):
    """The panel for one game of After Us."""

    DUES = ("last_rage", "shortage")

    def __init__(self, table: "Table", board: "Board", play: "Play") -> None:
        super().__init__(table, board, play)
        self.game: AfterUsGame = table.game  # type: ignore[assignment]
        self.values = array("h", [0] * self.seats)
        self._has_track = self.has_zone("track")

    # -- buttons ---------------------------------------------------------------------------------
    def modes(self) -> "tuple[str, ...]":
        """The tracks of the game."""
        return self.game.TRACKS

    def next(self) -> bool:
        """End the phase."""
        self.play(NEXT, NO_SEAT, 0, 0, False)
        return True

    def change(self, seat: int, amount: int, joined: bool) -> bool:
        """Change the track of the mode by `amount`."""
        self.play(ADD, seat, self.mode, amount, joined)
        return True

    def special(self, seat: int) -> bool:
        """Make the special move of the mode, see the table above."""
        if self.mode == RAGE:
            self.play(REMOVE, seat, _APE, -1, False)
        elif self.mode == CARD:
            self.play(REMOVE, seat, _TAMARIN, -1, False)
        else:
            self.play(ADD, seat, self.mode, BIG if self.mode == SCORE else -_APE_COST, False)
        return True

    # -- what is shown ---------------------------------------------------------------------------
    def number(self, seat: int) -> int:
        """The value of `seat` on the track of the mode."""
        return self.game.value(self.mode, seat)

    def shown_track(self) -> int:
        """The track that the zone `track` shows, as index in the game's TRACKS."""
        return self.mode or RAGE

    def refresh(self) -> None:
        """As every panel, and copy the values of the track that is shown."""
        self.focus = "score" if self.mode == SCORE or not self._has_track else "track"
        for seat in range(self.seats):
            self.values[seat] = self.game.value(self.shown_track(), seat)
        super().refresh()

    def light_seats(self) -> None:
        """Set `lit`: bright for a seat that may spend rage in this phase (AU6, AU13); at the end for the winners."""
        if self.is_decided:
            super().light_seats()
            return
        in_time = self.game.phase() < PHASES
        for seat in range(self.seats):
            self.lit[seat] = LIT if in_time and self.game.can_spend_rage(seat) else FAINT

    def spot(self, area: "Area", seat: int) -> int:
        """The LED of the token of `seat` on the loop or on the track."""
        if area.show == "score" and (self._has_track or self.mode == SCORE):
            return self.game.total(seat) % area.leds
        shown = self.shown_track()
        return track_place(area, self.game.value(shown, seat), FEWEST_CARDS if shown == CARD else 0)

    def sign(self, show: str) -> int:
        """As in every panel, and the phase for the zone `phase`."""
        if show == "phase":
            return 0 if self.is_decided else self.game.phase()
        return super().sign(show)

    def picture(self, area: "Area", look: "Look") -> None:
        """Draw the whole area; `area.show` is the zone's `show` in the board file."""
        show = area.show
        if show == "score" and (self._has_track or self.mode == SCORE):
            loop(area, look, self.points, self.winner, TICK)
        elif show == "score" or show == "track":
            shown = self.shown_track()
            every = _APE_COST if shown > CARD else SPEND
            track(area, look, self.values, FEWEST_CARDS if shown == CARD else 0, every)
        elif show == "phase":
            count(area, look, 0 if self.is_decided else self.game.phase(), PHASES)
        else:
            super().picture(area, look)
