"""`troop board check`: every fault of a board file, in the loader's own words, and no fault that is not there."""

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine_core.board_reading import load_board
from engine_core.errors import BoardError
from host.board_check import faults
from host.boards import board_text
from tests.kit.host.board_files import SHIPPED

GOOD: dict[str, Any] = json.loads(board_text("pico_w_reference"))


def board_with(**changes: Any) -> str:
    return json.dumps({**copy.deepcopy(GOOD), **changes})


@pytest.mark.parametrize("name", SHIPPED)
def test_the_shipped_boards_have_none(name: str) -> None:
    assert faults(board_text(name)) == []


def test_every_fault_is_found_each_at_its_own_place() -> None:
    data = copy.deepcopy(GOOD)
    data["chip"] = "pico_9"
    data["strips"][1]["order"] = "GBRG"
    data["buttons"][0]["pin"] = 2  # the pin of strip "score"
    data["buttons"][1]["pin"] = 23  # not on the chip
    data["buttons"][3]["name"] = "seat9"
    data["buttons"][5]["pin"] = 28  # too far from the others
    data["zones"]["after_us"][0]["leds"] = 81
    data["zones"]["chess"] = []
    data["power"]["budget_ma"] = 1
    data["colour"] = "red"
    found = faults(json.dumps(data))
    wanted = (
        ('the board file: "chip" is "pico_9"',),
        ('strip "status"', '"order" is "GBRG"'),
        ("Pin 2 is used twice",),
        ('button "seat2"', "no pin 23"),
        ('button 4: "name" is "seat9"',),
        ("too far apart",),
        ('zone "score" of after_us', "too short"),
        ("no game", "chess"),
        ('power: "budget_ma" is 1',),
        ('no key "colour"',),
    )
    for words in wanted:
        assert [line for line in found if all(word in line for word in words)], (words, found)
    assert len(found) == len(wanted), found


def test_a_zone_on_a_strip_with_a_fault_is_not_blamed() -> None:
    data = copy.deepcopy(GOOD)
    data["strips"][1]["pin"] = 99
    assert len(faults(json.dumps(data))) == 1


def test_missing_parts_are_each_told() -> None:
    found = faults(json.dumps({"version": 1, "name": "x"}))
    assert [line.split('"')[1] for line in found] == ["chip", "strips", "buttons", "zones", "power"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not JSON"),
        ("[1, 2]", "one JSON object"),
        ('{"version": 1,}', "not JSON"),
        ("[" * 100_000, "too long or too nested"),
        (board_with(version=2), "update troopkeeper"),
        (board_with(version="new"), '"version"'),
        (board_with(strips=[]), "at least one strip"),
        (board_with(strips=5), "must be a list"),
        (board_with(zones=[]), "must be an object"),
        (board_with(zones={"after_us": 3}), "must be a list"),
        (board_with(buttons=["x"]), 'button 1 is "x", but must be an object'),
    ],
)
def test_one_fault_is_one_line(text: str, words: str) -> None:
    found = faults(text)
    assert len(found) == 1, found
    assert words in found[0]


@pytest.mark.parametrize(
    ("written", "again", "words"),
    [
        ('"version": 1,', '"version": 1,', 'The key "version" is there 2 times in one object ("name": "small"): keep'),
        ('"leds": 30,', '"leds": 9, "leds": 30,', '"leds" is there 3 times in one object ("name": "all"): keep one'),
        ('"show": "seats",', '"start": 4,', 'The key "start" is there 2 times in one object ("show": "seats"): keep'),
        ('"power": {', '"idle_ma": 2,', 'The key "idle_ma" is there 2 times in one object: keep one.'),
        ('"zones": {', '"after_us": [],', 'The key "after_us" is there 2 times in one object: keep one.'),
    ],
)
def test_a_key_that_is_there_twice_is_told_in_every_part(written: str, again: str, words: str) -> None:
    text = board_text("small")
    assert written in text
    found = faults(text.replace(written, f"{written} {again}", 1))
    assert len(found) == 1, found
    assert words in found[0]


def test_a_key_that_is_there_twice_is_told_beside_other_faults() -> None:
    text = board_text("small").replace('"chip":', '"chip": "pico_w", "colour": 1, "chip":', 1)
    assert [line.split('"')[1] for line in faults(text)] == ["colour", "chip"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 999) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=4), inner, max_size=2),
    max_leaves=4,
)


@st.composite
def spoiled(draw: st.DrawFn) -> str:
    """The reference board with some values put in at random places."""
    data = copy.deepcopy(GOOD)
    for _ in range(draw(st.integers(1, 4))):
        at: Any = data
        while True:
            key = draw(st.sampled_from(list(at) if isinstance(at, dict) else list(range(len(at)))))
            if not isinstance(at[key], (dict, list)) or not at[key] or draw(st.booleans()):
                break
            at = at[key]
        if isinstance(at, dict) and draw(st.booleans()):
            del at[key]
        else:
            at[key] = draw(JSON)
        if not data:
            break
    return json.dumps(data)


@settings(max_examples=300, deadline=None)
@given(spoiled())
def test_it_agrees_with_the_loader_whatever_is_put_in(text: str) -> None:
    found = faults(text)
    first = ""
    try:
        load_board(text)
    except BoardError as error:
        first = str(error)
    assert bool(found) == bool(first)
    assert not first or first in found
    assert len(found) == len(set(found))
