"""Wire bytes and limits on both runtimes."""

from engine_core.board import Board, Power, Strip
from engine_core.lights.power import LEVELS, Limits
from engine_core.lights.wire import channels, drive, encode
from tests.kit.shared.heap import allocates_nothing

FULL = 256  # as a number: a board keeps no names of constants

COLOURS = bytearray((255, 166, 0, 1, 2, 3, 64, 64, 64))


def _wire(order: str, scale: int) -> bytes:
    wire = bytearray(3 * channels(order))
    encode(COLOURS, wire, order, scale)
    return bytes(wire)


def test_orders() -> None:
    assert _wire("RGB", FULL) == bytes(COLOURS)
    assert _wire("GRB", FULL) == bytes((166, 255, 0, 2, 1, 3, 64, 64, 64))
    assert _wire("GRBW", FULL) == bytes((166, 255, 0, 0, 1, 0, 2, 1, 0, 0, 0, 64))
    assert _wire("WRGB", FULL) == bytes((0, 255, 166, 0, 1, 0, 1, 2, 64, 0, 0, 0))


def test_what_is_lit_stays_lit() -> None:
    assert _wire("RGB", 1) == bytes((1, 1, 0, 1, 1, 1, 1, 1, 1))
    assert _wire("RGB", 0) == bytes(9)


def test_drive_is_the_sum_of_what_is_sent() -> None:
    for order in ("GRB", "GRBW"):
        assert drive(COLOURS, order) == sum(_wire(order, FULL))
        assert encode(COLOURS, bytearray(3 * channels(order)), order, 20) == drive(COLOURS, order)


def test_limits_keep_the_largest_budget_in_small_integers_and_allocate_nothing() -> None:
    strips = [Strip("s" + str(i), i, 600, "GRB") for i in range(4)]
    board = Board("large", "pico_w", strips, [], Power(10000, 1, 0))
    limits = Limits(board, len(LEVELS) - 1)

    def ask() -> None:
        for i in range(4):
            limits.drive(i, 600 * 3 * 255)
        limits.scale()

    allocates_nothing(ask)
    assert limits.scale() == FULL
