"""What a panel shows in lights only, said in words: the cursor and the payouts of Ape Town, the reminder cards of
Primates, what the seats enter."""

from engine_core.games.ape_town_scoring import TILES
from engine_core.games.primates_parts import ACTIONS
from engine_core.moves import NO_SEAT
from engine_core.panels.ape_town import ApeTownPanel
from engine_core.panels.base import Panel
from engine_core.panels.primates import PrimatesPanel

TRACKS = ("score", "points")  # modes that change the points
HEARTS = "hearts: only the first value (0) and the last (17) are known; 'hearts' in the settings takes your board's"


def note(panel: Panel | None) -> str:
    """One sentence; "" when the numbers say it all."""
    if panel is None or panel.table.game.decided():
        return ""
    if isinstance(panel, PrimatesPanel):
        return " · ".join(text for text in (_reminder(panel), _entry(panel), _hearts(panel)) if text)
    if isinstance(panel, ApeTownPanel) and panel.payout.is_open:
        return _payout(panel)
    if isinstance(panel, ApeTownPanel) and panel.mode_name() == "place":
        return _cursor(panel)
    return _entry(panel)


def _entry(panel: Panel) -> str:
    """What the seats' buttons mean now, where that is not a number the table of the seats shows."""
    mode = panel.mode_name()
    if mode in TRACKS or mode in panel.table.game.TRACKS:
        return ""
    if mode == "action":
        return "the action: " + ", ".join(f"seat {i + 1} {action}" for i, action in enumerate(ACTIONS))
    return f"the seats enter: {mode}"


def _reminder(panel: PrimatesPanel) -> str:
    """The reminder card that must be on top now (PR4); the answer to one that is seen (PR5)."""
    game, asked = panel.game, panel.asked
    if not asked:
        due = game.reminder_due()
        return f"the reminder card on top must show {due}" if due else ""
    missing = game.missing(asked)
    cards = f"{abs(missing)} environment card{'' if abs(missing) == 1 else 's'}"
    answer = f"{cards} missed, draw and resolve" if missing > 0 else f"{cards} drawn too many"
    return f"reminder card {asked} on top: {answer if missing else 'the deck is in step'} (again: the next number)"


def _hearts(panel: PrimatesPanel) -> str:
    """PR9, when it matters: before the first move of the deck and in end scoring."""
    game = panel.game
    matters = game.over() or (game.round() == 1 and game.reminder_due() and not panel.asked)
    return HEARTS if matters and not game.hearts_are_printed else ""


def _payout(panel: ApeTownPanel) -> str:
    payout, letters = panel.payout, panel.game.city.letters
    complete = f"region {letters[payout.region]} is complete"
    if payout.seat() == NO_SEAT:
        return f"{complete}: nobody dominates it (NEXT goes on)"
    name = panel.game.names[payout.seat()]
    payer = "its dominance" if payout.payer() == payout.region else f"region {letters[payout.payer()]}"
    return f"{complete}: {payer} pays {name} {payout.points()} (NEXT goes on)"


def _cursor(panel: ApeTownPanel) -> str:
    cursor, game = panel.cursor, panel.game
    where = f"region {game.city.letters[cursor.region]} ({cursor.free(cursor.region)} free)"
    if cursor.space >= 0:
        where = game.city.name(cursor.space)
    claim = f", passed {cursor.passed}, taken {cursor.taken}" if game.track.with_claims else ""
    article = "an" if TILES[cursor.tile][0] in "aeiou" else "a"
    return f"NEXT places {article} {TILES[cursor.tile]} ({game.supply(cursor.tile)} left) on {where}{claim}"
