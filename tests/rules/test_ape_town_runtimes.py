"""Random games of Ape Town, played here and played again on MicroPython: the same standings, the same digests (C4)."""

import random
from pathlib import Path

import pytest

from engine_core.moves import CONFIRM, FINAL, NO_SEAT
from engine_core.scripts.log import write_log
from engine_core.scripts.replay import replay_files
from tests.kit.rules.ape_town_table import SAMPLE
from tests.kit.rules.cities import Play
from tests.kit.rules.on_micropython import run

GAMES = 12
REPLAY = "import sys; from engine_core.scripts.replay import replay_files; sys.exit(replay_files(sys.argv[1:], print))"


def write_game(number: int, folder: Path) -> str:
    """A random whole game on the sample city as a script; every claim, share and number of seats comes up."""
    chance = random.Random(number)
    options = [option for bit, option in enumerate(("claims on", "extort proportional")) if number >> bit & 1]
    play = Play(SAMPLE, 2 + number % 3, (*options, "map city.map"), chance)
    while not play.game.over():
        play.step()
        if chance.random() < 0.2:
            play.table.undo(min(chance.randint(1, 3), play.table.steps()))
            if chance.random() < 0.5:
                play.table.redo()
            while play.game.track.claimed() >= 0:
                play.table.undo()
    for seat in range(play.seats):
        play.table.play(FINAL, seat, 0, chance.randint(0, 6))
    play.table.play(CONFIRM, NO_SEAT)
    path = folder / f"game{number:02}.troop"
    path.write_text("\n".join(write_log(play.table.setup, play.table)) + "\n")
    return str(path)


@pytest.mark.runtime("micropython")
def test_c4_whole_games_end_alike_on_both_runtimes(tmp_path: Path) -> None:
    (tmp_path / "city.map").write_text(SAMPLE)
    paths = [write_game(number, tmp_path) for number in range(GAMES)]
    said: list[str] = []
    assert replay_files(paths, said.append) == 0
    assert sum("win" in text for text in said) == GAMES
    done = run("-c", REPLAY, *paths)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout == "\n".join(said) + "\n"


@pytest.mark.runtime("micropython")
def test_c4_one_run_plays_scripts_of_all_three_games(tmp_path: Path) -> None:
    """In the heap of a board, all loaded from source: what one game needed must be free again for the next."""
    (tmp_path / "city.map").write_text(SAMPLE)
    (tmp_path / "after_us.troop").write_text("game after_us\nseats Ana Ben\n" + "Ana +1\nBen rage +1\n" * 150)
    (tmp_path / "primates.troop").write_text("game primates\nseats Ana Ben\n" + "environment\nnext\n" * 20)
    others = [str(tmp_path / f"{game}.troop") for game in ("after_us", "primates")]
    paths = [*others, write_game(1, tmp_path), *others, write_game(2, tmp_path)]
    done = run("-c", REPLAY, *paths)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("digest") == 6
