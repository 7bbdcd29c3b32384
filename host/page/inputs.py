"""The buttons of the virtual device: turns presses into the pin samples that the board's sampler would read."""

from array import array

from engine_core.board import Board

HOLD_MS = 30  # shortest press or pause in the samples: programs click faster than fingers
APART_MS = 10  # least time from a release to the next press: a laptop that stalls receives both at once
AT_REST_MS = 30  # the first samples show every button up: one that is not seen open counts as held since power-on
BACKLOG_MS = 2000  # most samples that wait to be read


class Inputs:
    """Makes samples from presses: one 16-bit word per millisecond, bit i = level of pin first_pin + i, 0 = pressed.

    Several holders (such as pages) may hold the same button; it is down until the last one releases it.
    """

    def __init__(self, board: Board) -> None:
        self._bits = {button.name: 1 << (button.pin - board.first_pin()) for button in board.buttons}
        self._holders: dict[str, set[object]] = {name: set() for name in self._bits}
        self._free_at = dict.fromkeys(self._bits, AT_REST_MS)  # when the next change of a button may come
        self._coming: list[tuple[int, int]] = []  # (ms, bit to flip), in order
        self._word = 0xFFFF
        self._last_at = 0  # the time of the newest change of any button
        self._next = 0  # the millisecond of the next sample

    def hold(self, name: str, holder: object, down: bool, now: int) -> None:
        """`holder` presses or releases button `name` at `now` (ms). A button that the board lacks is ignored.

        Changes keep their order: a button pressed after another was released is never down together with it.
        """
        holders = self._holders.get(name)
        if holders is None or (holder in holders) == down:
            return
        before = bool(holders)
        (holders.add if down else holders.remove)(holder)
        if bool(holders) != before:
            at = max(now, self._free_at[name], self._next, self._last_at)
            self._free_at[name] = at + HOLD_MS
            self._last_at = at if down else at + APART_MS
            self._coming.append((at, self._bits[name]))

    def let_go(self, holder: object, now: int) -> None:
        """Release all buttons of a `holder` that is gone."""
        for name in self._holders:
            self.hold(name, holder, False, now)

    def held(self) -> list[str]:
        """The buttons that are down, in the board's order."""
        return [name for name, holders in self._holders.items() if holders]

    def read(self, samples: "array[int]", now: int) -> int:
        """Fill `samples` with the samples up to `now` (ms), as many as fit. Returns how many."""
        count = 0
        while self._next <= now and count < len(samples):
            while self._coming and self._coming[0][0] <= self._next:
                self._word ^= self._coming.pop(0)[1]
            samples[count] = self._word
            count += 1
            self._next += 1
        return count

    def skip(self, now: int) -> int:
        """Leave out the samples older than BACKLOG_MS, after the laptop slept. Returns how many."""
        late = max(0, now - BACKLOG_MS - self._next)
        self._next += late
        if late and self._coming:  # changes that nobody has seen yet come after samples without them
            shift = max(0, self._next + AT_REST_MS - self._coming[0][0])
            self._coming = [(at + shift, bit) for at, bit in self._coming]
            self._last_at += shift
        return late
