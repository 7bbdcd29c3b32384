"""The device without its hardware: samples of the buttons in, frames for the strips out, every move stored.

The same App runs on the board and as the virtual device on the laptop.
"""

from engine_core.compat import const, elapsed, nothing
from engine_core.controls import BRIGHTNESS, MENU, NO_SEAT, READ, READ_END, REDO, SPECIAL, UNCLEAR, UNDO
from engine_core.errors import RuleError, TextError
from engine_core.journal import Journal
from engine_core.moves import REDO as REDO_MOVE
from engine_core.moves import UNDO as UNDO_MOVE
from engine_core.paint import Painter
from engine_core.palette import SLOT_MS
from engine_core.panels import new_panel
from engine_core.table import Table

from .buttons import Buttons
from .modules import drop, drop_beginning, drop_game
from .output import Output

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable
    from typing import Any

    from engine_core.board import Board
    from engine_core.menu import Menu
    from engine_core.panels.base import Panel
    from engine_core.settings import Settings
    from engine_core.setup import Setup
    from engine_core.shelf import Files

SETTINGS = "settings.json"
CITY = "city.map"  # of the table's own Ape Town; in storage, where the settings are
LOOK_MS = const(50)


class App:
    """One device. Call `tick` every few milliseconds.

    board, settings: checked. files: the folder for games and settings. show: takes the number of a strip and
    its frame. read: fills an array("H") with samples, one a millisecond, and says how many. say: takes one
    line for whoever listens on USB. alive: called now and then in what can take seconds.

    table, panel: the game in play, None before the first. menu: the new-game menu while it is open.
    message: what was said since the last press; it may be empty. resting: nothing is going on, the loop may nap.
    touched: a press may be coming in the next sample.
    """

    def __init__(
        self,
        board: "Board",
        settings: "Settings",
        files: "Files",
        show: "Callable[[int, bytearray], object]",
        read: "Callable[[array[int]], int]",
        say: "Callable[[str], None]",
        alive: "Callable[[], object]" = nothing,
    ) -> None:
        self.board = board
        self.settings = settings
        self.table: "Table | None" = None
        self.panel: "Panel | None" = None
        self.menu: "Menu | None" = None
        self.message = ""
        self.refused = False  # the last press was
        self.resting = False
        self.touched = False
        self._files = files
        self._tell = say
        self._buttons = Buttons(board.bits(), read, self._act, self.say)
        self._painter = Painter(board, settings)
        self._output = Output(board, settings.brightness, show)
        self._journal = Journal(files, self.say, alive)
        self._looked_at = 0
        self._unsaved = False  # settings
        self._resume()

    # -- the loop --------------------------------------------------------------------------------
    def tick(self, now: int) -> None:
        """Do what is to be done at `now` (ms, wraps at 2^30). The frame is started before anything is stored.

        Most of the time that is almost nothing: nobody does anything, and the next thing blinks in a while.
        """
        buttons = self._buttons
        painter = self._painter
        active = buttons.turn(now)
        if not buttons.ticking:
            return
        now = buttons.now
        if active or painter.busy or now // SLOT_MS != painter.look.slot:
            painter.hold(buttons.hold)
            painter.paint(now)
            self._output.send(painter)
        if self._journal.pending:
            if self._journal.flush():
                painter.stored()
            else:
                self._journal.idle(now)
        elif elapsed(now, self._looked_at) >= LOOK_MS:
            self._look_round(now)
        self.touched = buttons.touched != 0
        self.resting = not (self.touched or painter.busy)

    def _look_round(self, now: int) -> None:
        """What need not be done in every tick."""
        self._looked_at = now
        if self.quiet():
            self._buttons.rest()
            self._journal.idle(now)
            self._save_settings()

    def quiet(self) -> bool:
        """Whether nobody has pressed a key for a moment."""
        return self._buttons.quiet()

    def missed(self, samples: int) -> None:
        """So many samples were lost before they could be read."""
        self.say("The buttons were not read for %d ms: a press may have been missed." % samples)

    def close(self) -> None:
        """Store what is not stored yet: the device is about to stop."""
        self._journal.flush()
        self._save_settings()

    def say(self, message: str) -> None:
        """Tell the people at the table."""
        self.message = message
        self._tell(message)

    # -- playing ---------------------------------------------------------------------------------
    def play(self, kind: int, seat: int, a: int = 0, b: int = 0, join: bool = False) -> None:
        """Play a move and see that it is stored. Raises RuleError, and nothing has changed, when it is refused."""
        table = self.table or self._need_table()
        table.play(kind, seat, a, b, join)
        self._journal.record(kind, seat, a, b)
        self._painter.pending(seat)

    def undo(self) -> None:
        """Take back the last press. Raises RuleError `nothing`."""
        table = self._need_table()
        seat = _last_seat(table)
        table.undo()
        self._journal.record(UNDO_MOVE, NO_SEAT)
        while self._halfway() and table.can_undo():
            table.undo()
            self._journal.record(UNDO_MOVE, NO_SEAT)
        self._painter.pending(seat)

    def redo(self) -> None:
        """Play again what was taken back. Raises RuleError `nothing`."""
        table = self._need_table()
        table.redo()
        self._journal.record(REDO_MOVE, NO_SEAT)
        while self._halfway() and table.can_redo():
            table.redo()
            self._journal.record(REDO_MOVE, NO_SEAT)
        self._painter.pending(_last_seat(table))

    def _halfway(self) -> bool:
        return self.panel is not None and self.panel.is_halfway()

    def begin(self, setup: "Setup") -> None:
        """Begin a new game; the one before is kept. Raises TextError when the set-up cannot be played."""
        table = Table(setup)
        self._journal.begin(table)
        if self.menu is not None and self.message == self.menu.title():
            self.message = ""  # nobody is asked any more
        before = self.table
        self._take_table(table)
        if before is not None and before.game.NAME != table.game.NAME:
            drop_game(before.game.NAME)
        drop_beginning()

    def state(self) -> "dict[str, Any]":
        """What the table stands like now, as plain data for a page or a terminal: see state.py."""
        from .state import state_of

        return state_of(self)

    @property
    def reading(self) -> int:
        """The button of the seat whose number is read out (0 to 5); 255 for none."""
        return self._painter.reading

    def current_ma(self) -> int:
        """An estimate of what all strips draw now."""
        return self._output.current_ma()

    def ignored(self) -> "list[str]":
        """The buttons that are stuck or chatter: they do nothing until they are well."""
        return self._buttons.ignored()

    @property
    def stored(self) -> bool:
        """Whether every move is in storage."""
        return not self._journal.pending

    # -- power-up --------------------------------------------------------------------------------
    def _resume(self) -> None:
        """The game in play is there again as it was; without one the menu asks for the first."""
        setup = self._journal.resume()
        if setup is not None:
            try:
                table = Table(setup)
            except (TextError, RuleError) as error:
                self.say("The stored game cannot be played on (%s): it is kept, begin a new one." % error)
                self._journal.decline()
            else:
                self._journal.replay_into(table)
                self._take_table(table)
        if self.table is None:
            self._open_menu()
        drop_beginning()

    def _take_table(self, table: Table) -> None:
        self.table = table
        self.panel = new_panel(table, self.board)
        self.panel.play = self.play
        self._show_game()

    def _show_game(self) -> None:
        self.menu = None
        self._painter.open(self.panel)

    # -- gestures --------------------------------------------------------------------------------
    def _act(self, action: int, seat: int, joined: bool) -> None:
        self.message = ""  # what was said was about the press before
        self.refused = False
        try:
            if action <= SPECIAL and self.menu is None and self.panel is not None:
                self.panel.act(action, seat, joined)  # first: a press of a seat waits for no other question
            elif action == BRIGHTNESS:
                self._brighter()
            elif self.menu is not None:
                self._act_menu(action, seat)
            elif action == MENU:
                self._open_menu()
            else:
                self._act_game(action, seat)
        except RuleError as error:
            self.refused = True
            self._painter.refuse(seat)
            self.say(error.message)

    def _act_game(self, action: int, seat: int) -> None:
        if action == UNDO:
            self.undo()
        elif action == REDO:
            self.redo()
        elif action == READ:
            self._painter.read(seat)
        elif action == READ_END:
            self._painter.read_end()
        elif action == UNCLEAR:
            raise RuleError("unknown", "Two of UNDO, MODE and NEXT were held: nothing has changed.")
        elif self.panel is not None:
            self.panel.act(action, seat, False)

    def _brighter(self) -> None:
        self.settings.brightness = self._output.brighter()
        self._painter.brightness(self.settings.brightness)
        self._unsaved = True

    # -- the menu --------------------------------------------------------------------------------
    def _open_menu(self) -> None:
        from engine_core.menu import Menu

        unfinished = self.table is not None and self.table.count > 0 and not self.table.game.decided()
        self.menu = Menu(self.board, self.settings, unfinished)
        self._painter.open_menu(self.menu)
        self.say(self.menu.title())

    def _act_menu(self, action: int, seat: int) -> None:
        from engine_core.menu import START

        menu = self.menu
        if menu is None:
            return
        page = menu.at
        menu.act(action, seat)
        if menu.done == START:
            self._start_game(menu)
        elif menu.done:
            self._close_menu()
        elif menu.at != page:
            self.say(menu.title())
        if self.menu is None:
            drop("engine_core.menu", "engine_core.menu_picture")

    def _start_game(self, menu: "Menu") -> None:
        try:
            self.begin(menu.setup(self._city()))
        except TextError as error:
            self.say(str(error))
            self._open_menu()
            return
        menu.remember(self.settings)
        self._show_game()  # in the colours just chosen
        self._unsaved = True

    def _city(self) -> str:
        """The text of the city that lies in storage, for Ape Town; "" without one."""
        try:
            return str(self._files.read(CITY), "utf-8")
        except (OSError, ValueError, MemoryError):
            return ""

    def _close_menu(self) -> None:
        """Back to the game; without one there is only the menu."""
        self._show_game()
        if self.table is None:
            self._open_menu()

    # -- storing ---------------------------------------------------------------------------------
    def _save_settings(self) -> None:
        if not self._unsaved:
            return
        self._unsaved = False
        try:
            self._files.write(SETTINGS, self.settings.text().encode())
        except OSError as error:
            self.say("The settings cannot be stored (%s)." % error)

    def _need_table(self) -> Table:
        if self.table is None:
            raise RuleError("nothing", "There is no game yet: choose one in the menu.")
        return self.table


def _last_seat(table: Table) -> int:
    """The seat of the last move applied; NO_SEAT when there is none."""
    return table.move(table.count - 1)[1] if table.count else NO_SEAT
