"""The laptop's disk is full, or fails: it is said for as long as it lasts, the words are true, and nothing is lost."""

import errno
import os
import resource
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

from engine_core.moves import ADD
from engine_core.scripts.log import write_log
from engine_core.settings_reading import read_settings
from engine_core.setup import Setup
from engine_core.setup_reading import read_setup
from engine_core.storage.kept_games import load_game
from firmware.state import state_of
from host.boards import board_text
from host.commands import doctor, monitor
from host.commands.log import load_games, write_all
from host.commands.play import begin, folder_of, game_folder, kept_in, tell_what_is_lost
from host.emulated.device import EmulatedDevice
from host.errors import CheckFailed, UserError
from host.files import FolderFiles
from host.maps import SAMPLE, map_text
from host.page.device import Device
from host.page.picture import draw
from tests.kit.board.rig import image
from tests.kit.host.monitored_board import Board as MonitoredBoard
from tests.kit.host.small_disk import fill, mounted

BOARD = board_text("pico_w_reference")
STORAGE = "Storage fails (it is full: make room): play on, but new moves are not stored until it works again."


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    yield from mounted(tmp_path / "disk")


def played(folder: Path, names: list[str], moves: int) -> Device:
    """`troop play --seats NAMES` in this folder, then so many moves."""
    files = FolderFiles(folder)
    device = Device(BOARD, files)
    begin(device, files, Setup("after_us", names))
    for i in range(moves):
        device.app.play(ADD, i % len(names), 0, 1)
        device.app.journal.flush()
    device.app.journal.game.append_tail()
    return device


def scripts(folder: Path) -> list[str]:
    """The games in this folder, as `troop log --local` tells them."""
    games, unreadable = load_games(FolderFiles(folder), pytest.fail)
    assert unreadable == []
    return [game.script() for game in games]


# -- a new game ------------------------------------------------------------------------------------
def test_the_game_before_is_there_when_it_is_said_to_be_kept(disk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Four games on a disk that has no room for the fifth: the oldest goes, and that is said."""
    folder = disk / "games"
    for number in range(4):
        played(folder, [f"g{number}", "Ben"], 40)
    before = scripts(folder)
    fill(disk)
    capsys.readouterr()
    played(folder, ["g4", "Ben"], 0)
    said = capsys.readouterr().out
    assert "The one before was not finished; 'troop log --local' shows it." in said
    assert "Storage is full: the oldest game (00001.game) was removed." in said
    assert scripts(folder)[:-1] == before[-len(scripts(folder)) + 1 :]
    assert scripts(folder)[-1].startswith("game after_us\nseats g4 Ben")


def test_new_game_without_any_room_is_said_not_to_be_stored(disk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = disk / "games"
    played(folder, ["Ana", "Ben"], 40)
    before = scripts(folder)
    fill(disk)
    capsys.readouterr()
    device = played(folder, ["Dan", "Eva"], 5)
    assert capsys.readouterr().out.splitlines() == [
        "A new game begins. The one before was not finished; 'troop log --local' shows it.",
        STORAGE,
    ]
    assert scripts(folder) == before
    tell_what_is_lost(device)
    assert capsys.readouterr().out == f"The last 5 moves are lost, they could not be stored. {STORAGE}\n"
    (disk / "filler").unlink()
    device.app.close()
    assert scripts(folder)[0] == before[0]
    assert "seats Dan Eva" in scripts(folder)[1]
    assert load_game(FolderFiles(folder), "00002.playing", pytest.fail)[1].count == 5


# -- the word stays --------------------------------------------------------------------------------
def test_the_word_about_storage_stays_until_it_works_again(disk: Path) -> None:
    folder = disk / "games"
    device = played(folder, ["Ana", "Ben"], 40)
    fill(disk)
    for i in range(300):
        device.app.play(ADD, i % 2, 0, 1)
        device.app.journal.flush()
    device._state_at = -1000
    device.app.message = ""  # as the next press does
    device.tick()
    state = device.state()
    assert (state["storage"], state["message"], state["stored"]) == (STORAGE, "", False)
    console = Console(width=100, record=True, file=open(os.devnull, "w"))  # noqa: SIM115
    console.print(monitor.picture(state_of(device.app), [], "port"))
    assert STORAGE[:60] in console.export_text()
    picture = draw(state, device.strips(), device.frames, [], ["seat1"]).plain
    assert STORAGE[:60] in picture
    (disk / "filler").unlink()
    device.app.journal.attempt()
    device._state_at = -1000
    device.tick()
    assert (device.state()["storage"], device.state()["stored"]) == ("", True)
    assert STORAGE[:60] not in draw(device.state(), device.strips(), device.frames, [], ["seat1"]).plain


def test_a_message_is_not_said_twice(tmp_path: Path) -> None:
    device = played(tmp_path, ["Ana", "Ben"], 1)
    state = state_of(device.app)
    state["storage"], state["message"] = STORAGE, STORAGE + " Another word."
    from host.page import view

    assert view.table(state)["message"] == "Another word."


class Failing(FolderFiles):
    """A folder whose disk fails with `error` while it is set."""

    error = 0

    def write(self, name: str, data: "bytes | bytearray") -> None:
        self._check()
        super().write(name, data)

    def append(self, name: str, data: "bytes | bytearray") -> None:
        self._check()
        super().append(name, data)

    def _check(self) -> None:
        if self.error:
            raise OSError(self.error, os.strerror(self.error))


@pytest.mark.parametrize("error", [errno.EIO, errno.EROFS, errno.ENOSPC])
def test_settings_that_cannot_be_stored_are_said_until_they_are(tmp_path: Path, error: int) -> None:
    files = Failing(tmp_path)
    device = Device(BOARD, files)
    device.begin(read_setup("game after_us\nseats Ana Ben"))
    app = device.app
    files.error = error
    app.settings.brightness = 2
    app.unsaved = 1
    for now in range(0, 20_000, 50):
        app.tick(now)
    word = f"The settings cannot be stored ([Errno {error}] {os.strerror(error)})."
    assert state_of(app)["storage"] == word
    assert device.said.count(word) == 1
    files.error = 0
    for now in range(20_000, 26_000, 50):
        app.tick(now)
    assert state_of(app)["storage"] == ""
    assert read_settings(files.read("settings.json").decode()).brightness == 2


# -- tools -----------------------------------------------------------------------------------------
def test_doctor_leaves_a_board_alone_that_would_lose_moves(tmp_path: Path) -> None:
    with MonitoredBoard(tmp_path) as board:
        board.device.app.play(ADD, 0, 0, 1)
        board.device.app.journal.fail(OSError(errno.ENOSPC, "full"))
        with pytest.raises(CheckFailed, match=r"it is full.*not stopped: it would lose them.*unplug the board"):
            doctor.run(board.port)
        assert set(board.heard) == {ord("?")}


def test_log_into_a_full_disk_is_one_line_and_leaves_what_was_there(disk: Path, tmp_path: Path) -> None:
    played(tmp_path / "games", ["Ana", "Ben"], 40)
    games, _ = load_games(FolderFiles(tmp_path / "games"), pytest.fail)
    out = disk / "out"
    write_all(games, out, "here")
    before = {path.name: path.read_bytes() for path in out.iterdir()}
    for _ in range(3000):
        games[0].table.play(ADD, 0, 1, 1)
        games[0].table.play(ADD, 1, 0, 1)
    assert len("".join(write_log(games[0].setup, games[0].table))) > 8192
    fill(disk)
    with pytest.raises(UserError, match=r"cannot be written \(No space left on device\): name another folder"):
        write_all(games, out, "here")
    assert {path.name: path.read_bytes() for path in out.iterdir()} == before


def test_a_record_that_is_stored_in_part_is_taken_back(tmp_path: Path) -> None:
    """Half a record at the end of the game's file: what is added later would never be read again."""
    files = FolderFiles(tmp_path)
    files.write("00001.playing", b"0123456789abcdef" * 10)
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    resource.setrlimit(resource.RLIMIT_FSIZE, (165, hard))
    try:
        with pytest.raises(OSError, match=r"No space|too large"):
            files.append("00001.playing", bytes(16))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    assert files.read("00001.playing") == b"0123456789abcdef" * 10


def test_emulated_flash_that_cannot_be_kept_is_said(disk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = disk / "flash.littlefs"
    device = EmulatedDevice(BOARD, image(), b"", kept)
    device._save()
    assert "flash.littlefs (No space left on device): it is tried again" in device.state()["storage"]
    assert list(disk.iterdir()) == []
    device.serial.close()


# -- a folder for each board -----------------------------------------------------------------------
@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "troopkeeper" / "boards"


def test_every_board_has_a_folder_of_its_own() -> None:
    names = ["small", "den 1", "den_1", "den-1", "den/1", "Den 1", "DEN_1", "Den_1", "dén_1", "de\u0301n_1"]
    names += [folder_of("den 1").name, "pico_w_reference emulated", "pico_w_reference_emulated"]
    folders = {folder_of(name).name.lower() for name in names}
    assert len(folders) == len(names)
    assert folder_of("pico_w_reference").name == "pico_w_reference"


def named(name: str) -> str:
    return BOARD.replace('"name": "pico_w_reference"', f'"name": "{name}"')


def test_games_in_the_folder_of_an_earlier_version_are_found(home: Path) -> None:
    """Boards `den 1` and `den_1` had one between them: whoever used it last goes on there, nobody loses anything."""
    old = home / "den_1"
    device = Device(named("den 1"), FolderFiles(old))
    device.begin(read_setup("game after_us\nseats Ana Ben"))
    device.app.play(ADD, 0, 0, 1)
    device.app.close()
    before = scripts(old)
    assert kept_in("den 1") == old
    with game_folder("den 1", False) as folder:
        assert folder == folder_of("den 1") != old
        assert scripts(folder) == before
    assert kept_in("den 1") == folder
    with game_folder("den_1", False) as other:
        assert other == old
        assert scripts(other) == before
        Device(named("den_1"), FolderFiles(other))
    assert kept_in("den 1") == folder


def test_folder_of_another_board_is_never_taken(home: Path) -> None:
    Device(named("den_1"), FolderFiles(home / "den_1")).begin(read_setup("game after_us\nseats Ana Ben"))
    with game_folder("den 1", False) as folder:
        assert folder == folder_of("den 1")
        assert list(folder.iterdir()) == []


def test_without_room_to_move_the_old_folder_stays(disk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(disk))
    old = folder_of("den_1")
    files = FolderFiles(old)
    Device(named("den 1"), files).begin(read_setup("game after_us\nseats Ana Ben"))
    files.write("city.map", map_text(SAMPLE).encode())
    before = scripts(old)
    (old.parent / "den_1.lock").touch()
    fill(disk)
    with game_folder("den 1", False) as folder:
        assert folder == old
        assert scripts(folder) == before
    assert [path.name for path in old.parent.iterdir() if path.is_dir()] == ["den_1"]
