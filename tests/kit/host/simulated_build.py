"""A build of a board, right or wrong, and the person in front of it."""

from engine_core.board import Board
from engine_core.lights.wire import places


class Build:
    """A build as it really is, and the person who looks at it. As host.link.guide.BoardSide and as `ask`.

    orders: of each strip; "" for one that is dark. leds: how many it has. pins: of each button. held: pins that are
    pulled down all the time. clumsy: presses another button first.
    """

    def __init__(self, board: Board) -> None:
        self.orders = [strip.order for strip in board.strips]
        self.leds = [strip.leds for strip in board.strips]
        self.pins = {button.name: button.pin for button in board.buttons}
        self.held: list[int] = []
        self.clumsy: list[str] = []
        self.frames = [b""] * len(board.strips)
        self.said: list[str] = []
        self._asked = ""  # the button that the person was told to press
        self._board = board
        self._number = 0  # the strip that was lit last
        self.strongest = 0

    # -- the board's side --------------------------------------------------------------------------
    def fill(self, strip: int, wire: bytes) -> None:
        self._light(strip, wire * self._board.strips[strip].leds)

    def only(self, strip: int, led: int, wire: bytes) -> None:
        self._light(strip, bytes(len(wire) * led) + wire)

    def _light(self, strip: int, frame: bytes) -> None:
        self.frames[strip] = frame
        self._number = strip
        self.strongest = max(self.strongest, sum(map(sum, self.frames)))

    def down(self) -> list[int]:
        return self.held

    def press(self) -> int:
        if self.clumsy:
            return self.pins[self.clumsy.pop(0)]
        return self.pins.get(self._asked, -1)

    # -- the person --------------------------------------------------------------------------------
    def say(self, line: str) -> None:
        self.said.append(line)
        if line.startswith("Press seat "):
            self._asked = "seat" + line[len("Press seat ")]
        elif line.startswith("Press "):
            self._asked = line.split()[1].lower()

    def ask(self, question: str, letters: str) -> str:
        seen = self.seen(self._number)
        if "Which colour" in question:
            colours = set(seen)
            return "n" if not any(seen) else colours.pop() if len(colours) == 1 else "m"
        if "Are all" in question:
            word = question.split(" LEDs ")[1][0]
            return "y" if set(seen) == {word} and len(seen) == self.leds[self._number] else "n"
        lit = [i for i, colour in enumerate(seen) if colour]
        return "y" if lit == [self.leds[self._number] - 1] else "n"

    def seen(self, number: int) -> list[str]:
        """The colour of every LED that is there: r g b w, "" for dark."""
        order = self.orders[number]
        if not order:
            return [""] * self.leds[number]
        size = len(order)
        frame = self.frames[number][: self.leds[number] * size]
        frame += bytes(self.leds[number] * size - len(frame))
        red, green, blue, white = places(order)
        colours = []
        for at in range(0, len(frame), size):
            lit = [letter for letter, place in zip("rgbw", (red, green, blue, white), strict=True) if place >= 0]
            lit = [letter for letter in lit if frame[at + {"r": red, "g": green, "b": blue, "w": white}[letter]]]
            colours.append("w" if len(lit) == 3 else "+".join(lit))
        return colours
