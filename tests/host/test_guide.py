"""The guided check of `troop selftest`: a simulated build, and a simulated person who answers what they see."""

from itertools import permutations

import pytest

from engine_core.board import Board
from engine_core.board_reading import load_board
from engine_core.lights.wire import ORDERS
from engine_core.settings import Settings
from engine_core.settings_reading import apply_settings, read_settings
from engine_core.settings_writing import text_of
from host.boards import board_text, read_board
from host.link.guide import Guide, swaps
from tests.kit.host.simulated_build import Build

BUDGET_MA = 1800  # of the reference board


def check(build: Build, board: Board, settings: Settings | None = None) -> tuple[Settings, list[str]]:
    """Lead through the check; the settings afterwards, and the problems."""
    settings = settings or Settings()
    guide = Guide(board, settings, build, build.ask, build.say)
    guide.run()
    # the firmware can use them:
    apply_settings(
        read_settings(text_of(settings)), load_board(board_text("pico_w_reference"))
    )  # the firmware can use them
    return settings, guide.problems


@pytest.fixture
def board() -> Board:
    return read_board("pico_w_reference")[0]


def test_a_build_as_its_board_file_says_changes_nothing(board: Board) -> None:
    settings, problems = check(Build(board), board)
    assert problems == []
    assert text_of(settings) == text_of(Settings())


@pytest.mark.parametrize("order", ORDERS)
def test_every_colour_order_is_found(board: Board, order: str) -> None:
    build = Build(board)
    build.orders[1] = order
    settings, problems = check(build, board)
    assert problems == []
    assert settings.orders == ({} if order == board.strips[1].order else {"status": order})


def test_every_swap_of_three_buttons_is_found(board: Board) -> None:
    names = ("seat1", "undo", "next")
    pins = {button.name: button.pin for button in board.buttons}
    for swapped in permutations(names):
        build = Build(board)
        for name, other in zip(names, swapped, strict=True):
            build.pins[name] = pins[other]
        settings, problems = check(build, board)
        assert problems == []
        assert settings.buttons == {n: pins[o] for n, o in zip(names, swapped, strict=True) if n != o}


def test_a_check_that_finds_things_right_takes_old_corrections_back(board: Board) -> None:
    settings = Settings()
    settings.orders = {"score": "RGB"}
    settings.buttons = {"seat1": 7, "seat2": 6}
    settings.colours[:2] = ["violet", "orange"]
    build = Build(board)
    settings, _ = check(build, board, settings)
    assert (settings.orders, settings.buttons) == ({}, {})
    assert "Press seat 1, the violet one and let go." in build.said


def test_what_cannot_be_seen_is_a_problem_and_its_setting_stays(board: Board) -> None:
    settings = Settings()
    settings.orders = {"score": "BRG"}
    build = Build(board)
    build.orders[0] = ""
    settings, problems = check(build, board, settings)
    assert settings.orders == {"score": "BRG"}
    assert len(problems) == 1
    assert "Strip 'score' is dark: check its 5 V and ground, the data wire from GP2" in problems[0]


@pytest.mark.parametrize("leds", [79, 81])
def test_a_strip_of_another_length_is_noticed(board: Board, leds: int) -> None:
    build = Build(board)
    build.leds[0] = leds
    _, problems = check(build, board)
    assert any("'score'" in problem for problem in problems), problems


def test_a_button_without_a_wire(board: Board) -> None:
    build = Build(board)
    del build.pins["mode"]
    settings, problems = check(build, board)
    assert problems == ["Mode: no press was seen: check the wires from it to GP13 and to ground."]
    assert settings.buttons == {}


def test_a_button_on_a_pin_that_the_board_file_does_not_know(board: Board) -> None:
    build = Build(board)
    build.pins["mode"] = 20
    _, problems = check(build, board)
    assert problems == ["Mode is on GP20: wire it to GP13, or correct the board file."]


def test_a_wrong_button_is_told_and_asked_again(board: Board) -> None:
    build = Build(board)
    build.clumsy = ["seat1", "seat1"]  # the first time it is asked for, the second time not
    settings, problems = check(build, board)
    assert problems == []
    assert settings.buttons == {}
    assert "  That is the button that you pressed for seat1." in build.said


def test_a_pin_that_is_low_is_told(board: Board) -> None:
    build = Build(board)
    build.held = [9]
    _, problems = check(build, board)
    assert problems == ["GP9 is pulled to ground while nothing is pressed: a stuck button, or a short."]


def test_the_current_stays_within_the_budget(board: Board) -> None:
    build = Build(board)
    check(build, board)
    milliamps = build.strongest * board.power.channel_ma / 255
    assert milliamps + sum(build.leds) * board.power.idle_ma <= BUDGET_MA


def test_buttons_that_were_not_found_keep_what_they_had_if_it_is_free(board: Board) -> None:
    pins = {button.name: button.pin for button in board.buttons}
    found = {name: pin for name, pin in pins.items() if name not in ("seat1", "seat2")}
    assert swaps(board, found, {}) == {}
    assert swaps(board, found, {"seat1": 7, "seat2": 6}) == {"seat1": 7, "seat2": 6}
    assert swaps(board, {**found, "seat3": 6}, {}) == {"seat3": 6, "seat1": 8}
