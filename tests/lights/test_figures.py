"""The pictures of the docs show the panel as it is. After a change that is meant: UPDATE_GOLDEN=1, and look at them."""

import os
import re

import pytest

from engine_core.board_reading import ZONES
from tests.kit.lights.figures import FIGURES, draw
from tests.kit.lights.pictures import ROOT

PICTURES = ROOT / "docs" / "pictures"
DOCS = ROOT / "docs" / "lights.md"


@pytest.mark.parametrize("name", FIGURES)
def test_picture(name: str) -> None:
    path = PICTURES / f"lights_{name}.svg"
    drawn = draw(FIGURES[name])
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(drawn, "utf-8")
    assert drawn.split("\n") == path.read_text("utf-8").split("\n")


def test_the_docs_show_every_picture() -> None:
    shown = re.findall(r"pictures/lights_(\w+)\.svg", DOCS.read_text("utf-8"))
    assert sorted(shown) == sorted(FIGURES)


@pytest.mark.parametrize("game", ZONES)
def test_every_zone_of_every_game_is_named_in_its_pictures(game: str) -> None:
    named = {zone for name, figure in FIGURES.items() if name.startswith(game) for zone in figure.labels}
    on_the_board = {"ape_town": {"score", "regions", "turn", "due"}}
    assert named >= on_the_board.get(game, set(ZONES[game]))
