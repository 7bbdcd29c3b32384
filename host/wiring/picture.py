"""`troop board wiring`: draws the wiring picture of a board from its board file."""

from engine_core.board import Board
from engine_core.lights.palette import COLOURS, DEFAULT
from host.wiring.canvas import Box, Canvas, Point, fitted
from host.wiring.layout import FIRST_STRIP, SHIFTER_WIDTH, Layout
from host.wiring.notes import draw_notes
from host.wiring.parts import CAPACITOR, DIODE, PICO_NAMES, RESISTOR, SHIFTER, amperes, power_of
from host.wiring.pins import PICO, SHIFTER_CHANNELS, SHIFTER_VCC, is_left, pico_pin, shifter_name
from host.wiring.routes import ground_line_x, route
from host.wiring.symbols import (
    BLACK,
    RED,
    draw_box_part,
    draw_button,
    draw_capacitor,
    draw_chip,
    draw_diode,
    draw_joint,
    draw_pico,
    draw_pin,
    draw_shifter,
    draw_strip,
    draw_supply,
)
from host.wiring.wires import LEFT_LINE, MINUS, PLUS, RIGHT_LINE, End, Wire, pico, shifter, shifter_grounds, wires

STRIP_COLOURS = ("#1f8a3b", "#e07a00", "#6a3fb5", "#00839b")
BUTTON_COLOUR = "#1c5fb0"
CAPS = {"undo": "#ffffff", "mode": "#9a9a9a", "next": "#303030"}


def draw_wiring(board: Board) -> Canvas:
    """The wiring picture of `board`."""
    layout, canvas = Layout(board), Canvas()
    connected = wires(board)
    colours = {strip.name: STRIP_COLOURS[i] for i, strip in enumerate(layout.strips)}
    canvas.text((40, 42), f"Wiring of {board.name}", 30, bold=True)
    _draw_pico(canvas, layout, connected, colours)
    _draw_buttons(canvas, layout)
    for strip in layout.strips:
        at = layout.at[End(f"strip {strip.name}", "DIN")]
        draw_strip(canvas, at, strip.name, strip.leds, strip.order, colours[strip.name])
    if board.shifter:
        _draw_shifter(canvas, layout, colours)
    _draw_bars(canvas, layout)
    for wire in connected:
        _draw_wire(canvas, layout, wire, colours)
    draw_notes(canvas, layout)
    return canvas


def _draw_pico(canvas: Canvas, layout: Layout, connected: list[Wire], colours: dict[str, str]) -> None:
    kinds = {"button": BUTTON_COLOUR, "5V": RED, "GND": BLACK}
    used = {int(w.start.pin): kinds[w.kind] for w in connected if w.start.part == "pico" and w.kind in kinds}
    used |= {pico_pin(strip.pin): colours[strip.name] for strip in layout.strips}
    draw_pico(canvas, layout.at[pico(1)], PICO_NAMES[layout.board.chip], used)


def _draw_buttons(canvas: Canvas, layout: Layout) -> None:
    for button in layout.board.buttons:
        legs = [layout.at[End(f"button {button.name}", leg)] for leg in ("one leg", "other leg")]
        seat = button.name.removeprefix("seat")
        is_seat = button.name.startswith("seat")
        cap = f"#{COLOURS[DEFAULT[int(seat) - 1]]:06x}" if is_seat else CAPS[button.name]
        draw_button(
            canvas, legs[0], legs[1], button.name, f"SEAT {seat}" if is_seat else seat.upper(), cap, BUTTON_COLOUR
        )
    for line, left in ((LEFT_LINE, True), (RIGHT_LINE, False)):
        rows = [layout.at[pico(pico_pin(button.pin))][1] for button in layout.buttons(left)]
        if rows:
            x = ground_line_x(layout, line)
            rows += [layout.at[w.start][1] for w in wires(layout.board) if w.end == line and w.start.part == "pico"]
            canvas.line([(x, min(rows)), (x, max(rows))], BLACK, 6)
            canvas.text((x, min(rows) - 24), "GND", 17, BLACK, "middle", True)


def _draw_shifter(canvas: Canvas, layout: Layout, colours: dict[str, str]) -> None:
    rows = [
        (layout.strip_y[strip.name], into, out, colours[strip.name])
        for strip, (_, into, out) in zip(layout.strips, SHIFTER_CHANNELS, strict=False)
    ]
    box = Box(layout.shifter_left, FIRST_STRIP - 66, layout.shifter_right, layout.shifter_bottom)
    draw_shifter(canvas, box, f"level shifter {SHIFTER}", rows)
    for pin in (*shifter_grounds(layout.board), SHIFTER_VCC):
        x, y = layout.at[shifter(pin)]
        draw_pin(canvas, (x, y), f"shifter {pin}", str(pin), RED if pin == SHIFTER_VCC else BLACK)
        canvas.text((x, y - 23), shifter_name(pin), 13, anchor="middle")
    note = "and 100 nF between its pins 14 and 7, close by"
    canvas.text((box.left + SHIFTER_WIDTH / 2, box.bottom + 70), note, 15, anchor="middle")


def _draw_bars(canvas: Canvas, layout: Layout) -> None:
    """Draw the 5V bar and the GND bar, with the capacitor between them and the supply below."""
    for x, name, colour in ((layout.plus_x, "5V", RED), (layout.minus_x, "GND", BLACK)):
        canvas.line([(x, FIRST_STRIP - 50), (x, layout.bars_end)], colour, 8)
        canvas.text((x, FIRST_STRIP - 68), name, 18, colour, "middle", True)
    draw_capacitor(canvas, (layout.plus_x, layout.capacitor_y), layout.minus_x)
    canvas.text((layout.minus_x + 18, layout.capacitor_y), f"{CAPACITOR}, 10 V or more, plus at 5V", 16)
    if layout.has_supply:
        ends = layout.at[End("supply", "+")], layout.at[End("supply", "-")]
        draw_supply(canvas, *ends, f"5 V supply, {amperes(power_of(layout.board).supply_a)}")
    if layout.board.shifter:
        corner = (layout.minus_x + 190, layout.capacitor_y + 60)
        draw_chip(canvas, corner)
        canvas.text((corner[0] - 10, corner[1] - 20), f"the {SHIFTER} from above", 16)


def _draw_wire(canvas: Canvas, layout: Layout, wire: Wire, colours: dict[str, str]) -> None:
    points = route(layout, wire)
    if wire.kind == "data":
        name = next(name for name, y in layout.strip_y.items() if y == points[-1][1])
        colour = colours[name]
    else:
        name, colour = "", {"button": BUTTON_COLOUR, "5V": RED, "GND": BLACK}[wire.kind]
    start, end = (f"{end.part} {end.pin}".strip() for end in (wire.start, wire.end))
    canvas.line(points, colour, 5 if carries_power(layout, wire) else 3, start, end)
    if wire.end.pin == "" and wire.start != PLUS:
        draw_joint(canvas, points[-1], colour)
    if wire.start.part == "shifter" and wire.kind == "GND":
        draw_joint(canvas, points[1], colour)
    if wire.start.part == "pico":
        _draw_label(canvas, layout, wire, points, name)
    if wire.through:
        _draw_part(canvas, layout, wire, points)


def carries_power(layout: Layout, wire: Wire) -> bool:
    """Whether the strips' current flows through a wire."""
    from_source = wire.start.part in ("supply", *(() if layout.has_supply else ("pico",)))
    return wire.end in (PLUS, MINUS) and (from_source or wire.start.part.startswith("strip"))


def _draw_label(canvas: Canvas, layout: Layout, wire: Wire, points: list[Point], strip: str) -> None:
    """Write above a wire from which pin of the Pico it comes."""
    pin = int(wire.start.pin)
    text = f"{PICO[pin - 1]} · pin {pin}"
    if strip in layout.over:
        x, room = layout.pico_x - 20, layout.lanes_x - layout.pico_x
        canvas.text((x, layout.row(strip) - 12), fitted(f'{text} · data of strip "{strip}"', 16, room), 16)
    elif is_left(pin):
        canvas.text((points[0][0] - 274, points[0][1] - 12), text, 16)
    else:
        canvas.text((points[0][0] + 24, points[0][1] - 12), text, 16)


def _draw_part(canvas: Canvas, layout: Layout, wire: Wire, points: list[Point]) -> None:
    """Draw the part inserted into a wire: resistor, fuse or diode. The capacitor is drawn with the bars."""
    y = points[-1][1]
    if wire.kind == "data":
        draw_box_part(canvas, (layout.resistor_x, y), (62, 20))
        canvas.text((layout.resistor_x, y - 22), RESISTOR, 15, anchor="middle")
    elif wire.start.part == "supply":
        middle = (layout.plus_x, (layout.bars_end + layout.supply_y) / 2)
        draw_box_part(canvas, middle, (22, 62), "#fff2b3")
        canvas.text((middle[0] - 24, middle[1]), wire.through, 17, anchor="end")
    elif wire.start.part == "pico":
        x = (points[-2][0] + points[-1][0]) / 2
        if DIODE in wire.through:
            draw_diode(canvas, (x, y))
            canvas.text((x, y - 26), f"{DIODE}, ring to the Pico", 16, anchor="middle")
        else:
            draw_box_part(canvas, (x, y), (62, 22), "#fff2b3")
            canvas.text((x, y - 24), wire.through, 16, anchor="middle")
