"""The standings as text: order of the seats, points by source, ties, the winners and the rule that decided (C4)."""

from .setup import MAX_NAME

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
        return "%s wins: %s." % (winners[0], game.win_reason())
    return "%s and %s share the victory: %s." % (", ".join(winners[:-1]), winners[-1], game.win_reason())


def _progress(game: "Game") -> str:
    parts = []
    if game.round():
        parts.append("round %d" % game.round())
    if game.phase():
        parts.append("phase %d" % game.phase())
    if 0 <= game.turn() < game.seats:
        parts.append("%s's turn" % game.names[game.turn()])
    return ", ".join(parts)
