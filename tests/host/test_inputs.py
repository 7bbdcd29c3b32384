"""Buttons of the virtual device as samples: one a millisecond, no press lost, doubled or invented."""

from array import array
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from engine_core.board import BUTTONS
from engine_core.keys import DOWN, Keys
from host.boards import read_board
from host.page.inputs import APART_MS, BACKLOG_MS, HOLD_MS, Inputs

BOARD, _ = read_board("pico_w_reference")
BIT = {button.name: button.pin - BOARD.first_pin() for button in BOARD.buttons}


def read_all(inputs: Inputs, until: int) -> list[int]:
    """Every sample up to `until`, read in pieces as App reads them."""
    found: list[int] = []
    samples = array("H", bytes(128))
    while True:
        count = inputs.read(samples, until)
        found += list(samples[:count])
        if count < len(samples):
            return found


def presses(samples: list[int], name: str) -> list[tuple[int, int]]:
    """(start, length) of every time the button is down, in samples."""
    levels = [1, *((sample >> BIT[name]) & 1 for sample in samples), 1]
    down = [i for i in range(1, len(levels)) if levels[i - 1] and not levels[i]]
    up = [i for i in range(1, len(levels)) if not levels[i - 1] and levels[i]]
    return [(start - 1, end - start) for start, end in zip(down, up, strict=True)]


def heard(samples: list[int], name: str) -> int:
    """How many presses of the button the debouncer of the board makes of the samples."""
    keys = Keys(BOARD.bits())
    count = at = 0
    while at < len(samples):
        at = keys.feed(samples, at, len(samples), at)
        while keys.take():
            count += keys.what == DOWN and BUTTONS[keys.key] == name
    return count


def test_one_sample_a_millisecond_all_up() -> None:
    inputs = Inputs(BOARD)
    assert read_all(inputs, 499) == [0xFFFF] * 500
    assert read_all(inputs, 500) == [0xFFFF]


def test_a_click_in_no_time_is_still_a_press() -> None:
    inputs = Inputs(BOARD)
    inputs.hold("seat1", "page", True, 100)
    inputs.hold("seat1", "page", False, 100)
    assert presses(read_all(inputs, 400), "seat1") == [(100, HOLD_MS)]


def test_a_button_is_down_until_the_last_holder_lets_go() -> None:
    inputs = Inputs(BOARD)
    inputs.hold("undo", "finger", True, 50)
    inputs.hold("undo", "key", True, 60)
    inputs.hold("undo", "finger", False, 100)
    assert inputs.held() == ["undo"]
    inputs.let_go("key", 200)
    assert presses(read_all(inputs, 400), "undo") == [(50, 150)]
    assert inputs.held() == []


def test_a_button_that_the_board_lacks_is_ignored() -> None:
    inputs = Inputs(BOARD)
    inputs.hold("seat7", "page", True, 1)
    assert read_all(inputs, 99) == [0xFFFF] * 100


def test_after_the_laptop_slept_only_the_last_moments_are_read() -> None:
    inputs = Inputs(BOARD)
    read_all(inputs, 9)
    assert inputs.skip(9 + BACKLOG_MS) == 0
    assert inputs.skip(3_600_000) == 3_600_000 - BACKLOG_MS - 10
    assert len(read_all(inputs, 3_600_000)) == BACKLOG_MS + 1


@given(st.lists(st.tuples(st.sampled_from(sorted(BIT)), st.integers(0, 80)), max_size=30))
def test_every_press_comes_out_once_and_in_order(clicks: list[tuple[str, int]]) -> None:
    inputs = Inputs(BOARD)
    now = 0
    samples: list[int] = []
    for name, pause in clicks:
        inputs.hold(name, "page", True, now)
        inputs.hold(name, "page", False, now + pause)
        now += pause
        samples += read_all(inputs, now)
    samples += read_all(inputs, now + 100 * HOLD_MS)
    for name in BIT:
        found = presses(samples, name)
        assert len(found) == sum(1 for clicked, _ in clicks if clicked == name)
        assert all(length >= HOLD_MS for _, length in found)
    heard = sorted((*press, name) for name in BIT for press in presses(samples, name))
    assert [name for _, _, name in heard] == [name for name, _ in clicks]
    assert all(start + length < after for (start, length, _), (after, _, _) in pairwise(heard))


def test_presses_of_which_a_laptop_that_stalled_hears_at_once_keep_their_order() -> None:
    inputs = Inputs(BOARD)
    for name in ("next", "seat2", "next"):
        inputs.hold(name, "page", True, 100)
        inputs.hold(name, "page", False, 100)
    samples = read_all(inputs, 600)
    first, last = presses(samples, "next")
    (middle,) = presses(samples, "seat2")
    assert first[0] + first[1] + APART_MS <= middle[0]
    assert middle[0] + middle[1] + APART_MS <= last[0]


def test_a_chord_of_which_a_laptop_that_stalled_hears_at_once_is_still_one() -> None:
    inputs = Inputs(BOARD)
    inputs.hold("undo", "page", True, 100)
    inputs.hold("seat2", "page", True, 100)
    inputs.hold("seat2", "page", False, 100)
    inputs.hold("undo", "page", False, 100)
    samples = read_all(inputs, 600)
    (held,), (tapped,) = presses(samples, "undo"), presses(samples, "seat2")
    assert held[0] <= tapped[0]
    assert tapped[0] + tapped[1] <= held[0] + held[1]


@given(st.integers(0, 3 * BACKLOG_MS), st.integers(0, 2 * BACKLOG_MS))
def test_a_press_at_any_time_is_heard_as_one(pressed: int, stalled: int) -> None:
    """Also in the first moments and during a long stall: a button that was never seen open counts as held since
    power-on."""
    inputs = Inputs(BOARD)
    samples = read_all(inputs, pressed)
    inputs.hold("seat1", "page", True, pressed)
    inputs.skip(pressed + stalled)
    inputs.hold("seat1", "page", False, pressed + stalled + HOLD_MS)
    samples += read_all(inputs, pressed + stalled + 4 * HOLD_MS)
    assert heard(samples, "seat1") == 1


def test_a_press_before_the_first_sample_is_heard_after_a_stall() -> None:
    inputs = Inputs(BOARD)
    inputs.hold("seat1", "page", True, 100)
    inputs.skip(5000)
    assert heard(read_all(inputs, 5000), "seat1") == 1
