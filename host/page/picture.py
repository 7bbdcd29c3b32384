"""Draws the device as text: the loop of lights with the table inside it, the other strips and the buttons."""

from itertools import groupby
from textwrap import wrap

from rich.style import Style
from rich.text import Text

from host.page.loop import place, sides
from host.page.sheet import Button, Layout, Seat, Sheet, ShownRegion, Zone

WIDTH, HEIGHT = 80, 24  # columns and lines of the picture
_CELL = 2  # columns of a square
_RATIO = 2.0  # width to height of the loop, in squares
_NAME = 15  # columns of a seat's dot and name
_INSIDE = WIDTH - 34  # columns for text inside the loop, without the numbers of its squares
_LIT, _DARK, _MARK = "■", "·", "+"
QUIET = Style(color="grey62")
ACCENT = Style(color="#ffc857")
SHOWN = Style(color="#ffc857", bold=True, underline=True)  # the column that the seats change
ALARM = Style(color="#ff8a7a", bold=True)
HEAVY = Style(bold=True)
KEYS = {"1": "seat1", "2": "seat2", "3": "seat3", "4": "seat4", "5": "seat5", "6": "seat6"}
KEYS |= {"u": "undo", "m": "mode", "n": "next"}
HELP = (
    "1-6: seats, u: UNDO, m: MODE, n: NEXT. Capital U, M, N hold down, again let go.",
    "Esc lets everything go. q switches off.",
)


class Canvas:
    """WIDTH x HEIGHT characters, each with a style."""

    def __init__(self) -> None:
        self._cells = [[(" ", Style.null())] * WIDTH for _ in range(HEIGHT)]

    def put(self, column: int, row: int, text: str, style: Style = Style.null()) -> None:  # noqa: B008 - immutable
        """Write `text`, beginning at (column, row). What does not fit is cut off."""
        for letter in text:
            if 0 <= column < WIDTH and 0 <= row < HEIGHT:
                self._cells[row][column] = (letter, style)
            column += 1

    def centre(self, row: int, text: str, style: Style = Style.null()) -> None:  # noqa: B008 - immutable
        """Write `text` in the middle of a row."""
        self.put((WIDTH - len(text)) // 2, row, text, style)

    def text(self) -> Text:
        """The canvas as one text of HEIGHT lines."""
        return Text("\n").join(Text.assemble(*_runs(row)) for row in self._cells)


def _runs(row: list[tuple[str, Style]]) -> list[tuple[str, Style]]:
    """Join neighbours of the same style into one text: the terminal then gets a tenth of the bytes."""
    return [("".join(letter for letter, _ in run), style) for style, run in groupby(row, key=lambda cell: cell[1])]


def led_style(colour: str) -> Style:
    """How an LED of this colour (six hexadecimal digits, linear light) looks in a terminal."""
    channels = [int(colour[i : i + 2], 16) for i in (0, 2, 4)]
    peak = max(channels)
    bright = min(1.0, 0.2 + 1.3 * (peak / 255) ** 0.4)
    shown = [round(255 * bright * (channel / peak) ** 0.6) for channel in channels]
    return Style(color=f"#{shown[0]:02x}{shown[1]:02x}{shown[2]:02x}", bold=True)


def draw(state: Sheet, layout: Layout, frames: dict[int, str], held: list[str], buttons: list[str]) -> Text:
    """The picture. state: view.table, layout: view.strips, frames: Device.frames, held: buttons that are down."""
    canvas = Canvas()
    row = 0
    for index, strip in enumerate(layout["strips"]):
        if strip["loop"]:
            row = _draw_loop(canvas, strip["leds"], frames[index], layout["marks"])
    _draw_sheet(canvas, state, 2)
    row = max(row, 14) + 1
    for index, strip in enumerate(layout["strips"]):
        if not strip["loop"]:
            _draw_bar(canvas, row, strip["zones"], frames[index], named=not state.get("menu"))
            row += 2
    said = state.get("message", "") or (f"last: {state['last']}" if state.get("last") else "")
    for i, line in enumerate(wrap(said, WIDTH)[:3]):
        canvas.centre(row + i, line, ALARM if state.get("refused") else QUIET)
    _draw_buttons(canvas, row + 3, state, held, buttons)
    storage = wrap(state.get("storage", ""), WIDTH)[: len(HELP)]
    for i, line in enumerate(storage or HELP):
        canvas.centre(HEIGHT - len(HELP) + i, line, ALARM if storage else QUIET)
    return canvas.text()


def _draw_led(canvas: Canvas, column: int, row: int, colour: str, dark: str = _DARK) -> None:
    lit = colour != "000000"
    canvas.put(column, row, _LIT if lit else dark, led_style(colour) if lit else QUIET)


def _draw_loop(canvas: Canvas, leds: int, frame: str, marks: int) -> int:
    """Draw the loop, beginning in the top row. Returns the row below it."""
    wide, high = sides(leds, _RATIO)
    left = (WIDTH - wide * _CELL) // 2
    for led in range(leds):
        column, row = place(led, wide, high)
        at = left + column * _CELL
        _draw_led(canvas, at, row, frame[6 * led : 6 * led + 6], _DARK if led % marks else _MARK)
        if led % marks == 0:
            number = str(led)
            inward = {0: _CELL, wide - 1: -len(number) - 1}.get(column, 0)
            beside = {0: 1, high - 1: -1}.get(row, 0)
            canvas.put(at + inward, row + beside, number, QUIET)
    return high


def _draw_sheet(canvas: Canvas, state: Sheet, row: int) -> None:
    """Draw the phase, what is due, and either the table of the seats or the menu."""
    heading = wrap(state.get("phase", ""), _INSIDE)
    lines = [(line, HEAVY) for line in heading]
    lines += [(line, ACCENT) for line in wrap(" · ".join(state.get("due", ())), _INSIDE)]
    lines += [(line, QUIET) for text in state.get("info", ()) for line in wrap(text, _INSIDE)]
    for i, (line, style) in enumerate(lines):
        canvas.centre(row + i, line, style)
    row += max(0, len(lines) - 2)
    menu = state.get("menu")
    if menu:
        for i, label in enumerate(menu["labels"][:7]):
            chosen = i == menu["choice"]
            canvas.put(
                WIDTH // 2 - 12, row + 2 + i, f"{'▸' if chosen else ' '} {i + 1} {label}", ACCENT if chosen else QUIET
            )
        return
    columns = state.get("columns", ())
    width = 8 if len(columns) < 5 else 5
    left = (WIDTH - _NAME - width * len(columns)) // 2
    for i, name in enumerate(columns):
        shown = name == state["shown"]
        text = name[: width - 1]
        canvas.put(left + _NAME + (i + 1) * width - len(text), row + 2, text, SHOWN if shown else QUIET)
    seats = state.get("seats", [])
    for i, seat in enumerate(seats):
        _draw_seat(canvas, left, row + 3 + i, seat, width)
    _draw_regions(canvas, row + 3 + len(seats), state.get("regions", []))


def _draw_seat(canvas: Canvas, left: int, row: int, seat: Seat, width: int) -> None:
    canvas.put(left, row, "●", Style(color=seat["colour"], bold=True))
    canvas.put(left + 2, row, seat["name"], HEAVY)
    mark = "★" if seat["wins"] else "◂" if seat["turn"] else str(seat["place"] or " ")
    canvas.put(left - 2, row, mark, ACCENT)
    for i, value in enumerate(seat["values"]):
        canvas.put(left + _NAME + i * width, row, f"{value:>{width}}", HEAVY if i == 0 else Style.null())


def _draw_regions(canvas: Canvas, row: int, regions: list[ShownRegion]) -> None:
    """Draw how full each region of Ape Town's city is, and a dot in the colour of the seat that leads it."""
    parts = [(f"{region['letter']} {region['filled']}/{region['size']}", region["colour"]) for region in regions]
    for group in (parts[:5], parts[5:10]):
        column = (WIDTH - sum(len(text) + 4 for text, _ in group)) // 2
        for text, colour in group:
            canvas.put(column, row, "●" if colour else "○", Style(color=colour) if colour else QUIET)
            canvas.put(column + 1, row, text, QUIET)
            column += len(text) + 4
        row += 1


def _draw_bar(canvas: Canvas, row: int, zones: list[Zone], frame: str, *, named: bool) -> None:
    """Draw a strip that is not the loop: its LEDs and, if `named`, the name of each zone below it.

    The menu uses whole strips, so zones are not named then.
    """
    total = sum(zone["leds"] for zone in zones)
    cell = _CELL if total * _CELL <= WIDTH else 1
    column = (WIDTH - total * cell) // 2
    led = 0
    for zone in zones:
        if named:
            canvas.put(column, row + 1, zone["name"][: max(1, zone["leds"] * cell - 1)], QUIET)
        for _ in range(zone["leds"]):
            _draw_led(canvas, column, row, frame[6 * led : 6 * led + 6])
            column += cell
            led += 1


def _draw_buttons(canvas: Canvas, row: int, state: Sheet, held: list[str], buttons: list[str]) -> None:
    """Draw each button with its key and, if there is room, what it does now. Buttons that are down are highlighted."""
    seats = [button for button in buttons if button.startswith("seat")]
    for line, names in enumerate((seats, [button for button in buttons if button not in seats])):
        group = _written_on(state, names, held, True)
        if sum(len(text) + 1 for text, _ in group) > WIDTH:
            group = _written_on(state, names, held, False)
        column = (WIDTH - sum(len(text) + 1 for text, _ in group)) // 2
        for text, down in group:
            canvas.put(
                column, row + line, text, Style(color="black", bgcolor="#ffc857") if down else Style(bgcolor="grey23")
            )
            column += len(text) + 1


def _written_on(state: Sheet, names: list[str], held: list[str], with_hints: bool) -> list[tuple[str, bool]]:
    """(text, whether it is down) for each of the buttons `names`."""
    keys = {name: key for key, name in KEYS.items()}
    found = []
    for name in names:
        button = state.get("buttons", {}).get(name) or Button(label=name, colour="", does={})
        others = [other for other in held if other != name and not other.startswith("seat")]
        does = button["does"].get(others[0] if others else "", "") if len(others) < 2 and with_hints else ""
        label = f"{button['label']}: {does}" if does else button["label"]
        found.append((f" {keys.get(name, '?')} {label} ", name in held))
    return found
