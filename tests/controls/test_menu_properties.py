"""The menu under any fingers, on any board; settings under any damage."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine_core.board import BUTTONS, Board, Button, Power, Zone
from engine_core.controls import ACTION_NAMES, NEXT, TAP, UNCLEAR, UNDO
from engine_core.errors import TextError
from engine_core.games import new_game
from engine_core.lights.palette import NAMES
from engine_core.menu import CANCELLED, DROP, OPEN, OPTIONS, READY, START, Menu
from engine_core.moves import NO_SEAT
from engine_core.settings import Settings
from engine_core.settings_reading import read_settings
from engine_core.settings_writing import text_of
from engine_core.setup import GAMES, SEAT_LIMITS, Setup
from engine_core.setup_reading import read_setup
from tests.kit.controls.garbage import read_garbage

CITY = "A A A\n B B B\nC C C\ngrey A\nblack B\nwhite C\n"
GESTURES = st.lists(st.tuples(st.sampled_from(range(len(ACTION_NAMES))), st.integers(0, 5)), max_size=40)


@st.composite
def menus(draw: st.DrawFn) -> Menu:
    """A menu on a board with some of the buttons and zones for some of the games, after some evening."""
    buttons = [Button(name, 6 + i) for i, name in enumerate(BUTTONS) if draw(st.booleans())]
    board = Board("any", "pico_w", [], buttons, Power(1000, 16, 1))
    for game in draw(st.sets(st.sampled_from(GAMES))):
        board.zones[game] = [Zone("score", 0, 0, 30, False)]
    chosen = Settings()
    chosen.colours = draw(st.permutations(NAMES))[:6]
    chosen.entry = draw(st.sampled_from(["space", "region"]))
    if draw(st.booleans()):
        game = draw(st.sampled_from(GAMES))
        chosen.last = Setup(game, list(NAMES[: draw(st.integers(1, 6))]), [("actions", ["on"]), ("claims", ["often"])])
    return Menu(board, chosen, draw(st.booleans()))


def check(menu: Menu) -> None:
    """What the painter, the page and the next game rely on."""
    assert 0 <= menu.at < menu.pages
    assert (menu.at == menu.pages - 1) == (menu.page in (READY, DROP))
    assert (menu.choice, menu.choices) == (0, 0) or 0 <= menu.choice < menu.choices <= len(NAMES)
    assert menu.game in menu.games
    assert SEAT_LIMITS[menu.game][0] <= menu.seats <= SEAT_LIMITS[menu.game][1]
    assert len(menu.colours) == len(set(menu.colours)) == 6
    assert set(menu.colours) <= set(NAMES)
    assert menu.title()
    assert all(menu.label(i) for i in range(menu.choices))


@given(menu=menus(), gestures=GESTURES)
@settings(max_examples=300, deadline=None)
def test_any_fingers_leave_a_menu_that_can_be_shown_and_played(menu: Menu, gestures: list[tuple[int, int]]) -> None:
    for action, seat in gestures:
        before = menu.at, menu.pages
        menu.act(action, seat if action <= UNCLEAR else NO_SEAT)
        check(menu)
        if menu.done:
            assert (action, before[0]) == (UNDO, 0) or (action, before[0]) == (NEXT, before[1] - 1)
            break
    setup = menu.setup(CITY)
    assert read_setup(setup.text()).text() == setup.text()
    new_game(setup)
    remembered = Settings()
    menu.remember(remembered)
    assert text_of(read_settings(text_of(remembered))) == text_of(remembered)


@given(menu=menus(), gestures=GESTURES)
@settings(max_examples=200, deadline=None)
def test_there_is_always_a_way_out(menu: Menu, gestures: list[tuple[int, int]]) -> None:
    """UNDO alone leaves the menu; NEXT alone starts the game, or keeps the one that is unfinished."""
    for action, seat in gestures:
        if not menu.done:
            menu.act(action, seat if action <= UNCLEAR else NO_SEAT)
    while menu.done == OPEN and menu.at:
        at = menu.at
        menu.act(UNDO, NO_SEAT)
        assert menu.at == at - 1
    for _ in range(menu.pages):
        if menu.done == OPEN:
            menu.act(NEXT, NO_SEAT)
    assert menu.done in (START, CANCELLED)


def test_every_set_up_it_can_give_can_be_played() -> None:
    board = Board("all", "pico_w", [], [Button(name, 6 + i) for i, name in enumerate(BUTTONS)], Power(1000, 16, 1))
    for game, (least, most) in enumerate(SEAT_LIMITS):
        for seats in range(least, most + 1):
            for chosen in itertools.product((0, 1), repeat=len(OPTIONS[game])):
                menu = Menu(board, Settings(), False)
                for press in (game, seats - 1, -1, *chosen):
                    if press >= 0:
                        menu.act(TAP, press)
                    menu.act(NEXT, NO_SEAT)
                assert menu.page == READY
                setup = menu.setup(CITY)
                assert [values for _, values in setup.options] == [
                    [values[choice]] for (_, _, values), choice in zip(OPTIONS[game], chosen, strict=True)
                ]
                assert new_game(setup).seats == seats
                assert setup.map_text == (CITY if GAMES[game] == "ape_town" else "")


@pytest.mark.parametrize("game", range(len(GAMES)))
def test_the_limits_are_those_of_the_games(game: int) -> None:
    least, most = SEAT_LIMITS[game]
    for seats in range(8):
        setup = Setup(GAMES[game], [f"P{seat}" for seat in range(seats)], [], CITY)
        if least <= seats <= most:
            assert new_game(setup).seats == seats
        else:
            with pytest.raises(TextError):
                new_game(setup)


def test_damaged_settings_end_in_one_clear_line() -> None:
    tally = read_garbage(2000)
    assert tally.wrong == 0, tally
    assert tally.refused > 1000
    assert tally.accepted > 20
