"""Presses on simulated switches: none lost, none doubled, none invented, whatever the loop does meanwhile."""

import random
from array import array

from hypothesis import given, settings
from hypothesis import strategies as st

from engine_core.compat import CLOCK_PERIOD
from engine_core.controls import Controls
from engine_core.keys import CHATTER, CLOSE, DOWN, PRESS, RELEASE_MS, REOPEN_MS, STUCK, UP, Keys
from tests.controls.soak import Event, Tally, judge, record, soak
from tests.kit.controls.actions import collect
from tests.kit.controls.oracle import MODE, NEXT, UNDO, KeyEvent, Oracle
from tests.kit.controls.switches import ALL_UP, BOUNCE_MS, KEYS, Press, draw_bounce, draw_evening, draw_glitches
from tests.kit.shared.feeding import feed

REST_MS = 2 * RELEASE_MS + 10  # with a glitch or two
Levels = list[tuple[bool, int]]


def test_five_thousand_presses() -> None:
    tally = soak(5000)
    assert tally.presses >= 5000
    assert tally.good(), tally


def test_the_judge_sees_what_is_wrong() -> None:
    presses = [Press(0, 100, 101, 120, 125), Press(0, 300, 301, 320, 325)]
    right = [(DOWN, 103), (UP, 145), (DOWN, 303), (UP, 345)]
    for change, name in (
        (right, "good"),
        (right[:2], "lost"),
        ([*right, (DOWN, 324), (UP, 346)], "doubled"),
        ([*right, (DOWN, 500), (UP, 600)], "invented"),
        ([(DOWN, 110), *right[1:]], "late"),
        (right[:3], "latched"),
    ):
        tally = Tally()
        judge(presses, [Event(0, what, at) for what, at in change], tally)
        if name == "good":
            assert tally.good()
        else:
            assert getattr(tally, name) == 1, (name, tally)
            assert not tally.good()


def test_an_evening_is_as_wild_as_it_claims() -> None:
    samples, presses = draw_evening(60_000, random.Random(2))
    assert min(press.end - press.start for press in presses) == 10
    assert {press.key for press in presses} == set(range(KEYS))
    assert max(press.solid - press.start for press in presses) > 10  # worn switches
    together = max(sum(not sample >> key & 1 for key in range(KEYS)) for sample in samples)
    assert together >= 4


@given(
    seed=st.integers(0, 2**32),
    origin=st.integers(CLOCK_PERIOD - 6000, CLOCK_PERIOD - 1),
)
@settings(max_examples=40, deadline=None)
def test_short_evenings_over_the_clock_wrap(seed: int, origin: int) -> None:
    rng = random.Random(seed)
    samples, presses = draw_evening(3000, rng)
    tally = Tally()
    judge(presses, record(Keys(list(range(KEYS))), list(samples), origin, rng, tally), tally)
    assert tally.good(), tally


WAVES: st.SearchStrategy[Levels] = st.lists(
    st.tuples(st.booleans(), st.one_of(st.integers(1, 2), st.integers(1, 9), st.integers(15, 300))),
    min_size=10,
    max_size=80,
)


@given(waves=st.lists(WAVES, min_size=2, max_size=2))
@settings(max_examples=120, deadline=None)
def test_whatever_the_pins_do_events_make_sense(waves: list[Levels]) -> None:
    """Any levels at all: DOWN and its end take turns, each stands on enough samples, and rest ends everything."""
    lines = [[1] * 40 + [int(level) for level, ms in wave for _ in range(ms)] for wave in waves]
    length = max(len(line) for line in lines) + 600
    lines = [line + [1] * (length - len(line)) for line in lines]
    keys = Keys([0, 1, -1, -1, -1, -1, -1, -1, -1])
    down = [False, False]
    for at in range(length):
        feed(keys, lines[0][at] | lines[1][at] << 1, at)
        while keys.take():
            line = lines[keys.key]
            assert keys.at == at
            if keys.what == DOWN:
                assert not down[keys.key]
                assert line[max(0, at - 12) : at + 1].count(0) * 2 >= PRESS
                assert line[at] == 0
            elif keys.what == UP:
                assert down[keys.key]
                assert line[max(0, at - REST_MS) : at + 1].count(1) >= RELEASE_MS
                assert line[at - 1 : at + 1] == [1, 1]
            down[keys.key] = keys.what == DOWN
    assert down == [False, False]
    assert [keys.fault(0), keys.fault(1)] == [0, 0]


def plainly(line: list[int]) -> list[tuple[int, int]]:
    """(what, at) of one key that has been seen open, sample by sample and without chatter: keys.py said simply."""
    events = []
    down = False
    weight = 0
    for at, level in enumerate(line):
        towards = level == (1 if down else 0)
        if down:
            weight += 1 if towards else -REOPEN_MS
        else:
            weight += CLOSE if towards else -1
        weight = max(0, weight)
        if weight >= (RELEASE_MS if down else PRESS):
            down = not down
            weight = 0
            events.append((DOWN if down else UP, at))
    return events


@given(waves=st.lists(WAVES, min_size=3, max_size=3))
@settings(max_examples=120, deadline=None)
def test_samples_that_are_passed_over_are_not_forgotten(waves: list[Levels]) -> None:
    """Keys looks only where something may change; it must see what looking at every sample would."""
    lines = [[1] * 40 + [int(level) for level, ms in wave for _ in range(ms)] for wave in waves]
    length = max(len(line) for line in lines) + 300
    lines = [line + [1] * (length - len(line)) for line in lines]
    keys = Keys([0, 1, 2, -1, -1, -1, -1, -1, -1])
    seen: list[list[tuple[int, int]]] = [[], [], []]
    for at in range(length):
        feed(keys, lines[0][at] | lines[1][at] << 1 | lines[2][at] << 2, at)
        while keys.take():
            seen[keys.key].append((keys.what, keys.at))
    for line, events in zip(lines, seen, strict=True):
        whats = [what for what, _ in events]
        until = whats.index(CHATTER) if CHATTER in whats else len(events)
        until = min(until, whats.index(STUCK)) if STUCK in whats else until
        assert events[:until] == plainly(line)[:until]
        assert until < len(events) or events == plainly(line)


FINGERS = st.lists(st.tuples(st.sampled_from([0, 1, UNDO, MODE, NEXT]), st.sampled_from([60, 90, 200])), max_size=20)
LONG_MS = 2600  # a menu hold and some: no sum of the others comes near it in twenty events that hold one


@given(fingers=FINGERS, long=st.integers(0, 20), seed=st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_what_fingers_do_is_what_comes_of_it(fingers: list[tuple[int, int]], long: int, seed: int) -> None:
    """From bouncing contacts through keys and controls to gestures: as if the contacts had been clean."""
    meant: list[KeyEvent] = []
    down: set[int] = set()
    at = 200
    for number, (key, ms) in enumerate(fingers):
        meant.append(KeyEvent(key, UP if key in down else DOWN, at))
        down ^= {key}
        at += LONG_MS if number == long else ms
    at += LONG_MS
    assert gestures(draw_fingers(meant, at, random.Random(seed))) == Oracle(meant, at).expected()


def draw_fingers(meant: list[KeyEvent], length: int, rng: random.Random) -> list[int]:
    """What the sampler sees of `meant`, with bounce and glitches."""
    samples = array("H", [ALL_UP]) * length
    for event in meant:
        for at in range(event.at, length):
            samples[at] ^= 1 << event.key
    for event in meant:
        draw_bounce(samples, 1 << event.key, event.at, rng.randrange(BOUNCE_MS), rng)
    draw_glitches(samples, rng)
    return list(samples)


def gestures(samples: list[int]) -> list[str]:
    """What Keys and Controls make of `samples`."""
    keys = Keys(list(range(KEYS)))
    controls = Controls()
    came: list[str] = []
    for at, sample in enumerate(samples):
        feed(keys, sample, at)
        while keys.take():
            controls.key(keys.key, keys.what, keys.at)
            came += collect(controls)
        controls.tick(at)
        came += collect(controls)
    return came
