"""`troop board` from the outside: what it says, and one clear line for every error."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image
from typer.testing import CliRunner

from host.boards import board_names, board_text
from host.build import board_files
from host.commands.board import app
from host.errors import CheckFailed, UserError
from tests.kit.host.board_files import PINOUT, SHIPPED


def troop(*arguments: object) -> tuple[int, str, str]:
    """(exit code, what it printed, the line of its error)."""
    done = CliRunner().invoke(app, [str(argument) for argument in arguments])
    if isinstance(done.exception, (UserError, CheckFailed)):
        return 1 if isinstance(done.exception, CheckFailed) else 2, done.stdout, str(done.exception)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.stdout, done.stderr


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A maker's own board file, somewhere: two strips of which one is RGBW, buttons on the right side."""
    data = json.loads(board_text("small"))
    data["name"] = "kitchen"
    data["strips"].append({"name": "sky", "pin": 16, "leds": 200, "order": "GRBW"})
    data["buttons"] = [{"name": "seat1", "pin": 28}, {"name": "next", "pin": 17}]
    data["power"]["budget_ma"] = 4000
    path = tmp_path / "kitchen.json"
    path.write_text(json.dumps(data))
    return path


def test_all_shipped_boards_are_listed_with_what_they_are() -> None:
    code, said, _ = troop("list")
    assert code == 0
    assert tuple(board_names()) == SHIPPED
    lines = {line.split()[0]: line for line in said.splitlines()}
    assert set(SHIPPED) < set(lines)
    assert "Pico 2 W" in lines["pico_2_w"]
    assert "80 + 30 LEDs" in lines["pico_w_reference"]
    assert "5 V supply, 3 A" in lines["pico_w_reference"]
    assert "its USB cable" in lines["small"]


@pytest.mark.parametrize("name", SHIPPED)
def test_show_tells_every_pin_and_zone(name: str) -> None:
    code, said, _ = troop("show", name)
    assert code == 0
    data = json.loads(board_text(name))
    rows = [line.split() for line in said.splitlines()]
    for part in [*data["strips"], *data["buttons"]]:
        row = next(row for row in rows if part["name"] in row[:2])
        assert f"GP{part['pin']}" in row
        assert str(PINOUT[part["pin"]]) in row
    for game, zones in data["zones"].items():
        line = next(line for line in said.splitlines() if line.startswith(game + ":"))
        for zone in zones:
            assert f"{zone['show']} on {zone['strip']} {zone['start']}" in line


def test_show_says_what_the_leds_would_take_and_may_take() -> None:
    _, said, _ = troop("show", "small")
    assert "30 LEDs all white would take 1470 mA; the device keeps them within 350 mA" in said


@pytest.mark.parametrize("name", SHIPPED)
def test_a_good_board_checks_well(name: str) -> None:
    code, said, error = troop("check", name)
    assert (code, error) == (0, "")
    assert said.startswith(f"{name}: good.")


def test_check_tells_every_fault_and_exits_with_1(own: Path) -> None:
    data = json.loads(own.read_text())
    data["strips"][0]["order"] = "BLUE"
    data["buttons"][1]["pin"] = 16
    own.write_text(json.dumps(data))
    code, said, error = troop("check", own)
    assert code == 1
    assert len(said.splitlines()) == 2
    assert all(line.startswith(f"{own}: ") for line in said.splitlines())
    assert '"order" is "BLUE"' in said
    assert "Pin 16 is used twice" in said
    assert "2 faults" in error


def test_check_of_no_file_is_wrong_use_and_one_that_is_no_text_fails(tmp_path: Path) -> None:
    assert troop("check", tmp_path / "no.json")[0] == 2
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe\x00")
    code, _, error = troop("check", tmp_path / "bytes.json")
    assert code == 1
    assert "not a text file" in error


@pytest.mark.parametrize("command", ["show", "wiring", "parts"])
def test_a_board_with_a_fault_is_told_by_every_command(command: str, tmp_path: Path) -> None:
    path = tmp_path / "new.json"
    path.write_text(json.dumps({**json.loads(board_text("small")), "version": 9}))
    code, _, error = troop(command, path)
    assert code == 2
    assert error.startswith(f"Board file {path}: ")
    assert "update troopkeeper" in error


NAMES = (
    "[/]",
    "edge [long]",
    "[link=http://x]a[/]",
    "[bold]",
    ":smile:",
    "\\[red]x",
    "a & <b> \"c\" 'd'",
    "]]>",
    "&amp;",
)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("command", ["show", "check", "wiring", "parts"])
def test_a_name_is_printed_as_it_is_written(name: str, command: str, tmp_path: Path) -> None:
    """Whatever it would mean to what prints it: brackets are no styles, colons no emoji."""
    path = named(name, tmp_path)
    code, said, _ = troop(command, path)
    assert code == 0
    assert command == "check" or name in said


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_drawn_as_it_is_written(name: str, tmp_path: Path) -> None:
    """In the text and in the attributes of an SVG that any reader of XML can read; a PNG comes out, too."""
    svg = tmp_path / "wires.svg"
    assert troop("wiring", named(name, tmp_path), "--svg", svg, "--png", tmp_path / "wires.png")[0] == 0
    elements = list(ElementTree.fromstring(svg.read_text("utf-8")).iter())
    assert [element for element in elements if (element.text or "").strip() == f"Wiring of {name}"]
    assert [element for element in elements if element.get("data-to") == f"strip {name} DIN"]
    assert [element for element in elements if element.get("data-pin") == f"strip {name} DIN"]


def named(name: str, folder: Path) -> Path:
    """A board file in which the board and its strip have this name."""
    data = json.loads(board_text("small"))
    data["name"] = data["strips"][0]["name"] = name
    data["strips"][0]["leds"] = 160  # long enough for the parts of its far end
    data["power"]["budget_ma"] = 2000
    data["zones"] = {"after_us": [{"show": "score", "strip": name, "start": 0, "leds": 80}]}
    path = folder / "named.json"
    path.write_text(json.dumps(data))
    return path


@pytest.mark.parametrize("command", ["show", "check", "wiring", "parts"])
def test_a_name_that_cannot_be_printed_is_told_by_every_command(command: str, tmp_path: Path) -> None:
    code, said, error = troop(command, named("\ud800x", tmp_path))
    assert code == (1 if command == "check" else 2)
    assert '"name" is "\\ud800x", but must be a name of 1 to 24 plain characters' in said + error


def test_a_mark_at_the_start_of_the_file_is_passed_over(tmp_path: Path) -> None:
    """Windows may write one; what goes to a board is without it."""
    path = tmp_path / "marked.json"
    path.write_bytes(b"\xef\xbb\xbf" + board_text("small").encode())
    assert troop("check", path)[0] == 0
    assert board_text(str(path)) == board_text("small")
    assert board_files(str(path))["board.json"] == board_files("small")["board.json"]


def test_wiring_lists_the_wires_of_a_board_of_ones_own(own: Path) -> None:
    code, said, _ = troop("wiring", own)
    assert code == 0
    lines = [" ".join(line.split()) for line in said.splitlines()]
    assert "Pico pin 21 (GP16) strip sky DIN resistor 330 ohm" in lines
    assert "Pico pin 34 (GP28) button seat1 one leg" in lines
    assert "button seat1 other leg right GND line" in lines
    assert "supply + 5V bar fuse 7.5 A" in lines


def test_wiring_draws_svg_and_png(own: Path, tmp_path: Path) -> None:
    svg, png = tmp_path / "wires.svg", tmp_path / "wires.png"
    code, said, _ = troop("wiring", own, "--svg", svg, "--png", png)
    assert code == 0
    assert said == f"Drawn: {svg}\nDrawn: {png}\n"
    assert ElementTree.fromstring(svg.read_text("utf-8")).tag.endswith("svg")
    with Image.open(png) as image:
        assert image.format == "PNG"
        assert len(image.convert("RGB").getcolors(1 << 24) or []) > 20


def test_a_picture_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    code, _, error = troop("wiring", "small", "--svg", tmp_path / "no" / "wires.svg")
    assert code == 2
    assert "name a file in a folder that is there" in error


def test_parts_of_a_board_of_ones_own(own: Path) -> None:
    code, said, _ = troop("parts", own)
    assert code == 0
    lines = [" ".join(line.split()) for line in said.splitlines()]
    assert any(line.startswith("3.33 m LED strip SK6812 RGBW, 5 V, 60 LEDs a metre") for line in lines)
    assert any(line.startswith("2 push button") for line in lines)
    assert any("to the far end of sky" in line for line in lines)
    # 4000 mA for the LEDs and 300 for the Pico, and a quarter more: 5375 mA.
    assert any(line.startswith("1 power supply 5 V, 8 A or more 4300 mA") for line in lines)


def test_help_tells_the_commands() -> None:
    code, said, _ = troop("--help")
    assert code == 0
    for name in ("list", "show", "check", "wiring", "parts", "wokwi"):
        assert name in said
