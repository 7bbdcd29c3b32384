"""Simulated switches: what a 1 kHz sampler sees of fingers, bounce, worn contacts, glitches and stalls.

A press is `contact` ms from the first touch to the beginning of letting go; both ends may bounce. Bounce is the
contact opening and closing at random, as long as Ganssle measured it (1.6 ms on average, 6.2 ms at worst) and,
on worn switches, far longer. A glitch turns one sample of one key over.
"""

import random
from array import array
from collections.abc import Iterator
from dataclasses import dataclass

KEYS = 9
ALL_UP = 0xFFFF
SHORTEST_MS = 10
SOLID_MS = 4  # of a press, besides its bounce: three or four samples
OFF_MS = 30  # the quickest fingers are off the button for longer
GLITCH_MS = 100  # one key glitches no more often
BOUNCE_MS = 7
WORN_MS = 16
LONGEST_MS = 2 * WORN_MS + 400
STALL_MS = 400
NOISY_BITS = 0xFE00  # pins of the sampler's window that no key is on


@dataclass
class Press:
    """One press of a key, in samples: touched, in solid contact, being let go, at rest again."""

    key: int
    start: int
    solid: int
    end: int
    rest: int


def draw_bounce(samples: "array[int]", mask: int, start: int, length: int, rng: random.Random) -> None:
    """`length` samples of bounce: open or closed by chance, or one long break; the sample before it is as it was."""
    levels = [rng.random() < 0.5 for _ in range(length)]
    if rng.random() < 0.3:
        levels = [0 < at < length - 1 for at in range(length)]
    for at in range(length):
        if levels[at]:
            samples[start + at] |= mask
        else:
            samples[start + at] &= ~mask


def draw_press(samples: "array[int]", press: Press, rng: random.Random) -> None:
    """Put a press into `samples`."""
    mask = 1 << press.key
    for at in range(press.start, press.end):
        samples[at] &= ~mask
    draw_bounce(samples, mask, press.start, press.solid - press.start, rng)
    draw_bounce(samples, mask, press.end, press.rest - press.end, rng)


def draw_key(samples: "array[int]", key: int, worn: bool, rng: random.Random) -> list[Press]:
    """One key pressed again and again until `samples` are full."""
    longest = WORN_MS if worn else BOUNCE_MS
    presses = []
    at = rng.randrange(OFF_MS, 300)
    while at + LONGEST_MS + OFF_MS < len(samples):
        before = rng.randrange(longest)
        contact = max(SHORTEST_MS, before + SOLID_MS) + (rng.randrange(350) if rng.random() < 0.5 else 0)
        press = Press(key, at, at + before, at + contact, at + contact + rng.randrange(longest))
        draw_press(samples, press, rng)
        presses.append(press)
        at = press.rest + OFF_MS + (rng.randrange(250) if rng.random() < 0.5 else 0)
    return presses


def draw_glitches(samples: "array[int]", rng: random.Random) -> None:
    """Turn single samples over, on each of the 16 pins about once a second."""
    for pin in range(16):
        at = rng.randrange(1000)
        while at < len(samples):
            samples[at] ^= 1 << pin
            at += rng.randrange(GLITCH_MS, 2000)


def draw_noise(samples: "array[int]", rng: random.Random) -> None:
    """Pins that nothing is connected to read anything."""
    for at in range(0, len(samples), 7):
        samples[at] ^= rng.getrandbits(16) & NOISY_BITS


def draw_evening(length: int, rng: random.Random) -> "tuple[array[int], list[Press]]":
    """`length` samples of nine keys pressed at once and one after the other; the presses in order of time."""
    samples = array("H", [ALL_UP]) * length
    presses: list[Press] = []
    for key in range(KEYS):
        presses += draw_key(samples, key, key % 3 == 2, rng)
    draw_glitches(samples, rng)
    draw_noise(samples, rng)
    presses.sort(key=lambda press: press.start)
    return samples, presses


def loops(length: int, rng: random.Random) -> Iterator[tuple[int, int]]:
    """How the app reads `length` samples: (from, to) of each loop; mostly a few ms, at times a flash erase."""
    start = 0
    while start < length:
        end = min(length, start + (STALL_MS if rng.random() < 0.01 else rng.randrange(1, 9)))
        yield start, end
        start = end
