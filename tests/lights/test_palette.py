"""Nobody has to tell colours apart; but the default ones can be, by every kind of eye."""

import itertools
import math

import pytest

from engine_core.lights.palette import ALARM, COLOURS, DEFAULT, NAMES, PERIOD, RHYTHMS, SLOT_MS

# How dichromats see linear RGB: Machado, Oliveira and Fernandes 2009, severity 1.
EYES: dict[str, tuple[tuple[float, ...], ...]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
NEAR = 25  # CIE Lab distance; 2 is just noticeable side by side

Colour = tuple[float, float, float]


def linear(colour: int) -> Colour:
    """An LED's light is in proportion to its value."""
    return (colour >> 16) / 255, (colour >> 8 & 255) / 255, (colour & 255) / 255


def seen(colour: Colour, eye: str) -> Colour:
    r, g, b = (min(1.0, max(0.0, sum(k * v for k, v in zip(row, colour, strict=True)))) for row in EYES[eye])
    return r, g, b


def lab(colour: Colour) -> Colour:
    r, g, b = colour
    xyz = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
    )
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("eye", EYES)
def test_default_colours_stay_apart_for_every_eye(eye: str) -> None:
    for one, other in itertools.combinations(DEFAULT, 2):
        distance = math.dist(lab(seen(linear(COLOURS[one]), eye)), lab(seen(linear(COLOURS[other]), eye)))
        assert distance > NEAR, (one, other, distance)


def test_default_colours_differ_in_hue_and_not_only_in_light() -> None:
    for one, other in itertools.combinations(DEFAULT, 2):
        (_, a, b), (_, c, d) = lab(linear(COLOURS[one])), lab(linear(COLOURS[other]))
        between = abs(math.degrees(math.atan2(b, a) - math.atan2(d, c))) % 360
        assert min(between, 360 - between) > 15, (one, other)


def test_names_are_those_of_the_colours_in_a_fixed_order() -> None:
    assert sorted(NAMES) == sorted(COLOURS)
    assert NAMES[:6] == DEFAULT
    assert len(set(COLOURS.values())) == len(COLOURS)


def runs(mask: int) -> tuple[tuple[int, int], ...]:
    """The rhythm as it goes round: (lit, dark) lengths, beginning anywhere."""
    bits = [mask >> slot & 1 for slot in range(PERIOD)]
    if all(bits):
        return ((PERIOD, 0),)
    start = next(i for i in range(PERIOD) if bits[i] and not bits[i - 1])
    lengths = [len(list(group)) for _, group in itertools.groupby(bits[start:] + bits[:start])]
    pairs = list(zip(lengths[::2], lengths[1::2], strict=True))
    return min(tuple(pairs[i:] + pairs[:i]) for i in range(len(pairs)))


def test_rhythms_differ_whenever_one_begins_to_look() -> None:
    assert len({runs(mask) for mask in RHYTHMS}) == len(RHYTHMS)


def test_rhythms_show_twice_within_two_seconds() -> None:
    assert PERIOD * SLOT_MS <= 1000


def test_nothing_but_a_refusal_flashes_more_than_three_times_a_second() -> None:
    for mask in RHYTHMS:
        assert len(runs(mask)) * 1000 / (PERIOD * SLOT_MS) <= 3
    assert len(runs(ALARM)) == 5  # 600 ms of it: three flashes
