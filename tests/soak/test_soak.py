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
from host.build import CITY_FILE
from tests.board import flashfs
from tests.board.benchmark import GAMES
from tests.board.rig import SCORE, STATUS, built, image, stored_game
from tests.journal.stored import Stored
from tests.rules.on_micropython import ROOT, command
from tests.soak import flash, games, parts, plug


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


@pytest.mark.runtime("pico")
@pytest.mark.timeout(900)
def test_plug_of_the_emulated_board_is_pulled_while_it_writes() -> None:
    """One power cut, in the game that takes most of the board's memory; a test of tests/board starts the board again
    after one, and `make soak` twenty times."""
    image()  # skips where there is none
    game = stored_game(GAMES["Ape Town"], built()[CITY_FILE].decode())
    before = plug.stored_scores(b"\xff" * flashfs.START + flashfs.make(game))
    tally = plug.Tally()
    _, after = plug.power_cycle(tally, b"", before, random.Random(4), cut=True, game=game)
    assert tally.good(), tally.faults
    assert sum(after) > sum(before)


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
    kept = [name for name in played.twin.app.files.names() if name.endswith(".game")]
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


def test_table_of_a_short_run() -> None:
    """The other parts are long enough in tests of their own; here it is the table that counts."""
    line = [
        sys.executable,
        "-m",
        "tests.soak",
        "--cuts=20",
        "--full=100",
        "--presses=200",
        "--garbage=50",
        "--plug=0",
        "--flash=0",
        "--games=0",
        "--restarts=0",
        "--hours=0",
    ]
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

    monkeypatch.setitem(parts.PARTS, "cuts", ("cuts", 1, fail))
    monkeypatch.setattr(sys, "argv", ["soak", *[f"--{name}=0" for name in parts.PARTS if name != "cuts"]])
    assert soak.main() == 1
    said = capsys.readouterr()
    assert "FAILED" in said.out
    assert "lost at cut 7" in said.err
