"""How bright the strips may be: the level the table has chosen, and the board's current budget.

Both are one scale (0 to 256) for all strips, so that every colour keeps its hue.
"""

from array import array

from ..compat import const
from .colour_orders import FULL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..board import Board

# Steps that look alike: each is about 1.6 times the one before. The lowest is for a dark room.
LEVELS = (8, 13, 20, 33, 53, 86, 140, 256)
_CHANNEL_FULL = const(255)


class Limits:
    """The scale for `wire.encode`, from the brightness level and what the frames would draw.

    board: its power and its strips. level: index in LEVELS.
    Tell `drive(strip, total)` what `wire.encode` says of each new frame, then use `scale()` for all strips.
    """

    def __init__(self, board: "Board", level: int) -> None:
        self.level = max(0, min(level, len(LEVELS) - 1))
        power = board.power
        leds = sum([strip.leds for strip in board.strips])
        self._channel_ma = power.channel_ma
        self._idle_ma = leds * power.idle_ma
        self._channels = 3 * leds  # at most so many are lit: white takes the place of three
        # What may be lit at once, in 255ths of one channel.
        self._units = max(0, power.budget_ma - self._idle_ma) * _CHANNEL_FULL // power.channel_ma
        self._drives = array("i", [0] * len(board.strips))
        self._total = 0  # of them

    def drive(self, strip: int, total: int) -> None:
        """The frame of `strip` has channel values that add up to `total`."""
        self._total += total - self._drives[strip]
        self._drives[strip] = total

    def scale(self) -> int:
        """0 to 256: the level, lowered as far as the budget asks. Allocates nothing."""
        level = LEVELS[self.level]
        return level if self._total <= self._units else min(level, self._within_budget(self._total))

    def _within_budget(self, total: int) -> int:
        """The largest scale whose current stays within the budget, which full scale would exceed."""
        rounded_up = min(total, self._channels)  # each lit channel may take one unit more than its share
        return max(0, self._units - rounded_up) * FULL // total

    def current_ma(self) -> int:
        """What all strips draw with the frames and the scale of now: an estimate for people."""
        return self._idle_ma + self._total * self.scale() // FULL * self._channel_ma // _CHANNEL_FULL

    def brighter(self) -> int:
        """Go to the next level, after the brightest to the darkest; gives back its index."""
        self.level = (self.level + 1) % len(LEVELS)
        return self.level
