"""The new-game menu: asks for the game, the number of seats, their colours and the options of the game.

Each page is one question. NEXT goes to the next page, UNDO to the page before (on the first page it leaves the
menu). The button of seat N chooses the Nth choice. MODE chooses the following one, and the first after the last. So
MODE, NEXT and UNDO are enough on a board without seat buttons. The pages, and what their lights show (`choices`
lamps, of which number `choice` is highlighted):

GAME     One lamp per game of `games`.
SEATS    One lamp per number of seats: lamp i means `least` + i seats, and the button of seat N means N seats.
         Beside them the first `seats` of `colours`.
COLOURS  No lamps: the first `seats` of `colours`. The button of a seat changes the colour of that seat,
         UNDO + seat changes it back. MODE does nothing.
COLOUR   The colour of `seat`, which has no button: one lamp per colour of palette.NAMES, in that colour.
OPTION   The option number `option` of OPTIONS[game]: one lamp per value.
READY    No lamps: the first `seats` of `colours`; NEXT starts the game.
DROP     In place of READY while a game is unfinished. Two lamps: 0 keeps that game (NEXT leaves the menu),
         1 drops it for the new one. It is red, because no other page can lose a game.

`title()`, `label(choice)` and `button_label(seat)` give the same in words.
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

# Values of `Menu.done`.
OPEN = const(0)
START = const(1)
CANCELLED = const(2)

USUAL_SEATS = const(4)

# By game: its printed name, and the options that the menu asks for (key, question, values with the default first).
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
    """The menu while it is open. It begins with the choices of the last game.

    board: says which games have zones and which seats have buttons. unfinished: there is a game in play, which a new
    one would end.
    page: GAME .. DROP. at, pages: number of this page, from 0, and of all pages. choice, choices: the chosen lamp, from
    0, and the number of lamps (0 on a page without lamps). game: index in GAMES; games: the indices offered. seats:
    chosen number; least: fewest seats of this game. colours: names, of seat 1 to 6. seat: of a COLOUR page. option: of
    an OPTION page. done: OPEN, START (then see `setup`) or CANCELLED. version: rises with every change.
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
        """Do what one gesture (an action of controls.py) asks. Gestures without a meaning here change nothing."""
        if action == TAP:
            self._press(seat, 1)
        elif action == MINUS and self.page == COLOURS:
            self._press(seat, -1)
        elif action == MODE and self.choices:
            self._choose((self.choice + 1) % self.choices)
        elif action == NEXT:
            self._next_page()
        elif action == UNDO:
            if self.at:
                self._turn_to(self.at - 1)
            else:
                self.done = CANCELLED
        self.version += 1

    def setup(self, map_text: str = "") -> Setup:
        """The set-up that was chosen; the seats are named after their colours. map_text: Ape Town's city."""
        options: "list[tuple[str, list[str]]]" = []
        for i in range(len(OPTIONS[self.game])):
            key, _, values = OPTIONS[self.game][i]
            options.append((key, [values[self._values[self.game][i]]]))
        game = GAMES[self.game]
        if game == "primates" and self._hearts:
            options.append(("hearts", [str(points) for points in self._hearts]))
        return Setup(game, self.colours[: self.seats], options, map_text if game == "ape_town" else "")

    def remember(self, settings: "Settings") -> None:
        """Put the colours and the set-up into `settings`: the next menu begins with them."""
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
        """What the button of `seat` (0..5) chooses on this page, in words; "" when it chooses nothing."""
        if self.page == COLOURS:
            return self.colours[seat] if seat < self.seats else ""
        choice = self._choice_of(seat)
        return self.label(choice) if 0 <= choice < self.choices else ""

    # -- inside ----------------------------------------------------------------------------------
    def _choice_of(self, seat: int) -> int:
        """The choice of the button of `seat`; it can lie outside 0 to `choices` - 1."""
        return seat + 1 - self.least if self.page == SEATS else seat

    def _recall(self, last: "Setup | None") -> None:
        """Begin with the game, seats and options of `last`, as far as they are still offered."""
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
        after = at - COLOURS - 1  # index among the pages after COLOURS
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
        """Set `choice` and `choices` of this page."""
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
        """The button of `seat` was pressed. step: -1 for UNDO + seat, else 1."""
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
        elif self.page == SEATS:
            self.seats = self.least + choice
        elif self.page == COLOUR:
            self._give(self.seat, NAMES[choice])
        elif self.page == OPTION:
            self._values[self.game][self.option] = choice
        else:
            self._drop = choice
        if self.page <= SEATS:  # the other pages depend on it
            self._turn_to(self.at)
        else:
            self._show()

    def _recolour(self, seat: int, step: int) -> None:
        """Give `seat` the next colour (step -1: the one before) that no seat at this table has."""
        at = NAMES.index(self.colours[seat])
        for _ in range(len(NAMES)):
            at = (at + step) % len(NAMES)
            if NAMES[at] not in self.colours[: self.seats]:
                self._give(seat, NAMES[at])
                return

    def _give(self, seat: int, colour: str) -> None:
        """Give `colour` to `seat`. A seat that had it gets the old colour of `seat`."""
        if colour in self.colours:
            self.colours[self.colours.index(colour)] = self.colours[seat]
        self.colours[seat] = colour

    def _next_page(self) -> None:
        if self.at < self.pages - 1:
            self._turn_to(self.at + 1)
        elif self.page == DROP and not self._drop:
            self.done = CANCELLED
        else:
            self.done = START
