"""The same folder on the laptop and on the board: durable, replaced in one step, errors as OSError."""

import os
from pathlib import Path

import pytest

import firmware.files
from engine_core.storage.journal import Journal
from firmware.files import BoardFiles
from host.files import FolderFiles
from tests.kit.journal.evening import power_up, state_of
from tests.kit.journal.stored import Stored

FOLDERS = [FolderFiles, BoardFiles]


@pytest.fixture(params=FOLDERS)
def files(request: pytest.FixtureRequest, tmp_path: Path) -> "FolderFiles | BoardFiles":
    made: FolderFiles | BoardFiles = request.param(str(tmp_path / "games"))
    return made


def test_files_are_written_read_appended_renamed_removed(files: "FolderFiles | BoardFiles") -> None:
    assert list(files.names()) == []
    files.write("a", b"12")
    files.append("a", bytearray(b"34"))
    files.write("b", b"56789")
    files.write("b", bytearray(b"5678"))
    assert sorted(files.names()) == ["a", "b"]
    assert files.read("a") == b"1234"
    assert files.read("b", 1, 2) == b"67"
    assert files.read("b", 3, 100) == b"8"
    assert files.read("b", 9, 100) == b""
    files.rename("a", "b")
    assert list(files.names()) == ["b"]
    assert files.read("b") == b"1234"
    files.remove("b")
    assert list(files.names()) == []


@pytest.mark.parametrize("call", ["read", "remove"])
def test_missing_file_is_an_oserror(files: "FolderFiles | BoardFiles", call: str) -> None:
    with pytest.raises(OSError, match="missing"):
        getattr(files, call)("missing")
    with pytest.raises(OSError, match="missing"):
        files.append("missing", b"12")
    assert list(files.names()) == []


def test_a_game_goes_from_one_to_the_other(tmp_path: Path) -> None:
    """The folder of a board, copied to the laptop, is a game there, and back."""
    stored = Stored(60, 45)
    laptop = FolderFiles(tmp_path)
    for name, content in stored.files.files.items():
        laptop.write(name, content)
    board = BoardFiles(str(tmp_path))
    assert state_of(power_up(laptop).table) == stored.states[60]
    assert state_of(power_up(board).table) == stored.states[60]


def test_what_a_crash_leaves_of_a_replacement_is_no_file(tmp_path: Path) -> None:
    files = FolderFiles(tmp_path)
    files.write("settings.json", b"old")
    (tmp_path / "settings.json.part").write_bytes(b"ne")
    assert files.names() == ["settings.json"]
    files.write("settings.json", b"new")
    assert files.read("settings.json") == b"new"
    assert os.listdir(tmp_path) == ["settings.json"]


def test_replacement_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = FolderFiles(tmp_path)
    files.write("settings.json", b"old")

    def fail(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="No space"):
        files.write("settings.json", b"new")
    assert files.read("settings.json") == b"old"


def test_folder_that_cannot_be_written_is_said_and_play_goes_on(tmp_path: Path) -> None:
    stored = Stored(20, 10)
    folder = tmp_path / "games"
    files = FolderFiles(folder)
    for name in list(files.names()):
        files.remove(name)
    folder.rmdir()  # taken away while the game runs
    said: list[str] = []
    journal = Journal(files, said.append)
    journal.begin(stored.table)
    assert said
    assert "play on" in said[-1]


class Interrupted:
    """A file that is interrupted by Ctrl-C before anything is written to it."""

    left = 2

    def __init__(self, path: str, mode: str) -> None:
        self._file = open(path, mode)  # noqa: SIM115 - closed in __exit__

    def __enter__(self) -> "Interrupted":
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()

    def write(self, data: bytes) -> None:
        if Interrupted.left:
            Interrupted.left -= 1
            raise KeyboardInterrupt
        self._file.write(data)


def test_ctrl_c_waits_until_a_file_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Opening empties the file, and closing it makes that durable."""
    files = BoardFiles(str(tmp_path))
    files.write("tail", b"old")
    monkeypatch.setattr(firmware.files, "open", Interrupted, raising=False)
    with pytest.raises(KeyboardInterrupt):
        files.write("tail", b"new")
    monkeypatch.undo()
    assert files.read("tail") == b"new"
