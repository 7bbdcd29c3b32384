"""Board files on both runtimes: the shipped ones are read, a fault says the same on the board as on the laptop."""

from engine_core.board_reading import load_board
from engine_core.errors import BoardError
from tests.kit.shared.lights import board_text


def _fault(text: str) -> str:
    try:
        load_board(text)
    except BoardError as error:
        return str(error)
    raise AssertionError("no fault found")


def test_shipped_boards() -> None:
    for name in ("pico_w_reference", "pico_2_w", "small"):
        assert load_board(board_text(name)).name == name


def test_the_order_of_strips_buttons_and_zones_is_that_of_the_file() -> None:
    board = load_board(board_text())
    assert [strip.name for strip in board.strips] == ["score", "status"]
    assert [button.pin for button in board.buttons] == list(range(6, 15))
    assert [zone.show for zone in board.game_zones("after_us")] == ["score", "seats", "phase", "mode", "due", "track"]


def test_faults() -> None:
    text = board_text()
    said = _fault(text.replace('"pin": 3', '"pin": 2'))
    assert said == 'Pin 2 is used twice: by strip "score" and by strip "status".', said
    said = _fault(text.replace('"pin": 14', '"pin": 26'))
    assert said == "buttons: pins 6 to 26 are too far apart: all must lie within 16 consecutive pins.", said
    said = _fault(text.replace('"leds": 30', '"leds": true'))
    assert said == 'strip "status": "leds" is true, but must be a whole number from 1 to 600.', said
    # Both read halves of a pair, but only CPython joins two of them: neither is a name, nor is what they would be.
    for letter in ("\\ud800", "\\ud83d\\ude00", "\\u0085", "\U0001f600"):
        said = _fault(text.replace('"pico_w_reference"', '"' + letter + '"'))
        assert said.endswith("1 to 24 plain characters: no emoji, no space at either end."), said
    assert load_board(text.replace('"pico_w_reference"', '"K\\u00fcche [/]"')).name == "K\u00fcche [/]"
    said = _fault(text[:-40])
    assert said.startswith("The board file is not JSON"), said
    assert _fault("[" * 5000) == "The board file is far too long or too nested: it holds something else."
