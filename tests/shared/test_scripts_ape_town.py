"""Ape Town's scripts on both runtimes (a file of its own: three games from source are too much for a board's heap)."""

from engine_core.scripts.log import write_log
from engine_core.scripts.replay import replay

CITY = "A A B B\n A B B C\nD D C C\ngrey A\nblack B C\nwhite D\n"

APE_TOWN = """game ape_town
seats Ana Ben
set map city.map
set claims on
claim grey
place A2 mandrill
claim black 2
place B1 depot
Ben money +1
Ana +4
"""


def test_the_log_of_a_script_is_the_script() -> None:
    table = replay(APE_TOWN.split("\n"), lambda name: CITY if name == "city.map" else "").table
    assert "\n".join(write_log(table.setup, table)) + "\n" == APE_TOWN


def test_by_region_a_place_is_a_region() -> None:
    text = "game ape_town\nseats Ana Ben\nset map city.map\nset entry region\nplace D depot\n"
    table = replay(text.split("\n"), lambda name: CITY).table
    assert "\n".join(write_log(table.setup, table)) + "\n" == text
