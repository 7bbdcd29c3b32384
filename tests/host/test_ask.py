"""`troop ask`: After Us's answers that are no moves."""

import re

import pytest

from engine_core.setup_reading import read_setup
from engine_core.table import Table
from tests.kit.host.command import said_badly, troop


def test_au9_three_objects_are_drawn_that_a_script_takes() -> None:
    drawn = set()
    for _ in range(20):
        done = troop("ask", "objects")
        found = re.fullmatch(r"(\w+), (\w+), (\w+)  \(in a script: (set objects \1 \2 \3)\)\n", done.stdout)
        assert found, done.stdout
        Table(read_setup(f"game after_us\nseats Ana Ben\n{found[4]}\n"))
        drawn.add(done.stdout)
    assert len(drawn) > 1
    assert troop("ask", "objects", "--first").stdout.startswith("boombox, computer, moped ")


def test_au16_who_decides_first() -> None:
    done = troop("ask", "priority", "Ana=12", "Ben=0", "Cho=118")
    assert (done.returncode, done.stdout) == (0, "1. Cho (card 118)\n2. Ana (card 12)\n")
    assert troop("ask", "priority", "Ana=0", "Ben=0").stdout == "Nobody wants a card.\n"


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        (["Ana"], "'Ana' is not NAME=NUMBER"),
        (["=3"], "'=3' is not NAME=NUMBER"),
        (["Ana=x"], "such as Ana=118"),
        (["Ana=1000"], "from 0 to 999"),
        (["Ana=" + 5000 * "9"], "from 0 to 999"),
        (["Ana=\u0663"], "is not NAME=NUMBER"),
        (["Ana=1", "Ana=2"], "Ana is given twice"),
        (["Ana=5", "Ben=5"], "same card number. Look at the cards again."),
        ([], "Missing argument"),
    ],
)
def test_au16_wrong_use_is_one_line(numbers: list[str], words: str) -> None:
    assert words in said_badly(troop("ask", "priority", *numbers))
