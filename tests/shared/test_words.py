"""Text from outside means the same to both Pythons: words, characters that names refuse, UTF-8."""

import io

from engine_core.board_reading import load_board
from engine_core.city_building import read_city
from engine_core.errors import BoardError, RuleError, TextError
from engine_core.scripts.expect import failure
from engine_core.scripts.replay import replay
from engine_core.scripts.script import read_lines
from engine_core.settings_reading import read_settings
from engine_core.setup import read_number
from engine_core.setup_reading import read_setup
from engine_core.table import Table
from engine_core.words import split

# What one Python or both take for a blank, or for the end of a line.
ODD_BLANKS = "\x0b\x0c\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2000\u2007\u2028\u2029\u202f\u205f\u3000\r"
HIDDEN = "\x00\x1b\x7f\x9b\xad\u200b\u200d\u200e\u202e\u2066\ufeff\ufe0f\U000e0041"
HEAD = b"game after_us\nseats Ana Ben\n"
CITY = "A A B\n B C\ngrey A\nblack B\nwhite C\n"
BOARD = (
    '{"version": 1, "name": "%s", "chip": "pico_w", "buttons": [], "zones": {},'
    ' "strips": [{"name": "%s", "pin": 2, "leds": 8, "order": "GRB"}],'
    ' "power": {"budget_ma": 900, "channel_ma": 12, "idle_ma": 1}}'
)


def _script(data: bytes) -> str:
    """How a script ends: "" when it holds, "LINE: why" when it cannot be read."""
    try:
        replay(read_lines(io.BytesIO(data)), lambda name: CITY)
    except TextError as error:
        return "%d: %s" % (error.line, error.message)  # noqa: UP031
    return ""


def _number(letter: str) -> str:
    return "U+%04X" % ord(letter)  # noqa: UP031


def _setup(names: str) -> str:
    """Why these seats cannot be; "" when they can."""
    try:
        read_setup("game after_us\nseats " + names + "\n")
    except TextError as error:
        return error.message
    return ""


def test_blanks_and_tabs_alone_separate_words() -> None:
    assert split("Ana \t rage\t+3  # why\n") == ["Ana", "rage", "+3"]
    assert split("Ana +3\r\n") == ["Ana", "+3"]
    assert split(" \t\r\n") == split("") == split("# nothing") == []
    for blank in ODD_BLANKS:
        assert split("Ana" + blank + "+3\n") == ["Ana" + blank + "+3"], hex(ord(blank))
    assert split("\u2003Ana\xa0\n") == ["\u2003Ana\xa0"]


def test_a_script_with_another_blank_between_words_means_the_same_everywhere() -> None:
    for blank in "\xa0\u2003\u2028\u2029\u3000":
        said = _script(HEAD + ("Ana" + blank + "+3\n").encode())
        assert said.startswith("3: There is no seat and no move 'Ana"), (hex(ord(blank)), said)
        said = _script(HEAD + ("Ana +3" + blank + "\n").encode())
        assert said.startswith("3: '+3"), (hex(ord(blank)), said)


def test_a_script_with_a_control_character_is_refused_by_its_line() -> None:
    for letter in "\x00\x01\x07\x08\x0b\x0c\x1b\x1c\x1f\x7f\x85\x9b":
        for line in ("Ana %s+3\n", "# %s\n", "Ana +3%s\r\n", "%s"):
            said = _script(HEAD + (line % letter).encode())
            assert said == "3: This line has the control character " + _number(letter) + " in it: take it out.", said
    assert _script(b"game after_us\r\nseats Ana Ben\r\nAna +3\r\n") == ""
    assert _script(HEAD + b"Ana +3\rBen +3\n").startswith("3: This line has the control character U+000D")


def test_what_is_no_utf_8_is_refused_everywhere() -> None:
    for data in (
        b"\xed\xa0\x80",  # half a pair
        b"\xed\xbf\xbf",
        b"\xc0\x80",  # forms longer than they need to be
        b"\xc1\xbf",
        b"\xe0\x9f\xbf",
        b"\xf0\x8f\xbf\xbf",
        b"\xf4\x90\x80\x80",  # above U+10FFFF
        b"\xf5\x80\x80\x80",
        b"\xff",
        b"\x80",
        b"\xc3",  # cut short
        b"\xe2\x82",
        b"\xf0\x9f\x98",
        b"\xc3A",
        b"\xe2\x82A",
    ):
        assert _script(HEAD + b"# " + data) == "3: This line is not UTF-8 text: save the file as UTF-8.", data
    for text in ("\x7f", "\x80", "\u07ff", "\u0800", "\ud7ff", "\ue000", "\uffff", "\U00010000", "\U0010ffff"):
        assert "not UTF-8" not in _script(HEAD + b"# " + text.encode())


def test_seats_have_names_that_can_be_seen() -> None:
    for letter in HIDDEN + ODD_BLANKS:
        said = _setup("Ana Be" + letter + "n")
        number = _number(letter)
        if letter != "\r":
            assert number in said, (number, said)
        assert said, number
    assert _setup("Zoë Бен 陳 Łuę Ólafur") == ""
    assert _setup("Ana\tBen Cho \t") == ""


def test_what_is_chosen_before_the_first_move_holds_no_control_character() -> None:
    said = ""
    try:
        read_setup("game ape_town\nseats Ana Ben\nset map a\x1b[2J.map\n", CITY)
    except TextError as error:
        said = "%d: %s" % (error.line, error.message)  # noqa: UP031
    assert said.startswith("3: This line has the control character U+001B"), said


def test_boards_and_strips_have_names_that_can_be_seen() -> None:
    load_board(BOARD % ("my board", "strip one"))
    for letter in "\u200b\u200d\u202e\u2066\ufeff\x9b\xad\xa0\u2028\u3000":
        for names in (("a" + letter + "b", "strip"), ("board", "a" + letter + "b")):
            try:
                load_board(BOARD % names)
            except BoardError:
                continue
            raise AssertionError(hex(ord(letter)))


def test_digits_are_the_ten_of_the_keyboard() -> None:
    for word in ("٣", "\uff13", "²", "1_0", " 1", "1 ", "+1", "१", "1\u200b"):
        assert read_number(word) == -1, word
    city = read_city(CITY)
    for name in ("A²", "A²1", "A1²", "A\uff11", "A٣", "A01", "A0", "A", "A100"):
        assert city.find(name) == -1, name
    assert city.find("A2") == 1


def test_a_city_is_drawn_with_blanks_alone() -> None:
    assert read_city("A A B\t\r\n B C\r\ngrey A\tB\r\nblack C\n").spaces == 5
    for blank in "\xa0\u2003\u3000\x0b\x0c\x1c\x85":
        for text in ("A A" + blank + "B\n B C\ngrey A B C\n", "A A B\n B C\ngrey" + blank + "A B C\n"):
            try:
                read_city(text)
            except TextError:
                continue
            raise AssertionError(hex(ord(blank)))


def test_settings_with_a_hidden_name_are_refused() -> None:
    for letter in ("\\u202e", "\\u200b", "\\u001b", "\\u009b"):
        text = '{"last": "game after_us\\nseats Ana Be%sn\\n"}' % letter  # noqa: UP031
        try:
            read_settings(text)
        except BoardError:
            continue
        raise AssertionError(letter)


def test_expected_words_are_those_of_the_keyboard() -> None:
    game = Table(read_setup("game after_us\nseats Ana Ben\n")).game
    assert failure(["score", "Ana=0"], game, 0) == ""
    for pair in ("Ana=\u0660", "Ana= 0", "Ana=0\xa0"):
        try:
            failure(["score", pair], game, 0)
        except (TextError, RuleError):
            continue
        raise AssertionError(pair)
