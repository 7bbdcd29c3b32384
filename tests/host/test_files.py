"""What is no file, or far too long, where a command reads a file: one clear line, no wait, no memory."""

import json
import os
import socket
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from engine_core.setup import Setup
from firmware.state import state_of
from host.board_check import faults
from host.boards import board_text
from host.commands.emulate import prepare_flash
from host.commands.play import begin, folder_of
from host.errors import UserError
from host.files import FolderFiles, open_file, read_file
from host.page.device import Device
from host.page.view import table
from tests.kit.host.command import said_badly, troop

pytestmark = pytest.mark.timeout(60)
FEW = 24 << 20  # bytes of memory that a command may take for a file
HUGE = 1_500_000_000  # bytes; nothing of it lies on the disk


def pipe(path: Path) -> None:
    os.mkfifo(path)


def folder(path: Path) -> None:
    path.mkdir()


def listener(path: Path) -> None:
    """A local socket. Its address has room for about 100 characters, so it is bound from within its folder."""
    before = Path.cwd()
    os.chdir(path.parent)
    try:
        with socket.socket(socket.AF_UNIX) as there:
            there.bind(path.name)
    finally:
        os.chdir(before)


def zeros(path: Path) -> None:
    path.symlink_to("/dev/zero")


def huge(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(HUGE)


ODD = (pipe, folder, listener, zeros)
Maker = Callable[[Path], None]


@pytest.mark.parametrize("make", ODD)
def test_what_is_no_file_is_never_waited_for(tmp_path: Path, make: Maker) -> None:
    path = tmp_path / "odd"
    make(path)
    for flags in (os.O_RDONLY, os.O_RDWR, os.O_RDWR | os.O_CREAT):
        with pytest.raises(OSError, match=r"it is a (folder|pipe or a device), not a file"):
            open_file(path, flags)


def test_a_file_has_a_bound(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x" * 100)
    assert read_file(path, 100) == b"x" * 100
    with pytest.raises(OSError, match="it is longer than 99 bytes"):
        read_file(path, 99)
    with pytest.raises(OSError, match="no file's name"):
        read_file(f"{path}\0y", 99)


# -- every command that is given a file ------------------------------------------------------------
COMMANDS = {
    "board check": ("board", "check"),
    "board show": ("board", "show"),
    "board wiring": ("board", "wiring"),
    "board parts": ("board", "parts"),
    "board wokwi": ("board", "wokwi", "small", "OUT", "--image"),
    "map check": ("map", "check"),
    "map show": ("map", "show"),
    "replay": ("replay",),
    "replay on micropython": ("replay", "--runtime", "micropython"),
    "build --board": ("build", "OUT", "--board"),
    "build --map": ("build", "OUT", "--map"),
    "flash --uf2": ("flash", "--uf2"),
    "play --board": ("play", "--fresh", "--no-browser", "--board"),
    "play --map": ("play", "--fresh", "--no-browser", "--map"),
    "log --board": ("log", "--local", "--board"),
    "emulate --image": ("emulate", "--fresh", "--no-browser", "--image"),
    "emulate --board": ("emulate", "--fresh", "--no-browser", "--board"),
}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home without games, and a folder for what is written."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "home"


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_says_in_one_line_what_is_no_file_or_too_long(tmp_path: Path, command: str) -> None:
    for make in (*ODD, huge):
        path = tmp_path / make.__name__
        make(path)
        tracemalloc.start()
        done = troop(*COMMANDS[command], path)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        said = said_badly(done, done.returncode)
        assert done.returncode in (1, 2)
        assert str(path) in said
        assert peak < FEW


def test_a_script_that_names_a_pipe_as_its_map(tmp_path: Path) -> None:
    pipe(tmp_path / "pipe")
    script = tmp_path / "game.troop"
    script.write_text("game ape_town\nseats Ana Ben\nset map pipe\nnext\n")
    for runtime in ("cpython", "micropython"):
        assert "pipe cannot be read: it is a pipe" in said_badly(troop("replay", "--runtime", runtime, script))


# -- the folder of games ---------------------------------------------------------------------------
@pytest.mark.parametrize("make", ODD)
@pytest.mark.parametrize(
    "name", ["tail", "checkpoints", "new", "city.map", "settings.json", "00001.playing", "tail.part"]
)
def test_what_is_no_file_in_the_place_of_a_game_is_said_by_play_and_log(home: Path, name: str, make: Maker) -> None:
    folder = folder_of("small")
    folder.mkdir(parents=True)
    (folder / "00002.game").write_bytes(b"kept")
    make(folder / name)
    for command in (("play", "--no-browser", "--port", "0"), ("log", "--local")):
        said = said_badly(troop(*command, "--board", "small"))
        assert f"{folder / name} is no file, but a game needs its name: rename or remove it" in said
    assert (folder / "00002.game").read_bytes() == b"kept"


def test_what_no_game_needs_may_lie_there(home: Path) -> None:
    files = FolderFiles(folder_of("small"))
    (files.folder / "photos").mkdir()
    (files.folder / "tail").symlink_to("gone")
    files.check()
    assert files.names() == []


def test_a_pipe_in_the_place_of_the_lock_or_the_flash(tmp_path: Path, home: Path) -> None:
    folder = folder_of("small")
    folder.mkdir(parents=True)
    pipe(folder.parent / "small.lock")
    assert "No game can be kept in" in said_badly(troop("play", "--no-browser", "--board", "small"))
    pipe(tmp_path / "flash")
    with pytest.raises(UserError, match="is damaged: rename or remove it"):
        prepare_flash(tmp_path / "flash", {})
    pipe(folder / "flash.littlefs.part")
    with pytest.raises(OSError, match="it is a pipe"):
        FolderFiles(folder).write("flash.littlefs", b"")


def test_what_log_finds_in_the_folder_it_writes_to(tmp_path: Path) -> None:
    """A pipe that is called like a game is neither read nor replaced."""
    files = FolderFiles(folder_of("small"))
    begin(Device(board_text("small"), files), files, Setup("after_us", ["Ana", "Ben"]))
    out = tmp_path / "out"
    out.mkdir()
    pipe(out / "00001.troop")
    done = troop("log", "--local", "--board", "small", "--out", out)
    assert done.returncode == 0, done.stderr
    assert sorted(path.name for path in out.iterdir()) == ["00001-2.troop", "00001.troop"]
    assert (out / "00001.troop").is_fifo()


# -- what is in a file is shown in bounds, too ------------------------------------------------------
@pytest.mark.parametrize("depth", [10, *range(960, 1010), 5000])
def test_a_board_file_of_any_depth_has_a_fault_and_no_traceback(depth: int) -> None:
    for opened, closed in (("[", "]"), ('{"a":', "}")):
        assert faults('{"version": 1, "more": ' + opened * depth + "1" + closed * depth + "}")


@pytest.mark.parametrize("key", ["strips", "buttons", "zones", "others", "repeated"])
def test_a_board_file_of_rubbish_is_told_fifty_faults(tmp_path: Path, key: str) -> None:
    data = json.loads(board_text("small"))
    if key in ("strips", "buttons"):
        data[key] = [{}] * 15000
    elif key == "zones":
        data[key] = {"after_us": [{}] * 15000}
    elif key == "others":
        data |= {f"k{i}": 1 for i in range(4000)}
    text = json.dumps(data)
    if key == "repeated":
        text = text[:-1] + "".join(f', "k{i // 2}": 1' for i in range(4000)) + "}"
    path = tmp_path / "rubbish.json"
    path.write_text(text)
    done = troop("board", "check", path)
    assert f"{path} has at least 50 faults" in said_badly(done, 1)
    assert len(done.stdout.splitlines()) == 50


def test_a_long_message_is_shown_by_its_beginning_and_its_end(tmp_path: Path) -> None:
    script = tmp_path / "game.troop"
    script.write_text("game after_us\nseats Ana Ben\n" + "x" * 900 + "\n")
    assert len(said_badly(troop("replay", script))) <= 501
    device = Device(board_text("small"), FolderFiles(tmp_path / "games"))
    device.app.message = "begins " + "x" * 5000 + " ends"
    message = table(state_of(device.app))["message"]
    assert len(message) <= 500
    assert message.startswith("begins ")
    assert message.endswith(" ends")
