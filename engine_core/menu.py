"""The new-game menu on buttons and lights: which game, how many seats, their colours, the options that matter.

A page is one question. NEXT goes on, UNDO goes back (from the first page: out of the menu), the button of
seat N takes the Nth choice, MODE takes the choice after the present one and begins again after the last.
So MODE, NEXT and UNDO are enough, whatever seat buttons a board has. What each page asks, and what its
lights must show (`choices` lamps, the one at `choice` standing out):

GAME     One lamp a game of `games`.
SEATS    One lamp a number of seats: lamp i stands for `least` + i seats, and the button of seat N for N seats.
         Beside them the first `seats` of `colours`.
COLOURS  No lamps: the first `seats` of `colours`. The button of a seat changes that seat's own colour,
         UNDO + seat changes it back. MODE does nothing.
COLOUR   The same for `seat`, which has no button: one lamp a colour of palette.NAMES, in its own colour.
OPTION   The option number `option` of OPTIONS[game]: one lamp a value.
READY    No lamps: the first `seats` of `colours`; NEXT starts the game.
DROP     In the place of READY while a game is unfinished. Two lamps: 0 keeps that game (NEXT leaves the menu),
         1 drops it for the new one. The only page that can lose something: red.

`title()`, `label(choice)` and `button_label(seat)` say the same in words.
"""

from .compat import const
from .controls import MINUS, MODE, NEXT, TAP, UNDO
from .lights.palette import NAMES
from .setup import GAMES, MAX_SEATS, SEAT_LIMITS, Setup

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .board import Board
    from .settings import Settings

# Pages.
GAME = const(0)
SEATS = const(1)
COLOURS = const(2)
COLOUR = const(3)
OPTION = const(4)
READY = const(5)
DROP = const(6)

# What `Menu.done` says.
OPEN = const(0)
START = const(1)
CANCELLED = const(2)

USUAL_SEATS = const(4)

# By game: as people say it; the options asked (key, question, values, the default first).
TITLES = ("After Us", "Primates", "Ape Town")
_SWITCH = ("off", "on")
OPTIONS = (
    (("resources", "Count the resources too?", _SWITCH),),
    (
        ("one_press", "Does NEXT alone mean card drawn and turn ended?", _SWITCH),
        ("actions", "Enter the action of every turn?", _SWITCH),
        ("direction", "Which way do turns go round?", ("clockwise", "counterclockwise")),
    ),
    (
        ("entry", "Enter tiles by space or by region?", ("space", "region")),
        ("claims", "Enter how every tile was claimed?", _SWITCH),
        ("extort", "How is extortion shared out?", ("equal", "proportional")),
    ),
)
WORDS = {"off": "no", "on": "yes"}
_QUESTIONS = ("Which game?", "How many seats?", "Press your button until it has your colour.")
_DROP_WORDS = ("keep the unfinished game", "drop it and start the new one")


class Menu:
    """The menu while it is open. It begins with what was played last.

    board: which games it has zones for, which seats have buttons. unfinished: a game is running that starting
    a new one would drop.
    page: GAME .. DROP. at, pages: the page's place, from 0, among so many. choice, choices: the lamp that is
    chosen, of how many (0 lamps: a page without). game: index in GAMES; games: those offered. seats: chosen
    number; least: of this game. colours: names, seat 1 to 6. seat: on a COLOUR page. option: on an OPTION page.
    done: OPEN, START (see `setup`) or CANCELLED. version: rises with every change.
    """

    def __init__(self, board: "Board", settings: "Settings", unfinished: bool) -> None:
        self.games = [i for i in range(len(GAMES)) if board.game_zones(GAMES[i])] or list(range(len(GAMES)))
        self.unfinished = unfinished
        self.colours = list(settings.colours)
        self._buttonless = [i for i in range(MAX_SEATS) if not board.has_button("seat%d" % (i + 1))]
        self._hearts = list(settings.hearts)
        self._values = [[0] * len(options) for options in OPTIONS]
        self._values[2][0] = OPTIONS[2][0][2].index(settings.entry)
        self.game = self.games[0]
        self.seats = min(USUAL_SEATS, MAX_SEATS - len(self._buttonless))
        self._recall(settings.last)
        self.at = 0
        self.done = OPEN
        self.version = 0
        self._drop = 0
        self._turn_to(0)

    # -- playing ---------------------------------------------------------------------------------
    def act(self, action: int, seat: int) -> None:
        """Take in one gesture of controls.py; those that mean nothing here change nothing."""
        if action == TAP:
            self._press(seat, 1)
        elif action == MINUS and self.page == COLOURS:
            self._press(seat, -1)
        elif action == MODE and self.choices:
            self._choose((self.choice + 1) % self.choices)
        elif action == NEXT:
            self._go_on()
        elif action == UNDO:
            if self.at:
                self._turn_to(self.at - 1)
            else:
                self.done = CANCELLED
        self.version += 1

    def setup(self, map_text: str = "") -> Setup:
        """What was chosen; the seats are called by their colours. map_text: the city, for Ape Town."""
        options: "list[tuple[str, list[str]]]" = []
        for i in range(len(OPTIONS[self.game])):
            key, _, values = OPTIONS[self.game][i]
            options.append((key, [values[self._values[self.game][i]]]))
        game = GAMES[self.game]
        if game == "primates" and self._hearts:
            options.append(("hearts", [str(points) for points in self._hearts]))
        return Setup(game, self.colours[: self.seats], options, map_text if game == "ape_town" else "")

    def remember(self, settings: "Settings") -> None:
        """Put the colours and the game into `settings`: the next menu begins with them."""
        settings.colours = list(self.colours)
        settings.last = self.setup()

    # -- words -----------------------------------------------------------------------------------
    def title(self) -> str:
        """The question of this page in words."""
        if self.page == COLOUR:
            return "Which colour for seat %d?" % (self.seat + 1)
        if self.page == OPTION:
            return OPTIONS[self.game][self.option][1]
        if self.page == READY:
            return "%s with %d: NEXT starts." % (TITLES[self.game], self.seats)
        if self.page == DROP:
            return "A game is unfinished. Drop it?"
        return _QUESTIONS[self.page]

    def label(self, choice: int) -> str:
        """What lamp number `choice` of this page means in words."""
        if self.page == GAME:
            return TITLES[self.games[choice]]
        if self.page == SEATS:
            return str(self.least + choice)
        if self.page == COLOUR:
            return NAMES[choice]
        if self.page == OPTION:
            value = OPTIONS[self.game][self.option][2][choice]
            return WORDS.get(value, value)
        return _DROP_WORDS[choice] if self.page == DROP else ""

    def button_label(self, seat: int) -> str:
        """What the button of `seat` (0..5) chooses on this page, in words; "" when nothing."""
        if self.page == COLOURS:
            return self.colours[seat] if seat < self.seats else ""
        choice = self._choice_of(seat)
        return self.label(choice) if 0 <= choice < self.choices else ""

    # -- inside ----------------------------------------------------------------------------------
    def _choice_of(self, seat: int) -> int:
        """The choice that the button of `seat` stands for; it may be none."""
        return seat + 1 - self.least if self.page == SEATS else seat

    def _recall(self, last: "Setup | None") -> None:
        """Begin with the game, seats and options of `last`, as far as they can still be had."""
        if last is None or last.game not in GAMES or GAMES.index(last.game) not in self.games:
            return
        self.game = GAMES.index(last.game)
        self.seats = len(last.names)
        for i in range(len(OPTIONS[self.game])):
            key, _, values = OPTIONS[self.game][i]
            words = last.option(key)
            if words and words[0] in values:
                self._values[self.game][i] = values.index(words[0])

    def _turn_to(self, at: int) -> None:
        """Show page number `at`: game, seats, colours, buttonless seats, options, then the last."""
        self.least, most = SEAT_LIMITS[self.game]
        self.seats = max(self.least, min(self.seats, most))
        buttonless = [seat for seat in self._buttonless if seat < self.seats]
        options = len(OPTIONS[self.game])
        self.pages = COLOURS + 1 + len(buttonless) + options + 1
        self.at = at
        self.seat = self.option = self.choice = self.choices = 0
        after = at - COLOURS - 1  # place among the pages whose number varies
        if after < 0:
            self.page = at
        elif after < len(buttonless):
            self.page = COLOUR
            self.seat = buttonless[after]
        elif at < self.pages - 1:
            self.page = OPTION
            self.option = after - len(buttonless)
        else:
            self.page = DROP if self.unfinished else READY
            self._drop = 0
        self._show()

    def _show(self) -> None:
        """Set choice and choices from what is chosen."""
        if self.page == GAME:
            self.choices = len(self.games)
            self.choice = self.games.index(self.game)
        elif self.page == SEATS:
            self.choices = SEAT_LIMITS[self.game][1] - self.least + 1
            self.choice = self.seats - self.least
        elif self.page == COLOUR:
            self.choices = len(NAMES)
            self.choice = NAMES.index(self.colours[self.seat])
        elif self.page == OPTION:
            self.choices = len(OPTIONS[self.game][self.option][2])
            self.choice = self._values[self.game][self.option]
        elif self.page == DROP:
            self.choices = 2
            self.choice = self._drop

    def _press(self, seat: int, step: int) -> None:
        """The button of `seat`."""
        if self.page == COLOURS:
            if seat < self.seats:
                self._recolour(seat, step)
            return
        choice = self._choice_of(seat)
        if 0 <= choice < self.choices:
            self._choose(choice)

    def _choose(self, choice: int) -> None:
        if self.page == GAME:
            self.game = self.games[choice]
            self._turn_to(self.at)
        elif self.page == SEATS:
            self.seats = self.least + choice
            self._turn_to(self.at)
        elif self.page == COLOUR:
            self._give(self.seat, NAMES[choice])
        elif self.page == OPTION:
            self._values[self.game][self.option] = choice
        else:
            self._drop = choice
        self._show()

    def _recolour(self, seat: int, step: int) -> None:
        """The next colour, in either direction, that no seat at this table has."""
        at = NAMES.index(self.colours[seat])
        for _ in range(len(NAMES)):
            at = (at + step) % len(NAMES)
            if NAMES[at] not in self.colours[: self.seats]:
                self._give(seat, NAMES[at])
                return

    def _give(self, seat: int, colour: str) -> None:
        """Give `colour` to `seat`; whoever had it takes what `seat` had."""
        if colour in self.colours:
            self.colours[self.colours.index(colour)] = self.colours[seat]
        self.colours[seat] = colour

    def _go_on(self) -> None:
        if self.at < self.pages - 1:
            self._turn_to(self.at + 1)
        elif self.page == DROP and not self._drop:
            self.done = CANCELLED
        else:
            self.done = START
