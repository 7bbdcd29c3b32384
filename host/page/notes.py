"""Puts into words what a panel shows by lights only: read-outs and dice, the cursor and the payouts of Ape Town, the
reminder cards of Primates, what the seats enter, the last move."""

from engine_core.city import COLOURS
from engine_core.games import new_game
from engine_core.games.after_us import AfterUsGame
from engine_core.games.after_us_parts import RAGE
from engine_core.games.ape_town_scoring import TILES
from engine_core.games.base import Game
from engine_core.games.primates import PrimatesGame
from engine_core.games.primates_parts import ACTIONS
from engine_core.moves import ADD, JOINED, NO_SEAT
from engine_core.panels.ape_town import ApeTownPanel
from engine_core.panels.base import Panel
from engine_core.panels.primates import PrimatesPanel
from engine_core.scripts.script import write_move
from engine_core.setup import MAX_SEATS
from engine_core.table import EVERY, Table
from firmware.app import App
from host.page.hints import amount
from host.page.sheet import Region, Space, Tile, Words
from host.page.view import no_words

TRACKS = ("score", "points")  # modes that change the points
HEARTS = "Only the first (0) and last (17) heart values are known: set 'hearts' in the settings."
STEPS = {  # last steps that are clearer in words than in the language of scripts
    "next": {"after_us": "the phase ended", "primates": "the turn ended", "ape_town": "the turn was passed"},
    "environment": {"primates": "the environment card was drawn"},
    "confirm": {"primates": "the end was confirmed", "ape_town": "the end was confirmed"},
}
SPARE = (4, 5)  # the seat buttons that no player has in a game of two to four


def words(app: App) -> Words:
    """The words to show besides the state."""
    said = no_words()
    panel = app.panel
    if panel is None:
        return said
    said["last"] = _last_step(panel.table)
    if isinstance(panel, PrimatesPanel):
        said["table"] = {"card": not panel.board.has_button("seat5") and not panel.table.setup.switch("one_press")}
    if isinstance(panel, ApeTownPanel):
        said["regions"] = _regions(panel)
        said["city"] = _city(panel)
        said["tiles"] = _tiles(panel)
        said["table"] = {"space": not panel.game.by_region, "claims": panel.game.track.with_claims}
    if app.reading < MAX_SEATS:
        said["todo"] = [read_out(panel, app.reading)]
    elif isinstance(panel, ApeTownPanel) and panel.payout.is_open:
        said["heading"] = f"Region {panel.game.city.letters[panel.payout.region]} is complete"
        said["todo"] = [_payout(panel)]
    elif not panel.table.game.decided():
        said["todo"], said["info"] = _todo(panel), _info(panel)
    return said


def _last_step(table: Table) -> str:
    """The step that UNDO takes back, nearly as in a script.

    A burst of presses is shown as its sum. If a track ended before the sum, it also tells how much counted.
    """
    if not table.count:
        return ""
    at = table.count - 1
    kind, seat, a, b, flags = table.move(at)
    while flags & JOINED:
        at -= 1
        _, _, _, more, flags = table.move(at)
        b += more
    line = write_move(kind, seat, a, b, table.game)
    if kind == ADD and table.game.value(a, seat) == _end_of(table.game, a):
        given = table.game.value(a, seat) - _game_before(table, at).value(a, seat)
        if given < b:
            return f"{line}: {given} counted, the track ends there"
    return STEPS.get(line, {}).get(table.game.NAME, line)


def _end_of(game: Game, track: int) -> int:
    """The last value of a track on which further gains are lost (AU5, PR8); -1 for other tracks."""
    if isinstance(game, AfterUsGame) and track == RAGE:
        return game.rage_cap
    if isinstance(game, PrimatesGame):
        return len(game.heart_values) - 1
    return -1


def _game_before(table: Table, number: int) -> Game:
    """The game as it was before move `number` of the table's log."""
    game = new_game(table.setup)
    start = number // EVERY
    state = table.checkpoint(start)
    while state is None:
        start -= 1
        state = table.checkpoint(start)
    game.unpack(state)
    for at in range(start * EVERY, number):
        game.play(*table.move(at)[:4])
    return game


def _todo(panel: Panel) -> list[str]:
    if isinstance(panel, PrimatesPanel):
        found = [_reminder(panel), _entry(panel)]
    elif isinstance(panel, ApeTownPanel) and panel.mode_name() == "place":
        found = [_cursor(panel)]
    else:
        found = [_entry(panel)]
    return [text for text in found if text]


def _info(panel: Panel) -> list[str]:
    """The note about heart values (PR9), when it matters: before the first move of the deck and in end scoring."""
    if not isinstance(panel, PrimatesPanel) or panel.game.hearts_are_printed:
        return []
    game = panel.game
    matters = game.over() or (game.round() == 1 and game.reminder_due() and not panel.asked)
    return [HEARTS] if matters else []


def read_out(panel: Panel, seat: int) -> str:
    """What MODE with the button of `seat` shows: the seat's number, or that of a spare button in this game."""
    game = panel.table.game
    if seat < game.seats:
        mode = panel.mode_name()
        counted = mode if mode in (*game.TRACKS, *game.CATEGORIES) and not game.decided() else game.TRACKS[0]
        return f"{game.names[seat]}: {amount(panel.number(seat), counted)}"
    if isinstance(panel, PrimatesPanel) and seat in SPARE and not panel.game.over():
        dice = panel.game.dice(seat - SPARE[0])
        if seat == SPARE[0]:
            return f"dice for a group movement: {', '.join(map(str, dice))}"
        return f"dice for a solitary movement: {' + '.join(map(str, dice))} = {sum(dice)}"
    if isinstance(panel, ApeTownPanel) and seat in SPARE:
        cursor = panel.cursor
        if seat == SPARE[0]:
            return f"region {panel.game.city.letters[cursor.region]}: {cursor.free(cursor.region)} spaces free"
        return f"{TILES[cursor.tile]}: {panel.game.supply(cursor.tile)} tiles left"
    return "nobody has this button"


def _entry(panel: Panel) -> str:
    """What the seats' buttons enter now; "" for a track that the table of the seats shows."""
    mode = panel.mode_name()
    if mode in TRACKS or mode in panel.table.game.TRACKS:
        return ""
    if mode == "action":
        return "the action: " + ", ".join(f"seat {i + 1} {action}" for i, action in enumerate(ACTIONS))
    return f"the seats enter: {mode}"


def _reminder(panel: PrimatesPanel) -> str:
    """The reminder card that must be on top now (PR4), or the answer when people enter the one they see (PR5)."""
    game, asked = panel.game, panel.asked
    if not asked:
        due = game.reminder_due()
        return f"the reminder card on top must show {due}" if due else ""
    missing = game.missing(asked)
    cards = f"{abs(missing)} environment card{'' if abs(missing) == 1 else 's'}"
    answer = f"{cards} missed, draw and resolve" if missing > 0 else f"{cards} drawn too many"
    return f"reminder card {asked} on top: {answer if missing else 'the deck is in step'} (again: the next number)"


def _payout(panel: ApeTownPanel) -> str:
    payout = panel.payout
    which = f" ({payout.step + 1} of {payout.steps})" if payout.steps > 1 else ""
    if payout.seat() == NO_SEAT:
        return f"nobody dominates it{which}: NEXT goes on"
    name = panel.game.names[payout.seat()]
    letter = panel.game.city.letters[payout.payer()]
    payer = "its dominance" if payout.payer() == payout.region else f"extortion of region {letter}"
    return f"{payer} pays {name} {payout.points()}{which}: NEXT goes on"


def _cursor(panel: ApeTownPanel) -> str:
    cursor, game = panel.cursor, panel.game
    colour = COLOURS[game.city.colour[cursor.region]]
    where = f"region {game.city.letters[cursor.region]} ({cursor.free(cursor.region)} free)"
    if cursor.space >= 0:
        where = game.city.name(cursor.space)
    claim = f", passed {cursor.passed}, taken {cursor.taken}" if game.track.with_claims else ""
    article = "an" if TILES[cursor.tile][0] in "aeiou" else "a"
    return f"NEXT places {article} {TILES[cursor.tile]} ({game.supply(cursor.tile)} left) on {where}, {colour}{claim}"


def _regions(panel: ApeTownPanel) -> list[Region]:
    game = panel.game
    leaders = [game.regions.leader(region) for region in range(game.city.regions)]
    return [
        {
            "letter": game.city.letters[region],
            "filled": game.regions.filled[region],
            "size": game.city.size[region],
            "leader": leader if leader != NO_SEAT else None,
        }
        for region, leader in enumerate(leaders)
    ]


def _city(panel: ApeTownPanel) -> list[Space]:
    game, city = panel.game, panel.game.city
    if game.by_region:
        return []
    placing = _is_placing(panel)
    return [
        {
            "name": city.name(space),
            "row": city.row[space],
            "column": city.column[space],
            "colour": COLOURS[city.colour[city.region[space]]],
            "tile": TILES[game.tile(space)] if game.tile(space) >= 0 else "",
            "seat": game.disk(space) if 0 <= game.disk(space) < game.seats else None,
            "chosen": placing and space == panel.cursor.space,
        }
        for space in range(city.spaces)
    ]


def _tiles(panel: ApeTownPanel) -> list[Tile]:
    if panel.game.over():
        return []
    placing = _is_placing(panel)
    return [
        {"name": name, "left": panel.game.supply(tile), "chosen": placing and tile == panel.cursor.tile}
        for tile, name in enumerate(TILES)
    ]


def _is_placing(panel: ApeTownPanel) -> bool:
    return panel.mode_name() == "place" and not panel.payout.is_open


def choose(panel: Panel | None, name: str) -> None:
    """Choose a free space of Ape Town's city ("A3"), or a kind of tile ("lemur") to be placed.

    The buttons of seats 5 and 6 do the same step by step. A name that cannot be chosen now changes nothing.
    """
    if not isinstance(panel, ApeTownPanel) or panel.game.over() or panel.payout.is_open:
        return
    game, cursor = panel.game, panel.cursor
    spaces = [] if game.by_region else [space for space in range(game.city.spaces) if game.city.name(space) == name]
    if spaces and game.tile(spaces[0]) < 0:
        _show_cursor(panel)
        cursor.region, cursor.space = game.city.region[spaces[0]], spaces[0]
    elif name in TILES and game.supply(TILES.index(name)):
        _show_cursor(panel)
        cursor.tile = TILES.index(name)
    panel.changes += 1


def _show_cursor(panel: ApeTownPanel) -> None:
    panel.mode = panel.modes().index("place")
