"""Keeps button samples while the device starts or a game begins, until the buttons can process them."""

from array import array

from engine_core.compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .buttons import Buttons

CHUNK = const(64)  # samples taken at once
RUNS = const(256)  # runs of equal samples that can be kept: forty presses with a little bounce
_LONGEST = const(0xFFFF)  # most samples of a run


class Early:
    """Takes samples from `read` (see Sampler.read), whose ring buffer holds one second, and keeps them as runs.

    Call `keep` at least once a second. `hand_over` passes all samples to the buttons. When RUNS are used up, samples
    stay in the ring buffer.
    """

    def __init__(self, read: "Callable[[array[int]], int]") -> None:
        self._read = read
        self._chunk = array("H", bytes(2 * CHUNK))
        self._equal = array("H", bytes(2 * CHUNK))  # a whole chunk of equal samples, to compare with
        self._levels = array("H", bytes(2 * RUNS))  # the sample of each run
        self._lengths = array("H", bytes(2 * RUNS))  # how many samples each run has
        self._runs = 0
        self._next = 0  # the run to give next
        self._buttons: "Buttons | None" = None

    def hand_over(self, buttons: "Buttons") -> None:
        """Let `buttons` read the samples kept here. When they have read all, they read from the sampler again."""
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
        """Fill `samples` with the oldest samples kept; how many there were. As Sampler.read."""
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
        """Whether all samples of the chunk are equal. They mostly are, so they are compared in one operation."""
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
