"""The device without its hardware: takes button samples, makes frames for the strips and stores every move.

The same App runs on the board and as the virtual device on the laptop.
"""

from engine_core.compat import const, elapsed
from engine_core.controls import BRIGHTNESS, MENU, READ, READ_END, REDO, SPECIAL, UNCLEAR, UNDO
from engine_core.errors import RuleError
from engine_core.lights.painter import Painter
from engine_core.lights.palette import SLOT_MS
from engine_core.moves import NO_SEAT
from engine_core.moves import REDO as REDO_MOVE
from engine_core.moves import UNDO as UNDO_MOVE
from engine_core.panels import new_panel
from engine_core.settings import SETTINGS_FILE
from engine_core.storage.journal import Journal
from engine_core.table import Table

from .buttons import Buttons
from .modules import drop
from .output import Output

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable
    from typing import Protocol

    from engine_core.board import Board
    from engine_core.menu import Menu
    from engine_core.panels.base import Panel
    from engine_core.settings import Settings
    from engine_core.storage.files import Files

    class MenuLoader(Protocol):
        """As menu_loader.py."""

        def open_menu(self, app: "App") -> None: ...
        def look_round(self, app: "App", quiet: bool) -> None: ...


LOOK_MS = const(50)  # time from one _look_round to the next
EXPECT_MENU = const(30)  # % of the hold for the menu at which its modules are loaded: few people let go after that
_RETRY = const(100)  # times LOOK_MS before settings that could not be stored are stored again
_TOLD = const(100)  # moves between two warnings that a long game is nearly full


class App:
    """One device. Call `tick` every few milliseconds. resume.py makes it.

    board, settings: checked. files: the folder for games and settings. show: takes the number of a strip and its frame.
    read: fills an array("H") with samples, one a millisecond, and returns how many. say: takes one line of text to send
    on USB. alive: called now and then during work that can take seconds. menus: see menu_loader.py.

    table, panel: the game in play; None before the first. menu: the new-game menu while it is open.
    message: what people were told since the last press; it may be empty. refused: the last press was refused.
    resting: there is nothing to do, so the loop may sleep. touched: a press may be in the next sample.
    journal, painter, buttons: its parts. unsaved: above 0, a countdown until the settings are stored.
    trouble: one sentence as long as the settings cannot be stored. looked_at: ms, time of the last _look_round.
    spare: the menu has work to do in _look_round. act_menu: takes the gestures while the menu is open.
    """

    def __init__(
        self,
        board: "Board",
        settings: "Settings",
        files: "Files",
        show: "Callable[[int, bytearray], object]",
        read: "Callable[[array[int]], int]",
        say: "Callable[[str], None]",
        alive: "Callable[[], object]",
        menus: "MenuLoader",
    ) -> None:
        self.board = board
        self.settings = settings
        self.table: "Table | None" = None
        self.panel: "Panel | None" = None
        self.menu: "Menu | None" = None
        self.message = ""
        self.refused = False
        self.resting = False
        self.touched = False
        self._tell = say
        self.buttons = Buttons(board.bits(), read, self.act, self.say)
        self.painter = Painter(board, settings)
        self._output = Output(board, settings.brightness, show)
        self.journal = Journal(files, self.say_too, alive)
        self.looked_at = 0
        self.unsaved = 0
        self.trouble = ""
        self.spare = False
        self.act_menu: "Callable[[App, int, int, bool], None] | None" = None
        self._menus = menus

    # -- the loop --------------------------------------------------------------------------------
    def tick(self, now: int) -> None:
        """Do what is due at `now` (ms, wraps at 2^30). Frames are sent before anything is stored.

        Most ticks must do almost nothing, because nobody presses and no light changes.
        """
        buttons = self.buttons
        painter = self.painter
        active = buttons.turn(now)
        if not buttons.ticking:
            return
        now = buttons.now
        if active or painter.busy or now // SLOT_MS != painter.look.slot:
            painter.hold(buttons.hold)
            painter.paint(now)
            self._output.send(painter)
        if self.journal.pending and self.journal.flush():
            painter.stored()
        elif elapsed(now, self.looked_at) >= LOOK_MS:
            self._look_round(now)
        self.touched = buttons.touched != 0
        self.resting = not (self.touched or painter.busy)

    def _look_round(self, now: int) -> None:
        """Do what need not be done in every tick."""
        self.looked_at = now
        quiet = self.quiet()
        if quiet:
            self.buttons.rest()
        if quiet or self.journal.trouble:  # storage that fails is tried again even while people press buttons
            self.journal.idle(now)
        if quiet and self.unsaved:
            self.unsaved -= 1
            if not self.unsaved:
                self._save_settings()
        if self.spare or self.buttons.hold > EXPECT_MENU:
            self._menus.look_round(self, quiet)

    def quiet(self) -> bool:
        """Whether nobody has pressed a button for a second (see Buttons)."""
        return self.buttons.quiet()

    def missed(self, samples: int) -> None:
        """Tell the people that so many samples were overwritten before they could be read."""
        self.say("The buttons were not read for %d ms: a press may have been missed." % samples)

    def close(self) -> None:
        """Store what is not stored yet, before the device stops."""
        self.journal.attempt()  # also if storage has failed before: there may be room now
        if self.unsaved:
            self._save_settings()

    def say(self, message: str) -> None:
        """Tell the people at the table."""
        self.message = message
        self._tell(message)

    def say_too(self, message: str) -> None:
        """Tell them, and keep what they were told before: there may be several messages at once."""
        before = self.message
        self.say(message)
        if before:
            self.message = before + " " + message

    # -- playing ---------------------------------------------------------------------------------
    def play(self, kind: int, seat: int, a: int = 0, b: int = 0, join: bool = False) -> None:
        """Play a move and pass it to the journal. Raises RuleError, and changes nothing, when it is refused."""
        table = self.table or self._need_table()
        full = table.full()
        if full:
            raise RuleError("over", full)
        table.play(kind, seat, a, b, join)
        self.journal.record(kind, seat, a, b)
        self.painter.pending(seat)
        left = table.game.LONGEST - table.count
        if left % _TOLD == 0 and 9 * left <= table.count:
            self.say(table.full() or "This game has room for %d more moves, then a new one must begin." % left)

    def undo(self) -> None:
        """Take back the last press. Raises RuleError `nothing` when there is none."""
        table = self._need_table()
        seat = _last_seat(table)
        table.undo()
        self.journal.record(UNDO_MOVE, NO_SEAT)
        while self._halfway() and table.can_undo():
            table.undo()
            self.journal.record(UNDO_MOVE, NO_SEAT)
        self.painter.pending(seat)

    def redo(self) -> None:
        """Play again what was taken back. Raises RuleError `nothing` when there is nothing."""
        table = self._need_table()
        table.redo()
        self.journal.record(REDO_MOVE, NO_SEAT)
        while self._halfway() and table.can_redo():
            table.redo()
            self.journal.record(REDO_MOVE, NO_SEAT)
        self.painter.pending(_last_seat(table))

    def _halfway(self) -> bool:
        return self.panel is not None and self.panel.is_half()

    @property
    def reading(self) -> int:
        """The seat (0 to 5) whose number is read out on the lamps; 255 for none."""
        return self.painter.reading

    def current_ma(self) -> int:
        """An estimate of what all strips draw now."""
        return self._output.current_ma()

    def ignored(self) -> "list[str]":
        """The buttons that are stuck or chatter: they are ignored until they work again."""
        return self.buttons.ignored()

    @property
    def stored(self) -> bool:
        """Whether every move is in storage."""
        return not self.journal.pending

    # -- for new_game.py ------------------------------------------------------------------------
    def take_table(self, table: Table) -> None:
        """Play on this table from now on."""
        self.table = table
        self.panel = new_panel(table, self.board, self.play)
        self.show_game()

    def show_game(self) -> None:
        """Show the game instead of the menu."""
        self.menu = self.act_menu = None
        self.painter.open(self.panel)

    # -- gestures --------------------------------------------------------------------------------
    def act(self, action: int, seat: int, joined: bool) -> None:
        """Do what a gesture asks (see Controls)."""
        self.message = ""  # it was about the press before
        self.refused = False
        try:
            if action <= SPECIAL and self.menu is None and self.panel is not None:
                self.panel.act(action, seat, joined)  # checked first, because presses of a seat must be quick
            elif action == BRIGHTNESS:
                self._brighter()
            elif self.act_menu is not None:
                self.act_menu(self, action, seat, joined)
            elif action == MENU:
                self._menus.open_menu(self)
            else:
                self._act_game(action, seat)
        except RuleError as error:
            self.refused = True
            self.painter.refuse(seat)
            self.say(error.message)

    def _act_game(self, action: int, seat: int) -> None:
        if action == UNDO:
            self.undo()
        elif action == REDO:
            self.redo()
        elif action == READ:
            self.painter.read(seat)
        elif action == READ_END:
            self.painter.read_end()
        elif action == UNCLEAR:
            raise RuleError("unknown", "Two of UNDO, MODE and NEXT were held: nothing has changed.")
        elif self.panel is not None:
            self.panel.act(action, seat, False)

    def _brighter(self) -> None:
        self.settings.brightness = self._output.brighter()
        self.painter.brightness(self.settings.brightness)
        self.unsaved = 1

    # -- storing ---------------------------------------------------------------------------------
    def _save_settings(self) -> None:
        self.unsaved = 0
        try:
            from engine_core.settings_writing import text_of  # imported here: seldom needed

            self.journal.files.write(SETTINGS_FILE, text_of(self.settings).encode())
            self.trouble = ""
        except OSError as error:
            self.unsaved = _RETRY
            if not self.trouble:
                self.trouble = "The settings cannot be stored (%s)." % error
                self.say_too(self.trouble)
        from .memory import AFTER_SETTINGS

        drop(*AFTER_SETTINGS)

    def _need_table(self) -> Table:
        if self.table is None:
            raise RuleError("nothing", "There is no game yet: choose one in the menu.")
        return self.table


def _last_seat(table: Table) -> int:
    """The seat of the last move applied; NO_SEAT when there is none."""
    return table.move(table.count - 1)[1] if table.count else NO_SEAT
