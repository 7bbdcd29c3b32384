"""Presses made while the device, or a game, comes up: samples wait here until somebody has time for the buttons."""

from array import array

from engine_core.compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .buttons import Buttons

CHUNK = const(64)  # samples taken at once
RUNS = const(256)  # changes of a level that can wait: forty presses with a little bounce
_LONGEST = const(0xFFFF)


class Early:
    """Takes samples from `read` (see Sampler.read), whose ring holds one second of them, and keeps any number.

    Call `keep` at least once a second. `stand_in` gives everything to the buttons. With no room left samples stay
    where they are.
    """

    def __init__(self, read: "Callable[[array[int]], int]") -> None:
        self._read = read
        self._chunk = array("H", bytes(2 * CHUNK))
        self._equal = array("H", bytes(2 * CHUNK))  # a whole chunk of one level
        self._levels = array("H", bytes(2 * RUNS))
        self._lengths = array("H", bytes(2 * RUNS))  # how many samples in a row had it
        self._runs = 0
        self._next = 0  # run to give
        self._buttons: "Buttons | None" = None

    def stand_in(self, buttons: "Buttons") -> None:
        """`buttons` read here, until they have all that was kept; then they read by themselves again."""
        self._buttons = buttons
        buttons.read = self.read

    def keep(self) -> None:
        """Take all samples that have come."""
        if self._next == self._runs:
            self._next = self._runs = 0
        chunk = self._chunk
        count = CHUNK
        while count == CHUNK and self._runs <= RUNS - CHUNK:
            count = self._read(chunk)
            if count == CHUNK and self._is_one_level():
                self._add(chunk[0], CHUNK)
                continue
            first = 0
            for i in range(1, count + 1):
                if i == count or chunk[i] != chunk[first]:
                    self._add(chunk[first], i - first)
                    first = i

    def read(self, samples: "array[int]") -> int:
        """As Sampler.read: the oldest samples, as many as have come and `samples` holds."""
        self.keep()
        count = 0
        while count < len(samples) and self._next < self._runs:
            level, left = self._levels[self._next], self._lengths[self._next]
            taken = min(left, len(samples) - count)
            for i in range(count, count + taken):
                samples[i] = level
            count += taken
            self._lengths[self._next] = left - taken
            if taken == left:
                self._next += 1
        if count < len(samples) and self._buttons is not None:
            self._buttons.read = self._read
        return count

    def _is_one_level(self) -> bool:
        """Whether all samples of the chunk are equal: compared in one go, for most are."""
        chunk, equal = self._chunk, self._equal
        if chunk[0] != chunk[CHUNK - 1]:
            return False
        if equal[0] != chunk[0]:
            for i in range(CHUNK):
                equal[i] = chunk[0]
        return chunk == equal

    def _add(self, level: int, count: int) -> None:
        last = self._runs - 1
        if last < self._next or level != self._levels[last] or self._lengths[last] + count > _LONGEST:
            last = self._runs
            self._runs = last + 1
            self._levels[last] = level
            self._lengths[last] = 0
        self._lengths[last] += count
