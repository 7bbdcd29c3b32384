"""The standings as text: order of the seats, points by source, ties, the winners and the rule that decided (C4)."""

from .setup import MAX_NAME

# By game: what decides between seats with equal points, when one of them wins, and when several do.
_TIED = {
    "after_us": ("", "equal points"),
    "primates": ("most heart points among the tied", "equal points and heart points"),
    "ape_town": ("first to take the next turn among the tied", ""),
}

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .games.base import Game


def order(game: "Game") -> "list[tuple[int, int]]":
    """(place, seat) from first to last. Tied seats have the same place and are in seat order."""
    ranked = sorted([(-game.total(seat), -game.tie_break(seat), seat) for seat in range(game.seats)])
    places: list[tuple[int, int]] = []
    for i in range(len(ranked)):
        same = i > 0 and ranked[i][:2] == ranked[i - 1][:2]
        places.append((places[-1][0] if same else i + 1, ranked[i][2]))
    return places


def standings(game: "Game") -> "list[str]":
    """One line per seat, from first to last, and a last line with the outcome."""
    lines = []
    for place, seat in order(game):
        parts = []
        for i in range(len(game.SOURCES)):
            points = game.source(i, seat)
            if points:
                parts.append("%s %d" % (game.SOURCES[i], points))
        name = game.names[seat]
        name += " " * (MAX_NAME - len(name))  # %-12s would count bytes, not characters, on MicroPython
        lines.append(("%d. %s %4d  %s" % (place, name, game.total(seat), ", ".join(parts))).rstrip())
    lines.append(outcome(game))
    return lines


def outcome(game: "Game") -> str:
    """One sentence: who won and by which rule, or where the game is when it is not over."""
    if not game.over():
        return "Not over: " + (_progress(game) or "the game goes on") + "."
    if not game.decided():
        return "The last turn is played; end scoring is open."
    winners = [game.names[seat] for seat in game.winners()]
    if not winners:
        return "Stopped early: no winner."
    if len(winners) == 1:
        return "%s wins: %s." % (winners[0], win_reason(game))
    return "%s and %s share the victory: %s." % (", ".join(winners[:-1]), winners[-1], win_reason(game))


def win_reason(game: "Game") -> str:
    """The rule by which the winners win, in a few words (AU14, PR11, AT13); "" without a winner."""
    winners = game.winners()
    if not winners:
        return ""
    most = game.total(winners[0])
    if len([seat for seat in range(game.seats) if game.total(seat) == most]) == 1:
        return "most points"
    return _TIED[game.NAME][len(winners) > 1]


def _progress(game: "Game") -> str:
    parts = []
    if game.round():
        parts.append("round %d" % game.round())
    if game.phase():
        parts.append("phase %d" % game.phase())
    if 0 <= game.turn() < game.seats:
        parts.append("%s's turn" % game.names[game.turn()])
    return ", ".join(parts)
