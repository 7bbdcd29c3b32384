"""Debouncing on both runtimes: what becomes of presses, glitches, stuck keys; and that it allocates nothing."""

from array import array

from engine_core.board import BUTTONS, Board, Button, Power
from engine_core.compat import CLOCK_PERIOD
from engine_core.keys import (
    CHATTER,
    DOWN,
    HEAL_MS,
    MODE_KEY,
    NEXT_KEY,
    RECOVERED,
    RELEASE_MS,
    STUCK,
    STUCK_MS,
    UNDO_KEY,
    UP,
    Keys,
)
from tests.kit.shared.feeding import feed
from tests.kit.shared.heap import allocates_nothing

ALL_UP = 0xFFFF


class Bench:
    """Nine keys on bits 0 to 8, and every event they gave, as (key, what)."""

    def __init__(self, start: int = 0, rested: bool = True) -> None:
        self.keys = Keys([0, 1, 2, 3, 4, 5, 6, 7, 8])
        self.now = start
        self.events: list[tuple[int, int]] = []
        self.times: list[int] = []
        if rested:
            self.hold("", 30)

    def sample(self, closed: int) -> None:
        feed(self.keys, ALL_UP & ~closed, self.now)
        self.now = (self.now + 1) % CLOCK_PERIOD
        while self.keys.take():
            self.events.append((self.keys.key, self.keys.what))
            self.times.append(self.keys.at)

    def hold(self, names: str, ms: int) -> None:
        """`ms` samples with the named keys closed."""
        closed = 0
        for name in names.split():
            closed |= 1 << BUTTONS.index(name)
        for _ in range(ms):
            self.sample(closed)

    def wave(self, levels: str, key: int = 0) -> None:
        """One sample a letter: `x` closed, anything else open."""
        for level in levels:
            self.sample(1 << key if level == "x" else 0)


def test_a_press_is_one_down_and_one_up() -> None:
    bench = Bench()
    bench.hold("seat1", 100)
    assert bench.events == [(0, DOWN)]
    bench.hold("", 100)
    assert bench.events == [(0, DOWN), (0, UP)]
    assert bench.times == [31, 30 + 100 + RELEASE_MS - 1]


def test_the_shortest_press_with_the_longest_bounce_counts_once() -> None:
    for bounce in ("", "x", "x.", "x.x.x.", ".xx.x.", "xx.xx.", "x..x.."):
        for after in ("", ".x", ".x.x.x", "..x..x", "xx.xx.x"):
            bench = Bench()
            bench.wave(bounce + "xxxx" + after + "." * 60)
            assert bench.events == [(0, DOWN), (0, UP)], (bounce, after)


def test_a_glitch_in_a_short_press_loses_nothing() -> None:
    for contact in ("xxxx", ".xxx", "x.xx", "xx.x", "xxx."):
        bench = Bench()
        bench.wave("." * 10 + contact + "." * 60)
        assert bench.events == [(0, DOWN), (0, UP)], contact


def test_what_is_no_press_invents_none() -> None:
    for noise in ("x", "x.", "x.x", "x..x..x", "x...x...x...x"):
        bench = Bench()
        for _ in range(20):
            bench.wave(noise + "." * 8)
        assert bench.events == [], noise


def test_a_break_while_held_is_no_second_press() -> None:
    bench = Bench()
    for _ in range(10):
        bench.wave("x" * 300 + "." * (RELEASE_MS - 1))
    assert bench.events == [(0, DOWN)]


def test_every_key_by_its_bit() -> None:
    buttons = [Button("seat2", 21), Button("next", 9), Button("seat1", 6), Button("undo", 8)]
    bits = Board("four", "pico_w", [], buttons, Power(1000, 16, 1)).bits()
    assert bits == [0, 15, -1, -1, -1, -1, 2, -1, 3]
    keys = Keys(bits)
    seen = []
    for bit in range(16):
        for ms in range(100):
            feed(keys, ALL_UP & ~(1 << bit) if 40 <= ms < 60 else ALL_UP, 100 * bit + ms)
            while keys.take():
                seen.append((keys.key, keys.what))
    expected = []
    for key in (0, UNDO_KEY, NEXT_KEY, 1):
        expected += [(key, DOWN), (key, UP)]
    assert seen == expected


def test_chords_and_rolls_keep_their_order() -> None:
    bench = Bench()
    bench.hold("undo", 10)
    bench.hold("undo seat3", 30)
    bench.hold("undo seat3 seat4", 30)
    bench.hold("seat4", 60)
    bench.hold("", 60)
    assert bench.events == [(6, DOWN), (2, DOWN), (3, DOWN), (2, UP), (6, UP), (3, UP)]
    both = Bench()
    both.hold("seat1 next", 30)
    both.hold("", 60)
    assert both.events == [(0, DOWN), (8, DOWN), (0, UP), (8, UP)]


def test_held_at_power_on_never_scores() -> None:
    bench = Bench(rested=False)
    bench.hold("seat1 next", 3000)
    bench.wave("x.x.xx." + "." * 40)
    assert bench.events == []
    bench.hold("seat1", 20)
    bench.hold("", 40)
    assert bench.events == [(0, DOWN), (0, UP)]


def test_held_from_power_on_is_stuck_in_the_end() -> None:
    bench = Bench(rested=False)
    bench.hold("mode", STUCK_MS + 1100)
    assert bench.events == [(MODE_KEY, STUCK)]
    bench.hold("mode", STUCK_MS + 1100)
    assert bench.events == [(MODE_KEY, STUCK)]


def test_a_stuck_key_is_reported_and_ignored_until_let_go() -> None:
    bench = Bench()
    bench.hold("undo", STUCK_MS - 1100)
    assert bench.events == [(UNDO_KEY, DOWN)]
    bench.hold("undo", 2200)
    assert bench.events == [(UNDO_KEY, DOWN), (UNDO_KEY, STUCK)]
    assert [bench.keys.fault(key) for key in range(9)] == [0] * 6 + [STUCK, 0, 0]
    bench.wave("x..x.x...x" * 20, UNDO_KEY)
    bench.hold("undo seat1", 50)  # the others go on
    assert bench.events[2:] == [(0, DOWN)]
    bench.hold("", 50)
    assert bench.events[3:] == [(0, UP), (UNDO_KEY, RECOVERED)]
    assert bench.keys.fault(UNDO_KEY) == 0
    bench.hold("undo", 50)
    assert bench.events[5:] == [(UNDO_KEY, DOWN)]


def test_a_stuck_key_is_found_while_others_are_pressed() -> None:
    bench = Bench()
    for _ in range(STUCK_MS // 100 + 12):
        bench.hold("mode seat1", 50)
        bench.hold("mode", 50)
    assert (MODE_KEY, STUCK) in bench.events


def test_a_chattering_key_is_reported_and_ignored_until_it_rests() -> None:
    for wave in ("x.", "xxxx....", "xxx..", "xxxxx" + "." * (RELEASE_MS + 5)):
        bench = Bench()
        while len(bench.times) < 1000 and bench.now < 2000:
            bench.wave(wave, 4)
        assert bench.events[-1] == (4, CHATTER), wave
        assert bench.keys.fault(4) == CHATTER
        assert len(bench.events) <= 25, "a few presses before it is known"
        seen = len(bench.events)
        bench.hold("", HEAL_MS - 30)
        bench.wave("xxxxxx", 4)
        assert len(bench.events) == seen
        bench.hold("", HEAL_MS + 1)
        assert bench.events[seen:] == [(4, RECOVERED)]
        bench.hold("seat5", 20)
        assert bench.events[seen + 1 :] == [(4, DOWN)]


def test_contacts_30_ms_apart_are_one_unrest_and_31_are_not() -> None:
    for period, chatters in ((30, True), (31, False)):
        bench = Bench()
        bench.wave(("xxx" + "." * (period - 3)) * 20)
        assert ((0, CHATTER) in bench.events) == chatters


def test_feeding_stops_where_there_are_events_to_take() -> None:
    keys = Keys([0])
    samples = array("H", [1] * 30 + [0] * 4)
    assert keys.feed(samples, 0, len(samples), 0) == 32
    assert keys.take()
    assert not keys.take()
    assert keys.feed(samples, 32, len(samples), 32) == len(samples)
    assert not keys.take()


def test_the_quickest_fingers_do_not_chatter() -> None:
    bench = Bench()
    for _ in range(200):
        bench.wave("x.x.xx" + "x" * 9 + ".x.x." + "." * 40)  # sixteen a second, with bounce
    assert bench.events == [(0, DOWN), (0, UP)] * 200


def test_the_clock_may_wrap_at_any_moment() -> None:
    for before in range(0, 60, 7):
        bench = Bench(CLOCK_PERIOD - 30 - before)
        bench.wave("x." * 3 + "x" * 20 + "." * 40)
        assert bench.events == [(0, DOWN), (0, UP)], before
    bench = Bench(CLOCK_PERIOD - STUCK_MS // 2)
    bench.hold("undo", STUCK_MS + 1100)
    assert bench.events == [(UNDO_KEY, DOWN), (UNDO_KEY, STUCK)]


def test_pins_without_a_key_change_nothing() -> None:
    keys = Keys([3, -1, -1, -1, -1, -1, -1, -1, -1])
    for at in range(2000):
        feed(keys, (at * 40503) & 0xFFFF | 8, at)
        assert not keys.take()


def test_feeding_and_taking_allocate_nothing() -> None:
    bench = Bench(CLOCK_PERIOD - 100)
    keys = bench.keys

    def play() -> None:
        for at in range(40000):
            closed = 0
            if at % 200 > 150 or (at % 200) % 3 == 1:
                closed = 1 << (at // 200 % 9)
            if at > 18000:
                closed |= 128
            feed(keys, 0xFFFF & ~closed, (CLOCK_PERIOD - 70 + at) & (CLOCK_PERIOD - 1))
            while keys.take():
                pass

    allocates_nothing(play)
    assert keys.fault(MODE_KEY) == STUCK
