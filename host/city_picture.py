"""Draws a city: as coloured text for the terminal, and as hexagons for SVG and PNG."""

from math import sqrt

from rich.text import Text

from engine_core.city import COLOURS, NO_NEIGHBOUR, SIDES, City
from host.wiring.canvas import Canvas, Point, Shape

# By colour of a region: style in the terminal; background and text colour in the drawing.
_TERMINAL = ("black on #a8adb5", "#ffffff on #2b2e35", "black on #ffffff")
_PAPER = ("#b4b9c1", "#3a3e47", "#ffffff")
_INK = ("#111111", "#ffffff", "#111111")
_EDGE = "#8b9099"  # line between two spaces of a region
_BORDER = "#d9480f"  # line between two regions, or at the edge of the city

_CELL = 2  # characters of the terminal for a column of the map
_RADIUS = 40.0  # of a hexagon, which has a corner at the top
_COLUMN = _RADIUS * sqrt(3) / 2
_ROW = _RADIUS * 1.5
_MARGIN = 30.0


def regions_by_colour(city: City) -> list[str]:
    """A line for each colour that has regions, with the number of spaces of each: "grey: A 7, E 10, I 9"."""
    lines = []
    for number, colour in enumerate(COLOURS):
        own = [f"{city.letters[r]} {city.size[r]}" for r in range(city.regions) if city.colour[r] == number]
        if own:
            lines.append(f"{colour}: {', '.join(own)}")
    return lines


def in_words(city: City) -> str:
    """How large the city is: "71 spaces in 9 regions"."""
    regions = f"{city.regions} region{'s' if city.regions > 1 else ''}"
    return f"{city.spaces} space{'s' if city.spaces > 1 else ''} in {regions}"


# -- terminal ----------------------------------------------------------------------------------------
def terminal(city: City) -> Text:
    """The city as coloured text with the name of each space, and below it the regions of each colour."""
    picture = Text()
    row = column = 0
    for space in range(city.spaces):
        if city.row[space] != row:
            picture.append("\n" * (city.row[space] - row))
            row, column = city.row[space], 0
        at = city.column[space] * _CELL
        picture.append(" " * (at - column))
        style = _TERMINAL[city.colour[city.region[space]]]
        picture.append(f"{city.name(space):^{2 * _CELL - 1}}", style)
        right = city.neighbours[SIDES * space + 1]
        picture.append(" ", style if right != NO_NEIGHBOUR and city.region[right] == city.region[space] else None)
        column = at + 2 * _CELL
    picture.append("\n\n")
    for line in regions_by_colour(city):
        colour = COLOURS.index(line.split(":")[0])
        picture.append(f" {COLOURS[colour]} ", _TERMINAL[colour])
        picture.append(line[len(COLOURS[colour]) :] + "\n")
    picture.append(in_words(city))
    return picture


# -- drawing -----------------------------------------------------------------------------------------
def drawing(city: City) -> Canvas:
    """The city as hexagons in its colours, with names of spaces and borders of regions, on a Canvas."""
    canvas = Canvas()
    for space in range(city.spaces):
        colour = city.colour[city.region[space]]
        corners = _corners(city, space)
        # Not `canvas.polygon`, which would be drawn over the lines of the borders.
        canvas.shapes.append(Shape(tuple(corners), _PAPER[colour], _EDGE))
        for a, b in _borders(city, space, corners):
            canvas.line((a, b), _BORDER, 5)
        canvas.text(_middle(city, space), city.name(space), 21, _INK[colour], "middle", bold=True)
    below = _MARGIN + _RADIUS * 2 + _ROW * max(city.row) + 34
    for line in [*regions_by_colour(city), in_words(city)]:
        canvas.text((_MARGIN, below), line, 20)
        below += 30
    return canvas


def _middle(city: City, space: int) -> Point:
    return _MARGIN + _COLUMN * (city.column[space] + 1), _MARGIN + _RADIUS + _ROW * city.row[space]


def _corners(city: City, space: int) -> list[Point]:
    """The six corners of a hexagon, clockwise from the top."""
    x, y = _middle(city, space)
    half, tall = _COLUMN, _RADIUS
    return [
        (x, y - tall),
        (x + half, y - tall / 2),
        (x + half, y + tall / 2),
        (x, y + tall),
        (x - half, y + tall / 2),
        (x - half, y - tall / 2),
    ]


# The corners between which each side of a space lies, in the order of City.neighbours.
_SIDE_CORNERS = ((4, 5), (1, 2), (5, 0), (0, 1), (3, 4), (2, 3))


def _borders(city: City, space: int, corners: list[Point]) -> list[tuple[Point, Point]]:
    """The sides, as pairs of corners, beyond which there is another region or no space."""
    found = []
    for side in range(SIDES):
        other = city.neighbours[SIDES * space + side]
        if other == NO_NEIGHBOUR or city.region[other] != city.region[space]:
            a, b = _SIDE_CORNERS[side]
            found.append((corners[a], corners[b]))
    return found
