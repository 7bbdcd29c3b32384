"""What a panel shows in lights only, said in words: the cursor and the payouts of Ape Town, what the seats enter."""

from engine_core.games.ape_town_scoring import TILES
from engine_core.moves import NO_SEAT
from engine_core.panels.ape_town import ApeTownPanel
from engine_core.panels.base import Panel

TRACKS = ("score", "points")  # modes that change the points


def note(panel: Panel | None) -> str:
    """One sentence; "" when the numbers say it all."""
    if panel is None:
        return ""
    if isinstance(panel, ApeTownPanel) and panel.payout.is_open:
        return _payout(panel)
    mode = panel.mode_name()
    if isinstance(panel, ApeTownPanel) and mode == "place":
        return _cursor(panel)
    if mode in TRACKS or mode in panel.table.game.TRACKS:
        return ""
    return f"the seats enter: {mode}"


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
    return f"NEXT places a {TILES[cursor.tile]} ({game.supply(cursor.tile)} left) on {where}{claim}"
