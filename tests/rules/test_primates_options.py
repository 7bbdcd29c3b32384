"""Primates at set-up: seats and options, and what is said about those that cannot be."""

import pytest

from engine_core.errors import TextError
from tests.kit.rules.primates_table import sit


def test_pr1_two_to_four_seats() -> None:
    with pytest.raises(TextError, match="2 to 4 seats, not 1"):
        sit(1)


def test_pr9_the_shipped_hearts_only_know_the_ends() -> None:
    _, game = sit(2)
    assert not game.hearts_are_printed
    values = game.heart_values
    assert (values[0], values[-1]) == (0, 17)
    assert list(values) == sorted(values)


def test_pr9_the_printed_hearts_are_a_setting() -> None:
    _, game = sit(2, "hearts 0 2 2 17")
    assert game.hearts_are_printed
    assert game.heart_values == (0, 2, 2, 17)


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("hearts 1 5 17", "starts at 0"),
        ("hearts 0 5 16", "ends at 17"),
        ("hearts 0 5 4 17", "4 comes after 5"),
        ("hearts 17", "2 to 40 numbers"),
        ("hearts 0 " + "17 " * 40, "2 to 40 numbers"),
        ("hearts 0 x 17", "whole numbers from 0 to 17"),
        ("hearts 0 -3 17", "whole numbers"),
        ("hearts 0 18 17", "whole numbers from 0 to 17"),
        ("hearts 0 ² 17", "whole numbers"),
        ("hearts 0 1 2 ... 17", "whole numbers"),
        ("direction left", "clockwise or counterclockwise"),
        ("direction clockwise clockwise", "clockwise or counterclockwise"),
        ("one_press yes", "off or on"),
        ("actions 1", "off or on"),
        ("dice 1 2 21", "whole numbers from 0 to 20"),
        ("dice one", "whole numbers"),
        ("seed 65536", "0 to 65535"),
        ("seed 100000", "0 to 65535"),
        ("seed 1 2", "one whole number"),
        ("objects moped", "hearts, direction, one_press, actions, dice, seed"),
    ],
)
def test_pr9_an_option_that_cannot_be_says_what_is_allowed_and_where(option: str, message: str) -> None:
    with pytest.raises(TextError) as caught:
        sit(2, "one_press on" if "one_press" not in option else "actions on", option)
    assert message in caught.value.message
    assert caught.value.line == 4


def test_options_off_is_the_default_said_aloud() -> None:
    for options in ((), ("one_press off", "actions off", "direction clockwise")):
        _, game = sit(3, *options)
        assert game.turn() == 0
