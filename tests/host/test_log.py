"""`troop log`: the games on a board or of the virtual device, as scripts that play to the same state."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine_core.journal import Journal
from engine_core.replay import replay_file
from engine_core.setup import read_setup
from engine_core.table import Table
from host.errors import CheckFailed, UserError
from host.files import FolderFiles
from host.layers import ROOT
from host.link import Link
from host.log_command import load_games, run, write_all
from tests.host.unix_board import UnixBoard

CITY = (ROOT / "boards" / "sample_city.map").read_text("utf-8")
AFTER_US = "game after_us\nseats Zoë Ben\n"
APE_TOWN = "game ape_town\nseats Ana Ben\nset map /home/someone/our city.map\n"


def play(files: FolderFiles, setup: str, *taps: int) -> int:
    """Begin a game and give each seat named in `taps` a point; the digest of the table."""
    table = Table(read_setup(setup, CITY if "ape_town" in setup else ""))
    journal = Journal(files, print)
    if journal.resume() is not None:
        journal.decline()
    journal.begin(table)
    for i, seat in enumerate(taps):
        joined = i > 0 and taps[i - 1] == seat
        table.play(1, seat, 0, 1, joined)
        journal.record(1, seat, 0, 1)
    journal.flush()
    return table.digest()


def say_nothing(line: str) -> None:
    raise AssertionError(line)


@pytest.fixture
def data(tmp_path: Path) -> FolderFiles:
    return FolderFiles(tmp_path / "data")


def copy_to_board(link: Link, files: FolderFiles) -> None:
    link.run("import os; os.mkdir('/data')")
    for name in files.names():
        link.write(f"/data/{name}", files.read(name))


def test_the_games_of_a_board_are_read_and_play_to_the_same_state(tmp_path: Path, data: FolderFiles) -> None:
    digests = [play(data, AFTER_US, 0, 0, 1), play(data, APE_TOWN, 1, 1, 1, 0), play(data, AFTER_US, 1)]
    out = tmp_path / "out"
    with UnixBoard(tmp_path / "flash") as board:
        with Link(board.port) as link:
            copy_to_board(link, data)
        run(board.port, "", 0, out, local=False)
    assert sorted(path.name for path in out.iterdir()) == ["00001.troop", "00002.map", "00002.troop", "00003.troop"]
    assert [replay_file(str(path)).table.digest() for path in sorted(out.glob("*.troop"))] == digests
    assert "Zoë +2\nBen +1\n" in (out / "00001.troop").read_text("utf-8")  # a burst is one line
    assert "in play" in (out / "00003.troop").read_text("utf-8")


def test_the_running_game_goes_to_standard_output(tmp_path: Path) -> None:
    data = FolderFiles(tmp_path / "troopkeeper" / "boards" / "pico_w_reference")
    play(data, AFTER_US, 0)
    digest = play(data, AFTER_US, 1, 1, 0)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_DATA_HOME": str(tmp_path)}
    command = [sys.executable, "-m", "troopkeeper", "log", "--local"]
    done = subprocess.run(command, capture_output=True, env=environment, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert b"--game 1" in done.stderr
    script = tmp_path / "printed.troop"
    script.write_bytes(done.stdout)
    assert replay_file(str(script)).table.digest() == digest


def test_a_second_log_overwrites_the_same_game_and_no_other(tmp_path: Path, data: FolderFiles) -> None:
    out = tmp_path / "out"
    home = tmp_path / "home"
    for taps in ((0,), (0, 0), (0, 0, 1)):  # one game, read three times as it goes on
        files = FolderFiles(home / "boards" / f"{len(taps)}")
        play(files, AFTER_US, *taps)
        games, _ = load_games(files, say_nothing)
        write_all(games, out, "here")
    assert [path.name for path in out.iterdir()] == ["00001.troop"]
    other = FolderFiles(home / "other")
    play(other, AFTER_US, 1, 1)
    write_all(load_games(other, say_nothing)[0], out, "here")
    assert sorted(path.name for path in out.iterdir()) == ["00001-2.troop", "00001.troop"]
    assert "Zoë +2" in (out / "00001.troop").read_text("utf-8")


def test_a_damaged_game_is_said_and_the_others_are_saved(
    tmp_path: Path, data: FolderFiles, capsys: pytest.CaptureFixture[str]
) -> None:
    play(data, AFTER_US, 0, 0)
    digest = play(data, AFTER_US, 1)
    first = next(name for name in data.names() if name.endswith(".game"))
    data.write(first, b"\xff" * 40 + data.read(first)[40:])
    data.write("00007.bad", b"what was left of a game")
    out = tmp_path / "out"
    with UnixBoard(tmp_path / "flash") as board:
        with Link(board.port) as link:
            copy_to_board(link, data)
        with pytest.raises(CheckFailed, match=r"00001\.game on the board at .* cannot be read"):
            run(board.port, "", 0, out, local=False)
    assert replay_file(str(out / "00002.troop")).table.digest() == digest
    assert (out / "00007.bad").read_bytes() == b"what was left of a game"
    assert "00007.bad is damaged" in capsys.readouterr().err


def test_no_game_and_a_game_that_is_not_there_are_one_line(tmp_path: Path, data: FolderFiles) -> None:
    with UnixBoard(tmp_path / "flash") as board:
        with pytest.raises(UserError, match="There is no game on the board at"):
            run(board.port, "", 0, None, local=False)
        play(data, AFTER_US, 0)
        with Link(board.port) as link:
            copy_to_board(link, data)
        with pytest.raises(UserError, match=r"There is no game 9 on the board at .* \(there are: 1\)"):
            run(board.port, "", 9, None, local=False)


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path: Path, data: FolderFiles) -> None:
    play(data, AFTER_US, 0)
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(UserError, match="cannot be written"):
        write_all(load_games(data, say_nothing)[0], tmp_path / "file", "here")
