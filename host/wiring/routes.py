"""Computes the path of each wire in a wiring picture."""

from host.wiring.canvas import Point
from host.wiring.layout import LEFT_LINE_X, Layout
from host.wiring.pins import SHIFTER_VCC, is_left
from host.wiring.wires import LEFT_LINE, MINUS, PLUS, RIGHT_LINE, End, Wire


def route(layout: Layout, wire: Wire) -> list[Point]:
    """The corners of `wire`, from its start to its end."""
    if wire.kind == "data":
        return _data(layout, wire)
    if wire.start == PLUS:  # the capacitor
        return [(layout.plus_x, layout.capacitor_y), (layout.minus_x, layout.capacitor_y)]
    start = layout.at[wire.start]
    if wire.end in (LEFT_LINE, RIGHT_LINE):
        return [start, (ground_line_x(layout, wire.end), start[1])]
    if wire.end not in (PLUS, MINUS):
        return [start, layout.at[wire.end]]
    x = bar_x(layout, wire.end)
    if wire.start.part == "pico":
        lane, y = (layout.power_lane, layout.plus_y) if wire.end == PLUS else (layout.ground_lane, layout.minus_y)
        return [start, (lane, start[1]), (lane, y), (x, y)]
    if wire.start.part == "shifter":
        y = start[1] + (26 if wire.start.pin == str(SHIFTER_VCC) else 50)
        return [start, (start[0], y), (x, y)]
    return [start, (x, layout.bars_end)] if wire.start.part == "supply" else [start, (x, start[1])]


def _data(layout: Layout, wire: Wire) -> list[Point]:
    start, end = layout.at[wire.start], layout.at[wire.end]
    if wire.start.part != "pico":
        return [start, end]
    name = next(name for name, y in layout.strip_y.items() if y == end[1])
    row, lane = layout.row(name), layout.lane(name)
    points = [start]
    if is_left(int(wire.start.pin)):
        out = layout.left_lane(name)
        points += [(out, start[1]), (out, row)]
    return [*points, (lane, row), (lane, end[1]), end]


def bar_x(layout: Layout, end: End) -> float:
    """The x of the 5V bar or the GND bar."""
    return layout.plus_x if end == PLUS else layout.minus_x


def ground_line_x(layout: Layout, end: End) -> float:
    """The x of the GND line of the buttons on one side."""
    return LEFT_LINE_X if end == LEFT_LINE else layout.right_line
