"""A board that nobody touches for long: how its clock leaps, and what it must do when somebody comes back."""

from engine_core.games.after_us import AfterUsGame
from engine_core.games.after_us_parts import RESOURCE
from engine_core.keys import RELEASE_MS
from tests.kit.board.asking import ask
from tests.kit.board.bench import Bench
from tests.kit.board.rig import HOLD_MS, PINS, SCORE, STATUS

MINUTE_MS = 60_000.0
DAY_MS = 24 * 60 * MINUTE_MS
HOP_MS = DAY_MS / 2  # the board looks at its clock far more often
AWAKE_MS = 40  # between two hops: twice as long as from one look round to the next
TIDY_MS = 200  # after the last one: what the device leaves for a quiet moment is done, such as counting the start
LIGHT_MS = 15  # from a press to the first bit on a strip, at most
ALL_LIT_MS = 60  # until both strips show it
PROMPT_MS = 300  # from Ctrl-C to the prompt, at most


def rest(bench: Bench, ms: float) -> None:
    """Nobody touches the board for so long."""
    while ms > 0:
        bench.leap(min(ms, HOP_MS))
        bench.run(AWAKE_MS)
        ms -= HOP_MS
    bench.run(TIDY_MS)


def check_awake(bench: Bench, seat: int) -> tuple[float, float]:
    """In phase 1 of After Us a press of `seat` (1 to 3) changes the score, MODE the status bar: how many ms later."""
    score = _press(bench, f"seat{seat}", SCORE)
    status = _press(bench, "mode", STATUS)
    for _ in AfterUsGame.TRACKS[1:RESOURCE]:  # back to the score
        _press(bench, "mode", STATUS)
    return score, status


def _press(bench: Bench, button: str, pin: int) -> float:
    """Press a button; how many ms after it acts the strip at `pin` shows something else."""
    before = bench.frames(pin)[-1].data
    at = bench.ms + 10.3
    bench.press(at, PINS[button], HOLD_MS)
    bench.run(10 + HOLD_MS + 20 + ALL_LIT_MS)
    acts = at if button.startswith("seat") else at + HOLD_MS + RELEASE_MS
    later = [frame.start / 1e6 - acts for frame in bench.frames(pin, at) if frame.data != before]
    assert later, f"{button}: nothing on the strip at GP{pin}"
    assert later[0] <= LIGHT_MS, f"{button}: the strip at GP{pin} changes after {later[0]:.1f} ms"
    return later[0]


def check_prompt(bench: Bench) -> float:
    """Ctrl-C gives the prompt; in how many ms. Nothing runs after that."""
    mark, start = len(bench.said), bench.ms
    bench.type(b"\x03")
    bench.run_until(lambda: b">>> " in bench.said[mark:], limit_ms=PROMPT_MS)
    return bench.ms - start


def uptime(bench: Bench) -> int:
    """Seconds that the board says it has run."""
    return int(str(ask(bench)["uptime_s"]))
