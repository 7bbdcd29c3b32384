"""What the strips show, as text: one letter an LED, and the buttons that lead there.

Letters: R Y G C B P O V the seats' colours, the same small when faint; W white, # neutral, @ chosen, `,` a tick,
! red of a refusal, ? something is due, `.` dark.
"""

from pathlib import Path

from engine_core import controls
from engine_core.board import Board
from engine_core.board_reading import load_board
from engine_core.errors import RuleError
from engine_core.games.ape_town import ApeTownGame
from engine_core.games.ape_town_scoring import TILES
from engine_core.lights.painter import Painter
from engine_core.lights.palette import ATTENTION, CHOSEN, COLOURS, NEUTRAL, REFUSED, SLOT_MS, TICK, WHITE, dim
from engine_core.moves import NO_SEAT, OVER, PLACE, SHORTAGE
from engine_core.panels import new_panel
from engine_core.settings import Settings
from engine_core.setup_reading import read_setup
from engine_core.table import Table

ROOT = Path(__file__).parents[3]
TWO_SECONDS = 20  # slots

LETTERS = {0: ".", WHITE: "W", NEUTRAL: "#", CHOSEN: "@", TICK: ",", REFUSED: "!", ATTENTION: "?"}
for name, colour in COLOURS.items():
    LETTERS[colour] = name[0].upper()
    LETTERS[dim(colour)] = name[0]

SEAT_GESTURES = {"": controls.TAP, "U": controls.MINUS, "N": controls.SPECIAL}
APP_MOVES = {"over": OVER, "shortage": SHORTAGE}
GESTURES = {"N": controls.NEXT, "M": controls.MODE}


def read_board(name: str = "pico_w_reference") -> Board:
    return load_board((ROOT / "boards" / f"{name}.json").read_text("utf-8"))


def letters(frame: bytearray) -> str:
    """The LEDs of one frame as letters; a colour without one is an error."""
    return "".join(LETTERS[frame[i] << 16 | frame[i + 1] << 8 | frame[i + 2]] for i in range(0, len(frame), 3))


class Device:
    """A table with its panel and painter; what is left out is debouncing, storing and time between presses."""

    def __init__(
        self, setup: str, map_text: str = "", board: Board | None = None, settings: Settings | None = None
    ) -> None:
        self.board = board or read_board()
        self.settings = settings or Settings()
        self.table = Table(read_setup(setup, map_text))
        self.panel = new_panel(self.table, self.board, self.table.play)
        self.painter = Painter(self.board, self.settings)
        self.painter.open(self.panel)
        self.slot = 0
        self.said = ""  # code of the last refusal
        self.settle()

    def press(self, gestures: str) -> "Device":
        """Gestures, separated by blanks. `1*12` is twelve presses of seat 1; a refused one blinks, as on the device.

        1..6 a seat; U1, N1, M1 with UNDO, NEXT, MODE; U, N, M, R alone (R: redo). What only scripts and the page
        can say: over, shortage, C4=lemur (placed there). What the app tells the painter: white1, white0 (the whole
        table), stored, hold50, bright3, read_end.
        """
        for word in gestures.split():
            word, _, times = word.partition("*")
            for _ in range(int(times or 1)):
                self._press(word)
        self.settle()
        return self

    def _press(self, word: str) -> None:
        if word in APP_MOVES:
            self.table.play(APP_MOVES[word], NO_SEAT)
        elif "=" in word:
            self._place(*word.split("="))
        elif word.startswith(("white", "hold", "bright", "stored", "read_end")):
            self._tell(word)
        elif word == "U":
            self.table.undo()
        elif word == "R":
            self.table.redo()
        elif word[0] == "M" and len(word) > 1:
            self.painter.read(int(word[1:]) - 1)
        else:
            self._act(word)

    def _place(self, place: str, tile: str) -> None:
        game = self.table.game
        assert isinstance(game, ApeTownGame)
        self.table.play(PLACE, NO_SEAT, game.place_number(place), TILES.index(tile))

    def _act(self, word: str) -> None:
        seat = int(word[-1]) - 1 if word[-1].isdigit() else NO_SEAT
        action = GESTURES[word] if seat == NO_SEAT else SEAT_GESTURES[word[:-1]]
        try:
            self.panel.act(action, seat, False)
        except RuleError as error:
            self.painter.refuse(seat)
            self.said = error.code

    def _tell(self, word: str) -> None:
        name = word.rstrip("0123456789")
        number = int(word[len(name) :] or 0)
        if name == "white":
            self.painter.pending(number - 1 if number else NO_SEAT)
        elif name == "hold":
            self.painter.hold(number)
        elif name == "bright":
            self.painter.brightness(number)
        elif name == "stored":
            self.painter.stored()
        else:
            self.painter.read_end()

    def settle(self) -> None:
        """Paint until nothing is left to paint."""
        for _ in range(9):
            self.painter.paint(self.slot * SLOT_MS)

    def strips(self) -> list[str]:
        """Every strip as letters, as it is now."""
        return [letters(frame) for frame in self.painter.frames]

    def moves(self) -> list[tuple[int, int, int, int]]:
        """What was played, as (kind, seat, a, b)."""
        return [self.table.move(i)[:4] for i in range(self.table.count)]

    def film(self, slots: int = TWO_SECONDS) -> str:
        """The next slots, as `film` shows them."""
        text = film(self.painter, self.board, self.slot, slots)
        self.slot += slots
        return text


def film(painter: Painter, board: Board, start: int, slots: int) -> str:
    """`slots` slots of time from `start` on, a line for each change of a strip: name, slots, LEDs."""
    pictures: list[list[str]] = []
    for slot in range(start, start + slots):
        for _ in range(9):
            painter.paint(slot * SLOT_MS)
        pictures.append([letters(frame) for frame in painter.frames])
    lines = []
    for number, strip in enumerate(board.strips):
        since = 0
        for slot in range(1, slots + 1):
            if slot == slots or pictures[slot][number] != pictures[since][number]:
                lines.append(f"{strip.name:<7} {since:>2}-{slot - 1:<2} {pictures[since][number]}")
                since = slot
    return "\n".join(lines) + "\n"
