"""Draws the parts of a wiring picture. host/wiring/layout.py computes their positions."""

from collections.abc import Mapping, Sequence

from host.wiring.canvas import Box, Canvas, Point
from host.wiring.pins import PICO, is_left, pico_row, shifter_name

PITCH = 36.0  # between two pins of the Pico
PICO_WIDTH = 200.0
PIN_RADIUS = 13.0
STRIP_WIDTH = 330.0
STRIP_STEP = 30.0  # between two pads of a strip
RED, BLACK, GREY, PALE, PAPER = "#d62828", "#1d1d1d", "#8a8a8a", "#f1f1f1", "#ffffff"
BUTTON_SIZE = (150.0, 30.0)
SUPPLY_HEIGHT = 76.0


def draw_pico(canvas: Canvas, at: Point, name: str, used: Mapping[int, str]) -> None:
    """Draw the Pico with pin 1 at `at`. used: number of a pin that has a wire -> its colour."""
    left, top = at
    right, bottom = left + PICO_WIDTH, top + 19 * PITCH
    middle = (left + right) / 2
    canvas.rect(Box(left, top - 46, right, bottom + 74), "#e3f0e6", "#3c7a4b", 12)
    canvas.rect(Box(middle - 34, top - 68, middle + 34, top - 24), "#d5d5d5")
    canvas.text((middle, top - 48), "USB", 15, anchor="middle")
    canvas.text((middle, bottom + 44), name.removeprefix("Raspberry Pi "), 22, anchor="middle", bold=True)
    for number, pin in enumerate(PICO, 1):
        on_left = is_left(number)
        y = top + pico_row(number) * PITCH
        colour = used.get(number, "")
        draw_pin(canvas, (left if on_left else right, y), f"pico {number}", str(number), colour)
        inside = left + 22 if on_left else right - 22
        canvas.text((inside, y), pin, 16, BLACK if colour else GREY, "start" if on_left else "end", bool(colour))


def draw_pin(canvas: Canvas, at: Point, name: str, number: str, colour: str) -> None:
    """Draw a numbered pin. colour: "" for a pin without a wire."""
    canvas.disc(at, PIN_RADIUS, colour or PAPER, colour or "#b5b5b5", name)
    canvas.text(at, number, 14, PAPER if colour else GREY, "middle")


def draw_pad(canvas: Canvas, at: Point, name: str, colour: str) -> None:
    """Draw a connection without a number."""
    canvas.disc(at, 6, colour, name=name)


def draw_joint(canvas: Canvas, at: Point, colour: str) -> None:
    """Draw the dot where wires are joined."""
    canvas.disc(at, 5, colour, colour)


def draw_button(canvas: Canvas, leg: Point, other: Point, name: str, text: str, cap: str, colour: str) -> None:
    """Draw a button between its two legs. leg: the one wired to the Pico. colour: of that wire. cap: of the button."""
    width, height = BUTTON_SIZE
    left = min(leg[0], other[0])
    canvas.rect(Box(left, leg[1] - height / 2, left + width, leg[1] + height / 2), PALE)
    canvas.disc((left + 28, leg[1]), 10, cap)
    canvas.text((left + 48, leg[1]), text, 17)
    draw_pad(canvas, leg, f"button {name} one leg", colour)
    draw_pad(canvas, other, f"button {name} other leg", BLACK)


def draw_strip(canvas: Canvas, at: Point, name: str, leds: int, order: str, colour: str) -> None:
    """Draw a strip. at: position of its data pad; 5V is above it and GND below."""
    left, y = at
    canvas.rect(Box(left, y - 46, left + STRIP_WIDTH, y + 46), "#fdfdf6")
    canvas.text((left, y - 62), f'strip "{name}": {leds} LEDs, {order}', 18, bold=True)
    for pad, dy, shade in (("5V", -STRIP_STEP, RED), ("DIN", 0.0, colour), ("GND", STRIP_STEP, BLACK)):
        draw_pad(canvas, (left, y + dy), f"strip {name} {pad}", shade)
        canvas.text((left + 14, y + dy), pad, 15)
    for i in range(5):
        x = left + 70 + 48 * i
        canvas.rect(Box(x, y - 13, x + 26, y + 13), PAPER, round=3)
        canvas.polygon([(x + 32, y - 5), (x + 41, y), (x + 32, y + 5)], GREY, GREY)


def draw_shifter(canvas: Canvas, box: Box, title: str, rows: Sequence[tuple[float, int, int, str]]) -> None:
    """Draw the level shifter without its lower pins. rows: (y, input pin, output pin, colour) of each channel."""
    canvas.rect(box, "#eceaf6", "#5b4b8a")
    middle = (box.left + box.right) / 2
    canvas.text((middle, box.top + 22), title, 18, anchor="middle", bold=True)
    for y, into, out, colour in rows:
        canvas.line([(box.left, y), (box.right, y)], colour, 2)
        canvas.polygon([(middle - 18, y - 18), (middle + 18, y), (middle - 18, y + 18)], PAPER, colour)
        for x, pin, shift, anchor in ((box.left, into, 20, "start"), (box.right, out, -20, "end")):
            draw_pin(canvas, (x, y), f"shifter {pin}", str(pin), colour)
            canvas.text((x + shift, y - 16), shifter_name(pin), 15, anchor=anchor)


def draw_chip(canvas: Canvas, at: Point) -> None:
    """Draw the level shifter as seen from above, to show where its pins are. at: its upper left corner."""
    left, top = at
    right, bottom = left + 110, top + 7 * 28.0
    canvas.rect(Box(left, top, right, bottom), "#4a4a4a", BLACK)
    canvas.rect(Box((left + right) / 2 - 12, top - 1, (left + right) / 2 + 12, top + 9), PAPER, BLACK, 4)
    for i in range(7):
        y = top + 14 + 28 * i
        for x, pin, inside, anchor in ((left, i + 1, 16, "start"), (right, 14 - i, -16, "end")):
            canvas.disc((x, y), 11, PAPER, BLACK)
            canvas.text((x, y), str(pin), 13, anchor="middle")
            canvas.text((x + inside, y), shifter_name(pin), 13, PAPER, anchor)


def draw_box_part(canvas: Canvas, middle: Point, size: tuple[float, float], fill: str = PAPER) -> None:
    """Draw a resistor (white) or a fuse (yellow) on a wire."""
    half_width, half_height = size[0] / 2, size[1] / 2
    box = Box(middle[0] - half_width, middle[1] - half_height, middle[0] + half_width, middle[1] + half_height)
    canvas.rect(box, fill, BLACK, 4, front=True)


def draw_diode(canvas: Canvas, at: Point) -> None:
    """Draw a diode on a horizontal wire, with its ring on the left."""
    x, y = at
    canvas.polygon([(x + 16, y - 13), (x - 12, y), (x + 16, y + 13)], BLACK)
    canvas.rect(Box(x - 17, y - 14, x - 12, y + 14), "#bbbbbb", BLACK, 0, front=True)


def draw_capacitor(canvas: Canvas, plus: Point, minus_x: float) -> None:
    """Draw a capacitor on the horizontal wire from `plus` to `minus_x`."""
    x, y = (plus[0] + minus_x) / 2, plus[1]
    canvas.rect(Box(x, y - 1.5, minus_x, y + 1.5), BLACK, BLACK, 0, front=True)
    canvas.rect(Box(x - 7, y - 22, x + 7, y + 22), PAPER, PAPER, 0, front=True)
    canvas.rect(Box(x - 11, y - 20, x - 6, y + 20), RED, RED, 0, front=True)
    canvas.rect(Box(x + 6, y - 20, x + 11, y + 20), BLACK, BLACK, 0, front=True)
    canvas.text((x - 20, y - 14), "+", 18, anchor="middle")


def draw_supply(canvas: Canvas, plus: Point, minus: Point, text: str) -> None:
    """Draw the power supply below its two terminals."""
    canvas.rect(Box(plus[0] - 60, plus[1], minus[0] + 150, plus[1] + SUPPLY_HEIGHT), PALE)
    for at, sign, colour in ((plus, "+", RED), (minus, "-", BLACK)):
        draw_pad(canvas, at, f"supply {sign}", colour)
        canvas.text((at[0], at[1] + 20), sign, 20, anchor="middle")
    canvas.text((plus[0] - 44, plus[1] + 52), text, 18, bold=True)
