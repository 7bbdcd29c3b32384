"""The buttons of the virtual device: who holds what becomes the pin samples that the board's sampler would read."""

from array import array

from engine_core.board import Board

HOLD_MS = 30  # the shortest press or pause that is passed on: programs click faster than fingers
APART_MS = 10  # from letting go of one button to pressing another: a laptop that stalls hears of both at once
BACKLOG_MS = 2000  # samples that may wait to be read


class Inputs:
    """Buttons to samples: one 16-bit word a millisecond, bit i = level of pin first_pin + i, 0 = pressed.

    Several holders (pages, fingers, latches) may hold one button; it is down until the last lets go.
    """

    def __init__(self, board: Board) -> None:
        self._bits = {button.name: 1 << (button.pin - board.first_pin()) for button in board.buttons}
        self._holders: dict[str, set[object]] = {name: set() for name in self._bits}
        self._free_at = dict.fromkeys(self._bits, 0)  # when the next change of a button may come
        self._coming: list[tuple[int, int]] = []  # (ms, bit to flip), in order
        self._word = 0xFFFF
        self._last_at = 0  # when the newest change comes, of whatever button
        self._next = 0  # the millisecond of the next sample

    def hold(self, name: str, holder: object, down: bool, now: int) -> None:
        """`holder` presses or lets go of button `name` at `now` (ms). A button the board lacks is ignored.

        Changes keep their order: what was pressed after another button was let go is never pressed together with it.
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
        """`holder` is gone: nothing that it held stays down."""
        for name in self._holders:
            self.hold(name, holder, False, now)

    def held(self) -> list[str]:
        """The buttons that are down, in the board's order."""
        return [name for name, holders in self._holders.items() if holders]

    def read(self, samples: "array[int]", now: int) -> int:
        """Fill `samples` with those up to `now`, at most as many as it holds; how many."""
        count = 0
        while self._next <= now and count < len(samples):
            while self._coming and self._coming[0][0] <= self._next:
                self._word ^= self._coming.pop(0)[1]
            samples[count] = self._word
            count += 1
            self._next += 1
        return count

    def skip(self, now: int) -> int:
        """After the laptop slept: leave out the samples that are older than BACKLOG_MS; how many."""
        late = max(0, now - BACKLOG_MS - self._next)
        self._next += late
        return late
