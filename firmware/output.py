"""Sends the painter's frames to the strips: applies brightness, the current budget and each strip's colour order."""

import sys

from engine_core.lights.power import Limits

if sys.implementation.name == "micropython":
    from .encode import encode
else:
    from engine_core.lights.wire import encode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from engine_core.board import Board
    from engine_core.lights.painter import Painter


class Output:
    """Sends the frames that have changed. show: takes the number of a strip and its whole frame, in wire order.

    level: index in power.LEVELS.
    """

    def __init__(self, board: "Board", level: int, show: "Callable[[int, bytearray], object]") -> None:
        self._show = show
        self._limits = Limits(board, level)
        self._orders = [strip.order for strip in board.strips]
        self._wires = [bytearray(strip.leds * len(strip.order)) for strip in board.strips]
        self._count = len(self._wires)
        self._scale = 0  # of the frames sent last
        self._all = True  # the scale may have changed: compute it even when no frame has changed

    def send(self, painter: "Painter") -> None:
        """Start the frames that differ from those sent last; all of them when brightness changes. Allocates nothing."""
        dirty = painter.dirty
        changed = self._all
        for i in range(self._count):
            if dirty[i]:
                self._limits.drive(i, encode(painter.frames[i], self._wires[i], self._orders[i], self._scale))
                changed = True
        if not changed:
            return
        self._all = False
        scale = self._limits.scale()
        if scale != self._scale:  # seldom: then every frame is encoded again
            self._scale = scale
            for i in range(self._count):
                dirty[i] = 1
                encode(painter.frames[i], self._wires[i], self._orders[i], scale)
        for i in range(self._count):
            if dirty[i]:
                dirty[i] = 0
                self._show(i, self._wires[i])

    def brighter(self) -> int:
        """Go to the next brightness level; after the brightest comes the darkest. Returns its index."""
        self._all = True
        return self._limits.brighter()

    def current_ma(self) -> int:
        """An estimate of what all strips draw now."""
        return self._limits.current_ma()
