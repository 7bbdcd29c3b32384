"""Brightness: one scale for all strips from the chosen level and the board's current budget.

The scale is 0 to 256. It is the same for all strips and channels, so that every colour keeps its hue.
"""

from array import array

from ..compat import const
from .colour_orders import FULL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..board import Board

# Scales of the levels. Each is about 1.6 times the one before, so the steps look equal. The lowest is for a dark room.
LEVELS = (8, 13, 20, 33, 53, 86, 140, 256)
_CHANNEL_FULL = const(255)


class Limits:
    """The scale for `wire.encode`, from the brightness level and the current that the frames would draw.

    board: its power and strips are used. level: index in LEVELS.
    Call `drive(strip, total)` with the result of `wire.encode` for each new frame, then use `scale()` for all strips.
    """

    def __init__(self, board: "Board", level: int) -> None:
        self.level = max(0, min(level, len(LEVELS) - 1))
        power = board.power
        leds = sum([strip.leds for strip in board.strips])
        self._channel_ma = power.channel_ma
        self._idle_ma = leds * power.idle_ma
        self._channels = 3 * leds  # channels that can be lit at once, at most: white replaces the other three
        # The budget for lit channels, in 255ths of the current of one channel.
        self._units = max(0, power.budget_ma - self._idle_ma) * _CHANNEL_FULL // power.channel_ma
        self._drives = array("i", [0] * len(board.strips))
        self._total = 0  # sum of _drives

    def drive(self, strip: int, total: int) -> None:
        """Note that the channel values of the new frame of `strip` (index) add up to `total`."""
        self._total += total - self._drives[strip]
        self._drives[strip] = total

    def scale(self) -> int:
        """The scale, 0 to 256: that of the level, or a lower one if the budget requires it. Allocates nothing."""
        level = LEVELS[self.level]
        return level if self._total <= self._units else min(level, self._within_budget(self._total))

    def _within_budget(self, total: int) -> int:
        """The largest scale whose current is within the budget. Only for a `total` that exceeds it at full scale."""
        rounded_up = min(total, self._channels)  # `encode` rounds up: each lit channel can take one unit more
        return max(0, self._units - rounded_up) * FULL // total

    def current_ma(self) -> int:
        """An estimate, in mA, of what all strips draw now, to be shown to people."""
        return self._idle_ma + self._total * self.scale() // FULL * self._channel_ma // _CHANNEL_FULL

    def brighter(self) -> int:
        """Choose the next level, after the brightest the darkest. Gives its index."""
        self.level = (self.level + 1) % len(LEVELS)
        return self.level
