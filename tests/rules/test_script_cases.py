"""Whole games as scripts, with what must hold after each step: the rulebooks' worked examples, and long games.

Each is played on CPython and on MicroPython in a board's heap, and both must say the same, digest included.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from engine_core.scripts.log import write_log
from engine_core.scripts.replay import replay, replay_file
from tests.kit.rules.on_micropython import ROOT, run
from tests.kit.rules.random_moves import CITY, MOVES, do, sit_and_draw

SCRIPTS = sorted((ROOT / "tests" / "scripts").rglob("*.troop"))
PLAY = "import sys; sys.path.insert(0, '.'); from engine_core.scripts.replay import replay_files; "


def test_there_are_scripts_of_every_game() -> None:
    games = {f"\n{path.read_text()}".split("\ngame ")[1].split()[0] for path in SCRIPTS}
    assert games == {"after_us", "primates", "ape_town"}


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_script(path: Path) -> None:
    assert replay_file(str(path)).table.count > 3


@pytest.mark.runtime("micropython")
def test_scripts_on_micropython_lead_to_the_same(record_property: Callable[[str, object], None]) -> None:
    names = [str(path.relative_to(ROOT)) for path in SCRIPTS]
    done = run("-c", f"{PLAY}sys.exit(replay_files({names!r}, print))")
    assert (done.returncode, done.stderr) == (0, ""), done.stdout[-500:]
    reports = [f"{name}\n{replay_file(str(path)).text()}" for name, path in zip(names, SCRIPTS, strict=True)]
    assert done.stdout == "".join(reports)
    record_property("micropython", len(names))


@pytest.mark.runtime("micropython")
@pytest.mark.parametrize("game", list(MOVES), ids=lambda setups: setups[0].split()[1])
def test_random_games_on_micropython_lead_to_the_same(
    game: tuple[str, ...], tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    (tmp_path / "city.map").write_text(CITY)
    names = []
    for seed in range(8):
        table, played = sit_and_draw(game, seed % 2, seed, 300)
        for op in played:
            do(table, op)
        names.append(str(tmp_path / f"{seed}.troop"))
        Path(names[-1]).write_text("\n".join(write_log(table.setup, table)) + "\n")
    done = run("-c", f"{PLAY}sys.exit(replay_files({names!r}, print))")
    assert (done.returncode, done.stderr) == (0, ""), done.stdout[-500:]
    assert done.stdout == "".join([f"{name}\n{replay_file(name).text()}" for name in names])
    record_property("micropython", len(names))


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_the_log_of_a_script_is_stable(path: Path) -> None:
    table = replay_file(str(path)).table
    lines = list(write_log(table.setup, table))
    again = replay(lines, lambda name: (path.parent / name).read_text()).table
    assert again.digest() == table.digest()
    assert list(write_log(again.setup, again)) == lines
