"""The generator on both runtimes: the same numbers, fair enough for dice (PR14) and draws (AU9)."""

from engine_core.chance import Chance, mix


def test_mix_is_murmurhash3_s_finaliser() -> None:
    """The hash of no bytes at all is its finaliser of the seed: values published for seeds 0, 1 and 2^32 - 1."""
    assert mix(0) == 0
    assert mix(1) == 0x514E28B7
    assert mix(0xFFFFFFFF) == 0x81F16F39


def test_pr14_the_numbers_are_these_on_every_runtime() -> None:
    chance = Chance(20260801)
    assert [chance.below(1000) for _ in range(8)] == NUMBERS
    assert chance.state == STATE, hex(chance.state)
    assert Chance(1).roll(12, (1, 2, 3)) == ROLL


def test_pr14_every_face_comes_about_equally_often() -> None:
    """6,000 rolls: 1,000 each expected, standard deviation 29; four of them are not left by a fair die."""
    counts = [0] * 6
    chance = Chance(7)
    for _ in range(60):  # a board has no room for all at once
        for face in chance.roll(100, range(6)):
            counts[face] += 1
    for count in counts:
        assert 884 <= count <= 1116, counts


def test_pr14_pairs_come_about_equally_often() -> None:
    """Neighbouring rolls know nothing of each other: 9,000 pairs, 250 of each expected, deviation 16."""
    chance = Chance(8)
    counts = [0] * 36
    for _ in range(9000):
        counts[chance.below(6) * 6 + chance.below(6)] += 1
    assert 180 <= min(counts) <= max(counts) <= 320, counts


def test_first_numbers_of_neighbouring_seeds_differ() -> None:
    """Seeds come from a clock, one after the other: the first roll must not follow them."""
    counts = [0] * 6
    for seed in range(3000):
        counts[Chance(seed).below(6)] += 1
    assert 400 <= min(counts) <= max(counts) <= 600, counts


def test_below_1_is_0_and_large_counts_are_reached() -> None:
    chance = Chance(3)
    assert [chance.below(1) for _ in range(5)] == [0] * 5
    assert max([chance.below(0xC0000000) for _ in range(50)]) > 0x80000000


def test_stir_makes_what_follows_another_sequence() -> None:
    rolls = []
    for number in range(20):
        chance = Chance(5)
        chance.stir(number)
        rolls.append(chance.roll(10, (1, 2, 3)))
    for i in range(20):
        assert rolls[i] not in rolls[:i]


def test_au9_a_draw_is_different_things_in_order_and_all_of_them_come() -> None:
    drawn = [0] * 7
    for seed in range(700):
        three = Chance(seed).draw(3, 7)
        assert len(set(three)) == 3
        assert three == sorted(three)
        for number in three:
            drawn[number] += 1
    for count in drawn:
        assert 240 <= count <= 360, drawn  # 300 expected, standard deviation 13


def test_au9_everything_can_be_drawn() -> None:
    assert Chance(1).draw(4, 4) == [0, 1, 2, 3]
    assert Chance(1).draw(0, 4) == []


# Reckoned once on CPython; the test's point is that no runtime gives others.
NUMBERS = [600, 733, 244, 816, 127, 376, 895, 524]
STATE = 0xFFB778D9
ROLL = [1, 1, 2, 2, 3, 3, 2, 2, 2, 2, 2, 3]
