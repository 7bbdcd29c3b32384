"""The emulated board after minutes, days and weeks in which nobody has touched it: its clock leaps."""

import pytest

from tests.kit.board.quiet import DAY_MS, MINUTE_MS, check_awake, check_prompt, rest, uptime
from tests.kit.board.rig import built, stored_game, switched_on

pytestmark = [pytest.mark.runtime("pico"), pytest.mark.timeout(1800)]


def test_press_lights_both_strips_after_minutes_and_days_of_quiet() -> None:
    """Microseconds are counted to 17.9 minutes, milliseconds to 12.4 days; half of that has another sign."""
    bench = switched_on(built() | stored_game())
    bench.run(300)
    rest(bench, 9 * MINUTE_MS)
    check_awake(bench, 1)
    for _ in range(3):
        rest(bench, 4.3 * DAY_MS)
    check_awake(bench, 2)
    assert abs(uptime(bench) - 12.9 * DAY_MS / 1000 - 9 * 60) < 60
    rest(bench, 9 * MINUTE_MS)
    check_prompt(bench)
