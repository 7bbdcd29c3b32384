"""docs/controls.md says what the code does: numbers, options, games."""

import re
from pathlib import Path

from engine_core.controls import BURST_MS, LONG_MS, MENU_MS, SHORT_MS
from engine_core.keys import CHATTER_MS, HEAL_MS, STUCK_MS
from engine_core.menu import OPTIONS, TITLES, WORDS
from tests.kit.controls.switches import OFF_MS, SHORTEST_MS

TEXT = (Path(__file__).parents[2] / "docs" / "controls.md").read_text("utf-8")
FLAT = " ".join(TEXT.split())


def test_the_times_are_those_of_the_code() -> None:
    assert f"held for {MENU_MS // 1000} seconds" in FLAT
    assert f"within {BURST_MS / 1000} seconds" in FLAT
    assert f"down for {STUCK_MS // 1000} seconds" in FLAT
    assert f"contact is made for {SHORTEST_MS} ms" in FLAT
    assert f"button for {OFF_MS} ms" in FLAT
    assert (CHATTER_MS, HEAL_MS) == (250, 250), "a quarter of a second"
    assert (SHORT_MS, 600 < LONG_MS < 900) == (500, True), "half a second, most of a second"


def test_every_option_is_there_with_its_choices() -> None:
    rows = re.findall(r"^ +\| (.+) \| (.+) \| (.+) \|$", TEXT, re.MULTILINE)[1:]
    asked = [row for row in rows if not row[0].startswith("-")]
    expected = [
        (TITLES[game], ", ".join(WORDS.get(value, value) for value in values))
        for game in range(len(OPTIONS))
        for _, _, values in OPTIONS[game]
    ]
    assert [(game, choices) for game, _, choices in asked] == expected
