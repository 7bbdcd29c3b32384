"""Board files: the shipped ones, and every fault with its exact message."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine_core.board import BUTTONS
from engine_core.board_reading import CHIPS, TEXT_LIMIT, ZONES, chip_pins, load_board
from engine_core.errors import BoardError
from engine_core.lights.wire import ORDERS
from tests.kit.lights.pictures import ROOT, read_board

SHIPPED = sorted(path.stem for path in (ROOT / "boards").glob("*.json"))
Data = dict[str, Any]


def reference() -> Data:
    data: Data = json.loads((ROOT / "boards" / "pico_w_reference.json").read_text("utf-8"))
    return data


def fault(data: object) -> str:
    with pytest.raises(BoardError) as caught:
        load_board(data if isinstance(data, str) else json.dumps(data))
    return str(caught.value)


# -- good ones -------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_boards_are_good_and_called_like_their_file(name: str) -> None:
    assert read_board(name).name == name


def test_the_reference_board() -> None:
    board = read_board()
    assert [(strip.name, strip.pin, strip.leds, strip.order) for strip in board.strips] == [
        ("score", 2, 80, "GRB"),
        ("status", 3, 30, "GRB"),
    ]
    assert [button.name for button in board.buttons] == list(BUTTONS)
    assert board.first_pin() == 6
    assert board.bits() == list(range(9))
    assert board.shifter
    assert board.has_button("seat6")
    for game in ZONES:
        assert board.game_zones(game)[0].show == "score"
        assert board.game_zones(game)[0].leds == 80


def test_the_small_board_lacks_what_it_lacks() -> None:
    board = read_board("small")
    assert not board.shifter
    assert not board.has_button("mode")
    assert board.bits() == [0, 1, -1, -1, -1, -1, 2, -1, 3]
    assert board.game_zones("ape_town") == []
    assert board.game_zones("chess") == []


def test_buttons_in_any_order_and_a_note_anywhere() -> None:
    data = reference()
    data["buttons"].reverse()
    for part in (data, data["strips"][0], data["buttons"][0], data["zones"]["after_us"][0], data["power"]):
        part["note"] = "solder here"
    board = load_board(json.dumps(data))
    assert board.bits() == list(range(9))


def test_a_board_without_buttons_has_a_first_pin_of_zero() -> None:
    data = reference()
    data["buttons"] = []
    board = load_board(json.dumps(data))
    assert board.first_pin() == 0
    assert board.bits() == [-1] * len(BUTTONS)


def test_a_reversed_zone() -> None:
    data = reference()
    data["zones"]["after_us"][0]["reverse"] = True
    assert load_board(json.dumps(data)).game_zones("after_us")[0].reverse


def test_pins_of_the_module_itself_are_not_to_be_had() -> None:
    for chip in CHIPS:
        assert not {23, 24, 25, 29} & set(chip_pins(chip))


# -- faults ----------------------------------------------------------------------------------------
def change(path: str, value: object) -> Callable[[Data], None]:
    """Set what lies at `path`, such as "strips.0.pin"."""
    *way, last = path.split(".")

    def apply(data: Any) -> None:
        for step in way:
            data = data[int(step)] if isinstance(data, list) else data[step]
        if isinstance(data, list):
            data[int(last)] = value
        else:
            data[last] = value

    return apply


def take(path: str) -> Callable[[Data], None]:
    """Take out what lies at `path`."""
    *way, last = path.split(".")

    def apply(data: Any) -> None:
        for step in way:
            data = data[int(step)] if isinstance(data, list) else data[step]
        del data[last]

    return apply


A_NAME = "a name of 1 to 24 plain characters: no emoji, no space at either end."
STRIP = {"name": "more", "pin": 15, "leds": 1, "order": "GRB"}
FAULTS: list[tuple[str, Callable[[Data], None], str]] = [
    (
        "newer version",
        change("version", 2),
        "This board file has version 2, this troopkeeper reads version 1: update troopkeeper.",
    ),
    ("no version", take("version"), 'the board file: "version" is missing.'),
    ("version", change("version", "1"), 'the board file: "version" is "1", but must be a whole number from 1 to 999.'),
    (
        "unknown key",
        change("button", []),
        'the board file: there is no key "button"; there are version, name, chip, shifter, strips, buttons, zones, '
        "power, note.",
    ),
    ("empty name", change("name", ""), 'the board file: "name" is "", but must be ' + A_NAME),
    ("blank name", change("name", " a"), 'the board file: "name" is " a", but must be ' + A_NAME),
    ("number as name", change("strips.0.name", 7), 'strip 1: "name" is 7, but must be ' + A_NAME),
    ("long name", change("name", "x" * 25), 'the board file: "name" is "' + "x" * 25 + '", but must be ' + A_NAME),
    (
        "unknown chip",
        change("chip", "esp32"),
        'the board file: "chip" is "esp32", but must be pico, pico_w, pico_2 or pico_2_w.',
    ),
    ("shifter", change("shifter", 1), 'the board file: "shifter" is 1, but must be true or false.'),
    ("no strips", change("strips", []), "strips: the board needs at least one strip."),
    ("strips", change("strips", {}), 'the board file: "strips" is {}, but must be a list: [...].'),
    (
        "five strips",
        lambda data: data["strips"].extend([STRIP] * 3),
        "strips: there are 5, but at most 4 can be driven.",
    ),
    ("strip", change("strips.1", 7), "strip 2 is 7, but must be an object: {...}."),
    ("strip name", take("strips.1.name"), 'strip 2: "name" is missing.'),
    ("strip twice", change("strips.1.name", "score"), 'strip "score": there are two of this name.'),
    (
        "strip key",
        change("strips.0.led", 3),
        'strip "score": there is no key "led"; there are name, pin, leds, order, note.',
    ),
    (
        "pin of the chip",
        change("strips.0.pin", 23),
        'strip "score": the pico_w has no pin 23: use 0 to 22, or 26 to 28.',
    ),
    ("pin", change("strips.0.pin", "GP2"), 'strip "score": "pin" is "GP2", but must be a whole number from 0 to 999.'),
    (
        "pin true",
        change("strips.0.pin", True),
        'strip "score": "pin" is true, but must be a whole number from 0 to 999.',
    ),
    ("pin twice", change("strips.1.pin", 2), 'Pin 2 is used twice: by strip "score" and by strip "status".'),
    ("pin shared", change("buttons.3.pin", 3), 'Pin 3 is used twice: by strip "status" and by button "seat4".'),
    ("no leds", change("strips.0.leds", 0), 'strip "score": "leds" is 0, but must be a whole number from 1 to 600.'),
    (
        "half a led",
        change("strips.0.leds", 1.5),
        'strip "score": "leds" is 1.5, but must be a whole number from 1 to 600.',
    ),
    (
        "order",
        change("strips.0.order", "GBRX"),
        'strip "score": "order" is "GBRX", but must be ' + ", ".join(ORDERS[:-1]) + " or " + ORDERS[-1] + ".",
    ),
    ("no buttons", take("buttons"), 'the board file: "buttons" is missing.'),
    (
        "unknown button",
        change("buttons.0.name", "seat7"),
        'button 1: "name" is "seat7", but must be seat1, seat2, seat3, seat4, seat5, seat6, undo, mode or next.',
    ),
    ("button twice", change("buttons.1.name", "seat1"), 'button "seat1": there are two of this name.'),
    ("button key", change("buttons.0.gpio", 1), 'button "seat1": there is no key "gpio"; there are name, pin, note.'),
    ("button pin", change("buttons.0.pin", 29), 'button "seat1": the pico_w has no pin 29: use 0 to 22, or 26 to 28.'),
    (
        "far apart",
        change("buttons.0.pin", 27),
        "buttons: pins 7 to 27 are too far apart: all must lie within 16 consecutive pins.",
    ),
    ("no power", take("power"), 'the board file: "power" is missing.'),
    ("power", change("power", []), 'the board file: "power" is [], but must be an object: {...}.'),
    (
        "power key",
        change("power.ma", 1),
        'power: there is no key "ma"; there are budget_ma, channel_ma, idle_ma, note.',
    ),
    ("budget", change("power.budget_ma", 20), 'power: "budget_ma" is 20, but must be a whole number from 50 to 10000.'),
    (
        "budget too small",
        change("power.budget_ma", 140),
        "power: budget_ma is 140, but 110 LEDs need 146 mA at the very least: use a stronger supply or fewer LEDs.",
    ),
    ("channel", change("power.channel_ma", 0), 'power: "channel_ma" is 0, but must be a whole number from 1 to 60.'),
    ("no zones", take("zones"), 'the board file: "zones" is missing.'),
    (
        "unknown game",
        change("zones.chess", []),
        'zones: there is no game "chess": write after_us, ape_town or primates.',
    ),
    ("zone list", change("zones.after_us", {}), 'zones: "after_us" is {}, but must be a list: [...].'),
    ("zone", change("zones.after_us.1", "seats"), 'zone 2 of after_us is "seats", but must be an object: {...}.'),
    (
        "unknown zone",
        change("zones.after_us.1.show", "hearts"),
        'zone 2 of after_us: "show" is "hearts", but must be score, track, seats, phase, mode or due.',
    ),
    (
        "zone of another game",
        change("zones.primates.4.show", "phase"),
        'zone 5 of primates: "show" is "phase", but must be score, rounds, seats, mode or due.',
    ),
    ("zone twice", change("zones.after_us.1.show", "score"), 'zone "score" of after_us: there are two of them.'),
    (
        "zone key",
        change("zones.after_us.0.reversed", True),
        'zone "score" of after_us: there is no key "reversed"; there are show, strip, start, leds, reverse, note.',
    ),
    (
        "zone on no strip",
        change("zones.after_us.0.strip", "loop"),
        'zone "score" of after_us: "strip" is "loop", but must be score or status.',
    ),
    (
        "strip too short",
        change("strips.0.leds", 60),
        'zone "score" of after_us: strip "score" is too short: LEDs 0 to 79 are wanted, it has 0 to 59.',
    ),
    (
        "zone past the end",
        change("zones.after_us.5.start", 19),
        'zone "track" of after_us: strip "status" is too short: LEDs 19 to 30 are wanted, it has 0 to 29.',
    ),
    (
        "zone without leds",
        change("zones.after_us.0.leds", 0),
        'zone "score" of after_us: "leds" is 0, but must be a whole number from 1 to 600.',
    ),
    (
        "zone before the start",
        change("zones.after_us.0.start", -1),
        'zone "score" of after_us: "start" is -1, but must be a whole number from 0 to 599.',
    ),
    (
        "reverse",
        change("zones.after_us.0.reverse", "yes"),
        'zone "score" of after_us: "reverse" is "yes", but must be true or false.',
    ),
    (
        "overlap",
        change("zones.after_us.2.start", 5),
        'zone "phase" of after_us: it overlaps the zone "seats": move or shorten one of them.',
    ),
]


@pytest.mark.parametrize(("spoil", "message"), [case[1:] for case in FAULTS], ids=[case[0] for case in FAULTS])
def test_fault(spoil: Callable[[Data], None], message: str) -> None:
    data = reference()
    spoil(data)
    assert fault(data) == message


@pytest.mark.parametrize("letter", ["\0", "\n", "\x1b", "\x7f", "\x85", "\x9b", "\ud800", "\uffff", "\U0001f600"])
@pytest.mark.parametrize("path", ["name", "strips.0.name"])
def test_what_a_message_or_drawing_cannot_hold_is_no_name(path: str, letter: str) -> None:
    data = reference()
    change(path, f"x{letter}x")(data)
    assert fault(data).endswith(A_NAME)
    assert fault(data).isprintable()


@pytest.mark.parametrize("name", ["~", "Küche", "\u00bd", "\ud7a3", "台所", "[/] & <b>"])
def test_letters_of_any_language_are_a_name(name: str) -> None:
    data = reference()
    data["name"] = name
    assert load_board(json.dumps(data)).name == name


def test_not_json_says_where() -> None:
    assert fault('{"version": 1,\n "name" "x"}') == (
        "The board file is not JSON (line 2, column 9): a comma, a quote or a bracket is wrong there."
    )


@pytest.mark.parametrize("text", ["", "[1]", "7", '"x"', "null"])
def test_json_that_is_no_board(text: str) -> None:
    assert fault(text).startswith("The board file ")


def test_megabytes_and_deep_nesting_are_refused_unread() -> None:
    assert fault(" " * (TEXT_LIMIT + 1)) == "The board file is far too long or too nested: it holds something else."
    assert fault("[" * 5000) == "The board file is far too long or too nested: it holds something else."


def test_a_long_value_is_shown_short() -> None:
    data = reference()
    data["chip"] = "x" * 1000
    assert len(fault(data)) < 140


values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 100) | st.text(max_size=5) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=5,
)
paths = st.sampled_from(
    [
        "version", "name", "chip", "shifter", "strips", "strips.0", "strips.0.name", "strips.0.pin", "strips.0.leds",
        "strips.0.order", "buttons", "buttons.2", "buttons.2.name", "buttons.2.pin", "power", "power.budget_ma",
        "power.channel_ma", "power.idle_ma", "zones", "zones.after_us", "zones.after_us.3", "zones.after_us.3.show",
        "zones.after_us.3.strip", "zones.after_us.3.start", "zones.after_us.3.leds", "zones.after_us.3.reverse",
    ]
)  # fmt: skip


@given(path=paths, value=values)
def test_any_value_anywhere_is_taken_or_refused_in_one_clear_line(path: str, value: object) -> None:
    data = reference()
    change(path, value)(data)
    said = ""
    try:
        load_board(json.dumps(data))
    except BoardError as error:
        said = str(error)
    assert "\n" not in said
    assert len(said) < 250


@given(text=st.text(max_size=60))
def test_any_text_is_refused(text: str) -> None:
    assert fault(text)


def test_what_is_wrong_is_shown_up_to_40_characters() -> None:
    whole, longer = "x" * 38, "x" * 39
    for name, shown in ((whole, f'"{whole}"'), (longer, '"' + "x" * 36 + "...")):
        data = reference()
        data[name] = 1
        assert f"there is no key {shown};" in fault(json.dumps(data))
