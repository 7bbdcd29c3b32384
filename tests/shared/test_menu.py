"""The new-game menu on both runtimes: every page, every board, and what comes of it."""

from engine_core.board import BUTTONS, Board, Button, Power, Zone
from engine_core.controls import ACTION_NAMES, MINUS, MODE, NEXT, READ, SPECIAL, TAP, UNDO
from engine_core.lights.palette import DEFAULT, NAMES
from engine_core.menu import CANCELLED, COLOUR, COLOURS, DROP, GAME, OPEN, OPTION, READY, SEATS, START, TITLES, Menu
from engine_core.moves import NO_SEAT
from engine_core.settings import Settings
from engine_core.settings_reading import read_settings
from engine_core.settings_writing import text_of
from engine_core.setup import GAMES, SEAT_LIMITS, Setup
from engine_core.setup_reading import check, read_setup

ALL = " ".join(BUTTONS)
FOUR = "seat1 seat2 undo next"


def _board(buttons: str = ALL, games: "tuple[str, ...]" = GAMES) -> Board:
    pins = [Button(name, 6 + i) for i, name in enumerate(buttons.split())]
    board = Board("test", "pico_w", [], pins, Power(1000, 16, 1))
    for game in games:
        board.zones[game] = [Zone("score", 0, 0, 30, False)]
    return board


def _menu(buttons: str = ALL, unfinished: bool = False, settings: "Settings | None" = None) -> Menu:
    return Menu(_board(buttons), settings or Settings(), unfinished)


def _play(menu: Menu, text: str) -> Menu:
    """Play `text`: `next`, `mode`, `undo`; a number is a seat's button; `-2` is UNDO with that of seat 2."""
    words = {"next": NEXT, "mode": MODE, "undo": UNDO}
    for word in text.split():
        if word in words:
            menu.act(words[word], NO_SEAT)
        elif word[0] == "-":
            menu.act(MINUS, int(word) * -1 - 1)
        else:
            menu.act(TAP, int(word) - 1)
    return menu


def test_the_first_evening_with_every_button() -> None:
    menu = _menu()
    assert (menu.page, menu.choice, menu.choices, menu.done) == (GAME, 0, 3, OPEN)
    assert [menu.label(i) for i in range(3)] == ["After Us", "Primates", "Ape Town"]
    _play(menu, "next")
    assert (menu.page, menu.choices, menu.least) == (SEATS, 6, 1)
    _play(menu, "3 next")
    assert (menu.page, menu.seats, menu.choices) == (COLOURS, 3, 0)
    assert menu.colours[:3] == ["red", "yellow", "green"]
    _play(menu, "2 next")
    assert (menu.page, menu.option, menu.choice, menu.label(1)) == (OPTION, 0, 0, "yes")
    _play(menu, "2 next")
    assert (menu.page, menu.at, menu.pages) == (READY, 4, 5)
    assert menu.title() == "After Us with 3: NEXT starts."
    _play(menu, "next")
    assert menu.done == START
    assert menu.setup().text() == "game after_us\nseats red cyan green\nset resources on\n"


def test_undo_goes_back_and_out_and_forgets_nothing() -> None:
    menu = _play(_menu(), "2 next 3 next 1 next 2 undo undo undo")
    assert (menu.page, menu.game, menu.seats, menu.done) == (GAME, 1, 3, OPEN)
    _play(menu, "next next next")
    assert menu.choice == 1
    _play(menu, "undo undo undo undo")
    assert menu.done == CANCELLED


def test_mode_goes_through_all_choices_and_round() -> None:
    menu = _menu()
    for page, choices in ((GAME, 3), (SEATS, 6), (OPTION, 2)):
        while menu.page != page:
            _play(menu, "next")
        seen = []
        for _ in range(choices):
            seen.append(menu.choice)
            _play(menu, "mode")
        assert sorted(seen) == list(range(choices))
        assert menu.choice == seen[0]
        while menu.page != GAME:
            _play(menu, "undo")
        if menu.game:
            _play(menu, "1")


def test_a_seat_button_means_so_many_seats() -> None:
    for game, (least, most) in enumerate(SEAT_LIMITS):
        menu = _play(_menu(), f"{game + 1} next")
        before = menu.seats
        for seats in range(1, 7):
            _play(menu, str(seats))
            before = seats if least <= seats <= most else before
            assert (menu.seats, menu.least + menu.choice) == (before, before), (game, seats)
            assert menu.label(menu.choice) == str(before)


def test_what_a_button_does_is_what_is_said_of_it() -> None:
    for buttons in (ALL, "seat1 seat2 undo mode next"):
        for game in range(3):
            menu = _play(_menu(buttons, unfinished=True), "mode " * game)
            while menu.at < menu.pages:
                for seat in range(6):
                    said = menu.button_label(seat)
                    before = menu.label(menu.choice) if menu.choices else "", list(menu.colours)
                    if said and menu.page == COLOURS:
                        assert said == menu.colours[seat]
                        continue
                    _play(menu, str(seat + 1))
                    after = menu.label(menu.choice) if menu.choices else "", list(menu.colours)
                    assert after[0] == said if said else after == before, (menu.page, seat)
                if menu.at == menu.pages - 1:
                    break
                _play(menu, "next")


def test_a_seat_changes_its_own_colour_and_no_other() -> None:
    menu = _play(_menu(), "next 6 next")
    others = menu.colours[:1] + menu.colours[2:]
    seen = []
    for _ in range(3):
        seen.append(menu.colours[1])
        _play(menu, "2")
        assert menu.colours[:1] + menu.colours[2:] == others
        assert len(set(menu.colours)) == 6
    assert seen == ["yellow", "orange", "violet"]  # and round again
    assert menu.colours[1] == "yellow"
    _play(menu, "-2")
    assert menu.colours[1] == "violet"
    _play(menu, "mode")
    assert menu.colours[1] == "violet"


def test_with_few_seats_all_other_colours_can_be_had() -> None:
    menu = _play(_menu(), "2 next 2 next")
    seen = []
    for _ in range(len(NAMES) - 1):
        seen.append(menu.colours[0])
        _play(menu, "1")
    assert sorted(seen) == sorted([name for name in NAMES if name != "yellow"])
    _play(menu, "3 4 5 6 -6")  # nobody sits there
    assert menu.colours[:2] == ["red", "yellow"]
    assert len(set(menu.colours)) == 6


def test_a_seat_without_a_button_has_a_page_for_its_colour() -> None:
    menu = _play(_menu("seat1 seat2 undo mode next"), "next mode mode next")
    assert (menu.page, menu.seats) == (COLOURS, 4)
    _play(menu, "next")
    assert (menu.page, menu.seat, menu.choices, menu.label(menu.choice)) == (COLOUR, 2, 8, "green")
    assert menu.title() == "Which colour for seat 3?"
    _play(menu, "mode")
    assert menu.colours[:4] == ["red", "yellow", "cyan", "green"]  # whoever had it takes the other
    _play(menu, "1 next")
    assert menu.colours[:4] == ["cyan", "yellow", "red", "green"]
    assert (menu.page, menu.seat) == (COLOUR, 3)
    _play(menu, "next")
    assert menu.page == OPTION


def test_an_unfinished_game_asks_before_it_is_dropped() -> None:
    menu = _play(_menu(unfinished=True), "next next next next")
    assert (menu.page, menu.choice, menu.choices) == (DROP, 0, 2)
    assert menu.label(0) == "keep the unfinished game"
    assert _play(menu, "next").done == CANCELLED
    menu = _play(_menu(unfinished=True), "next next next next 2 undo next")
    assert (menu.page, menu.choice) == (DROP, 0), "the answer is not kept"
    assert _play(menu, "mode next").done == START


def test_it_begins_with_what_was_played_last() -> None:
    settings = Settings()
    menu = _play(_menu(settings=settings), "3 next 3 next 1 next 2 next 2 next 2 next next")
    assert menu.done == START
    menu.remember(settings)
    settings = read_settings(text_of(settings))
    again = _play(_menu(settings=settings), "next next next next next next next")
    assert again.done == START
    assert again.setup().text() == menu.setup().text()
    assert again.setup().text() == (
        "game ape_town\nseats cyan yellow green\nset entry region\nset claims on\nset extort proportional\n"
    )


def test_it_begins_sensibly_whatever_is_remembered() -> None:
    settings = Settings()
    settings.last = read_setup("game primates\nseats a b c d e f\nset actions maybe\nset seed 7\n")
    menu = _menu(settings=settings)
    assert (menu.game, menu.seats) == (1, 4)
    assert menu.setup().option("actions") == ["off"]
    settings.last = Setup("mahjong", ["a"])
    assert _menu(settings=settings).game == 0
    settings.last = read_setup("game primates\nseats a b\n")
    assert Menu(_board(games=("ape_town",)), settings, False).game == 2


def test_only_games_that_the_board_can_show_are_offered() -> None:
    menu = Menu(_board(games=("after_us", "ape_town")), Settings(), False)
    assert [menu.label(i) for i in range(menu.choices)] == ["After Us", "Ape Town"]
    _play(menu, "2 next")
    assert (TITLES[menu.game], menu.choices) == ("Ape Town", 3)
    assert Menu(_board(games=()), Settings(), False).choices == 3


def test_hearts_and_entry_come_from_the_settings() -> None:
    settings = Settings()
    settings.hearts = [0, 5, 17]
    settings.entry = "region"
    setup = _play(_menu(settings=settings), "2").setup()
    assert setup.option("hearts") == ["0", "5", "17"]
    assert _play(_menu(settings=settings), "3").setup().option("entry") == ["region"]
    assert _play(_menu(settings=settings), "1").setup().option("hearts") is None


def test_every_colour_can_name_a_seat() -> None:
    for name in NAMES:
        check(Setup("after_us", [name]))
    assert list(DEFAULT) == Settings().colours


def test_what_means_nothing_changes_nothing() -> None:
    menu = _play(_menu(), "next next next")
    for action in range(len(ACTION_NAMES)):
        if action in (TAP, NEXT, MODE, UNDO):
            continue
        menu.act(action, 1 if action in (MINUS, SPECIAL, READ) else NO_SEAT)
        assert (menu.page, menu.choice, menu.done) == (OPTION, 0, OPEN), ACTION_NAMES[action]
    _play(menu, "3 4 5 6")
    assert menu.choice == 0


def test_four_buttons_can_start_every_game() -> None:
    for game in range(3):
        menu = _play(_menu(FOUR), "mode " * game)  # MODE is a long NEXT there
        assert menu.game == game
        presses = 0
        while not menu.done:
            _play(menu, "next")
            presses += 1
            assert presses < 10
        assert menu.done == START
        assert menu.setup().names == ["red", "yellow"]
