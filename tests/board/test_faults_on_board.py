"""Faults of set-up on the emulated board: never a dark, silent device, and always one that a laptop can reach."""

import pytest

from tests.kit.board.bench import Bench
from tests.kit.board.lights import BLUE, OFF, RED, lights, power_on
from tests.kit.board.rig import PINS, SCORE, STATUS, built, stored_game

pytestmark = [pytest.mark.runtime("pico"), pytest.mark.timeout(900)]


def check_pattern(bench: Bench, pin: int, count: int, word: str, times: int = 1) -> None:
    """`count` red LEDs blink on the strip, the reason is said so many times, and Ctrl-C gives a prompt."""
    bench.run_until(
        lambda: bench.text().count(word) >= times and [OFF] * 8 in lights(bench, pin), limit_ms=1000 + 6000 * times
    )
    assert [RED] * count + [OFF] * (8 - count) in lights(bench, pin)
    bench.type(b"\x03")
    bench.run_until(lambda: bench.text().rstrip().endswith(">>>"), limit_ms=2000)
    assert "Traceback" not in bench.text()


def test_board_file_at_fault_blinks_on_the_strips_it_still_names() -> None:
    board = built()["board.json"].replace(b'"pin": 2,', b'"pin": 4,').replace(b'"leds": 80,', b'"leds": 8000,')
    check_pattern(power_on(built() | {"board.json": board}, 4), 4, 2, "8000")


def test_board_file_that_is_no_json_blinks_where_strips_usually_are() -> None:
    """The reason is said again and again: whoever opens the port later reads it too."""
    check_pattern(power_on(built() | {"board.json": b"{"}, SCORE), SCORE, 2, "JSON", times=2)


def test_missing_module_is_named() -> None:
    files = {path: content for path, content in built().items() if path != "lib/engine_core/settings.mpy"}
    check_pattern(power_on(files | stored_game(), STATUS), STATUS, 1, "engine_core.settings")


def test_next_held_at_power_on_is_safe_mode() -> None:
    """Blue lights, nothing runs, the REPL is there, and the watchdog leaves it alone."""
    bench = power_on(built() | stored_game(), SCORE)
    bench.close_contact(PINS["next"])
    bench.run_until(lambda: [BLUE] * 8 in lights(bench, SCORE), limit_ms=3000)
    bench.open_contact(PINS["next"])
    assert bench.execute("print(6 * 7)") == "42\n"
    bench.run(9_000)
    assert bench.resets == []
