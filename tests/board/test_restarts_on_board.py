"""Starts that hang on the emulated board: it restarts by itself, and ends where a laptop reaches it.

tests/soak/restarts.py has what crashes.
"""

from pathlib import Path

import pytest

from tests.kit.board.bench import Bench
from tests.kit.board.restarts import run_until_it_gives_up, spoiled
from tests.kit.board.rig import image

pytestmark = [pytest.mark.runtime("pico"), pytest.mark.timeout(1800)]

HANG = "from time import sleep_ms\nwhile True:\n    sleep_ms(500)\n"


def test_a_device_that_always_hangs_ends_where_a_laptop_reaches_it(tmp_path: Path) -> None:
    """One start more than a crash takes, for not even the board file could be read."""
    run_until_it_gives_up(Bench(image(), files=spoiled(tmp_path, config=HANG)), starts=5)
