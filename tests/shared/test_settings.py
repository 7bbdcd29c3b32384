"""Settings on both runtimes: there and back, and one clear message for each fault."""

import sys

from engine_core.board import Board, Button, Power, Strip
from engine_core.errors import BoardError
from engine_core.lights.palette import DEFAULT, NAMES
from engine_core.settings import Settings
from engine_core.settings_reading import TEXT_LIMIT, apply_settings, read_settings
from engine_core.settings_writing import text_of
from engine_core.setup_reading import read_setup


def _board() -> Board:
    strips = [Strip("score", 2, 80, "GRB"), Strip("status", 3, 30, "GRB")]
    buttons = [Button("seat1", 6), Button("seat2", 7), Button("next", 8)]
    return Board("test", "pico_w", strips, buttons, Power(1000, 16, 1))


def _fault(text: str) -> str:
    """What is said about `text`."""
    try:
        read_settings(text)
    except BoardError as error:
        return str(error)
    raise AssertionError("accepted: " + text)


def test_an_empty_file_of_settings_is_the_defaults() -> None:
    settings = read_settings("{}")
    assert text_of(settings) == text_of(Settings())
    assert settings.colours == list(DEFAULT)
    assert (settings.brightness, settings.rhythm, settings.hearts, settings.entry) == (4, True, [], "space")
    assert (settings.orders, settings.buttons, settings.last) == ({}, {}, None)


def test_there_and_back() -> None:
    settings = Settings()
    settings.colours = list(reversed(NAMES))[:6]
    settings.brightness = 7
    settings.rhythm = False
    settings.hearts = [0, 1, 1, 3, 17]
    settings.entry = "region"
    settings.orders = {"status": "GRBW", "score": "RGB"}
    settings.buttons = {"seat2": 6, "seat1": 7}
    settings.last = read_setup("game primates\nseats red blue\nset hearts 0 17\n")
    text = text_of(settings)
    again = read_settings(text)
    assert text_of(again) == text
    assert again.colours == settings.colours
    assert (again.brightness, again.rhythm, again.hearts, again.entry) == (7, False, [0, 1, 1, 3, 17], "region")
    assert again.orders == settings.orders
    assert again.buttons == settings.buttons
    assert again.last is not None
    assert again.last.text() == settings.last.text()
    assert text.count("\n") == 10, "one setting a line"


def test_each_fault_has_its_message() -> None:
    for text, said in (
        ("", "not JSON"),
        ("{", "not JSON"),
        ('{"brightness": dim}', "not JSON"),
        ("[1]", "one JSON object"),
        ("null", "one JSON object"),
        ("4", "one JSON object"),
        ('{"brightnes": 4}', "there is no setting 'brightnes': there are colours, brightness,"),
        ('{"brightness": 8}', "'brightness' has 8, but takes a whole number from 0 (dark) to 7."),
        ('{"brightness": -1}', "'brightness' has -1,"),
        ('{"brightness": 4.0}', "'brightness' has 4.0,"),
        ('{"brightness": true}', "'brightness' has True,"),
        ('{"brightness": "4"}', "'brightness' has '4',"),
        ('{"rhythm": 1}', "'rhythm' has 1, but takes true or false."),
        ('{"entry": "hexagon"}', "'entry' has 'hexagon', but takes space or region."),
        ('{"entry": ["space"]}', "'entry' has ['space'],"),
        ('{"colours": "red"}', "'colours' has 'red', but takes a list of 6 names"),
        ('{"colours": ["red"]}', "takes a list of 6 names, for seat 1 to 6."),
        ('{"colours": ["red", "yellow", "green", "cyan", "blue", "mauve"]}', "'colours' has 'mauve', but takes the"),
        ('{"colours": ["red", "yellow", "green", "cyan", "blue", 3]}', "'colours' has 3, but takes the names red"),
        ('{"colours": ["red", "yellow", "green", "cyan", "blue", "red"]}', "'red', but needs another colour for each"),
        ('{"hearts": 17}', "'hearts' has 17, but takes a list of 2 to 40 numbers"),
        ('{"hearts": [17]}', "takes a list of 2 to 40 numbers"),
        ('{"hearts": [' + "0," * 40 + "17]}", "takes a list of 2 to 40 numbers"),
        ('{"hearts": [0, 5, 4, 17]}', "'hearts' has 4, but must not be less than the 5 before it."),
        ('{"hearts": [1, 17]}', "must start at 0 and end at 17."),
        ('{"hearts": [0, 16]}', "must start at 0 and end at 17."),
        ('{"hearts": [0, "17"]}', "'hearts' has '17', but takes whole numbers."),
        ('{"hearts": [-1, 17]}', "'hearts' has -1,"),
        ('{"orders": ["GRB"]}', 'takes an object such as {"score": "GRB"}.'),
        ('{"orders": {"score": "grb"}}', "'orders' has 'grb', but takes the orders GRB, RGB,"),
        ('{"orders": {"score": null}}', "'orders' has None,"),
        ('{"buttons": 6}', "takes an object such as"),
        ('{"buttons": {"seat7": 6}}', "'buttons' has 'seat7', but takes the buttons seat1,"),
        ('{"buttons": {"seat1": "GP6"}}', "'buttons' has 'GP6', but takes the number of a pin."),
        ('{"last": {}}', "'last' has {}, but must be the set-up of a game"),
        ('{"last": "game chess\\nseats a b"}', "There is no game 'chess'"),
        ('{"last": "+1"}', "'last' has '+1', but is no set-up of a game"),
        ("[" * 5000, "too long or too nested"),
        ("{" * 500, "too long or too nested"),
        ('{"last": "' + "x" * 5000 + '"}', "too long or too nested"),
    ):
        message = _fault(text)
        assert said in message, (text[:60], message)
        assert message.startswith("settings.json"), message
        assert "\n" not in message
        assert len(message) < 250, message


def test_what_is_wrong_is_shown_up_to_40_characters() -> None:
    whole, longer = "x" * 38, "x" * 39
    assert "'entry' has '" + whole + "', but" in _fault('{"entry": "' + whole + '"}')
    assert "'entry' has '" + "x" * 36 + "..., but" in _fault('{"entry": "' + longer + '"}')


def test_text_may_be_as_long_as_the_limit() -> None:
    text = '{"brightness": 2}'
    longest = text + " " * (TEXT_LIMIT - len(text))
    assert read_settings(longest).brightness == 2
    assert "too long" in _fault(longest + " ")


def test_text_that_is_no_json_is_said_with_its_line_where_the_runtime_knows_it() -> None:
    where = " (line 2)" if sys.implementation.name == "cpython" else ""
    said = f"settings.json is not JSON{where}: correct it or take it off the device."
    assert _fault('{"rhythm": true,\n"brightness": dim}') == said


def test_every_order_of_colours_is_taken() -> None:
    for order in ("GRB", "RGB", "BRG", "BGR", "RBG", "GBR", "GRBW", "RGBW", "GWRB", "WRGB"):
        assert read_settings('{"orders": {"score": "' + order + '"}}').orders == {"score": order}


def test_corrections_to_the_wiring_are_applied() -> None:
    board = _board()
    settings = Settings()
    settings.orders = {"status": "GRBW"}
    settings.buttons = {"seat1": 8, "next": 6}
    apply_settings(settings, board)
    assert [strip.order for strip in board.strips] == ["GRB", "GRBW"]
    assert [(button.name, button.pin) for button in board.buttons] == [("seat1", 8), ("seat2", 7), ("next", 6)]
    assert board.bits() == [2, 1, -1, -1, -1, -1, -1, -1, 0]


def test_corrections_that_do_not_fit_leave_the_board_as_it_was() -> None:
    for orders, buttons, said in (
        ({"scores": "RGB"}, {}, "'orders' has 'scores', but names no strip of this board: it has score, status."),
        ({"score": "RGB"}, {"seat3": 6}, "'buttons' has 'seat3', but names no button of this board"),
        ({"score": "RGB"}, {"seat1": 7}, "must only swap the pins"),
        ({"score": "RGB"}, {"seat1": 2}, "must only swap the pins"),
    ):
        board = _board()
        settings = Settings()
        settings.orders = orders
        settings.buttons = buttons
        message = ""
        try:
            apply_settings(settings, board)
        except BoardError as error:
            message = str(error)
        assert said in message, message
        assert [strip.order for strip in board.strips] == ["GRB", "GRB"]
        assert [button.pin for button in board.buttons] == [6, 7, 8]
