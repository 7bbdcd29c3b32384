"""A board that lies: to every command one line, the right exit code, in bounded time and memory."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from host import board_build, cable, flash, link, monitor
from tests.hostile.board import Board, built, plain
from tests.hostile.commands import Ended, troop

SCRIPT = "game after_us\nseats Ana Ben\nAna +3\n"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Patience for a board that is quick, and files that are built once."""
    built()
    for module, name, seconds in (
        (link, "SLOW_TIMEOUT_S", 2),
        (link, "SLOW_WORD_S", 0.3),
        (monitor, "SLOW_PATIENCE_S", 2),
        (monitor, "PATIENCE_S", 0.5),
        (monitor, "PAUSE_S", 0.5),
        (cable, "TALK_S", 0.5),
        (cable, "PAUSE_S", 0.5),
    ):
        monkeypatch.setattr(module, name, seconds)
    monkeypatch.setattr(board_build, "files_for", lambda board, text: dict(built()))
    monkeypatch.setattr(flash, "files_for", lambda board, text, city="": dict(built()))


@pytest.fixture
def board() -> Iterator[Board]:
    with Board() as board:
        yield board


@pytest.fixture
def script(tmp_path: Path) -> Path:
    (tmp_path / "x.troop").write_text(SCRIPT)
    return tmp_path / "x.troop"


def command(name: str, board: Board, script: Path) -> list[str]:
    """The words of a command for a board."""
    words = {
        "log": ["--out", str(script.parent / "out")],
        "monitor": ["--once"],
        "selftest": ["--no-guide", "--only", "test_wire", "--only", "after_us_ends_by_phase"],
        "replay": [str(script)],
    }.get(name, [])
    return [name, *words, "--port", board.port]


COMMANDS = ("log", "monitor", "doctor", "selftest", "flash", "replay")


def run(name: str, board: Board, script: Path) -> Ended:
    ended = troop(*command(name, board, script))
    assert ended.wrong() == "", (name, ended)
    return ended


@pytest.mark.parametrize("name", COMMANDS)
def test_with_a_board_that_is_well_each_command_ends_well(name: str, board: Board, script: Path) -> None:
    ended = run(name, board, script)
    assert ended.code == (1 if name == "selftest" else 0), ended
    if name == "selftest":  # which finds that the board's games end otherwise than here
        assert "2 tests passed" in ended.out
