"""`troop monitor`: the table of a board, read without a word that could disturb the game."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from host.commands import doctor, monitor
from host.commands.monitor import Wire
from host.errors import CheckFailed, UserError
from host.layers import ROOT
from host.link.link import Link
from host.link.table_state import read_state
from tests.kit.host.monitored_board import Board
from tests.kit.host.unix_board import UnixBoard


def listen(wire: Wire, done: Callable[[], bool], seconds: float = 120) -> None:
    """Listen until `done()`."""
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, (wire.state, wire.said)
        wire.listen()


def test_the_table_is_read_and_nothing_but_questions_is_sent(tmp_path: Path) -> None:
    with Board(tmp_path) as board:
        wire = Wire(board.port)
        listen(wire, lambda: wire.state is not None)
        assert wire.state is not None
        assert (wire.state["game"], wire.state["seats"]) == ("after_us", ["Ana", "Ben", "Cho"])
        board.device.app.play(1, 0, 0, 7)
        board.say("A message for people, with {brackets}")
        listen(wire, lambda: (wire.state or {})["totals"] == [7, 0, 0])
        assert wire.said == ["A message for people, with {brackets}"]
        wire.close()
        assert set(board.heard) == {ord("?")}


def test_a_board_that_is_silent_is_told_from_one_that_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(monitor, "PATIENCE_S", 0.3)
    with Board(tmp_path, answers=False) as board:
        with pytest.raises(CheckFailed, match=r"does not answer as a table: 'troop doctor --port .*' says"):
            monitor.run(board.port, once=True)
        assert board.heard == b"?"
    with pytest.raises(UserError, match="There is no port"):
        monitor.run("/dev/no-such-port", once=True)


@pytest.mark.parametrize(
    ("said", "prompt"), [(b"\r\n>>> ??", True), (b"?", True), (b"What now?", False), (b">>> ", False)]
)
def test_what_is_an_echo_of_the_question(tmp_path: Path, said: bytes, prompt: bool) -> None:
    with Board(tmp_path, answers=False) as board:
        wire = Wire(board.port)
        os.write(board._ours, said)
        for _ in range(3):
            wire.listen()
        assert wire.silent() is prompt
        wire.close()


@pytest.mark.runtime("micropython")
def test_a_prompt_of_micropython_is_told_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It echoes the question: nobody has to wait for what an emulated board may take."""
    monkeypatch.setattr(monitor, "PATIENCE_S", 100)
    with UnixBoard(tmp_path / "flash") as board:
        with Link(board.port):
            pass  # the prompt is there
        with pytest.raises(CheckFailed, match="does not answer as a table"):
            monitor.run(board.port, once=True)
        assert doctor.listen(board.port) is None


def test_lines_that_are_no_answer() -> None:
    for line in ("", ">>> ?", "{}", '{"game": 1', '[{"game": 1}]', '{"other": 1, "message": ""}', "x" * 100_000):
        assert read_state(line) is None
    state = {"game": None, "message": "", "refused": False, "stored": True, "current_ma": 5, "menu": None}
    assert read_state(">>> " + json.dumps(state)) == state


def start(port: str) -> "subprocess.Popen[str]":
    """`troop monitor` as a process of its own, its pictures one under the other."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "300", "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "troopkeeper", "monitor", "--port", port]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def wait_for(process: "subprocess.Popen[str]", words: str) -> None:
    """Read its output until a line holds `words`."""
    assert process.stdout is not None
    seen = []
    for line in process.stdout:
        seen.append(line)
        if words in line:
            return
    raise AssertionError(f"{words!r} never came: {''.join(seen)}")


def test_it_survives_the_plug_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    port = tmp_path / "port"  # a board that comes back need not have the same device file
    with Board(tmp_path / "first") as board:
        port.symlink_to(board.port)
        process = start(str(port))
        wait_for(process, "Cho (green)")
    wait_for(process, "is gone. Plug the board in again")
    port.unlink()
    with Board(tmp_path / "second") as board:
        board.device.app.play(1, 2, 0, 42)
        port.symlink_to(board.port)
        wait_for(process, " 42 ")
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert process.returncode == 0
    assert said == "The monitor ends; the game goes on.\n"


def test_once_shows_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Board(tmp_path) as board:
        board.device.app.play(1, 1, 0, 31)
        monitor.run(board.port, once=True)
    shown = capsys.readouterr().out
    assert "After Us" in shown
    assert "Ben (yellow)" in shown
    assert " 31 " in shown
    assert "all stored" in shown or "NOT STORED YET" in shown
