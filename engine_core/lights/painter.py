"""The painter: paints one frame per strip from the table, the menu and what the app reports.

It decides what is drawn when. panels/ draw the games, shapes.py has the shapes, area.py writes the LEDs.
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

REFUSED_SLOTS = const(6)  # how long a refusal is shown
BRIGHTNESS_SLOTS = const(10)  # how long a new brightness is shown
NEVER = const(-1)  # in place of a slot: none
NEXT_SLOT = const(-2)  # in place of a slot: that of the next `paint`
SLOTS = const(10_737_419)  # slots until the clock wraps and they count from 0 again


class Painter:
    """Paints one frame per strip. frames[i] has 3 bytes per LED (red, green, blue), before brightness is applied.

    dirty[i]: 1 when frame i has changed; the code that sends it sets it to 0. What the app reports (`pending`,
    `refuse`, ...) is seen at the next `paint`. Only `open` and `open_menu` allocate.
    reading: the seat whose number is read out, else NO_SEAT. busy: call `paint` again at once; otherwise a call per
    slot is enough.
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
        self._bar = Area(last, 0, last.leds)  # covers all areas of the last strip while it is shown
        self._bar_lit = 0  # its length in per cent; 0: it is not shown
        self._panel: Panel | None = None
        self._menu: MenuPicture | None = None
        self.busy = True
        self._seen = -1  # the table's version that the areas show
        self._seen_changes = -1  # the panel's `changes` that they show
        self._stepped = 0  # the last slot that was painted
        self._red_since = NEVER  # the slot in which a refusal was first shown
        self._brightness_since = NEVER  # the slot in which a new brightness was first shown
        self._hold = 0
        self._brightness = 0
        self.reading = NO_SEAT
        self._pressed = NO_SEAT  # the seat that has pressed since the last `paint`
        self._focus: Area | None = None  # the area where presses are seen first

    # -- what the app reports --------------------------------------------------------------------
    def open(self, panel: "Panel | None") -> None:
        """Show the game of this panel from now on, in the present colours of the settings. None: dark strips."""
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
        """A press of `seat` was accepted but is not stored: its tokens are white until `stored`.

        For NO_SEAT, a move of the whole table, the lamps of phase, rounds and turn are white.
        """
        if seat < SEATS:
            self.look.pend(seat)
            self._pressed = seat
            self._seen = -1  # so that `paint` draws the areas that show seats
            self.busy = True
        else:
            self.look.pend_table()
            self._redraw_all()

    def stored(self) -> None:
        """All accepted moves are stored."""
        if self.look.store():
            self._redraw_all()

    def refuse(self, seat: int) -> None:
        """A press of `seat` was refused: it blinks red for 600 ms. For NO_SEAT all seats do."""
        everybody = self._panel is None or seat >= self._panel.seats
        for i in range(SEATS):
            if i == seat or everybody:
                self.look.refuse(i)
        self._red_since = NEXT_SLOT
        self._redraw()

    def read(self, seat: int) -> None:
        """Show the number of `seat` (the read-out, see Panel.read_out) until `read_end`."""
        self.reading = seat
        self._redraw()

    def read_end(self) -> None:
        """End the read-out."""
        if self.reading != NO_SEAT:
            self.reading = NO_SEAT
            self._redraw()

    def hold(self, percent: int) -> None:
        """Show how far the hold for the menu is, as a bar of `percent` (0 to 100); 0 when nothing is held."""
        self._hold = percent

    def brightness(self, level: int) -> None:
        """Show a bar for one second: the brightness `level` (index in power.LEVELS) was chosen."""
        self.busy = True
        self._brightness = level
        self._brightness_since = NEXT_SLOT

    def open_menu(self, menu: "Menu") -> None:
        """Show the new-game menu instead of the game, until `open`."""
        from .menu_picture import MenuPicture  # here, because it is seldom needed and memory is scarce

        self.busy = True
        self._clear()
        self._menu = MenuPicture(menu, self._canvases)

    # -- painting --------------------------------------------------------------------------------
    def paint(self, now: int) -> None:
        """Paint the frames as they look at `now` (ms), in small steps.

        The first call after a press lights one white LED. The next ones draw one area each, first the one with that
        LED. So a press is seen at once, and a few calls later everything is up to date (`busy` is False).
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
        """Light one LED for the token of a press. True when that was done, so that this call paints nothing else."""
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
        """After a change of the table or the panel: mark the areas that must be drawn as stale."""
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
        """Draw one stale area, first the one where presses are seen. False when there is none."""
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
        """Begin to show a refusal or a brightness that was reported since the last call; a refusal is red at once."""
        if self._red_since == NEXT_SLOT:
            self._red_since = slot
            self.look.blink()
        if self._brightness_since == NEXT_SLOT:
            self._brightness_since = slot

    def _expire(self, slot: int) -> None:
        """End a refusal or a brightness that was shown long enough."""
        if self._red_since >= 0 and (slot - self._red_since) % SLOTS >= REFUSED_SLOTS:
            self._red_since = NEVER
            self.look.end_red()
            self._redraw()
        if self._brightness_since >= 0 and (slot - self._brightness_since) % SLOTS >= BRIGHTNESS_SLOTS:
            self._brightness_since = NEVER

    def _clear(self) -> None:
        """Make all strips dark; everything must be drawn again."""
        self._bar_lit = 0
        self._bar.wipe()
        for canvas in self._canvases:
            canvas.clear()
        for area in self._areas:
            area.wipe()

    def _redraw(self) -> None:
        """Draw the areas that show seats again, because seats look different now."""
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
