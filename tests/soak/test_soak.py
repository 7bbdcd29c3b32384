"""`make soak` in short: every part runs, says what it saw, and fails when it should."""

import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from littlefs.errors import LittleFSError

from firmware.app import App
from tests.kit.board import flashfs
from tests.kit.board.rig import SCORE, STATUS
from tests.kit.journal.stored import Stored
from tests.kit.rules.on_micropython import ROOT, command
from tests.soak import flash, games, parts, plug, quiet


def ignore(done: int) -> None:
    pass


@pytest.mark.runtime("micropython")
def test_a_device_that_is_played_for_an_hour_has_no_larger_heap() -> None:
    command()  # skips where there is none
    outcome = parts.live(1, ignore, minutes=1)
    assert outcome.good, outcome.why
    rows = dict(outcome.rows)
    assert rows["heap at hour 0"] == rows["heap at hour 1"]
    presses, moves, games = (int(number.replace(",", "")) for number in rows["presses, moves, games"].split(" / "))
    assert presses > 500
    assert moves > 150
    assert games > 50


def test_moves_that_the_plug_has_cost_are_noticed() -> None:
    tally = plug.Tally()
    flash = flashfs.make({f"data/{name}": content for name, content in Stored(20, 10).files.files.items()})
    scores = plug.stored_scores(b"\xff" * flashfs.START + flash)
    pressed = [(100.0, 0), (200.0, 0), (900.0, 0)]
    assert plug.judge(tally, b"\xff" * flashfs.START + flash, [scores[0] - 1, *scores[1:]], pressed, 1000) == scores
    assert (tally.moves, tally.lost, tally.faults) == (2, 1, [])
    plug.judge(tally, b"\xff" * flashfs.START + flash, [scores[0] - 4, *scores[1:]], pressed, 1000)
    assert "has" in tally.faults[0]
    plug.judge(tally, b"\xff" * flashfs.FLASH_SIZE, scores, pressed, 1000)
    assert tally.unmountable == 1


@pytest.mark.parametrize(
    ("setup", "city", "player"), games.GAMES[1:], ids=["after_us", "primates", "ape_town", "shipped city"]
)
def test_games_that_the_soak_plays_are_whole(setup: str, city: str, player: Callable[[App], Iterator[str]]) -> None:
    """Played here on the laptop only; `make soak` has the emulated board play them too."""
    played = games.Played(setup, city, player)
    table = played.twin.app.table
    assert table is not None
    assert table.game.decided()
    assert len(played.gestures) > 40
    assert table.game.winners()
    assert max(len(set(frames)) for frames in (played.twin.frames[SCORE], played.twin.frames[STATUS])) > 40


def test_evening_that_the_soak_plays_has_all_games() -> None:
    played = games.Played(*games.GAMES[0])
    table = played.twin.app.table
    assert table is not None
    assert [table.game.total(seat) for seat in range(table.game.seats)] == [0, 0, 1]
    kept = [name for name in played.twin.app.journal.files.names() if name.endswith(".game")]
    assert len(kept) == played.gestures.count(games.MENU) == 3
    assert played.made(played.due(5)) == 6


def test_board_that_shows_or_stores_something_else_is_noticed() -> None:
    played = games.Played(*games.GAMES[2])

    class Board:
        """Shows what the laptop showed, but for the last picture; stores the game's beginning."""

        def frames(self, pin: int) -> list[SimpleNamespace]:
            shown = [*played.twin.frames[pin], (played.due() - 20, b"other")]
            return [SimpleNamespace(end=ms * 1e6 + 1, data=data) for ms, data in shown]

        def files(self) -> dict[str, bytes]:
            return played.files

    tally = games.Tally()
    games.compare_lights(tally, played, Board(), 0.0)  # type: ignore[arg-type]
    assert (tally.frames, tally.differing) == (2 * len(played.gestures), 2)
    games.compare_games(tally, played, Board())  # type: ignore[arg-type]
    assert "not the one that was played" in tally.faults[-1]


def test_board_that_a_cut_copy_has_broken_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    found: Iterator[str | Exception] = iter(["old", AssertionError("does not start"), LittleFSError(-84), "new"])

    def outcome(copy: object, left: bytes) -> str:
        each = next(found)
        if isinstance(each, Exception):
            raise each
        return each

    monkeypatch.setattr(flash, "outcome", outcome)
    copy: Any = SimpleNamespace(ops=[None] * 30, cut=lambda number, part, seed: b"")
    tally = flash.cut(copy, 4, random.Random(1), ignore)
    assert (tally.cuts, tally.outcomes) == (4, {"old": 1, "new": 1})
    assert not tally.good()
    assert "of 30: does not start" in tally.faults[0]
    assert len(tally.faults) == 2


def test_board_that_does_not_wake_or_stop_or_count_its_time_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board that shows nothing after 18 minutes, gives no prompt after 36 and has forgotten six days."""
    board = SimpleNamespace(ms=1500.0, rested=0.0, run=lambda ms: None)

    def rest(bench: SimpleNamespace, ms: float) -> None:
        board.rested = ms

    def awake(bench: object, seat: int) -> tuple[float, float]:
        assert board.rested != quiet.SPANS[1], "nothing on the strip"
        return 4.5, 5.5

    def prompt(bench: object) -> float:
        assert board.rested != quiet.SPANS[3], "no prompt"
        return 120.0

    lived = iter([sum(quiet.SPANS[: i + 1]) / 1000 + 2 for i in range(len(quiet.SPANS)) if i != 1])
    monkeypatch.setattr(quiet, "switched_on", lambda files: board)
    monkeypatch.setattr(quiet, "rest", rest)
    monkeypatch.setattr(quiet, "check_awake", awake)
    monkeypatch.setattr(quiet, "check_prompt", prompt)
    monkeypatch.setattr(quiet, "uptime", lambda bench: int(next(lived)) - (6 * 86_400 if board.rested > 1e9 else 0))
    tally = quiet.soak(0)
    assert (tally.idle_ms, tally.prompt_ms, tally.slowest_ms) == ((4.5, 5.5), 120.0, 5.5)
    assert tally.spans == len(quiet.SPANS)
    assert ["nothing on the strip" in fault or "no prompt" in fault for fault in tally.faults] == [
        True,
        True,
        False,
        False,
    ]
    assert "says that it has run" in tally.faults[2]


def test_table_of_a_short_run() -> None:
    """The other parts are long enough in tests of their own; here it is the table that counts."""
    short = {"cuts": 20, "full": 100, "presses": 200, "garbage": 50}
    counts = [f"--{name}={short.get(name, 0)}" for name in parts.PARTS]
    line = [sys.executable, "-m", "tests.soak", *counts, "--jobs=2"]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    for what in ("power cuts on simulated flash", "moves lost", "presses tried", "doubled", "garbage cases"):
        assert what in done.stdout
    assert "FAILED" not in done.stdout
    assert done.stderr == ""


def test_part_that_fails_fails_the_run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from tests.soak import __main__ as soak

    def fail(count: int, progress: parts.Progress) -> parts.Outcome:
        return parts.Outcome([("moves lost", "1")], good=False, why=["lost at cut 7"])

    presses = parts.PARTS["presses"]
    monkeypatch.setitem(parts.PARTS, "presses", (presses[0], 200, presses[2]))
    monkeypatch.setitem(parts.PARTS, "cuts", ("cuts", 1, fail))

    def crash(count: int, progress: parts.Progress) -> parts.Outcome:
        raise ValueError("made up")

    others = [f"--{name}=0" for name in parts.PARTS if name not in ("cuts", "presses")]
    monkeypatch.setattr(sys, "argv", ["soak", "--jobs=1", "--presses=0", *others])
    assert soak.main() == 1
    said = capsys.readouterr()
    assert "FAILED" in said.out
    assert "lost at cut 7" in said.err

    monkeypatch.setitem(parts.PARTS, "cuts", ("cuts", 1, crash))
    monkeypatch.setattr(sys, "argv", ["soak", "--jobs=1", *others])
    assert soak.main() == 1
    said = capsys.readouterr()
    assert "ValueError: made up" in said.err
    assert "presses tried" in said.out  # the parts after it ran all the same
