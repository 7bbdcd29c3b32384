"""`troop log`: the games on a board or of the virtual device, as scripts that play to the same state."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine_core.scripts.replay import replay_file
from engine_core.setup_reading import read_setup
from engine_core.table import Table
from host.commands import log
from host.commands.log import Game, _copy_damaged, load_games, run, write_all
from host.commands.play import folder_of
from host.errors import CheckFailed, UserError
from host.files import FolderFiles
from host.layers import ROOT
from host.link.data import ReadFiles
from host.link.link import Link
from tests.kit.host.unix_board import UnixBoard
from tests.kit.shared.journals import journal_of

CITY = (ROOT / "boards" / "sample_city.map").read_text("utf-8")
AFTER_US = "game after_us\nseats Zoë Ben\n"
APE_TOWN = "game ape_town\nseats Ana Ben\nset map /home/someone/our city.map\n"


def play(files: FolderFiles, setup: str, *taps: int) -> int:
    """Begin a game and give each seat named in `taps` a point; the digest of the table."""
    table = Table(read_setup(setup, CITY if "ape_town" in setup else ""))
    journal, before = journal_of(files, print)
    if before is not None:
        journal.archive()
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
    with pytest.raises(UserError, match="is a file, not a folder"):
        write_all(load_games(data, say_nothing)[0], tmp_path / "file", "here")


def logged(folder: Path, setup: str, *taps: int) -> list[Game]:
    """The games of a device that has played this one only."""
    files = FolderFiles(folder)
    play(files, setup, *taps)
    return load_games(files, say_nothing)[0]


NINE = (0,) * 9


@pytest.mark.parametrize("setup", [AFTER_US, APE_TOWN])
@pytest.mark.parametrize(
    ("first", "second"),
    [
        (NINE, (0, 0)),  # one burst each
        (NINE, ()),
        ((0, 1, 0), (0, 1)),
        ((0, 1, 0, 1), (0, 1, 1)),
        ((0, 1), (1,)),
        ((0, 1), (1, 0, 1, 0)),
        ((0, 0, 1), (0, 1, 1)),
    ],
)
def test_a_file_that_tells_more_or_another_game_stays(
    tmp_path: Path, setup: str, first: tuple[int, ...], second: tuple[int, ...]
) -> None:
    """Two boards may have given one number to two games of the same people."""
    out = tmp_path / "out"
    write_all(logged(tmp_path / "one", setup, *first), out, "one")
    before = {path.name: path.read_bytes() for path in out.iterdir()}
    others = logged(tmp_path / "two", setup, *second)
    for _ in range(2):
        write_all(others, out, "two")
        assert {name: (out / name).read_bytes() for name in before} == before
        assert sorted(path.name for path in out.glob("*.troop")) == ["00001-2.troop", "00001.troop"]
    assert replay_file(str(out / "00001-2.troop")).table.digest() == others[0].table.digest()


def test_the_city_of_another_game_stays(tmp_path: Path) -> None:
    out = tmp_path / "out"
    games = logged(tmp_path / "one", APE_TOWN, 0)
    write_all(games, out, "one")
    city = out / "00001.map"
    for other in (CITY + "# another\n", "what the user keeps under this name"):
        city.write_text(other, "utf-8")
        write_all(games, out, "one")
        assert city.read_text("utf-8") == other
        assert (out / "00001-2.map").read_text("utf-8") == CITY
    assert sorted(path.name for path in out.iterdir()) == [
        "00001-2.map", "00001-2.troop", "00001.map", "00001.troop"
    ]  # fmt: skip


def test_what_was_kept_aside_replaces_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "00003.bad").mkdir()
    (out / "00004.bad").write_bytes(b"of another board")
    files = ReadFiles({"00003.bad": b"three", "00004.bad": b"four", "00005.bad": b"five"})
    for _ in range(2):
        _copy_damaged(files, out)
    assert (out / "00004.bad").read_bytes() == b"of another board"
    assert [(out / f"{name}.bad").read_bytes() for name in ("00003-2", "00004-2", "00005")] == [
        b"three", b"four", b"five"
    ]  # fmt: skip
    assert len(list(out.iterdir())) == 5
    assert f"it is {out / '00003-2.bad'} as it was" in capsys.readouterr().err


def test_what_was_kept_aside_and_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(UserError, match="is a file, not a folder"):
        _copy_damaged(ReadFiles({"00003.bad": b"three"}), tmp_path / "file")


def test_a_full_disk_leaves_the_earlier_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "out"
    write_all(logged(tmp_path / "one", AFTER_US, 0), out, "here")
    before = (out / "00001.troop").read_bytes()
    later = logged(tmp_path / "two", AFTER_US, 0, 1)

    def full(file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(UserError, match="No space left"):
        write_all(later, out, "here")
    assert {path.name: path.read_bytes() for path in out.iterdir()} == {"00001.troop": before}


class Unreadable(FolderFiles):
    """A folder of somebody else's. only: that file of it; "" is all."""

    only = ""

    def names(self) -> list[str]:
        if not self.only:
            raise PermissionError(13, "Permission denied")
        return super().names()

    def read(self, name: str, start: int = 0, size: int = -1) -> bytes:
        if name == self.only:
            raise PermissionError(13, "Permission denied")
        return super().read(name, start, size)


def test_a_folder_that_may_not_be_read_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    folder_of("small").mkdir(parents=True)
    monkeypatch.setattr(log, "FolderFiles", Unreadable)
    with pytest.raises(UserError, match="cannot be read"):
        run("", "small", 0, None, local=True)


def test_a_game_that_may_not_be_read_leaves_the_others(tmp_path: Path) -> None:
    files = Unreadable(tmp_path)
    files.only = "none"
    play(files, AFTER_US, 0)
    play(files, AFTER_US, 1)
    files.only = "00001.game"
    said: list[str] = []
    games, unreadable = load_games(files, said.append)
    assert [game.number for game in games] == [2]
    assert unreadable == ["00001.game"]
    assert len(said) == 1


def test_where_only_damaged_files_are_left_they_are_named_and_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    FolderFiles(folder_of("pico_w_reference")).write("00001.bad", b"damaged")
    with pytest.raises(UserError, match=r"no game .* kept as 00001\.bad: --out DIR copies it"):
        run("", "pico_w_reference", 0, None, local=True)
    run("", "pico_w_reference", 0, tmp_path / "out", local=True)
    assert (tmp_path / "out" / "00001.bad").read_bytes() == b"damaged"
