"""Gestures against the oracle: every short sequence of key events there is, and long ones by chance."""

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from engine_core.compat import CLOCK_PERIOD
from engine_core.controls import Controls
from engine_core.keys import CHATTER, DOWN, RECOVERED, STUCK, UP
from tests.kit.controls.actions import collect
from tests.kit.controls.oracle import MODE, MODIFIERS, NEXT, SEATS, UNDO, KeyEvent, Oracle


def perform(controls: Controls, events: list[KeyEvent], end: int, origin: int = 0) -> list[list[str]]:
    """What came of each event (of the time before it too), and after the last of the time until `end`."""
    came = []
    for event in events:
        controls.key(event.key, event.what, (origin + event.at) % CLOCK_PERIOD)
        came.append(collect(controls))
    controls.tick((origin + end) % CLOCK_PERIOD)
    came.append(collect(controls))
    return came


def flat(came: list[list[str]]) -> list[str]:
    """All of it in one row."""
    return [word for words in came for word in words]


def toggles(keys: tuple[int, ...], gaps: tuple[int, ...]) -> list[KeyEvent]:
    """Each of `keys` in turn is pressed when it is up and let go when it is down, `gaps` ms apart."""
    down: set[int] = set()
    events = []
    at = 100
    for key, gap in zip(keys, gaps, strict=True):
        events.append(KeyEvent(key, UP if key in down else DOWN, at))
        down ^= {key}
        at += gap
    return events


def all_up(events: list[KeyEvent], at: int) -> list[KeyEvent]:
    """Whatever `events` leave down is let go at `at`."""
    down: set[int] = set()
    for event in events:
        (down.add if event.what == DOWN else down.discard)(event.key)
    return [KeyEvent(key, UP, at) for key in sorted(down)]


def check_at_rest(controls: Controls, at: int) -> None:
    """With all keys up nothing is latched: every key does what it does on the first day."""
    assert controls.hold == 0
    seen = []
    for key in (0, UNDO, MODE, NEXT, 5):
        for what in (DOWN, UP):
            at += 1600
            controls.tick(at % CLOCK_PERIOD)
            assert collect(controls) == []
            controls.key(key, what, at % CLOCK_PERIOD)
            seen.append(" ".join(collect(controls)))
    assert seen == ["tap 1", "", "", "undo", "", "mode", "", "next", "tap 6", ""]


def test_every_sequence_of_seven_events_of_four_keys() -> None:
    keys = (0, UNDO, MODE, NEXT)
    for length in range(1, 8):
        for order in itertools.product(keys, repeat=length):
            events = toggles(order, (100,) * length)
            came = perform(Controls(), events, 800)
            assert flat(came) == Oracle(events, 800).expected(), events


def test_every_sequence_of_five_events_with_slow_fingers() -> None:
    for order in itertools.product((0, UNDO, MODE, NEXT), repeat=5):
        for gaps in itertools.product((30, 2000), repeat=5):
            events = toggles(order, gaps)
            end = events[-1].at + gaps[-1]
            came = perform(Controls(), events, end)
            assert flat(came) == Oracle(events, end).expected(), events


KEYS = st.sampled_from([0, 1, UNDO, UNDO, MODE, MODE, NEXT, NEXT])
WHATS = st.sampled_from([DOWN] * 5 + [UP] * 5 + [STUCK, CHATTER, RECOVERED])
GAPS = st.one_of(st.integers(0, 400), st.integers(1400, 2100), st.just(2000))


@st.composite
def evenings(draw: st.DrawFn) -> list[KeyEvent]:
    """Key events by chance, faults and events that do not fit among them."""
    at = 0
    events = []
    for key, what, gap in draw(st.lists(st.tuples(KEYS, WHATS, GAPS), max_size=40)):
        at += gap
        events.append(KeyEvent(key, what, at))
    return events


@given(events=evenings(), origin=st.sampled_from([0, CLOCK_PERIOD - 3000, CLOCK_PERIOD - 20000]))
@settings(max_examples=600, deadline=None)
def test_any_evening_is_as_the_table_says(events: list[KeyEvent], origin: int) -> None:
    end = events[-1].at + 2500 if events else 0
    controls = Controls()
    came = perform(controls, events, end, origin)
    assert flat(came) == Oracle(events, end).expected()
    letting_go = all_up(events, end)
    perform(controls, letting_go, end + 10, origin)
    check_at_rest(controls, origin + end + 10)


@given(events=evenings())
@settings(max_examples=200, deadline=None)
def test_each_press_of_a_seat_is_one_action_at_once(events: list[KeyEvent]) -> None:
    came = perform(Controls(), events, 10**6)
    down: set[int] = set()
    for event, words in zip(events, came, strict=False):
        with_seat = [word for word in words if word[-1].isdigit() or word.endswith("+")]
        first = event.what == DOWN and event.key not in down
        (down.add if event.what == DOWN else down.discard)(event.key)
        if first and event.key < SEATS:
            assert len(with_seat) == 1
            assert with_seat[0].rstrip("+").endswith(f" {event.key + 1}")
        else:
            assert not with_seat


@given(events=evenings(), ticks=st.lists(st.integers(0, 3000), max_size=60))
@settings(max_examples=200, deadline=None)
def test_it_matters_not_when_the_loop_turns(events: list[KeyEvent], ticks: list[int]) -> None:
    """Events that come late, in one batch after a stall, lead to the same as with a tick each few ms."""
    end = events[-1].at + 2500 if events else 0
    late = flat(perform(Controls(), events, end))
    controls = Controls()
    prompt: list[str] = []
    now = 0
    for event in [*events, KeyEvent(0, RECOVERED, end)]:
        for step in ticks:
            if now + step < event.at:
                now += step
                controls.tick(now)
                assert 0 <= controls.hold < 100
                prompt += collect(controls)
        controls.key(event.key, event.what, event.at)
        now = event.at
        prompt += collect(controls)
    assert prompt == late


@given(events=evenings(), there=st.sets(st.sampled_from([0, 1, *MODIFIERS])))
@settings(max_examples=300, deadline=None)
def test_boards_with_fewer_keys_keep_their_promises(events: list[KeyEvent], there: set[int]) -> None:
    controls = Controls([0 if key in there else -1 for key in range(9)])
    events = [event for event in events if event.key in there]
    came = flat(perform(controls, events, 10**6))
    taps = sum(word.startswith(("tap", "minus", "special", "read ", "unclear")) for word in came)
    down: set[int] = set()
    pressed = 0
    for event in events:
        pressed += event.what == DOWN and event.key < SEATS and event.key not in down
        (down.add if event.what == DOWN else down.discard)(event.key)
    assert taps == pressed
    perform(controls, all_up(events, 10**6), 10**6 + 10)
    assert controls.hold == 0
    controls.tick(10**6 + 5000)
    assert collect(controls) == []
    if 0 in there:
        controls.key(0, DOWN, 10**6 + 6000)
        assert collect(controls) == ["tap 1"]
