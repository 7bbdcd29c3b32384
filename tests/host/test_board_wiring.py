"""The wiring picture: right pins, nothing on top of anything else, and the same as the list of wires."""

import xml.etree.ElementTree as ET
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings

from engine_core.board import Board
from host.boards import read_board
from host.layers import ROOT
from host.wiring.canvas import BRIDGE, PNG_SCALE, Box, Canvas, Line, crossings
from host.wiring.picture import draw_wiring
from host.wiring.pins import PICO, is_left, pico_pin, shifter_name
from host.wiring.wires import wires
from tests.kit.host.board_files import GROUNDS, PINOUT, SHIFTER, SHIPPED, VBUS, VSYS, boards

Point = tuple[float, float]
SVG = "{http://www.w3.org/2000/svg}"
BARS = {"5V bar", "GND bar", "left GND line", "right GND line"}


class Picture:
    """What an SVG shows: `pins` by name, `drawn` wires as (from, to, points), `texts`."""

    def __init__(self, svg: str) -> None:
        root = ET.fromstring(svg)
        self.pins: dict[str, Point] = {}
        self.drawn: list[tuple[str, str, list[Point]]] = []
        self.texts = [(element.text or "").strip() for element in root.iter(f"{SVG}text")]
        for element in root.iter(f"{SVG}rect"):
            if "data-pin" in element.attrib:
                left, top, width, height = (float(element.attrib[key]) for key in ("x", "y", "width", "height"))
                self.pins[element.attrib["data-pin"]] = (left + width / 2, top + height / 2)
        for element in root.iter(f"{SVG}path"):
            if "data-from" in element.attrib:
                numbers = [
                    float(n) for n in element.attrib["d"].replace("M", " ").replace("L", " ").replace(",", " ").split()
                ]
                points = list(zip(numbers[::2], numbers[1::2], strict=True))
                self.drawn.append((element.attrib["data-from"], element.attrib["data-to"], points))


@pytest.fixture(scope="module", params=SHIPPED)
def board(request: pytest.FixtureRequest) -> Board:
    return read_board(request.param)[0]


# -- pins ------------------------------------------------------------------------------------------
def test_every_gpio_has_the_pin_of_the_datasheet() -> None:
    assert {gpio: pico_pin(gpio) for gpio in PINOUT} == PINOUT
    named = {number: PICO[number - 1] for number in range(1, 41) if not PICO[number - 1].startswith("GP")}
    power = {30: "RUN", 33: "AGND", 35: "ADC_VREF", 36: "3V3", 37: "3V3_EN", VSYS: "VSYS", VBUS: "VBUS"}
    assert named == dict.fromkeys(GROUNDS, "GND") | power
    assert [n for n in range(1, 41) if is_left(n)] == list(range(1, 21))
    assert {pin: shifter_name(pin) for pin in SHIFTER} == SHIFTER


def test_the_pins_are_drawn_where_they_are_on_the_board(board: Board) -> None:
    pins = Picture(draw_wiring(board).svg()).pins
    left, right = [pins[f"pico {n}"] for n in range(1, 21)], [pins[f"pico {n}"] for n in range(40, 20, -1)]
    for side in (left, right):
        assert len({x for x, _ in side}) == 1
        assert [y for _, y in side] == sorted(y for _, y in side)
    assert left[0][0] < right[0][0]
    assert [y for _, y in left] == [y for _, y in right]


def check_pins(board: Board, canvas: Canvas, picture: Picture) -> None:
    """Every strip and button of the board file is wired to its pin, and the wire says so."""
    starts = {end: start for start, end, _ in picture.drawn}
    for button in board.buttons:
        pin = PINOUT[button.pin]
        assert starts[f"button {button.name} one leg"] == f"pico {pin}"
        assert f"GP{button.pin} · pin {pin}" in picture.texts
    for strip in board.strips:
        start, pin = starts[f"strip {strip.name} DIN"], PINOUT[strip.pin]
        if board.shifter:
            out = next(number for number in SHIFTER if start == f"shifter {number}")
            assert SHIFTER[out].endswith("Y")
            into = next(number for number in SHIFTER if SHIFTER[number] == SHIFTER[out][0] + "A")
            start = starts[f"shifter {into}"]
        assert start == f"pico {pin}"
        assert any(text.startswith(f"GP{strip.pin} · pin {pin}") for text in picture.texts)
        assert any(f"{strip.leds} LEDs" in text and strip.name in text for text in picture.texts)


def check_wires(board: Board, canvas: Canvas, picture: Picture) -> None:
    """What is drawn are the wires of the list, each from the one pin to the other."""
    listed = [tuple(f"{end.part} {end.pin}".strip() for end in (wire.start, wire.end)) for wire in wires(board)]
    assert [(start, end) for start, end, _ in picture.drawn] == listed
    for start, end, points in picture.drawn:
        for name, point in ((start, points[0]), (end, points[-1])):
            if name not in BARS:
                assert picture.pins[name] == pytest.approx(point, abs=0.1), name


def check_power(board: Board, canvas: Canvas, picture: Picture) -> None:
    """5V and GND reach everything that needs them, and never each other."""
    joined = {(f"{w.start.part} {w.start.pin}".strip(), w.end.part) for w in wires(board) if w.kind in ("5V", "GND")}
    for strip in board.strips:
        assert {(f"strip {strip.name} 5V", "5V bar"), (f"strip {strip.name} GND", "GND bar")} <= joined
    plus = {start for start, end in joined if end == "5V bar"}
    minus = {start for start, end in joined if end in BARS - {"5V bar"}}
    assert not plus & minus
    assert {int(name.split()[1]) for name in minus if name.startswith("pico")} <= set(GROUNDS)
    supplied = "supply +" in plus
    assert {name for name in plus if name.startswith("pico")} == {f"pico {VSYS if supplied else VBUS}"}
    if board.shifter:
        used = {SHIFTER[int(w.start.pin)] for w in wires(board) if w.start.part == "shifter" and w.kind == "data"}
        low = {SHIFTER[int(name.split()[1])] for name in minus if name.startswith("shifter")}
        assert "shifter 14" in plus
        assert low == {"GND", "1OE", "2OE", "3OE", "4OE"} | {f"{n}A" for n in range(1, 5) if f"{n}Y" not in used}


# -- looks -----------------------------------------------------------------------------------------
def stretches(line: Line) -> list[Box]:
    """The rectangles that a line covers."""
    half = line.width / 2
    return [
        Box(min(a[0], b[0]) - half, min(a[1], b[1]) - half, max(a[0], b[0]) + half, max(a[1], b[1]) + half)
        for a, b in pairwise(line.points)
    ]


def check_looks(board: Board, canvas: Canvas, picture: Picture) -> None:
    """No words on words or wires, no wire along another or through a pin that is not its own, a bridge at crossings."""
    boxes = {words: words.box() for words in canvas.words}
    for a, b in combinations(boxes, 2):
        assert not boxes[a].meets(boxes[b]), (a.text, b.text)
    pins = {shape.name: Box(*shape.points[0], *shape.points[1]) for shape in canvas.front if shape.name}
    outside = [
        w for w, box in boxes.items() if not any(inside(box, pin) for pin in pins.values())
    ]  # not a pin's number
    for line in (line for line in canvas.lines if line.start):
        covered = stretches(line)
        for words in outside:
            assert not any(boxes[words].meets(stretch) for stretch in covered), (words.text, line.start, line.end)
        for name, box in pins.items():
            if name not in (line.start, line.end):
                assert not any(stretch.meets(box) for stretch in covered), (name, line.start, line.end)
    for one, other in combinations(canvas.lines, 2):
        if one.colour != other.colour:
            assert not along(one, other), (one, other)


def inside(inner: Box, outer: Box) -> bool:
    """Whether one rectangle lies in another."""
    return (
        inner.left > outer.left and inner.right < outer.right and inner.top > outer.top and inner.bottom < outer.bottom
    )


def along(one: Line, other: Line) -> bool:
    """Whether two lines run on top of each other for more than a joint."""
    for a, b in pairwise(one.points):
        for c, d in pairwise(other.points):
            for axis in (0, 1):
                if a[1 - axis] == b[1 - axis] == c[1 - axis] == d[1 - axis]:
                    low = max(min(a[axis], b[axis]), min(c[axis], d[axis]))
                    if min(max(a[axis], b[axis]), max(c[axis], d[axis])) - low > 10:
                        return True
    return False


def check_bridges(board: Board, canvas: Canvas, picture: Picture) -> None:
    """Where two wires cross, the picture has an arc, and its whole arc lies on the stretch."""
    drawn = {(start, end): points for start, end, points in picture.drawn}
    for line in canvas.lines:
        for a, b in pairwise(line.points):
            places = crossings(a, b, canvas.lines) if a[1] == b[1] else []
            for x in places:
                top = (x, a[1] - BRIDGE * 1.2)
                assert any(point == pytest.approx(top, abs=0.1) for point in drawn[line.start, line.end])
                assert min(abs(x - a[0]), abs(x - b[0])) > BRIDGE
            assert all(abs(x - y) > 2 * BRIDGE for x, y in pairwise(places))


CHECKS = (check_pins, check_wires, check_power, check_looks, check_bridges)


def check_all(board: Board) -> None:
    canvas = draw_wiring(board)
    picture = Picture(canvas.svg())
    for check in CHECKS:
        check(board, canvas, picture)


def test_the_shipped_boards_are_drawn_right(board: Board) -> None:
    check_all(board)


@settings(max_examples=60, deadline=None)
@given(boards())
def test_any_board_is_drawn_right(board: Board) -> None:
    check_all(board)


def test_data_wires_never_cross_each_other_on_the_shipped_boards(board: Board) -> None:
    canvas = draw_wiring(board)
    signals = [
        line for line in canvas.lines if line.start.startswith("pico") and not line.end.endswith(("bar", "line"))
    ]
    for line in signals:
        for a, b in pairwise(line.points):
            assert not (a[1] == b[1] and crossings(a, b, signals))


def test_the_png_shows_what_the_svg_says(board: Board) -> None:
    canvas = draw_wiring(board)
    image = canvas.png()
    assert image.size == tuple(round(side * PNG_SCALE) for side in canvas.size())
    for shape in canvas.front:
        if shape.name.startswith(("pico", "shifter")):
            (left, top), (right, bottom) = shape.points
            place = (round((left + 3.5) * PNG_SCALE), round((top + bottom) / 2 * PNG_SCALE))
            pixel = image.getpixel(place)
            assert pixel == pytest.approx(tuple(bytes.fromhex(shape.fill[1:])), abs=12), shape.name
            assert right > left


@pytest.mark.parametrize("name", SHIPPED)
def test_the_pictures_in_the_docs_are_those_of_today(name: str) -> None:
    path: Path = ROOT / "docs" / "pictures" / f"wiring_{name}.svg"
    kept, now = Picture(path.read_text("utf-8")), Picture(draw_wiring(read_board(name)[0]).svg())
    again = f"draw it again: troop board wiring {name} --svg {path}"
    assert (kept.texts, kept.pins, kept.drawn) == (now.texts, now.pins, now.drawn), again
