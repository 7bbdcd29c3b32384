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
        ('{"brightnes": 4}', 'there is no key "brightnes"; there are colours, brightness,'),
        ('{"brightness": 8}', '"brightness" is 8, but must be a whole number from 0 to 7.'),
        ('{"brightness": -1}', '"brightness" is -1,'),
        ('{"brightness": 4.0}', '"brightness" is 4.0,'),
        ('{"brightness": true}', '"brightness" is true,'),
        ('{"brightness": "4"}', '"brightness" is "4",'),
        ('{"rhythm": 1}', '"rhythm" is 1, but must be true or false.'),
        ('{"entry": "hexagon"}', '"entry" is "hexagon", but must be space or region.'),
        ('{"entry": ["space"]}', '"entry" is ["space"],'),
        ('{"colours": "red"}', '"colours" is "red", but must be a list: [...].'),
        ('{"colours": ["red"]}', "must be a list of 6 names, for seat 1 to 6."),
        (
            '{"colours": ["red", "yellow", "green", "cyan", "blue", "mauve"]}',
            '"colours" is "mauve", but must be one of the names',
        ),
        (
            '{"colours": ["red", "yellow", "green", "cyan", "blue", 3]}',
            '"colours" is 3, but must be one of the names red',
        ),
        (
            '{"colours": ["red", "yellow", "green", "cyan", "blue", "red"]}',
            '"red", but must be another colour for each',
        ),
        ('{"hearts": 17}', '"hearts" is 17, but must be a list: [...].'),
        ('{"hearts": [17]}', "must be a list of 2 to 40 numbers"),
        ('{"hearts": [' + "0," * 40 + "17]}", "must be a list of 2 to 40 numbers"),
        ('{"hearts": [0, 5, 4, 17]}', '"hearts" is 4, but must be at least the 5 before it.'),
        ('{"hearts": [1, 17]}', "must be a list that starts at 0 and ends at 17."),
        ('{"hearts": [0, 16]}', "must be a list that starts at 0 and ends at 17."),
        ('{"hearts": [0, "17"]}', '"hearts" is "17", but must be whole numbers.'),
        ('{"hearts": [-1, 17]}', '"hearts" is -1,'),
        ('{"orders": ["GRB"]}', '"orders" is ["GRB"], but must be an object: {...}.'),
        ('{"orders": {"score": "grb"}}', 'orders: "score" is "grb", but must be GRB, RGB,'),
        ('{"orders": {"score": null}}', 'orders: "score" is null,'),
        ('{"buttons": 6}', '"buttons" is 6, but must be an object: {...}.'),
        ('{"buttons": {"seat7": 6}}', 'buttons: there is no key "seat7"; there are seat1,'),
        ('{"buttons": {"seat1": "GP6"}}', 'buttons: "seat1" is "GP6", but must be a whole number from 0 to 28.'),
        ('{"last": {}}', '"last" is {}, but must be the set-up of a game'),
        ('{"last": "game chess\\nseats a b"}', "There is no game 'chess'"),
        ('{"last": "+1"}', '"last" is "+1", but must be the set-up of a game'),
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
    assert '"entry" is "' + whole + '", but' in _fault('{"entry": "' + whole + '"}')
    assert '"entry" is "' + "x" * 36 + "..., but" in _fault('{"entry": "' + longer + '"}')


def test_text_may_be_as_long_as_the_limit() -> None:
    text = '{"brightness": 2}'
    longest = text + " " * (TEXT_LIMIT - len(text))
    assert read_settings(longest).brightness == 2
    assert "too long" in _fault(longest + " ")


def test_text_that_is_no_json_is_said_with_its_line_where_the_runtime_knows_it() -> None:
    where = " (line 2, column 15)" if sys.implementation.name == "cpython" else ""
    said = f"settings.json is not JSON{where}: a comma, a quote or a bracket is wrong there."
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
        ({"scores": "RGB"}, {}, 'orders: this board has no strip "scores"; it has score, status.'),
        ({"score": "RGB"}, {"seat3": 6}, 'buttons: this board has no button "seat3"'),
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
