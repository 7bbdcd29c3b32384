"""What differs between CPython and MicroPython, in one place.

Nothing else in this package imports `micropython`.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:

    def const(value: int) -> int:
        """Give back `value`: on MicroPython the compiler folds it away."""
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
    """For whoever has nothing to be told."""


def elapsed(now: int, then: int) -> int:
    """Milliseconds from `then` to `now` on a clock that wraps at 2^30.

    Negative when `then` lies ahead; right for spans up to 2^29 ms (six days).
    """
    return ((now - then + _HALF_PERIOD) & (CLOCK_PERIOD - 1)) - _HALF_PERIOD
