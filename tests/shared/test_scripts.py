"""Scripts on both runtimes: read, played, written again, and refused in one sentence."""

import io

from engine_core.errors import TextError
from engine_core.moves import ADD, ATTRACT, COPY, DISC, NEXT, NO_SEAT, OBJECT, REMOVE, SHORTAGE
from engine_core.scripts.log import write_log
from engine_core.scripts.replay import Failed, Report, replay
from engine_core.scripts.script import read_lines
from engine_core.setup_reading import read_setup
from tests.kit.shared.heap import allocates_nothing

AFTER_US = """game after_us
seats Zoë Ben Cho
set objects phone moped computer
set resources on
Zoë energy +7
Zoë object phone 2
Ben rage +5
Ben remove tamarin grains
Ben +12
next
Ben disc gorilla
Cho fruits +2
Cho copy Ben fruits
Zoë flowers +3
Zoë attract mandrill 1 flowers
shortage
Cho -0
"""

PRIMATES = """game primates
seats Ana Ben
set hearts 0 3 5 17
set actions on
action solitary
Ben +2
environment
next
"""


def _run(text: str) -> Report:
    return replay(text.split("\n"), lambda name: "", "test")


def _failure(text: str) -> str:
    """How the script ends: "LINE: reason"; an unreadable one as "LINE! reason"."""
    try:
        _run(text)
    except Failed as error:
        return "%d: %s" % (error.line, error.reason)  # noqa: UP031
    except TextError as error:
        return "%d! %s" % (error.line, error.message)  # noqa: UP031
    return ""


def test_the_log_of_a_script_is_the_script() -> None:
    for text in (AFTER_US.replace("Cho -0\n", ""), PRIMATES):
        table = _run(text).table
        assert "\n".join(write_log(table.setup, table)) + "\n" == text
        assert read_setup(table.setup.text()).text() == table.setup.text()


def test_standings_in_words() -> None:
    text = "game after_us\nseats Zoë Ben Cho\nZoë +3\nCho +80\nCho object computer\nnext\n"
    assert _run(text).lines == [
        "1. Cho            85  hand 80, object 5",
        "2. Zoë             3  hand 3",
        "3. Ben             0",
        "Cho wins: most points.",
    ]


def test_what_fails_and_what_cannot_be_read() -> None:
    head = "game after_us\nseats Ana Ben\n"
    assert _failure(head + "Ana +3\nexpect score Ana=4") == "4: expected score Ana=4, found Ana=3"
    assert _failure(head + "Ana -3") == "3: refused value: A track never goes below 0."
    assert _failure(head + "Zoe +3").startswith("3! There is no seat and no move 'Zoe' here")
    assert _failure(head + "Ana +x").startswith("3! '+x' is no number")
    assert _failure(AFTER_US).startswith("17: refused value: -0 is out of range")
    assert _failure("seats Ana\nAna +1").startswith("2! The game is missing")
    assert _failure(head + "Ana -3\nexpect refused value") == ""
    assert _failure(head + "Ana -3\nexpect refused seat").startswith("4: expected refused seat, found value")


def _unreadable(data: bytes) -> int:
    """The line at which these bytes stop being a script; 0 when they are one."""
    try:
        replay(read_lines(io.BytesIO(data)), lambda name: "")
    except TextError as error:
        return error.line
    return 0


def test_bytes_that_are_no_script() -> None:
    head = b"game after_us\nseats Ana\n"
    assert _unreadable(head + b"Ana +1") == 0
    assert _unreadable(b"\xef\xbb\xbf" + head) == 0
    assert _unreadable(head + b"Ana +1\n\xff\xfe\n") == 4
    assert _unreadable(head + b"x" * 4000) == 3
    assert _unreadable(b"\x00\x01\x02") == 1
    assert _unreadable(b"") == 1


def test_a_whole_round_of_after_us_allocates_nothing() -> None:
    head = "game after_us\nseats Ana Ben Cho\nset resources on\nAna energy +9\nAna grains +9\nBen rage +9\n"
    table = _run(head + "Cho energy +5\nCho object computer").table  # the first move of its kind loads what plays it

    def play_a_round() -> None:
        table.play(ADD, 2, 0, 7)
        table.play(REMOVE, 1, 1, 2)
        table.play(OBJECT, 0, 5, 0)
        table.play(NEXT, NO_SEAT)
        table.play(DISC, 0, 2)
        table.play(DISC, 1, 0)
        table.play(COPY, 0, 1, 2)
        table.play(ATTRACT, 0, 2, 1)
        table.play(SHORTAGE, NO_SEAT)
        table.play(NEXT, NO_SEAT)

    allocates_nothing(play_a_round)
    assert [table.game.total(seat) for seat in range(3)] == [7, 2, 12]
