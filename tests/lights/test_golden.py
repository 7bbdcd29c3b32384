"""Every state of every game on the lights, as text: a change shows in the diff of golden/.

After a change that is meant: `UPDATE_GOLDEN=1 pytest tests/lights/test_golden.py`, and read the diff.
"""

import os
from pathlib import Path

import pytest

from tests.kit.lights import states
from tests.kit.lights.states import show, show_menu

GOLDEN = Path(__file__).with_name("golden")

GAMES = {
    "after_us": states.AFTER_US,
    "primates": states.PRIMATES_STATES,
    "ape_town": states.APE_TOWN,
    "small_board": states.SMALL,
}
MENUS = {"menu": ("pico_w_reference", states.MENU), "small_menu": ("small", states.SMALL_MENU)}


def check(name: str, pictures: list[str]) -> None:
    path = GOLDEN / f"{name}.txt"
    shown = "\n".join(pictures)
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(shown, "utf-8")
    assert shown.split("\n") == path.read_text("utf-8").split("\n")


@pytest.mark.parametrize("name", GAMES)
def test_every_state_of_a_game(name: str) -> None:
    check(name, [show(state) for state in GAMES[name]])


@pytest.mark.parametrize("name", MENUS)
def test_every_page_of_the_menu(name: str) -> None:
    board, pages = MENUS[name]
    check(name, [show_menu(board, *page) for page in pages])
