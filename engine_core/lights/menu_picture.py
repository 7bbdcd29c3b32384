"""Draws the new-game menu on the strips.

The first strip shows the choices of the page as lamps, of which the chosen one blinks. A page without choices shows
the seats in their colours. The last strip shows the number of the page as a bar, and the seats. On a board with one
strip, both share it: two thirds and one third. Only the page that can lose a game has red lights.
"""

from ..menu import COLOUR, DROP, GAME, READY
from .area import Area
from .palette import COLOURS, HALF, NAMES, NEUTRAL, REFUSED, STEADY, TICK, TWO_FLASHES, WHITE
from .shapes import lamp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..menu import Menu
    from .area import Canvas


class MenuPicture:
    """Draws one menu. Nothing allocates after construction."""

    def __init__(self, menu: "Menu", canvases: "list[Canvas]") -> None:
        self._menu = menu
        first = canvases[0]
        last = canvases[-1]
        room = first.leds if first is not last else first.leds - first.leds // 3
        beside = 0 if first is not last else room
        half = (last.leds - beside) // 2
        self._page = Area(first, 0, room)
        self._way = Area(last, beside, max(0, half - 1))
        self._seats = Area(last, beside + half, last.leds - beside - half)
        self._seen = -1  # version of the menu that is drawn
        self._left = 0  # areas that are not drawn yet
        self._stepped = -1  # the last slot that is painted

    def paint(self, slot: int) -> bool:
        """Paint the strips as they look in `slot`. After a press each call draws one area; True while some are left."""
        if self._menu.version != self._seen:
            self._seen = self._menu.version
            self._stepped = slot
            self._draw_page(slot)
            self._left = 2
        elif self._left == 2:
            self._draw_way(slot)
            self._left = 1
        elif self._left:
            self._draw_seats(self._seats, STEADY, slot)
            self._left = 0
        elif slot != self._stepped:
            self._stepped = slot
            self._page.step(slot)
            self._way.step(slot)
        return self._left > 0

    def _draw_page(self, slot: int) -> None:
        menu = self._menu
        area = self._page
        if not menu.choices or menu.done:
            self._draw_seats(area, HALF if menu.page == READY and not menu.done else STEADY, slot)
            return
        area.begin()
        for i in range(menu.choices):
            if menu.page == COLOUR:
                lamp(area, i, menu.choices, COLOURS[NAMES[i]], HALF if i == menu.choice else STEADY)
            elif i == menu.choice:
                lamp(area, i, menu.choices, REFUSED if menu.page == DROP and i else NEUTRAL, HALF)
            else:
                lamp(area, i, menu.choices, TICK)
        area.end(slot)

    def _draw_way(self, slot: int) -> None:
        menu = self._menu
        area = self._way
        lit = max(1, (menu.at + 1) * area.leds // menu.pages)
        area.begin()
        for i in range(lit):
            if menu.page == DROP:
                area.put(i, REFUSED, TWO_FLASHES)
            else:
                area.put(i, NEUTRAL if i == lit - 1 else TICK)
        area.end(slot)

    def _draw_seats(self, area: Area, mask: int, slot: int) -> None:
        """One lamp per seat in its colour, or white when the game starts; none on the page GAME."""
        menu = self._menu
        area.begin()
        if menu.page != GAME:
            for seat in range(menu.seats):
                lamp(area, seat, menu.seats, WHITE if menu.done else COLOURS[menu.colours[seat]], mask)
        area.end(slot)
