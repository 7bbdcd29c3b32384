"""A drawing of wires, boxes and text that looks the same as SVG and as PNG.

Wires are horizontal or vertical. Where two cross, the horizontal one gets a bridge, so that a crossing never
looks like a joint. The width of each text is measured and written into the SVG, so that texts do not overlap
in any viewer, whatever its fonts.
"""

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO
from itertools import pairwise
from math import cos, pi, sin
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

import drawsvg
from PIL import Image, ImageDraw, ImageFont

from host.errors import UserError
from host.files import is_pipe
from host.printable import one_line

BRIDGE = 8.0  # radius
FONTS = "Helvetica, Arial, sans-serif"
SMOOTH = 3  # the PNG is drawn larger by this factor and then scaled down, for smooth edges
PNG_SCALE = 1.5

Point = tuple[float, float]


class Box(NamedTuple):
    """A rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: "Box") -> bool:
        """Whether the two overlap."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


class Line(NamedTuple):
    """A wire or another line through `points`. start, end: what a wire joins ("pico 4"); "" for another line."""

    points: tuple[Point, ...]
    colour: str
    width: float
    start: str = ""
    end: str = ""


class Shape(NamedTuple):
    """A filled polygon with an outline; two points make a rectangle. name: of a pin; "" for other shapes."""

    points: tuple[Point, ...]
    fill: str
    outline: str
    round: float = 0.0
    name: str = ""


class Words(NamedTuple):
    """One line of text. at: position of its left end, middle or right end (`anchor`) at the middle of its height."""

    at: Point
    text: str
    size: float
    colour: str
    anchor: str
    weight: str

    def box(self) -> Box:
        """The rectangle that it covers."""
        width = text_width(self.text, self.size)
        left = self.at[0] - {"start": 0.0, "middle": width / 2, "end": width}[self.anchor]
        return Box(left, self.at[1] - self.size * 0.55, left + width, self.at[1] + self.size * 0.55)


@lru_cache(maxsize=64)
def _font(size: float) -> "ImageFont.FreeTypeFont | ImageFont.ImageFont":
    return ImageFont.load_default(size)


def _plain(text: str) -> str:
    """`text` with only those characters that Pillow's built-in font has."""
    flat = unicodedata.normalize("NFKD", text)
    return "".join(c if c.isascii() or c == "·" else "?" for c in flat if not unicodedata.combining(c))


@lru_cache(maxsize=4096)
def text_width(text: str, size: float) -> float:
    """The width of `text` in the drawing's units."""
    return _font(100).getlength(_plain(text)) * size / 100


def fitted(text: str, size: float, room: float) -> str:
    """`text`, shortened if it is wider than `room`."""
    if text_width(text, size) <= room:
        return text
    while text and text_width(text + "...", size) > room:
        text = text[:-1]
    return text + "..."


class Canvas:
    """A drawing. It is drawn in this order: shapes, lines, `front` shapes, words."""

    def __init__(self) -> None:
        self.shapes: list[Shape] = []
        self.front: list[Shape] = []
        self.lines: list[Line] = []
        self.words: list[Words] = []

    def line(self, points: Sequence[Point], colour: str, width: float = 3, start: str = "", end: str = "") -> None:
        """Draw a line through `points`. start, end: see Line."""
        kept = [points[0]] + [b for a, b in pairwise(points) if a != b]
        self.lines.append(Line(tuple(kept), colour, width, start, end))

    def rect(self, box: Box, fill: str, outline: str = "#555555", round: float = 6, front: bool = False) -> None:
        """Draw a rectangle; front: over the wires."""
        shape = Shape(((box.left, box.top), (box.right, box.bottom)), fill, outline, round)
        (self.front if front else self.shapes).append(shape)

    def polygon(self, points: Sequence[Point], fill: str, outline: str = "#555555") -> None:
        """Draw a polygon over the wires."""
        self.front.append(Shape(tuple(points), fill, outline))

    def disc(self, at: Point, radius: float, fill: str, outline: str = "#555555", name: str = "") -> None:
        """Draw a disc over the wires. name: that of a pin ("pico 4"), or ""."""
        box = ((at[0] - radius, at[1] - radius), (at[0] + radius, at[1] + radius))
        self.front.append(Shape(box, fill, outline, radius, name))

    def text(
        self, at: Point, text: str, size: float = 17, colour: str = "#222222", anchor: str = "start", bold: bool = False
    ) -> None:
        """Write one line of text."""
        self.words.append(Words(at, one_line(text), size, colour, anchor, "bold" if bold else "normal"))

    def size(self, margin: float = 30) -> tuple[int, int]:
        """(width, height) of the whole drawing from the origin, with a margin."""
        points = [point for shape in self.shapes + self.front for point in shape.points]
        points += [point for line in self.lines for point in line.points]
        points += [(words.box().right, words.box().bottom) for words in self.words]
        return round(max(x for x, _ in points) + margin), round(max(y for _, y in points) + margin)

    def svg(self) -> str:
        """The drawing as SVG."""
        width, height = self.size()
        picture = drawsvg.Drawing(width, height)
        picture.append(drawsvg.Rectangle(0, 0, width, height, fill="white"))
        for shape in self.shapes:
            picture.append(_svg_shape(shape))
        for line in self.lines:
            picture.append(_svg_line(line, _bridged(line, self.lines)))
        for shape in self.front:
            picture.append(_svg_shape(shape))
        for words in self.words:
            picture.append(_svg_words(words))
        return str(picture.as_svg())

    def png(self) -> Image.Image:
        """The drawing as a raster image."""
        width, height = self.size()
        scale = PNG_SCALE * SMOOTH
        image = Image.new("RGB", (round(width * scale), round(height * scale)), "white")
        draw = ImageDraw.Draw(image)
        for shape in self.shapes:
            _png_shape(draw, shape, scale)
        for line in self.lines:
            points = [(x * scale, y * scale) for x, y in _bridged(line, self.lines)]
            draw.line(points, line.colour, round(line.width * scale), "curve")
        for shape in self.front:
            _png_shape(draw, shape, scale)
        for words in self.words:
            at = (words.at[0] * scale, words.at[1] * scale)
            anchor = {"start": "lm", "middle": "mm", "end": "rm"}[words.anchor]
            stroke = round(scale * words.size / 40) if words.weight == "bold" else 0
            draw.text(at, _plain(words.text), words.colour, _font(words.size * scale), anchor, stroke_width=stroke)
        return image.resize((round(width * PNG_SCALE), round(height * PNG_SCALE)), Image.Resampling.LANCZOS)


def save(canvas: Canvas, svg: Path | None, png: Path | None) -> None:
    """Write the drawing to the given files and print their names. UserError when one cannot be written."""
    if svg is not None:
        _write(svg, canvas.svg().encode("utf-8"))
    if png is not None:
        pixels = BytesIO()
        canvas.png().save(pixels, "PNG")
        _write(png, pixels.getvalue())


def _write(path: Path, data: bytes) -> None:
    for wrong, what in ((path.is_dir(), "folder"), (is_pipe(path), "pipe")):
        if wrong:
            raise UserError(f"{path} is a {what}, not a file: name a file in a folder that is there.")
    try:
        path.write_bytes(data)
    except OSError as error:
        reason = error.strerror or "no reason given"
        raise UserError(f"{path} cannot be written ({reason}): name a file in a folder that is there.") from None
    print(f"Drawn: {path}")


# -- wires -----------------------------------------------------------------------------------------
def crossings(a: Point, b: Point, lines: Sequence[Line]) -> list[float]:
    """The x at which the horizontal segment from `a` to `b` crosses vertical segments of `lines`, from a towards b."""
    low, high = sorted((a[0], b[0]))
    found = set()
    for line in lines:
        for c, d in pairwise(line.points):
            upright = c[0] == d[0] and c[1] != d[1]
            if upright and low < c[0] < high and min(c[1], d[1]) < a[1] < max(c[1], d[1]):
                found.add(c[0])
    return sorted(found, reverse=a[0] > b[0])


def _bridged(line: Line, lines: Sequence[Line]) -> list[Point]:
    """The points of `line`, with an arc over each wire that its horizontal segments cross."""
    points = [line.points[0]]
    for a, b in pairwise(line.points):
        if a[1] == b[1]:
            way = 1 if b[0] > a[0] else -1
            for x in crossings(a, b, lines):
                points += [
                    (x - way * BRIDGE * cos(pi * i / 12), a[1] - BRIDGE * 1.2 * sin(pi * i / 12)) for i in range(13)
                ]
        points.append(b)
    return points


# -- SVG -------------------------------------------------------------------------------------------
def _attribute(text: str) -> str:
    """`text` escaped for the value of an attribute: drawsvg escapes text between tags, but not attributes."""
    return escape(text, {'"': "&quot;"})


def _svg_shape(shape: Shape) -> "drawsvg.DrawingElement":
    named = {"data-pin": _attribute(shape.name)} if shape.name else {}
    style = {"fill": shape.fill, "stroke": shape.outline, "stroke_width": 1.5, **named}
    if len(shape.points) == 2:
        (left, top), (right, bottom) = shape.points
        return drawsvg.Rectangle(left, top, right - left, bottom - top, rx=shape.round, **style)
    return drawsvg.Lines(*[c for point in shape.points for c in point], close=True, **style)


def _svg_line(line: Line, points: Sequence[Point]) -> "drawsvg.DrawingElement":
    ends = {"data-from": _attribute(line.start), "data-to": _attribute(line.end)} if line.start else {}
    style = {"stroke": line.colour, "stroke_width": line.width, "stroke_linejoin": "round", "fill": "none", **ends}
    return drawsvg.Lines(*[round(c, 1) for point in points for c in point], **style)


def _svg_words(words: Words) -> "drawsvg.DrawingElement":
    return drawsvg.Text(
        words.text,
        words.size,
        *words.at,
        fill=words.colour,
        text_anchor=words.anchor,
        dominant_baseline="central",
        font_family=FONTS,
        font_weight=words.weight,
        textLength=round(text_width(words.text, words.size), 1),
        lengthAdjust="spacingAndGlyphs",
    )


# -- PNG -------------------------------------------------------------------------------------------
def _png_shape(draw: "ImageDraw.ImageDraw", shape: Shape, scale: float) -> None:
    points = [(x * scale, y * scale) for x, y in shape.points]
    width = round(1.5 * scale)
    if len(points) == 2:
        draw.rounded_rectangle([*points[0], *points[1]], shape.round * scale, shape.fill, shape.outline, width)
    else:
        draw.polygon(points, shape.fill, shape.outline, width)
