"""The reference board on a desk: its buttons, its lights and its storage, in emulated time, on both runtimes."""

from engine_core.board import BUTTONS
from engine_core.board_reading import load_board
from engine_core.settings import Settings
from engine_core.setup_reading import read_setup
from firmware.new_game import begin
from firmware.resume import resume
from tests.kit.shared.memory import MemoryFiles

BOARD = "boards/pico_w_reference.json"
TAP_MS = 60
PAUSE_MS = 40


class Desk:
    """The reference board on a desk, with as much time as the test wants."""

    def __init__(self, files: "MemoryFiles | None" = None, start: int = 1000) -> None:
        with open(BOARD) as file:
            self.board = load_board(file.read())
        self.files = files or MemoryFiles()
        self.said: list[str] = []
        self.wires: list[bytes] = [b""] * len(self.board.strips)
        self.changes: list[int] = []  # of each frame shown: how many changes storage had seen
        self.shown = 0
        self.level = 0xFFFF
        self.due = 0
        self.keep = True
        self.app = resume(self.board, Settings(), self.files, self.show, self.read, self.said.append)
        self.now = start
        self.tick()

    def show(self, strip: int, wire: bytearray) -> None:
        self.shown += 1
        if self.keep:
            self.wires[strip] = bytes(wire)
            self.changes.append(self.files.changes)

    def read(self, samples: "object") -> int:
        count = min(self.due, len(samples))  # type: ignore[arg-type]
        for i in range(count):
            samples[i] = self.level  # type: ignore[index]
        self.due -= count
        return count

    def tick(self, ms: int = 5) -> None:
        """One tick, `ms` after the last."""
        self.now += ms
        self.due += ms
        self.app.tick(self.now)

    def run(self, ms: int) -> None:
        for _ in range(0, ms, 5):
            self.tick()

    def hold(self, names: str) -> None:
        """From now on these keys are down, and no others."""
        self.level = 0xFFFF
        bits = self.board.bits()
        for name in names.split():
            self.level &= ~(1 << bits[BUTTONS.index(name)])

    def tap(self, names: str) -> None:
        """Press the keys one after the other, let go of all."""
        held = ""
        for name in names.split("+"):
            held += " " + name
            self.hold(held)
            self.run(TAP_MS)
        self.hold("")
        self.run(PAUSE_MS)

    def stall(self, script: "list[tuple[int, str]]") -> None:
        """One tick in which all of this has happened: how long (ms) which keys were down."""

        def read(samples: "object") -> int:
            count = 0
            while script and count < len(samples):  # type: ignore[arg-type]
                ms, names = script[0]
                self.hold(names)
                samples[count] = self.level  # type: ignore[index]
                count += 1
                script[0] = (ms - 1, names)
                if ms == 1:
                    script.pop(0)
            return count

        self.app.buttons.read = read
        self.now += sum([ms for ms, _ in script])
        self.app.tick(self.now)

    def begin(self, text: str = "game after_us\nseats Ana Ben Cho") -> None:
        begin(self.app, read_setup(text))
        self.run(50)

    def score(self) -> "list[int]":
        table = self.app.table
        assert table is not None
        return [table.game.total(seat) for seat in range(table.game.seats)]
