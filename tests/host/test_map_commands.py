"""`troop map check` and `troop map show`: every fault with its place, pictures that can be read."""

import io
import re
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image
from rich.console import Console
from typer.testing import CliRunner

from engine_core.city import City
from engine_core.city_building import read_city
from host.city_picture import drawing, terminal
from host.commands.map import app
from host.errors import CheckFailed, UserError
from host.layers import ROOT
from host.maps import map_names, map_text

SMALL = "A A B B\n A B C C\nD D D C\ngrey A\nblack B C\nwhite D\n"


def troop(*arguments: object) -> tuple[int, str, str]:
    """(exit code, what it printed, the line of its error)."""
    done = CliRunner().invoke(app, [str(argument) for argument in arguments])
    if isinstance(done.exception, (UserError, CheckFailed)):
        return 1 if isinstance(done.exception, CheckFailed) else 2, done.stdout, str(done.exception)
    return done.exit_code, done.stdout, done.stderr


def names(city: City) -> list[str]:
    return [city.name(space) for space in range(city.spaces)]


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "small.map"
    path.write_text(SMALL)
    return path


# -- check -------------------------------------------------------------------------------------------
def test_at2_a_good_map_is_said_to_be_good_with_its_size(small: Path) -> None:
    code, said, _ = troop("check", small)
    assert code == 0
    assert f"{small}: good, with 1 warning. 12 spaces in 4 regions; grey: A 3; black: B 3, C 3; white: D 3." in said


def test_at2_the_shipped_map_is_found_by_its_name_and_good() -> None:
    assert map_names() == ["sample_city"]
    code, said, _ = troop("check", "sample_city")
    assert code == 0
    assert said.startswith("sample_city: good. 71 spaces in 9 regions")


def test_at2_every_fault_is_told_with_file_line_and_column_and_shown(tmp_path: Path) -> None:
    path = tmp_path / "bad.map"
    path.write_text("A A a\n A A\nD\tD E\ngrey A A\nblack D Q\n")
    code, said, error = troop("check", path)
    assert code == 1
    assert error == f"{path} has 5 faults: correct the file and check again."
    places = re.findall(rf"^{re.escape(str(path))}:(\d+):(\d+): ", said, re.MULTILINE)
    assert places == [("1", "5"), ("3", "2"), ("3", "5"), ("4", "8"), ("5", "9")]
    assert "    A A a\n        ^\n" in said
    assert "    D?D E\n     ^\n" in said


def test_at2_a_region_in_two_pieces_is_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "pieces.map"
    path.write_text("A B A\ngrey A\nblack B\n")
    code, said, _ = troop("check", path)
    assert code == 0
    assert f"{path}:1:5: warning: region A is in more than one piece" in said
    assert "good, with 3 warnings" in said


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"A A\n A\xff\ngrey A\n", ":2:3: this is not UTF-8 text"),
        (b"A \xc3\n", ":1:3: this is not UTF-8 text"),
    ],
)
@pytest.mark.parametrize("command", ["check", "show"])
def test_at2_a_map_that_is_not_utf8(tmp_path: Path, command: str, data: bytes, words: str) -> None:
    path = tmp_path / "latin.map"
    path.write_bytes(data)
    code, _, error = troop(command, path)
    assert code == (1 if command == "check" else 2)
    assert words in error


@pytest.mark.parametrize("data", [b"A B\n" * 1_000_000, b"\xff" * 1_000_000, b"A " * 1_000_000, b"\xc3\xa4" * 500_000])
def test_at2_a_map_that_is_megabytes_long(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "long.map"
    path.write_bytes(data)
    code, said, error = troop("check", path)
    assert code == 1
    assert said.count("\n") == 1
    assert "this is no map of a city" in said
    assert "1 fault" in error


@pytest.mark.parametrize("data", [b"", b"\x00\x01\x02", b"a " * 90, b"\n" * 500, b"grey", b"\xef\xbb\xbf"])
def test_at2_a_file_that_is_no_map(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "no.map"
    path.write_bytes(data)
    code, _, error = troop("check", path)
    assert code == 1
    assert "fault" in error
    code, _, error = troop("show", path)
    assert code == 2
    assert "'troop map check' tells all faults" in error


@pytest.mark.parametrize("command", ["check", "show"])
def test_at2_a_map_that_is_not_there(command: str, tmp_path: Path) -> None:
    for missing in (tmp_path / "no.map", tmp_path):
        code, _, error = troop(command, missing)
        assert code == 2
        assert "name a file, or a map that is shipped: sample_city" in error


# -- show --------------------------------------------------------------------------------------------
def test_at2_the_terminal_shows_every_space_where_it_is_drawn() -> None:
    shown = terminal(read_city(SMALL)).plain.split("\n")
    assert [line.rstrip() for line in shown[:3]] == ["A1  A2  B1  B2", "  A3  B3  C1  C2", "D1  D2  D3  C3"]
    assert "black : B 3, C 3" in shown[5]


def test_at2_the_terminal_colours_a_region_as_one_patch() -> None:
    """Three spaces side by side have one background from the first to the last; the colours differ in more than hue."""
    out = io.StringIO()
    Console(file=out, force_terminal=True, color_system="truecolor", width=80).print(terminal(read_city(SMALL)))
    first, _, third = out.getvalue().split("\n")[:3]
    grey, black, white = "168;173;181", "43;46;53", "255;255;255"
    assert first.count(f"48;2;{grey}") == 3
    assert first.count(f"48;2;{black}") == 3
    assert third.count(f"48;2;{white}") == 5


def test_at2_show_prints_to_the_terminal(small: Path) -> None:
    code, said, _ = troop("show", small)
    assert code == 0
    assert "12 spaces in 4 regions" in said


def test_at2_the_drawing_names_every_space_once_in_its_hexagon() -> None:
    city = read_city(map_text("sample_city"))
    canvas = drawing(city)
    written = {words.text: words for words in canvas.words}
    assert [words.text for words in canvas.words[: city.spaces]] == names(city)
    for space, shape in enumerate(canvas.shapes):
        box = written[city.name(space)].box()
        assert min(x for x, _ in shape.points) < box.left
        assert box.right < max(x for x, _ in shape.points)
        middle = sum(y for _, y in shape.points) / 6
        assert box.top < middle < box.bottom


def test_at2_hexagons_touch_exactly_where_spaces_are_neighbours() -> None:
    city = read_city(map_text("sample_city"))
    shapes = [{(round(x), round(y)) for x, y in shape.points} for shape in drawing(city).shapes]
    for a in range(city.spaces):
        near = set(city.neighbours[6 * a : 6 * a + 6])
        for b in range(city.spaces):
            if a != b:
                assert (len(shapes[a] & shapes[b]) == 2) == (b in near)


def test_at2_borders_lie_where_the_region_changes() -> None:
    one = read_city("A A\n A A\ngrey A\n")
    two = read_city("A B\n A B\ngrey A\nblack B\n")
    assert len(drawing(one).lines) == 4 * 6 - 2 * 5
    assert len(drawing(two).lines) == 4 * 6 - 2 * 5 + 2 * 3


def test_at2_show_writes_svg_and_png(small: Path, tmp_path: Path) -> None:
    svg, png = tmp_path / "city.svg", tmp_path / "city.png"
    code, said, _ = troop("show", small, "--svg", svg, "--png", png)
    assert (code, said) == (0, f"Drawn: {svg}\nDrawn: {png}\n")
    text = svg.read_text("utf-8")
    assert text.startswith("<?xml")
    for name in names(read_city(SMALL)):
        assert f">{name}</text>" in text
    with Image.open(png) as image:
        found = image.convert("RGB").getcolors(1 << 20) or []
        assert min(image.size) > 300
    papers = {colour for count, colour in found if isinstance(colour, tuple) and count > 2000}
    assert {(0xB4, 0xB9, 0xC1), (0x3A, 0x3E, 0x47), (0xFF, 0xFF, 0xFF)} <= papers


def test_at2_a_picture_that_cannot_be_written(small: Path, tmp_path: Path) -> None:
    for path, why in ((tmp_path / "no" / "city.svg", "cannot be written"), (tmp_path, "is a folder, not a file")):
        code, _, error = troop("show", small, "--svg", path)
        assert code == 2
        assert f"{path} {why}" in error


def test_at2_faults_reach_the_shell_as_exit_code_1_and_one_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.map"
    path.write_text("A B\ngrey A\n")
    command = [sys.executable, "-m", "troopkeeper", "map", "check", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=60, check=False)
    assert done.returncode == 1
    assert done.stdout.startswith(f"{path}:1:3: region B has no colour")
    assert done.stderr == f"troop: {path} has 1 fault: correct the file and check again.\n"
