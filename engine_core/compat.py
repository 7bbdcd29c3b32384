"""The differences between CPython and MicroPython: `const` and the clock.

No other module of this package imports `micropython`.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:

    def const(value: int) -> int:
        """Give back `value`. MicroPython's compiler writes such a constant as a number into the code."""
        return value

    def ticks_ms() -> int:
        """Milliseconds on the board's clock, which wraps at CLOCK_PERIOD."""

else:
    try:
        from time import ticks_ms

        from micropython import const
    except ImportError:
        from time import monotonic

        def const(value):
            return value

        def ticks_ms():
            return int(1000 * monotonic()) & (CLOCK_PERIOD - 1)


CLOCK_PERIOD = const(0x40000000)  # the board's millisecond clock wraps at 2^30
_HALF_PERIOD = const(0x20000000)


def nothing() -> None:
    """Do nothing: the default for callbacks."""


def elapsed(now: int, then: int) -> int:
    """Milliseconds from `then` to `now` on a clock that wraps at 2^30.

    Negative when `then` is later than `now`. Right for differences below 2^29 ms (six days).
    """
    return ((now - then + _HALF_PERIOD) & (CLOCK_PERIOD - 1)) - _HALF_PERIOD
