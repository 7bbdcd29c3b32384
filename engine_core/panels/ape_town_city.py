"""Pictures of Ape Town: the regions as bars, the city a space an LED, kinds of tiles, money."""

from ..compat import const
from ..games.ape_town_scoring import TILES
from ..moves import NO_SEAT
from ..palette import ATTENTION, FLASH, HALF, NEUTRAL, TICK, TWO_FLASHES
from ..shapes import lamp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..area import Area
    from ..games.ape_town import ApeTownGame
    from ..look import Look
    from .ape_town_cursor import Cursor
    from .ape_town_payout import Payout

_WIDE = const(4)  # bars from here on have a dark LED between them


def draw_bars(area: "Area", look: "Look", game: "ApeTownGame", payout: "Payout") -> None:
    """A bar a region, in alphabetical order, in the colour of who leads there, neutral when nobody does.

    Its last LED is lit when the region is complete, and flashes when one space is left. An empty region is a
    faint LED. While a completion is shown: its region blinks, and the one that pays now flashes.
    """
    regions = game.city.regions
    width = max(1, area.leds // regions)
    area.begin()
    for region in range(min(regions, area.leds // width)):
        start = region * width
        bar = width - 1 if width >= _WIDE else width
        if not payout.is_open:
            _draw_bar(area, look, game, region, start, bar)
        elif region == payout.payer() or region == payout.region:
            mask = TWO_FLASHES if region == payout.payer() else HALF
            for i in range(bar):
                area.put(start + i, NEUTRAL, mask)
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
    for i in range(lit):
        area.put(start + i, look.shade(leader), look.rhythm(leader))
    if size - filled == 1:
        area.put(start + width - 1, NEUTRAL, FLASH)
    area.put(start, TICK)


def draw_kinds(area: "Area", look: "Look", game: "ApeTownGame", cursor: "Cursor") -> None:
    """A lamp a kind of tile: the one chosen blinks, the others are faint, dark when none is left.

    With claims a third of the area shows the tiles passed over, and flashing the money taken.
    """
    area.begin()
    claims = game.track.with_claims
    lamps = len(TILES) + len(TILES) // 2 if claims else len(TILES)
    for tile in range(len(TILES)):
        if tile == cursor.tile:
            lamp(area, tile, lamps, look.shade(game.turn()), HALF)
        elif game.supply(tile):
            lamp(area, tile, lamps, TICK)
    if claims:
        start = len(TILES) * max(1, area.leds // lamps)
        for i in range(cursor.passed):
            area.put(start + i, ATTENTION)
        for i in range(cursor.taken):
            area.put(start + cursor.passed + i, NEUTRAL, FLASH)
    area.end(look.slot)


def draw_city(area: "Area", look: "Look", game: "ApeTownGame", cursor: "Cursor") -> None:
    """A space an LED, region by region, a dark LED between two where there is room.

    Tiles are faint, in the colour of their disk; the free spaces of the chosen region are bright and the
    chosen one blinks in the colour of the seat on turn.
    """
    city = game.city
    gap = 1 if city.spaces + city.regions - 1 <= area.leds else 0
    area.begin()
    start = 0
    for region in range(city.regions):
        _draw_region(area, look, game, cursor, region, start)
        start += city.size[region] + gap
    area.end(look.slot)


def _draw_region(area: "Area", look: "Look", game: "ApeTownGame", cursor: "Cursor", region: int, start: int) -> None:
    chosen = region == cursor.region
    if game.by_region:
        filled = game.regions.filled[region]
        for i in range(game.city.size[region]):
            _draw_space(area, look, game, start + i, i < filled, NO_SEAT, chosen, i == filled)
        return
    for space in range(game.city.spaces):
        if game.city.region[space] == region:
            _draw_space(area, look, game, start, game.tile(space) >= 0, game.disk(space), chosen, space == cursor.space)
            start += 1


def _draw_space(
    area: "Area", look: "Look", game: "ApeTownGame", at: int, taken: bool, disk: int, chosen: bool, cursor: bool
) -> None:
    if taken:
        area.put(at, look.faint(disk))
    elif chosen and cursor:
        area.put(at, look.shade(game.turn()), HALF)
    elif chosen:
        area.put(at, NEUTRAL)


def draw_money(area: "Area", look: "Look", game: "ApeTownGame") -> None:
    """A bar a seat, an LED a money, in blocks of five; a faint LED before each is its zero point."""
    width = area.leds // game.seats
    area.begin()
    for seat in range(game.seats):
        start = seat * width
        area.put(start, look.faint(seat))
        for i in range(game.value(1, seat)):
            at = 1 + i + i // 5
            if at < width - 1:
                area.put(start + at, look.shade(seat), look.rhythm(seat))
    area.end(look.slot)
