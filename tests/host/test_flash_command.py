"""`troop flash` as a maker types it: which board file, what it says, and what it leaves alone."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine_core.board import Board
from engine_core.board_reading import VERSION
from host.boards import board_text
from host.build import Files
from host.commands import flash
from host.link import update
from host.link.link import Link
from tests.kit.host.command import Done, said_badly, troop
from tests.kit.host.unix_board import UnixBoard
from tests.kit.host.versions import NEW

pytestmark = pytest.mark.runtime("micropython")

OWN = board_text("small").replace('"name": "small"', '"name": "mine"')
NEWER = json.dumps({**json.loads(OWN), "version": VERSION + 1})


@pytest.fixture
def board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[UnixBoard]:
    """A blank board, and a version with few files."""

    def files_for(board: Board, text: str, map_name: str) -> Files:
        return {**NEW, "board.json": text.encode(), "data/city.map": (map_name or "the sample").encode()}

    monkeypatch.setattr(flash, "files_for", files_for)
    with UnixBoard(tmp_path / "flash") as made:
        yield made


def flashed(board: UnixBoard, *options: str) -> Done:
    return troop("flash", "--port", board.port, *options)


def on(board: UnixBoard, path: str) -> str:
    with Link(board.port) as link:
        return link.run(f"print(open({path!r}).read())").removesuffix("\n")


def put(board: UnixBoard, path: str, text: str) -> None:
    with Link(board.port) as link:
        link.write(path, text.encode())


def test_first_run_second_run(board: UnixBoard) -> None:
    first = flashed(board)
    assert (first.returncode, first.stderr) == (0, "")
    assert f"{board.port}: MicroPython 1." in first.stdout
    assert "board pico_w_reference" in first.stdout
    assert "Done. The board starts with its lights" in first.stdout
    second = flashed(board)
    assert (second.returncode, second.stderr) == (0, "")
    assert "Nothing to do: the board has all 6 files of this version." in second.stdout


def test_board_keeps_its_own_board_file_until_another_is_named(board: UnixBoard, tmp_path: Path) -> None:
    own = tmp_path / "mine.json"
    own.write_text(OWN)
    assert flashed(board, "--board", str(own)).returncode == 0
    own.unlink()
    again = flashed(board)
    assert "board mine" in again.stdout
    assert "Nothing to do" in again.stdout
    assert on(board, "/board.json") == OWN
    assert flashed(board, "--board", "pico_w_reference").returncode == 0
    assert on(board, "/board.json") == board_text("pico_w_reference")


def test_board_file_that_an_update_was_about_to_bring_counts(board: UnixBoard) -> None:
    """Cut after the switch, before the renames: the next run must not fall back to the reference."""
    put(board, "/board.json.new", OWN)
    put(board, "/update.txt", "/board.json\n")
    assert "board mine" in flashed(board).stdout
    assert on(board, "/board.json") == OWN


@pytest.mark.parametrize("on_board", [True, False])
def test_board_file_from_a_newer_version_stops_it(board: UnixBoard, tmp_path: Path, on_board: bool) -> None:
    newer = tmp_path / "newer.json"
    newer.write_text(NEWER)
    if on_board:
        put(board, "/board.json", NEWER)
    line = said_badly(flashed(board, *([] if on_board else ["--board", str(newer)])))
    assert f"has version {VERSION + 1}, this troopkeeper reads version {VERSION}: update troopkeeper." in line
    with Link(board.port) as link:
        there = link.run("import os; print(*sorted(os.listdir('/')))").split()
    assert there == (["board.json"] if on_board else [])
    if on_board:
        assert on(board, "/board.json") == NEWER


def test_ctrl_c_is_one_line(board: UnixBoard, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the middle of a file: tests/board/test_flash_on_board.py."""

    def stop(_: update.Update, paths: list[str]) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(update.Update, "write", stop)
    line = said_badly(flashed(board))
    assert line == "troop: Stopped: the board is as it was, or all new. Run the same command again: it goes on.\n"


def test_foreign_main_is_not_replaced_unasked(board: UnixBoard) -> None:
    put(board, "/main.py", "print('mine')")
    line = said_badly(flashed(board))
    assert "The board has a main.py of its own. Keep a copy" in line
    assert "--yes" in line
    assert on(board, "/main.py") == "print('mine')"
    assert flashed(board, "--yes").returncode == 0
    assert on(board, "/main.py") == NEW["main.py"].decode()
    assert on(board, "/main.py.kept") == "print('mine')"
