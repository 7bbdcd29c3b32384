"""`troop play`: what its options begin, what they go on with, and what a board cannot play."""

from pathlib import Path

import pytest

from engine_core.moves import ADD
from engine_core.setup import Setup
from host.boards import board_text, read_board
from host.device import Device
from host.errors import UserError
from host.files import FolderFiles
from host.play import begin, new_setup

SETUPS = [
    ("after_us", ["Ana", "Ben"]),
    ("primates", ["Dian", "Mary"]),
    ("ape_town", ["Ana", "Ben"]),
]


def started(folder: Path, game: str, names: list[str]) -> Device:
    """`troop play --game GAME --seats NAMES` in this folder, its page not yet open."""
    files = FolderFiles(folder)
    device = Device(board_text("pico_w_reference"), files)
    begin(device, files, Setup(game, names))
    return device


def played(device: Device) -> int:
    """The moves of the game in play."""
    assert device.app.table is not None
    return device.app.table.count


def one_move(device: Device) -> None:
    """A point for seat 1, stored."""
    device.app.play(ADD, 0, 0, 1)
    device.app.close()


@pytest.mark.parametrize(("game", "names"), SETUPS)
def test_the_same_command_again_goes_on_with_the_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str, names: list[str]
) -> None:
    one_move(started(tmp_path, game, names))
    assert capsys.readouterr().out == ""
    assert played(started(tmp_path, game, names)) == 1
    assert "it goes on" in capsys.readouterr().out


def test_another_command_keeps_the_game_before_and_says_where(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one_move(started(tmp_path, "after_us", ["Ana", "Ben"]))
    assert played(started(tmp_path, "after_us", ["Ana", "Cho"])) == 0
    assert "troop log --local" in capsys.readouterr().out
    assert len(list(tmp_path.glob("*.game"))) == 1


@pytest.mark.parametrize(
    ("board", "game", "seats", "map_file", "words"),
    [
        ("small", "ape_town", "", "", "has no lights for ape_town, only for after_us, primates"),
        ("small", "", "Ana Ben Cho", "", "has buttons for at most 2 seats, not for 3"),
        ("pico_w_reference", "after_us", "", "city.map", "--map is for ape_town"),
    ],
)
def test_what_a_board_cannot_play_is_refused(board: str, game: str, seats: str, map_file: str, words: str) -> None:
    with pytest.raises(UserError, match=words):
        new_setup(read_board(board)[0], game, seats, map_file)


def test_a_board_with_two_buttons_for_seats_gets_two_seats_by_itself() -> None:
    setup = new_setup(read_board("small")[0], "after_us", "", "")
    assert setup is not None
    assert setup.names == ["Ana", "Ben"]


def test_every_trouble_at_the_start_is_on_the_page(tmp_path: Path) -> None:
    device = started(tmp_path, "after_us", ["Ana", "Ben"])
    for _ in range(3):
        device.app.play(ADD, 0, 0, 1)
        device.app.undo()
    device.app.close()
    tail = bytearray((tmp_path / "tail").read_bytes())
    tail[len(tail) // 2] ^= 1
    (tmp_path / "tail").write_bytes(tail)
    (tmp_path / "settings.json").write_text("no json")
    message = Device(board_text("pico_w_reference"), FolderFiles(tmp_path)).app.message
    assert "The newest records were damaged" in message
    assert "settings.json is not JSON" in message
