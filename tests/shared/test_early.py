"""Samples that wait while the device comes up, on both runtimes."""

from array import array

from engine_core.chance import Chance
from firmware.buttons import Buttons
from firmware.early import CHUNK, RUNS, Early

RING = 1016  # samples that the sampler's ring keeps


class Ring:
    """Gives samples as the sampler does; lost: those that nobody took in time."""

    def __init__(self) -> None:
        self.samples = array("H")
        self.lost = 0

    def come(self, samples: "array[int]") -> None:
        self.samples.extend(samples)
        late = max(0, len(self.samples) - RING)
        self.lost += late
        self.samples = self.samples[late:]

    def read(self, samples: "array[int]") -> int:
        count = min(len(samples), len(self.samples))
        for i in range(count):
            samples[i] = self.samples[i]
        self.samples = self.samples[count:]
        return count


def take_all(early: Early) -> "array[int]":
    """As Buttons does."""
    samples = array("H", bytes(2 * CHUNK))
    taken = array("H")
    count = CHUNK
    while count == CHUNK:
        count = early.read(samples)
        taken.extend(samples[:count])
    return taken


def presses(chance: Chance, ms: int, every: int) -> "array[int]":
    """Levels of `ms` milliseconds in which contacts change about every so many."""
    level = 0xFFFF
    levels = array("H")
    for _ in range(ms):
        if not chance.below(every):
            level ^= 1 << chance.below(9)
        levels.append(level)
    return levels


def test_three_seconds_of_presses_come_in_order_and_none_is_lost() -> None:
    chance = Chance(3)
    for every in (20, 50, 400, 100_000):
        ring = Ring()
        early = Early(ring.read)
        levels = presses(chance, 3100, every)
        given = 0
        while given < len(levels):
            step = 1 + chance.below(900)
            ring.come(levels[given : given + step])
            given += step
            early.keep()
        assert take_all(early) == levels, every
        assert ring.lost == 0


def test_later_samples_follow_those_that_waited() -> None:
    chance = Chance(4)
    ring = Ring()
    early = Early(ring.read)
    levels = presses(chance, 3000, 40)
    taken = array("H")
    for at in range(0, 3000, 250):
        ring.come(levels[at : at + 250])
        if at % 750 == 0:
            taken.extend(take_all(early))
        else:
            early.keep()
    taken.extend(take_all(early))
    assert taken == levels
    assert ring.lost == 0


def test_buttons_read_by_themselves_when_they_have_all_that_waited() -> None:
    ring = Ring()
    buttons = Buttons([0] * 9, ring.read, lambda action, seat, joined: None, lambda text: None)
    own = buttons.read
    early = Early(own)
    ring.come(array("H", [0xFFFE] * 900))
    early.keep()
    early.hand_over(buttons)
    ring.come(array("H", [0xFFFF] * 300))
    samples = array("H", bytes(2 * CHUNK))
    taken = 0
    while buttons.read != own:
        taken += buttons.read(samples)
    assert taken == 1200


def test_button_that_chatters_all_the_time_leaves_the_rest_in_the_ring() -> None:
    ring = Ring()
    early = Early(ring.read)
    levels = array("H", [0xFFFF, 0xFFFE] * RUNS)
    ring.come(levels)
    early.keep()
    assert ring.samples
    assert take_all(early) == levels


def test_button_held_for_two_minutes_is_still_one_press() -> None:
    ring = Ring()
    early = Early(ring.read)
    held = array("H", [0xFFFE] * 100)
    for _ in range(1200):
        ring.come(held)
        early.keep()
    ring.come(array("H", [0xFFFF]))
    samples = array("H", bytes(2 * CHUNK))
    for _ in range(120_000 // CHUNK):
        assert early.read(samples) == CHUNK
        assert min(samples) == max(samples) == 0xFFFE
    assert list(take_all(early)) == [0xFFFF]
    assert ring.lost == 0
