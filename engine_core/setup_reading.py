"""Reads and checks a set-up (C5), which is the first lines of a script. The class Setup is in setup.py."""

from .errors import TextError
from .setup import GAMES, MAX_NAME, MAX_SEATS, SEAT_LIMITS, Setup, read_number
from .words import check_line, split, unseen_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .games.base import Game

KEYWORDS = ("game", "seats", "set")  # a line of a script that begins with one of these belongs to the set-up

# Words that begin a line or name a track. They cannot be names of seats, or lines would have two meanings.
_RESERVED = (
    " game seats set next final confirm undo redo over expect shortage action environment reminder place claim "
    "score points hearts money rage cards flowers fruits grains energy none "
)


def read_setup(text: str, map_text: str = "") -> Setup:
    """The set-up of a text as `Setup.text` writes it. Raises TextError with the number of the faulty line."""
    setup = Setup(map_text=map_text)
    number = 0
    for line in text.split("\n"):
        number += 1
        check_line(line, number)
        words = split(line)
        if not words:
            continue
        if words[0] not in KEYWORDS:
            raise TextError("'%s' is no line of a set-up: they begin with game, seats or set." % words[0], number)
        take(setup, words, number)
    check(setup)
    return setup


def take(setup: Setup, words: "list[str]", line: int = 0) -> None:
    """Add one line, as its words, to `setup`. The first word is one of KEYWORDS. Raises TextError."""
    keyword = words[0]
    values = words[1:]
    if not values:
        raise TextError("'%s' needs something after it." % keyword, line)
    if keyword == "game":
        _take_game(setup, values, line)
    elif keyword == "seats":
        _take_seats(setup, values, line)
    else:
        _take_option(setup, values[0], values[1:], line)


def _take_game(setup: Setup, values: "list[str]", line: int) -> None:
    if setup.game:
        raise TextError("The game was named before: a script holds one game.", line)
    if len(values) > 1:
        raise TextError("A script holds one game: take '%s' out." % " ".join(values[1:]), line)
    setup.game = values[0]
    setup.lines["game"] = line


def _take_seats(setup: Setup, values: "list[str]", line: int) -> None:
    if setup.names:
        raise TextError("The seats were named before: put all of them on one line.", line)
    setup.names = values
    setup.lines["seats"] = line


def _take_option(setup: Setup, key: str, values: "list[str]", line: int) -> None:
    if not values:
        raise TextError("'set %s' needs a value." % key, line)
    if setup.option(key) is not None:
        raise TextError("'%s' was set before: say it once." % key, line)
    setup.options.append((key, values))
    setup.lines["set " + key] = line


def check(setup: Setup) -> None:
    """Check game and seats. Raises TextError when they are missing or not allowed."""
    if not setup.game:
        raise TextError("The game is missing: begin with a line such as 'game after_us'.")
    if setup.game not in GAMES:
        raise setup.fault("game", "There is no game '%s': it is one of %s." % (setup.game, ", ".join(GAMES)))
    if not setup.names:
        raise TextError("The seats are missing: add a line such as 'seats Ana Ben Cho'.")
    for i in range(len(setup.names)):
        problem = name_problem(setup.names[i])
        if not problem and setup.names[i] in setup.names[:i]:
            problem = "Two seats are called '%s': give each its own name." % setup.names[i]
        if problem:
            raise setup.fault("seats", problem)
    if len(setup.names) > MAX_SEATS:
        raise setup.fault("seats", "There are at most %d seats, not %d." % (MAX_SEATS, len(setup.names)))


def check_game(game: "type[Game]", setup: Setup) -> None:
    """Raises TextError when `game` is not for that many seats or lacks an option. The game checks the values itself."""
    seats = len(setup.names)
    least, most = SEAT_LIMITS[GAMES.index(setup.game)]
    if not least <= seats <= most:
        wanted = "%s is for %d to %d seats, not %d." % (game.NAME, least, most, seats)
        raise setup.fault("seats", wanted)
    for key, _ in setup.options:
        if game.OPTIONS and key not in game.OPTIONS:
            known = ", ".join(game.OPTIONS)
            raise setup.fault(key, "%s has no option '%s'; it has %s." % (game.NAME, key, known))


def name_problem(name: str) -> str:
    """Why a seat cannot be called `name`, one sentence; "" when it can."""
    if not name or len(name) > MAX_NAME:
        return "The name '%s' must have 1 to %d characters." % (name[: 2 * MAX_NAME], MAX_NAME)
    unseen = unseen_in(name)
    if unseen:
        return "The name '%s' has the character %s in it, which shows nothing: write it without." % (name, unseen)
    for letter in " #=":
        if letter in name:
            return "The name '%s' has a blank, '#' or '=' in it." % name
    if name[0] in "+-" or " %s " % name in _RESERVED or read_number(name) >= 0:
        return "No seat can be called '%s': scripts use that word themselves." % name
    return ""
