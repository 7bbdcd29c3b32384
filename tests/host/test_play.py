"""`troop play`: what its options begin, what they go on with, and what a board cannot play."""

import errno
import os
import socket
import tempfile
from pathlib import Path
from typing import Any

import pytest

from engine_core.moves import ADD
from engine_core.setup import GAMES, Setup
from firmware.new_game import open_menu
from host.boards import board_text, read_board
from host.commands import play
from host.commands.play import begin, folder_of, game_folder, new_setup, open_files, run
from host.errors import UserError
from host.files import FolderFiles
from host.maps import SAMPLE, map_text
from host.page.device import Device
from tests.kit.host.served import Served

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
        ("small", "ape_town", None, None, "has no lights for ape_town, only for after_us, primates"),
        ("small", None, "Ana Ben Cho", None, "has buttons for at most 2 seats, not for 3"),
        ("pico_w_reference", "after_us", None, "city.map", "--map is for ape_town"),
    ],
)
def test_what_a_board_cannot_play_is_refused(
    board: str, game: str | None, seats: str | None, map_file: str | None, words: str
) -> None:
    with pytest.raises(UserError, match=words):
        new_setup(read_board(board)[0], game, seats, map_file)


def test_a_board_with_two_buttons_for_seats_gets_two_seats_by_itself() -> None:
    setup = new_setup(read_board("small")[0], "after_us", None, None)
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


# -- a folder that cannot be written ---------------------------------------------------------------
class Faulty(FolderFiles):
    """A folder on a disk that fails every write with `error`; unreadable: every read as well."""

    def __init__(self, folder: Path, error: int, unreadable: bool = False) -> None:
        super().__init__(folder)
        self._error = error
        self._unreadable = unreadable

    def names(self) -> list[str]:
        if self._unreadable:
            raise OSError(self._error, os.strerror(self._error))
        return super().names()

    def append(self, name: str, data: "bytes | bytearray") -> None:
        raise OSError(self._error, os.strerror(self._error))

    write = append


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EFBIG, errno.EROFS, errno.EACCES, errno.EIO])
@pytest.mark.parametrize(("game", "names"), SETUPS)
def test_a_disk_that_takes_nothing_does_not_stop_the_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str, names: list[str], error: int
) -> None:
    files = Faulty(tmp_path, error)
    device = Device(board_text("pico_w_reference"), files)
    begin(device, files, Setup(game, names))
    one_move(device)
    assert played(device) == 1
    assert any("Storage fails" in line for line in device.said)
    assert ("you play in the sample city" in capsys.readouterr().out) == (game == "ape_town")


@pytest.mark.parametrize("content", [None, b"\xff\xfe"])
def test_a_city_that_cannot_be_read_is_replaced_by_the_sample_for_this_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes | None
) -> None:
    city = tmp_path / "city.map"
    if content is None:
        city.mkdir()
    else:
        city.write_bytes(content)
    device = started(tmp_path, "ape_town", ["Ana", "Ben"])
    assert device.app.table is not None
    assert device.app.table.setup.map_text == map_text(SAMPLE)
    assert f"{city} cannot be read" in capsys.readouterr().out
    assert sorted(path.suffix for path in tmp_path.iterdir() if path.suffix == ".part") == []


def test_a_city_that_cannot_be_kept_is_played_in_all_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = Faulty(tmp_path, errno.ENOSPC)
    device = Device(board_text("pico_w_reference"), files)
    begin(device, files, Setup("ape_town", ["Ana", "Ben"], map_text=map_text(SAMPLE)))
    assert played(device) == 0
    assert "cannot be kept for the next one" in capsys.readouterr().out


def test_a_folder_that_cannot_be_read_is_not_taken_for_an_empty_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "FolderFiles", lambda folder: Faulty(folder, errno.EACCES, unreadable=True))
    with pytest.raises(UserError, match=r"Permission denied.*: use --fresh"):
        open_files(tmp_path)


def test_a_disk_without_room_for_a_temporary_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(**_: str) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(tempfile, "TemporaryDirectory", full)
    with pytest.raises(UserError, match="free some room"), game_folder("small", fresh=True):
        pass


# -- everything is checked first -------------------------------------------------------------------
@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with a game in play, of one move; the folder of that game."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    folder = folder_of("pico_w_reference")
    one_move(started(folder, "after_us", ["Ana", "Ben"]))
    Device(board_text("pico_w_reference"), FolderFiles(folder))  # which keeps a copy of the settings
    return folder


def whole(folder: Path) -> dict[str, bytes]:
    """Every file in it."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def refused(words: str, **options: Any) -> None:
    """`troop play` with these options ends with `words`."""
    usual: dict[str, Any] = {"game": "primates", "seats": "Ana Cho", "map_file": None, "fresh": False, "tty": False}
    with pytest.raises(UserError, match=words):
        run("pico_w_reference", **{**usual, "browser": False, "port": 0, **options})


def test_a_command_that_is_refused_has_changed_nothing(home: Path, tmp_path: Path) -> None:
    city = tmp_path / "other.map"
    city.write_text(map_text(SAMPLE) + "# another\n")
    before = whole(home)
    refused("--tty needs a terminal", tty=True)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        refused("is in use", port=taken.getsockname()[1])
    refused("has no strip", strips=["nowhere=D18"])
    refused("Adafruit|no pin|pins", strips=["D99"])
    refused("Two seats are called 'A'", game=None, seats="A A", map_file=str(city))
    refused("There is no game", game="chess")
    city.write_text("nonsense")
    refused("other.map:1", game=None, seats=None, map_file=str(city))
    assert whole(home) == before


def test_a_map_becomes_the_city_of_the_table_with_its_game(home: Path, tmp_path: Path) -> None:
    files = FolderFiles(home)
    text = map_text(SAMPLE) + "# another\n"
    begin(Device(board_text("pico_w_reference"), files), files, Setup("ape_town", ["Ana", "Ben"], map_text=text))
    assert files.read("city.map").decode() == text


# -- what the options say --------------------------------------------------------------------------
@pytest.mark.parametrize("seats", ["Ana Ben", "Ana,Ben", " Ana , Ben ", "Ana,\tBen,"])
def test_names_stand_between_blanks_or_commas(seats: str) -> None:
    setup = new_setup(read_board("pico_w_reference")[0], None, seats, None)
    assert setup is not None
    assert setup.names == ["Ana", "Ben"]


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("game", "", "--game is empty: say it with a value, such as --game after_us"),
        ("game", " ", "--game is empty"),
        ("seats", "", "--seats is empty: say it with a value, such as --seats 'Ana Ben Cho'"),
        ("seats", " , ", "--seats is empty"),
        ("map_file", "", "--map is empty: say it with a value, such as --map sample_city"),
    ],
)
def test_an_empty_option_is_not_taken_for_none(home: Path, option: str, value: str, words: str) -> None:
    before = whole(home)
    refused(words, **{option: value})
    assert whole(home) == before


@pytest.mark.parametrize(("game", "names"), SETUPS)
def test_the_menu_begins_with_what_was_begun_by_name(tmp_path: Path, game: str, names: list[str]) -> None:
    one_move(started(tmp_path, game, names))
    app = Device(board_text("pico_w_reference"), FolderFiles(tmp_path)).app
    open_menu(app)
    assert app.menu is not None
    assert (GAMES[app.menu.game], app.menu.seats) == (game, len(names))


def test_who_opens_a_game_twice_is_told_where_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with Served(tmp_path) as first:
        refused(f"play on at {first.url} or close that one first, or use --fresh", game=None, seats=None, map_file=None)
        first.stop()
    folder = folder_of("pico_w_reference")
    assert "address" not in whole(folder)
    (folder / "address").write_text("http://127.0.0.1:1/")  # of one that was killed
    with (
        game_folder("pico_w_reference", fresh=False),
        pytest.raises(UserError, match="has this game open: close that one first, or use --fresh"),
        game_folder("pico_w_reference", fresh=False),
    ):
        pass
