"""The longest game there can be, on the emulated board: the table is there in time after power-on."""

import pytest

from tests.kit.board.rig import image
from tests.kit.journal.long_games import long_game, new_table
from tests.soak import long

pytestmark = [pytest.mark.runtime("pico"), pytest.mark.timeout(1800)]


def test_the_longest_game_of_after_us_is_back_within_3_s_and_says_that_it_is_full() -> None:
    """`make soak` starts the other games too, and all of them without checkpoints."""
    image()  # skips where there is none
    files, table = long_game("after_us", new_table("after_us").game.LONGEST)
    tally = long.Tally()
    long.check(tally, "after_us", long.start(files.files), table, long.TABLE_MS, (long.FULL,))
    assert tally.faults == []
