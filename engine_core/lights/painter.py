"""The painter: what the table and the gestures say becomes one frame a strip.

It decides what is drawn when; panels/ draw the games, shapes.py has the shapes, area.py writes the LEDs.
"""

from ..compat import const
from ..moves import NO_SEAT
from .area import Area, Canvas
from .look import SEATS, Look
from .palette import NEUTRAL, SLOT_MS, WHITE
from .power import LEVELS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..board import Board
    from ..menu import Menu
    from ..panels.base import Panel
    from ..settings import Settings
    from .menu_picture import MenuPicture

REFUSED_SLOTS = const(6)
BRIGHTNESS_SLOTS = const(10)
NEVER = const(-1)  # in place of a slot
NEXT_SLOT = const(-2)  # the slot of the next `paint`
SLOTS = const(10_737_419)  # of SLOT_MS in a period of the clock: they are counted from 0 again


class Painter:
    """Paints one frame a strip: `frames[i]` has 3 bytes an LED (red, green, blue) before brightness.

    `dirty[i]` is 1 when frame i changed; whoever has sent it sets it to 0. What the app tells the painter
    (`pending`, `refuse`, ...) shows at the next `paint`. Nothing allocates but `open` and `open_menu`.
    reading: the seat whose number is read out, else NO_SEAT. busy: there is more to paint than what blinks, now and
    not when the next slot begins.
    """

    def __init__(self, board: "Board", settings: "Settings") -> None:
        self._board = board
        self._settings = settings
        self.look = Look(settings.colours, settings.rhythm)
        self.dirty = bytearray(len(board.strips))
        self._canvases = [Canvas(board.strips[i].leds, self.dirty, i) for i in range(len(board.strips))]
        self.frames = [canvas.frame for canvas in self._canvases]
        self._areas: list[Area] = []
        last = self._canvases[-1]
        self._bar = Area(last, 0, last.leds)  # lies over all areas of the last strip while it is needed
        self._bar_lit = 0  # per cent; 0: not there
        self._panel: Panel | None = None
        self._menu: MenuPicture | None = None
        self.busy = True
        self._seen = -1  # versions of the table and the panel that the areas show
        self._seen_changes = -1
        self._stepped = 0
        self._red_since = NEVER  # the slot a refusal was first shown in
        self._brightness_since = NEVER
        self._hold = 0
        self._brightness = 0
        self.reading = NO_SEAT
        self._pressed = NO_SEAT  # who has pressed since the last `paint`
        self._focus: Area | None = None  # where presses are seen first

    # -- what the app says -----------------------------------------------------------------------
    def open(self, panel: "Panel | None") -> None:
        """From now on show this game, in the colours that the settings have now; None: dark strips."""
        self.look = Look(self._settings.colours, self._settings.rhythm)
        self._panel = panel
        self._menu = None
        self._areas = []
        self._focus = None
        self._pressed = NO_SEAT
        self.reading = NO_SEAT
        self._red_since = NEVER
        self._seen = -1
        self.busy = True
        self._clear()
        if panel is not None:
            for zone in self._board.game_zones(panel.table.game.NAME):
                canvas = self._canvases[zone.strip]
                self._areas.append(Area(canvas, zone.start, zone.leds, zone.reverse, zone.show))

    def pending(self, seat: int) -> None:
        """A press of `seat` counts but is not stored: its tokens are white until `stored`.

        A number that is no seat: a move of the whole table; the lamps of phase, rounds and turn are white.
        """
        if seat < SEATS:
            self.look.pend(seat)
            self._pressed = seat
            self._seen = -1  # look again, which draws the areas that show seats
            self.busy = True
        else:
            self.look.pend_table()
            self._redraw_all()

    def stored(self) -> None:
        """All that was pending is safely stored."""
        if self.look.store():
            self._redraw_all()

    def refuse(self, seat: int) -> None:
        """What `seat` pressed was refused: it blinks red for 600 ms; nobody's seat: all of them do."""
        everybody = self._panel is None or seat >= self._panel.seats
        for i in range(SEATS):
            if i == seat or everybody:
                self.look.refuse(i)
        self._red_since = NEXT_SLOT
        self._redraw()

    def read(self, seat: int) -> None:
        """Show the number of `seat` in tens and ones until `read_end`."""
        self.reading = seat
        self._redraw()

    def read_end(self) -> None:
        """The read-out is over."""
        if self.reading != NO_SEAT:
            self.reading = NO_SEAT
            self._redraw()

    def hold(self, percent: int) -> None:
        """The bar that fills while the menu is held for; 0 when nothing is held."""
        self._hold = percent

    def brightness(self, level: int) -> None:
        """Show for a second that this level (index in limits.LEVELS) was chosen."""
        self.busy = True
        self._brightness = level
        self._brightness_since = NEXT_SLOT

    def open_menu(self, menu: "Menu") -> None:
        """Show the new-game menu in place of the game, until `open`."""
        from .menu_picture import MenuPicture  # only now: most evenings need it once, and memory is short

        self.busy = True
        self._clear()
        self._menu = MenuPicture(menu, self._canvases)

    # -- painting --------------------------------------------------------------------------------
    def paint(self, now: int) -> None:
        """Bring the frames up to `now` (ms), a little at each call.

        A press is one white LED at first; then the area it is in is drawn, then the others, one a call. So the
        first light waits for nothing, and a few calls in a row bring everything up to date.
        """
        slot = now // SLOT_MS
        self.look.slot = slot
        if self._red_since != NEVER or self._brightness_since != NEVER:
            self._begin(slot)
            self._expire(slot)
        if self._menu is not None:
            self.busy = self._menu.paint(slot)
            return
        if self._hold or self._bar_lit or self._brightness_since != NEVER:
            self._paint_bar()
        panel = self._panel
        if panel is None:
            self.busy = False
            return
        if self._pressed != NO_SEAT and self._spark(panel):
            return
        if panel.table.version != self._seen or panel.changes != self._seen_changes:
            self._take_over(panel)
        self.busy = self._draw_one(panel)
        if not self.busy and slot != self._stepped:
            self._stepped = slot
            for area in self._areas:
                if not self._is_covered(area):
                    area.step(slot)

    def _spark(self, panel: "Panel") -> bool:
        """Light the token of a press at once; True when that was all."""
        seat = self._pressed
        self._pressed = NO_SEAT
        focus = self._focus
        if seat >= panel.seats or focus is None or self.reading != NO_SEAT:
            return False
        if self._bar_lit and self._is_covered(focus):
            return False
        at = panel.spot(focus, seat)
        if at < 0:
            return False
        focus.spark(at, WHITE)
        return True

    def _take_over(self, panel: "Panel") -> None:
        """The table or the panel has changed: find out which areas do."""
        self._seen = panel.table.version
        self._seen_changes = panel.changes
        panel.refresh()
        self._focus = None
        for area in self._areas:
            if area.show == panel.focus:
                self._focus = area
            sign = panel.sign(area.show)
            if sign < 0 or sign != area.sign:
                area.sign = sign
                area.stale = True

    def _draw_one(self, panel: "Panel") -> bool:
        """Draw an area that has to be, first the one that presses change; False when there is none."""
        area = self._focus
        if area is None or not area.stale or self._is_covered(area):
            for area in self._areas:
                if area.stale and not self._is_covered(area):
                    break
            else:
                return False
        if self.reading != NO_SEAT and area.show == "score":
            panel.read_out(area, self.look, self.reading)
        else:
            panel.picture(area, self.look)
        return True

    def _begin(self, slot: int) -> None:
        """What was said since the last call is shown from this slot on; a refusal is red in it."""
        if self._red_since == NEXT_SLOT:
            self._red_since = slot
            self.look.ring()
        if self._brightness_since == NEXT_SLOT:
            self._brightness_since = slot

    def _expire(self, slot: int) -> None:
        """What is shown for a while comes to its end."""
        if self._red_since >= 0 and (slot - self._red_since) % SLOTS >= REFUSED_SLOTS:
            self._red_since = NEVER
            self.look.forgive()
            self._redraw()
        if self._brightness_since >= 0 and (slot - self._brightness_since) % SLOTS >= BRIGHTNESS_SLOTS:
            self._brightness_since = NEVER

    def _clear(self) -> None:
        """Dark strips, and everything to be drawn anew."""
        self._bar_lit = 0
        self._bar.wipe()
        for canvas in self._canvases:
            canvas.clear()
        for area in self._areas:
            area.wipe()

    def _redraw(self) -> None:
        """Seats look different: draw the areas that show them."""
        self.busy = True
        for area in self._areas:
            if area.sign < 0:
                area.stale = True

    def _redraw_all(self) -> None:
        self.busy = True
        for area in self._areas:
            area.stale = True

    # -- the bar ---------------------------------------------------------------------------------
    def _is_covered(self, area: Area) -> bool:
        return self._bar_lit != 0 and area.canvas is self._bar.canvas

    def _paint_bar(self) -> None:
        lit = self._hold
        if not lit and self._brightness_since >= 0:
            lit = (self._brightness + 1) * 100 // len(LEVELS)
        if lit == self._bar_lit:
            return
        bar = self._bar
        if not self._bar_lit:
            bar.wipe()
        self._bar_lit = lit
        if not lit:
            self._uncover()
            return
        bar.begin()
        bar.fill(0, max(1, bar.leds * lit // 100), NEUTRAL)
        bar.end(self.look.slot)

    def _uncover(self) -> None:
        self._bar.wipe()
        for area in self._areas:
            if area.canvas is self._bar.canvas:
                area.wipe()
