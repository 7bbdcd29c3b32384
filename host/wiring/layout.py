"""Computes the positions of all parts in a wiring picture, for any board.

The Pico is in the middle, seen from above. Buttons are beside their pins, so that their wires are straight.
Strips are on the right, in an order in which no two data wires cross.
"""

from engine_core.board import Board, Button
from host.wiring.canvas import Point
from host.wiring.parts import power_of
from host.wiring.pins import (
    PICO,
    SHIFTER_CHANNELS,
    SHIFTER_VCC,
    SIDE,
    is_left,
    pico_pin,
    pico_row,
)
from host.wiring.symbols import BUTTON_SIZE, PICO_WIDTH, PITCH, STRIP_STEP, SUPPLY_HEIGHT
from host.wiring.wires import End, pico, shifter, shifter_grounds, strip_order

FIRST_ROW, ROW_STEP = 118.0, 34.0  # y of the first data wire over the top of the Pico; distance of the others
FIRST_STRIP, STRIPS_APART = 196.0, 132.0  # y of the first strip; distance of the others
PIN_OFFSET = 15.0  # of the Pico's pins from the strips, modulo PITCH, so that no wire covers another
LANE = 24.0  # distance between vertical wires
SHIFTER_WIDTH = 300.0
LEFT_LINE_X, LEFT_BOX_X, LEFT_PICO_X = 56.0, 120.0, 560.0


class Layout:
    """The positions in one picture, in its own units. at: the position of each end of a wire, without the bars."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.strips = strip_order(board)
        self.over = [strip.name for strip in self.strips if is_left(pico_pin(strip.pin))]  # wires over the Pico's top
        pins = [strip.pin for strip in board.strips] + [button.pin for button in board.buttons]
        self.busy_right = any(not is_left(pico_pin(pin)) for pin in pins)
        self.has_supply = power_of(board).supply_a > 0
        self._settle_columns()
        self._settle_rows()
        self.at: dict[End, Point] = {}
        self._place_pico()
        self._place_buttons()
        self._place_strips()
        if board.shifter:
            self._place_shifter()
        if self.has_supply:
            self.at[End("supply", "+")] = (self.plus_x, self.supply_y)
            self.at[End("supply", "-")] = (self.minus_x, self.supply_y)

    def buttons(self, left: bool) -> list[Button]:
        """The buttons on one side."""
        return [button for button in self.board.buttons if is_left(pico_pin(button.pin)) == left]

    def _settle_columns(self) -> None:
        """Set all x positions, from left to right."""
        self.pico_x = LEFT_PICO_X if self.buttons(True) else 120 + LANE * len(self.over)
        self.right_pins = self.pico_x + PICO_WIDTH
        self.ground_lane = self.right_pins + 170  # of the wire from pin 38
        self.power_lane = self.ground_lane + LANE  # of the wire from pin 39 or 40
        self.right_box = self.power_lane + 30
        self.right_line = self.right_box + BUTTON_SIZE[0] + 64
        self.lanes_x = (self.right_line if self.buttons(False) else self.power_lane) + 30
        self.shifter_left = self.lanes_x + LANE * (len(self.strips) - 1) + 50
        self.shifter_right = self.shifter_left + (SHIFTER_WIDTH if self.board.shifter else 0)
        self.resistor_x = self.shifter_right + 70
        self.plus_x = self.resistor_x + 70
        self.minus_x = self.plus_x + 76
        self.strip_x = self.minus_x + 60

    def _settle_rows(self) -> None:
        """Set all y positions, from top to bottom."""
        lowest = FIRST_ROW + ROW_STEP * max(0, len(self.over) - 1) + 96
        steps = -((FIRST_STRIP + PIN_OFFSET - lowest) // PITCH)
        self.pico_y = FIRST_STRIP + PIN_OFFSET + PITCH * max(1, steps)
        self.pico_bottom = self.pico_y + (SIDE - 1) * PITCH
        self.strip_y = {strip.name: FIRST_STRIP + STRIPS_APART * i for i, strip in enumerate(self.strips)}
        last = FIRST_STRIP + STRIPS_APART * (len(self.strips) - 1)
        self.shifter_bottom = last + 80
        self.plus_y = last + (220 if self.board.shifter else 100)  # of the wire between VSYS or VBUS and the 5V bar
        if self.busy_right:
            self.plus_y = max(self.plus_y, self.pico_bottom + 60)
        self.minus_y = self.plus_y + 44
        self.capacitor_y = self.minus_y + 56
        self.bars_end = self.capacitor_y + 30
        self.supply_y = self.bars_end + 130
        self.bottom = self.supply_y + SUPPLY_HEIGHT if self.has_supply else self.bars_end

    def _place_pico(self) -> None:
        for pin in range(1, len(PICO) + 1):
            x = self.pico_x if is_left(pin) else self.right_pins
            self.at[pico(pin)] = (x, self.pico_y + pico_row(pin) * PITCH)

    def _place_buttons(self) -> None:
        for left in (True, False):
            near, far = (LEFT_BOX_X + BUTTON_SIZE[0], LEFT_BOX_X) if left else (self.right_box, self.right_line - 64)
            for button in self.buttons(left):
                y = self.at[pico(pico_pin(button.pin))][1]
                self.at[End(f"button {button.name}", "one leg")] = (near, y)
                self.at[End(f"button {button.name}", "other leg")] = (far, y)

    def _place_strips(self) -> None:
        for name, y in self.strip_y.items():
            for pad, dy in (("5V", -STRIP_STEP), ("DIN", 0.0), ("GND", STRIP_STEP)):
                self.at[End(f"strip {name}", pad)] = (self.strip_x, y + dy)

    def _place_shifter(self) -> None:
        for strip, (_, into, out) in zip(self.strips, SHIFTER_CHANNELS, strict=False):
            y = self.strip_y[strip.name]
            self.at[shifter(into)], self.at[shifter(out)] = (self.shifter_left, y), (self.shifter_right, y)
        below = [*shifter_grounds(self.board), SHIFTER_VCC]
        step = SHIFTER_WIDTH / len(below)
        for i, pin in enumerate(below):
            self.at[shifter(pin)] = (self.shifter_left + step * (i + 0.5), self.shifter_bottom)

    def row(self, name: str) -> float:
        """The y at which the data wire of strip `name` reaches the lanes."""
        if name in self.over:
            return FIRST_ROW + ROW_STEP * self.over.index(name)
        pin = next(strip.pin for strip in self.strips if strip.name == name)
        return self.at[pico(pico_pin(pin))][1]

    def lane(self, name: str) -> float:
        """The x at which the data wire of strip `name` runs up or down to its strip, so that no two cross."""
        names = [strip.name for strip in self.strips]
        rising = [other for other in names if self.row(other) > self.strip_y[other]]
        falling = [other for other in reversed(names) if other not in rising]
        return self.lanes_x + LANE * (rising + falling).index(name)

    def left_lane(self, name: str) -> float:
        """The x, left of the Pico, at which the data wire of strip `name` runs up."""
        return self.pico_x - 40 - LANE * (len(self.over) - 1 - self.over.index(name))
