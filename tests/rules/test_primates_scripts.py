"""Primates in a script's words: every line it has, and what is said about those that cannot be."""

import pytest

from engine_core.errors import TextError
from engine_core.scripts.replay import Failed, Report, replay

HEAD = "game primates\nseats Ana Ben\n"
TURN = "environment\nnext\n"


def play(text: str) -> Report:
    return replay(text.split("\n"), str)


def test_pr13_a_game_to_its_end_with_a_conditional_bonus_that_counts_and_one_that_does_not() -> None:
    report = play(
        HEAD
        + "set hearts 0 1 2 4 6 8 11 14 17\n"
        + "expect turn Ana\nexpect due environment\nBen +2\n"
        + TURN * 20
        + "expect over yes\nexpect due scoring\nexpect turn none\n"
        + "Ana final extant 20\nAna final extinct 10\nAna final bonus 2\nAna final conditional 8\nAna final food 1\n"
        + "Ben final extant 20\nBen final extinct 5\nBen final bonus 4\nBen final conditional 8\n"
        + "confirm\nexpect refused value\n"
        + "Ben final food 1\nexpect score Ana=41 Ben=32\n"
        + "Ben final food 2\nexpect score Ana=41 Ben=41\nexpect source Ben conditional=8\n"
        + "Ben final food 1\nconfirm\n"
        + "expect winners Ana\nexpect source Ana conditional=8 hearts=0\nexpect source Ben conditional=0 hearts=2\n"
        + "confirm\nexpect refused over\nAna final food 2\nexpect refused over\n"
        + "undo\nexpect due scoring\nredo\n"
    )
    assert report.lines[0].startswith("1. Ana            41")
    assert report.lines[-1] == "Ana wins: most points."


def test_pr2_actions_by_name() -> None:
    play(
        HEAD
        + "set actions on\nset direction counterclockwise\n"
        + "environment\nexpect refused action\naction rest\naction group\nexpect refused action\n"
        + TURN
        + "action solitary\n"
        + TURN
    )
    with pytest.raises(TextError, match="group, solitary, rest"):
        play(HEAD + "set actions on\naction sleep\n")


def test_pr3_one_press() -> None:
    play(HEAD + "set one_press on\n" + "next\n" * 20 + "expect over yes\n")


def test_pr5_reminder_is_a_question_not_a_move() -> None:
    report = play(HEAD + TURN + "reminder 10\nexpect missing 1\nreminder 9\nexpect missing -1\n")
    assert report.table.count == 2
    play(HEAD + "reminder 11\nexpect refused value\nreminder 0\nexpect refused value\n")


def test_pr6_last_round() -> None:
    play(HEAD + TURN * 18 + "expect due last_round environment\nexpect reminder 1\nexpect round 10\n")


def test_c3_over_stops_the_table() -> None:
    report = play(HEAD + "Ana +1\nover\nexpect over yes\nnext\nexpect refused over\nAna +1\nexpect refused over\n")
    assert report.lines[-1] == "Stopped early: no winner."


@pytest.mark.parametrize(
    "line", ["Ana final hearts 3", "Ana final", "Ana rage +1", "place C4 lemur", "environment 2", "reminder"]
)
def test_lines_that_mean_nothing_here_cannot_be_read(line: str) -> None:
    with pytest.raises(TextError) as caught:
        play(HEAD + TURN + line + "\n")
    assert caught.value.line == 5


@pytest.mark.parametrize("line", ["Ana final food 84", "Ana final extant 1000", "Ana -1"])
def test_pr10_scores_out_of_range_are_refused(line: str) -> None:
    play(HEAD + TURN * 20 + line + "\nexpect refused value\n")
    with pytest.raises(Failed):
        play(HEAD + TURN * 20 + line + "\n")
