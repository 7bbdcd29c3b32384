"""Debounces the buttons: makes key events of samples of their pins, one DOWN for each press, in order.

Samples are 16-bit words, one per millisecond. Bit i is the level of pin first_pin + i; 0 means pressed (pull-ups).
They may arrive late and in batches: time is counted in samples, so a stalled loop loses no press and no order.
"""

from array import array

from .compat import CLOCK_PERIOD, const, elapsed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# A key is an index in board.BUTTONS.
UNDO_KEY = const(6)
MODE_KEY = const(7)
NEXT_KEY = const(8)

# Events, which are also states of a key.
UP = const(0)
DOWN = const(1)
STUCK = const(2)  # down for too long: ignored until it is released
CHATTER = const(3)  # its contact opens and closes faster than a finger can: ignored until it stays open
RECOVERED = const(4)  # a stuck or chattering key is released and works again (event only)

# Press: each closed sample (pressed) adds CLOSE to a key's count, each open one subtracts 1; the key is down at PRESS.
# So two closed samples in a row are a press, or a few with glitches among them, but never a single one.
# A press of 10 ms with 6 ms of bounce has four closed samples.
CLOSE = const(2)
PRESS = const(4)
# Release: RELEASE_MS open samples. Each closed sample subtracts REOPEN_MS from their count: a glitch delays the release
# by no more than that, and a bouncing contact never reaches it. So bounce doubles a press only if the contact stays
# open for RELEASE_MS; between two presses the fastest fingers leave a button open for more than 30 ms.
RELEASE_MS = const(20)
REOPEN_MS = const(8)
HEAL_MS = const(250)  # open samples until a chattering key works again; must fit into a byte
STUCK_MS = const(15000)
RESTLESS_MS = const(30)  # contacts that follow within this time belong to one series of bounces
CHATTER_MS = const(250)  # a longer series is chatter, not bounce (the worst switches bounce for 160 ms)
WATCH_MS = const(1000)  # how often keys are checked for being stuck
_AGE = const(1 << 28)  # when this bit of the clock changes, every three days, old times of contact are moved on
QUEUE = const(32)

# A further state of a key.
_FROM_POWER_ON = const(4)  # it was never seen open since power-on


class Keys:
    """Debounces up to nine keys. Call `feed` with samples, then `take` until it gives False.

    bits: the bit of each key in a sample, -1 for none (see Board.bits).
    After `take`: key (index in board.BUTTONS), what (UP, DOWN, STUCK, CHATTER, RECOVERED), at (ms, the time of the
    sample that decided it). A key that is down at power-on gives no event until it is released and pressed again,
    or is reported STUCK. After STUCK or CHATTER no UP follows. Neither call allocates.
    touched: not 0 while a key has contact but is not down yet: the next sample may decide. waiting: events to take.
    """

    def __init__(self, bits: "list[int]") -> None:
        self._masks = [1 << bit if bit >= 0 else 0 for bit in bits]
        self._wired = 0
        for mask in self._masks:
            self._wired |= mask
        count = len(bits)
        self._state = bytearray([_FROM_POWER_ON] * count)
        self._count = bytearray(count)  # towards a press for a key that is up, towards a release for the others
        self._since = array("i", [0] * count)  # ms, when the key went down
        self._contact = array("i", [0] * count)  # ms, when its contact last closed
        self._unrest = array("i", [0] * count)  # ms, when the present series of bounces began
        self._down = self._wired  # bits of the keys whose state is not UP
        self._unsettled = 0  # bits of the keys whose count is not 0
        self.touched = 0
        self._last = 0  # the last sample that was processed
        self._calm = 0  # samples that may still be skipped if they equal the last one
        self._passable = 0  # its value after the last sample that was processed
        self._watched = -1  # ms, when held keys were last checked; -1 before the first sample

        self._events = bytearray(2 * QUEUE)
        self._times = array("i", [0] * QUEUE)
        self._head = 0
        self.waiting = 0
        self.key = 0
        self.what = UP
        self.at = 0

    def feed(self, samples: "Sequence[int]", start: int, stop: int, now: int) -> int:
        """Process samples[start:stop], but stop after a sample that makes events. Gives the index after the last one.

        now: time of samples[start], in ms on a clock that wraps at 2^30.
        """
        wired = self._wired
        last = self._last
        calm = self._calm
        for i in range(start, stop):
            sample = samples[i] & wired
            if calm and sample == last:
                calm -= 1
                continue
            self._calm = calm
            self._look(sample, (now + i - start) & (CLOCK_PERIOD - 1))
            if self.waiting:
                return i + 1
            last = sample
            calm = self._calm
        self._calm = calm
        return stop

    def take(self) -> bool:
        """Move the oldest event into key, what, at; False when there is none."""
        if not self.waiting:
            return False
        head = self._head
        self.key = self._events[2 * head]
        self.what = self._events[2 * head + 1]
        self.at = self._times[head]
        self._head = (head + 1) % QUEUE
        self.waiting -= 1
        return True

    def fault(self, key: int) -> int:
        """STUCK or CHATTER while `key` is ignored because of it, else 0."""
        state = self._state[key]
        return state if state in (STUCK, CHATTER) else 0

    # -- inside ----------------------------------------------------------------------------------
    def _look(self, sample: int, now: int) -> None:
        """Process one sample that may change something: step the keys it concerns, and check for stuck keys."""
        if self._watched < 0:
            self._watched = now
            for key in range(len(self._masks)):
                self._since[key] = now
        if self._unsettled and self._passable != self._calm:
            self._catch_up(self._passable - self._calm)
        self._last = sample
        self._passable = WATCH_MS
        closed = sample ^ self._wired
        work = self._unsettled | (closed ^ self._down)
        if work:
            masks = self._masks
            for key in range(len(masks)):
                mask = masks[key]
                if work & mask:
                    if self._state[key] == UP:
                        self._step_up(key, closed & mask, now)
                    else:
                        self._step_down(key, closed & mask, now)
                    work &= ~mask
                    if not work:
                        break
            self.touched = self._unsettled & ~self._down
        if not 0 <= now - self._watched < WATCH_MS:
            self._watch(now)
        self._calm = self._passable

    def _catch_up(self, passed: int) -> None:
        """Count the `passed` samples that were skipped because they equal the last one."""
        closed = self._last ^ self._wired
        masks = self._masks
        for key in range(len(masks)):
            if self._unsettled & masks[key]:
                if self._state[key] == UP:
                    step = CLOSE if closed & masks[key] else -1
                else:
                    step = -REOPEN_MS if closed & masks[key] else 1
                self._count[key] = max(0, self._count[key] + step * passed)

    def _step_up(self, key: int, closed: int, now: int) -> None:
        """Count one sample of a key that is up, and detect a press."""
        count = self._count[key]
        if closed:
            count += CLOSE
            if count >= PRESS:
                self._press(key, now)
                return
            self._look_after((PRESS - 1 - count) // CLOSE)
        elif count:
            count -= 1
        self._set(key, count)

    def _press(self, key: int, now: int) -> None:
        mask = self._masks[key]
        self._state[key] = DOWN
        self._down |= mask
        self._since[key] = now
        self._count[key] = 0
        self._unsettled &= ~mask
        if (now - self._contact[key]) & (CLOCK_PERIOD - 1) > RESTLESS_MS:
            self._contact[key] = self._unrest[key] = now
        elif self._restless(key, now):
            return
        self._emit(key, DOWN, now)

    def _step_down(self, key: int, closed: int, now: int) -> None:
        """Count one sample of a key that is down or ignored, and detect its release."""
        count = self._count[key]
        if closed:
            self._set(key, max(0, count - REOPEN_MS))
            if count and self._state[key] == DOWN:
                self._restless(key, now)
            return
        count += 1
        left = (HEAL_MS if self._state[key] == CHATTER else RELEASE_MS) - count
        if left <= 0:
            self._release(key, now)
            return
        self._look_after(left - 1)
        self._set(key, count)

    def _release(self, key: int, now: int) -> None:
        state = self._state[key]
        self._state[key] = UP
        self._down &= ~self._masks[key]
        self._set(key, 0)
        if state == DOWN:
            self._emit(key, UP, now)
        elif state != _FROM_POWER_ON:
            self._emit(key, RECOVERED, now)

    def _restless(self, key: int, now: int) -> bool:
        """Note that the contact has closed; True when the key chatters because of it."""
        if (now - self._contact[key]) & (CLOCK_PERIOD - 1) > RESTLESS_MS:
            self._unrest[key] = now
        self._contact[key] = now
        if elapsed(now, self._unrest[key]) < CHATTER_MS:
            return False
        self._state[key] = CHATTER
        self._emit(key, CHATTER, now)
        return True

    def _watch(self, now: int) -> None:
        """Report keys that have been down for STUCK_MS."""
        aged = (now ^ self._watched) & _AGE
        self._watched = now
        for key in range(len(self._masks)):
            if aged:  # or, when the clock wraps after twelve days, an old contact would seem to be a new one
                self._contact[key] = now ^ (CLOCK_PERIOD >> 1)
            counts = self._masks[key] and self._state[key] in (DOWN, _FROM_POWER_ON)
            if counts and elapsed(now, self._since[key]) >= STUCK_MS:
                self._state[key] = STUCK
                self._emit(key, STUCK, now)

    def _set(self, key: int, count: int) -> None:
        """Set the count of `key`. While it is not 0, every sample must be counted."""
        self._count[key] = count
        if count:
            self._unsettled |= self._masks[key]
        else:
            self._unsettled &= ~self._masks[key]

    def _look_after(self, samples: int) -> None:
        """Allow that many equal samples to be skipped, at most: nothing can happen to a key during them."""
        if samples < self._passable:
            self._passable = samples

    def _emit(self, key: int, what: int, now: int) -> None:
        if self.waiting == QUEUE:
            return  # cannot happen while events are taken after each sample
        slot = (self._head + self.waiting) % QUEUE
        self._events[2 * slot] = key
        self._events[2 * slot + 1] = what
        self._times[slot] = now
        self.waiting += 1
