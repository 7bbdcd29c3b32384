"""Brightness and the current budget: one scale for all strips, and never more current than the supply gives."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from engine_core.board import Board, Power, Strip
from engine_core.lights.power import LEVELS, Limits
from engine_core.lights.wire import FULL, ORDERS, channels, drive, encode

frames = st.lists(
    st.tuples(
        st.sampled_from(ORDERS), st.lists(st.sampled_from([0, 1, 7, 64, 166, 254, 255]), min_size=3, max_size=90)
    ),
    min_size=1,
    max_size=4,
)


def board_of(orders: list[str], leds: list[int], power: Power) -> Board:
    strips = [Strip(f"s{i}", i, leds[i], orders[i]) for i in range(len(orders))]
    return Board("test", "pico_w", strips, [], power)


@given(frames=frames, budget=st.integers(50, 3000), channel=st.integers(1, 60), idle=st.integers(0, 3))
def test_the_current_stays_within_the_budget(
    frames: list[tuple[str, list[int]]], budget: int, channel: int, idle: int
) -> None:
    """The budget is kept to the milliamp, roundings included, unless the dark LEDs alone take it."""
    rgb = [bytearray(values[: len(values) // 3 * 3]) for _, values in frames]
    leds = [len(frame) // 3 for frame in rgb]
    orders = [order for order, _ in frames]
    limits = Limits(board_of(orders, leds, Power(budget, channel, idle)), len(LEVELS) - 1)
    lit = 0
    for i, order in enumerate(orders):
        limits.drive(i, drive(rgb[i], order))
    scale = limits.scale()
    assert 0 <= scale <= FULL
    for i, order in enumerate(orders):
        wire = bytearray(leds[i] * channels(order))
        encode(rgb[i], wire, order, scale)
        lit += sum(wire)
    idle_ma = sum(leds) * idle
    assert idle_ma + lit * channel / 255 <= max(budget, idle_ma)


def test_what_the_budget_allows_is_not_dimmed() -> None:
    limits = Limits(board_of(["GRB"], [10], Power(1000, 20, 1)), len(LEVELS) - 1)
    limits.drive(0, 10 * 3 * 255)  # 600 mA and 10 idle
    assert limits.scale() == FULL
    assert limits.current_ma() == 610


def test_white_at_full_brightness_is_dimmed_to_the_budget() -> None:
    limits = Limits(board_of(["GRB"], [100], Power(1100, 20, 1)), len(LEVELS) - 1)
    limits.drive(0, 100 * 3 * 255)  # would be 6000 mA
    assert 1100 - 48 <= limits.current_ma() <= 1100  # 48: what rounding, of scale and channels, may take
    assert limits.scale() < FULL // 5


def test_the_level_holds_where_the_budget_would_allow_more() -> None:
    limits = Limits(board_of(["GRB"], [10], Power(1000, 20, 1)), 2)
    limits.drive(0, 255)
    assert limits.scale() == LEVELS[2]


def test_levels_go_up_and_begin_again() -> None:
    limits = Limits(board_of(["GRB"], [10], Power(1000, 20, 1)), 0)
    assert [limits.brighter() for _ in LEVELS] == [*range(1, len(LEVELS)), 0]
    assert list(LEVELS) == sorted(LEVELS)
    assert LEVELS[-1] == FULL
    assert all(3 * one < 2 * two < 4 * one for one, two in pairwise(LEVELS)), "steps look alike"


def test_a_level_out_of_range_is_the_nearest() -> None:
    board = board_of(["GRB"], [10], Power(1000, 20, 1))
    assert Limits(board, -3).level == 0
    assert Limits(board, 99).level == len(LEVELS) - 1
