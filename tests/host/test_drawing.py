"""How a page and a terminal draw the strips, the loop and the colours."""

from pathlib import Path

import pytest

from engine_core.setup import Setup
from host.boards import board_text
from host.files import FolderFiles
from host.page.device import Device, colours
from host.page.loop import place, sides
from host.page.picture import draw
from host.page.sheet import Sheet
from host.page.view import css, strips
from tests.kit.host.pressed import pressed, wait


def test_the_menu_uses_the_bar_whole_and_names_none_of_its_zones(tmp_path: Path) -> None:
    device, state = pressed(tmp_path, Setup("after_us", ["Ana", "Ben"]))

    def drawn(state: Sheet) -> str:
        return draw(state, device.strips(), device.frames, [], []).plain

    assert "phase   mode    due" in drawn(state)
    device.hold("undo", "test", True)
    device.hold("mode", "test", True)
    wait(device, 2500)
    assert "Which game?" in drawn(device.state())
    assert "phase   mode    due" not in drawn(device.state())


@pytest.mark.parametrize("game", ["after_us", "primates", "ape_town"])
@pytest.mark.parametrize("name", ["pico_w_reference", "small", "pico_2_w"])
def test_every_led_of_every_strip_is_drawn_once(tmp_path: Path, name: str, game: str) -> None:
    board = Device(board_text(name), FolderFiles(tmp_path)).board
    for strip in strips(board, game)["strips"]:
        assert sum(zone["leds"] for zone in strip["zones"]) == strip["leds"]


@pytest.mark.parametrize("count", [40, 60, 80, 81, 144, 300])
@pytest.mark.parametrize("ratio", [0.8, 1.5, 2.0])
def test_the_loop_visits_every_square_once_and_steps_to_its_neighbour(count: int, ratio: float) -> None:
    wide, high = sides(count, ratio)
    squares = [place(i, wide, high) for i in range(2 * (wide + high) - 4)]
    assert len(set(squares)) == len(squares) >= count
    for (a, b), (c, d) in zip(squares, [*squares[1:], squares[0]], strict=True):
        assert abs(a - c) + abs(b - d) == 1


def test_the_fullest_sheet_leaves_the_terminals_loop_free(tmp_path: Path) -> None:
    names = ["Bartholomew1", "Bartholomew2", "Bartholomew3", "Bartholomew4", "Bartholomew5", "Bartholomew6"]
    device, state = pressed(tmp_path, Setup("after_us", names, [("resources", ["on"])]), "seat1")
    lines = draw(state, device.strips(), device.frames, [], ["seat1"]).plain.split("\n")
    wide, high = sides(80, 2.0)
    left = (80 - 2 * wide) // 2
    assert all(len(line) == 80 for line in lines)
    for column, row in (place(i, wide, high) for i in range(80)):
        assert lines[row][left + 2 * column] in "■·+"
    assert all(any(name in line for line in lines) for name in names)


@pytest.mark.parametrize(
    ("wire", "order", "shown"),
    [
        (bytes([1, 2, 3]), "GRB", "020103"),
        (bytes([1, 2, 3, 4, 5, 6]), "RGB", "010203040506"),
        (bytes([1, 2, 3, 10]), "GRBW", "0c0b0d"),
        (bytes([1, 2, 3, 255]), "GRBW", "ffffff"),
    ],
)
def test_wire_bytes_are_read_back_as_colours(wire: bytes, order: str, shown: str) -> None:
    assert colours(wire, order) == shown


def test_colours_keep_their_hue_on_a_screen() -> None:
    assert css(0xDC0000) == "#ff0000"
    assert css(0x000000) == "#000000"
    assert css(0x101010) == "#ffffff"
