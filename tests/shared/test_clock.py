"""Time on both runtimes: whatever was last done minutes, days or weeks ago, and wherever the clock begins anew, the
device behaves as after two seconds of quiet.
"""

from engine_core.compat import CLOCK_PERIOD
from engine_core.keys import CHATTER, STUCK_MS, Keys
from engine_core.lights.painter import SLOTS
from engine_core.lights.palette import SLOT_MS
from engine_core.setup import Setup
from engine_core.storage.journal import Journal
from engine_core.table import Table
from firmware.errorlog import NAME, ErrorLog
from tests.kit.shared.desk import Desk
from tests.kit.shared.feeding import feed
from tests.kit.shared.memory import MemoryFiles

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS
DAY_MS = 24 * HOUR_MS
HALF = CLOCK_PERIOD // 2  # where differences of the clock change their sign
SPANS = [minutes * MINUTE_MS for minutes in (9, 18, 27, 36)]
SPANS += [tenths * DAY_MS // 10 for tenths in (62, 124, 248)]
SPANS += [CLOCK_PERIOD * k // 2 + late for k in (1, 2, 3, 4) for late in (-1, 0, 20)]
BEFORE_WRAP_MS = (2500, 1300, 700, 300, 100, 50, 20, 0, -10)  # at which something is begun


class Sleeper(Desk):
    """A desk where nobody does anything for long."""

    def __init__(self) -> None:
        super().__init__(start=CLOCK_PERIOD - 12_345)
        self.begin()

    def tick(self, ms: int = 5) -> None:
        self.changes.clear()
        self.now = (self.now + ms) & (CLOCK_PERIOD - 1)
        self.due += min(ms, 50)  # as many samples as make a light; of long sleeps that is what matters
        self.app.tick(self.now)

    def sleep(self, ms: int) -> None:
        """An hour at a time: the board's loop turns more often."""
        while ms > 0:
            self.tick(min(ms, HOUR_MS))
            ms -= HOUR_MS

    def sleep_to(self, wrap: int, ms: int) -> None:
        """Until so many ms before the device's own clock, which is the caller's to the length of a turn, wraps."""
        left = (wrap - ms - self.app.buttons.now) & (CLOCK_PERIOD - 1)
        self.sleep(left if left > 2000 else left + CLOCK_PERIOD)

    def is_red(self) -> bool:
        """Whether the square of no points is red; the first strip sends green, red, blue."""
        return self.wires[0][1] > 0 and not self.wires[0][0]


# -- what people do before and after it was quiet: each gives what came of it ----------------------
def tap_and_undo(desk: Sleeper) -> object:
    """A tap does not belong to the burst before the pause; two in a row are one step."""
    desk.tap("seat1")
    single = desk.score()
    desk.tap("undo")
    undone = desk.score()
    desk.tap("seat2")
    desk.tap("seat2")
    desk.tap("undo")
    return single, undone, desk.score(), desk.app.stored


def menu(desk: Sleeper) -> object:
    """Let go of early, held to the end, left again."""
    found = []
    for ms in (1500, 2300):
        desk.hold("undo mode")
        desk.run(ms)
        desk.hold("")
        desk.run(100)
        found.append(desk.app.menu is not None)
    desk.tap("undo")
    return found, desk.app.menu is None, desk.score()


def refusal(desk: Sleeper) -> object:
    """Red for as long as ever, and no longer: five slots of 100 ms, of which the first may have begun already."""
    desk.tap("seat2")  # seat 3 is alone on its square
    desk.tap("undo+seat3")
    red = []
    for ms in range(0, 2000, 10):
        desk.tick(10)
        if desk.is_red():
            red.append(ms)
    return desk.app.refused, 280 <= red[-1] <= 400


def brightness(desk: Sleeper) -> object:
    """The bar for a second; stored in quiet."""
    level = desk.app.settings.brightness
    before = desk.wires[1]
    desk.tap("mode+next")
    shown = desk.wires[1] != before
    desk.run(600)
    still = desk.wires[1] != before
    desk.run(1500)
    stored = b'"brightness": %d' % desk.app.settings.brightness in desk.files.files["settings.json"]
    return shown, still, desk.app.settings.brightness != level, stored, desk.app.unsaved


def read_out(desk: Sleeper) -> object:
    desk.hold("mode")
    desk.run(60)
    desk.hold("mode seat1")
    desk.run(100)
    reading = desk.app.reading
    desk.hold("")
    desk.run(100)
    return reading, desk.app.reading, desk.score()


def stuck_button(desk: Sleeper) -> object:
    desk.hold("seat3")
    for _ in range(0, STUCK_MS + 1200, 50):
        desk.tick(50)
    ignored = desk.app.ignored()
    desk.hold("")
    desk.run(200)
    desk.tap("seat3")
    return ignored, desk.app.ignored(), desk.score()


def full_page(desk: Sleeper) -> object:
    """More moves than a page of storage holds go to the game's file when it is quiet."""
    for _ in range(20):
        desk.tap("seat1")
    desk.run(3200)
    name = next(name for name in desk.files.names() if name.endswith(".playing"))
    return desk.score(), len(desk.files.files[name]), len(desk.files.files["tail"])


def broken_storage(desk: Sleeper) -> object:
    """Tried again every five seconds."""
    desk.files.broken = True
    desk.tap("seat2")
    stored = desk.app.stored
    desk.files.broken = False
    desk.run(3000)
    early = desk.app.stored
    desk.run(3000)
    return stored, early, desk.app.stored, desk.score()


def new_game_on_broken_storage(desk: Sleeper) -> object:
    desk.files.broken = True
    desk.begin()
    desk.files.broken = False
    desk.run(6000)
    return len([name for name in desk.files.names() if name.endswith(".playing")]), desk.app.stored


ACTS = (
    tap_and_undo,
    menu,
    refusal,
    brightness,
    read_out,
    full_page,
    broken_storage,
    new_game_on_broken_storage,
    stuck_button,
)


def press(desk: Sleeper) -> None:
    """A new game, and the last press before it is quiet."""
    desk.begin()
    desk.tap("seat1")


def expected(desk: Sleeper, act: "Callable[[Sleeper], object]") -> object:
    press(desk)
    desk.run(2000)
    return act(desk)


def test_after_minutes_days_and_weeks_everything_is_as_after_two_seconds() -> None:
    desk = Sleeper()
    for act in ACTS:
        known = expected(desk, act)
        for span in SPANS:
            press(desk)
            desk.sleep(span)
            assert act(desk) == known, (act.__name__, span)


def test_so_it_is_when_all_that_time_is_one_turn_of_the_loop() -> None:
    """A laptop that was asleep."""
    desk = Sleeper()
    for act in ACTS[:-1]:
        known = expected(desk, act)
        for span in SPANS:
            press(desk)
            desk.tick(span)
            desk.run(2000)
            assert act(desk) == known, (act.__name__, span)


def test_so_it_is_around_every_wrap_of_the_clock() -> None:
    desk = Sleeper()
    for act in ACTS:
        known = expected(desk, act)
        for wrap in (HALF, CLOCK_PERIOD):
            for ms in BEFORE_WRAP_MS:
                press(desk)
                desk.sleep_to(wrap, ms)
                assert act(desk) == known, (act.__name__, wrap, ms)


def test_storage_that_fails_for_weeks_joins_no_taps() -> None:
    """Nothing is tidied up meanwhile, and the burst of last week is over all the same."""
    desk = Sleeper()
    for span in SPANS:
        desk.begin()
        desk.files.broken = True
        desk.tap("seat1")
        desk.sleep(span)
        assert desk.app.quiet()
        desk.tap("seat1")
        desk.tap("undo")
        assert desk.score() == [1, 0, 0], span
        desk.files.broken = False
        desk.run(6000)
        assert desk.app.stored


# -- the parts that keep a time ------------------------------------------------------------------
def test_contact_of_twelve_days_ago_is_no_chatter_now() -> None:
    """240 ms of bounce, just not enough for chatter; exactly one period of the clock later there is a press."""
    for late in (-5, 0, 10, 25):
        keys = Keys([0, 1, 2, 3, 4, 5, 6, 7, 8])
        now = 1000
        for closed in [0] * 50 + [1] * 25 + [1, 1, 1, 0, 0] * 43 + [0] * 40:
            feed(keys, 0xFFFF & ~closed, now)
            now += 1
            while keys.take():
                assert keys.what != CHATTER
        end = now - 40
        for _ in range(64):
            now = (now + CLOCK_PERIOD // 64) & (CLOCK_PERIOD - 1)
            for _ in range(1001):  # held keys are looked at once in so many
                feed(keys, 0xFFFF, now)
        now = (end + late) & (CLOCK_PERIOD - 1)
        events = []
        for closed in [1] * 30 + [0] * 30:
            feed(keys, 0xFFFF & ~closed, now)
            now += 1
            while keys.take():
                events.append(keys.what)
        assert events == [1, 0], late


def test_journal_that_has_been_idle_for_a_week_tries_a_new_game_again_at_once() -> None:
    for span in SPANS:
        files = MemoryFiles()
        journal = Journal(files, lambda text: None)
        now = 0
        for passed in range(0, span, HOUR_MS):
            now = min(passed, span) & (CLOCK_PERIOD - 1)
            journal.idle(now)
        files.broken = True
        journal.begin(Table(Setup("after_us", ["Ana", "Ben"])))
        files.broken = False
        for _ in range(110):
            now = (now + 50) & (CLOCK_PERIOD - 1)
            journal.idle(now)
        assert files.names(), span


def test_uptime_counts_for_weeks() -> None:
    for start in (0, 5, HALF - 7, CLOCK_PERIOD - 3):
        log = ErrorLog(MemoryFiles(), start)
        lived = 0
        for step in (999, 1, 1, 58_999, 40 * MINUTE_MS, 6 * DAY_MS, HALF - 1, 6 * DAY_MS, DAY_MS // 3, 77 * HOUR_MS):
            lived += step
            now = (start + lived) & (CLOCK_PERIOD - 1)
            assert log.uptime(now) == lived // 1000, (start, lived)
            assert log.uptime(now) == lived // 1000


def test_error_ring_says_how_long_the_device_had_run() -> None:
    files = MemoryFiles()
    log = ErrorLog(files, 1000)
    now = 1000
    for _ in range(30):
        now = (now + DAY_MS) & (CLOCK_PERIOD - 1)
        log.uptime(now)
    log.add(now, "fault")
    assert files.files[NAME] == b"boot 1, %d s: fault\n" % (30 * 86_400)


def test_slots_of_a_period_are_counted_as_the_clock_has_them() -> None:
    assert (CLOCK_PERIOD - 1) // SLOT_MS + 1 == SLOTS
