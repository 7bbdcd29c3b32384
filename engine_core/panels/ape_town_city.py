"""Draws Ape Town's pictures: the regions as bars, what is being placed, the money."""

from ..compat import const
from ..games.ape_town_scoring import TILES
from ..lights.palette import ATTENTION, CHOSEN, FLASH, HALF, NEUTRAL, STEADY, TICK, TWO_FLASHES
from ..lights.shapes import alert, lamp, row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..games.ape_town import ApeTownGame
    from ..lights.area import Area
    from ..lights.look import Look
    from .ape_town_cursor import Cursor
    from .ape_town_payout import Payout

_WIDE = const(4)  # LEDs per region from which on there is a dark one between two bars


def draw_bars(area: "Area", look: "Look", game: "ApeTownGame", payout: "Payout", chosen: int) -> None:
    """One bar per region, in alphabetical order, in the colour of the seat that leads there, or neutral.

    The last LED of a bar is lit when the region is complete, and flashes when one space is left. An empty region is
    one faint LED. Region `chosen` (-1: none) blinks: it is where the tile will be placed. While payments are shown,
    the completed region blinks, the one that pays now flashes, and all others are dark.
    """
    regions = game.city.regions
    width = max(1, area.leds // regions)
    bar = width - 1 if width >= _WIDE else width
    area.begin()
    for region in range(regions):
        start = region * width
        if payout.is_open:
            if region == payout.payer():
                area.fill(start, bar, NEUTRAL, TWO_FLASHES)
            elif region == payout.region:
                area.fill(start, bar, NEUTRAL, HALF)
        elif region == chosen:
            area.fill(start, bar, CHOSEN, HALF)
        else:
            _draw_bar(area, look, game, region, start, bar)
    area.end(look.slot)


def _draw_bar(area: "Area", look: "Look", game: "ApeTownGame", region: int, start: int, width: int) -> None:
    size = game.city.size[region]
    filled = game.regions.filled[region]
    leader = game.regions.leader(region)
    if filled == size:
        lit = width
    elif filled:
        lit = min(1 + (filled - 1) * (width - 1) // (size - 1), width - 1)
    else:
        lit = 0
    area.fill(start, lit, look.own(leader), look.own_rhythm(leader))
    if size - filled == 1:
        area.put(start + width - 1, NEUTRAL, FLASH)
    area.put(start, TICK)


def draw_place(area: "Area", look: "Look", game: "ApeTownGame", cursor: "Cursor") -> None:
    """What is being placed: the spaces of the chosen region, the kinds of tiles and, if entered, the claim.

    Each has an equal part of the area. Spaces, in reading order: an occupied one is faint, in the colour of the disk
    on it; a free one is bright; the chosen one blinks in the colour of the seat on turn. Kinds: the chosen one is lit,
    one with no tile left is dark. Claim: the tiles passed over, then the money taken, which flashes.
    """
    parts = 3 if game.track.with_claims else 2
    room = area.leds // parts
    area.begin()
    alert(area, look)
    _draw_spaces(area, look, game, cursor, room)
    for tile in range(len(TILES)):
        if tile == cursor.tile:
            lamp(area, tile, len(TILES), CHOSEN, STEADY, room, room)
        elif game.supply(tile):
            lamp(area, tile, len(TILES), TICK, STEADY, room, room)
    if parts == 3:
        area.put(2 * room, TICK)
        area.fill(2 * room + 1, cursor.passed, ATTENTION, STEADY)
        area.fill(2 * room + 1 + cursor.passed, cursor.taken, NEUTRAL, FLASH)
    area.end(look.slot)


def _draw_spaces(area: "Area", look: "Look", game: "ApeTownGame", cursor: "Cursor", room: int) -> None:
    size = game.city.size[cursor.region]
    on_turn = look.shade(game.turn())
    if game.by_region:  # only the number of occupied spaces is known
        filled = size - cursor.free(cursor.region)
        for i in range(size):
            if i == filled:
                lamp(area, i, size, on_turn, HALF, 0, room)
            else:
                lamp(area, i, size, TICK if i < filled else NEUTRAL, STEADY, 0, room)
        return
    here = cursor.spaces[cursor.region]
    for i in range(size):
        space = here[i]
        if game.tile(space) >= 0:
            lamp(area, i, size, look.faint(game.disk(space)), STEADY, 0, room)
        elif space == cursor.space:
            lamp(area, i, size, on_turn, HALF, 0, room)
        else:
            lamp(area, i, size, NEUTRAL, STEADY, 0, room)


def draw_money(area: "Area", look: "Look", game: "ApeTownGame") -> None:
    """One bar per seat with one LED per money, in blocks of five. A faint LED before each bar is its zero point."""
    width = area.leds // game.seats
    area.begin()
    for seat in range(game.seats):
        start = seat * width
        area.put(start, look.faint(seat))
        row(area, start + 1, width - 2, game.value(1, seat), look.shade(seat), look.rhythm(seat))
    area.end(look.slot)
