"""Samples of the button pins become key events: debounced, in order, one press one event.

Samples are 16-bit words, one a millisecond, bit i = level of pin first_pin + i, 0 = pressed (pull-ups).
They may come late and in batches: only their number counts, so a stall loses and reorders nothing.
"""

from array import array

from .compat import CLOCK_PERIOD, const, elapsed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# A key is a place in board.BUTTONS.
UNDO_KEY = const(6)
MODE_KEY = const(7)
NEXT_KEY = const(8)

# What an event says.
UP = const(0)
DOWN = const(1)
STUCK = const(2)  # down too long: ignored until it is let go
CHATTER = const(3)  # makes and breaks contact faster than a finger can: ignored until it rests
WELL = const(4)  # a stuck or chattering key is let go and counts again

# A closed sample counts CLOSE, an open one takes 1 back, PRESS make a press: two in a row, or four with a
# glitch among them, but never one alone. A 10 ms press with 6 ms of bounce has four.
CLOSE = const(2)
PRESS = const(4)
# Open samples that make a release; a closed one takes REOPEN_MS of them back, so that a glitch costs no more than
# that and contacts that bounce get nowhere. No bounce doubles a press unless it stays open for RELEASE_MS; the
# quickest fingers stay off a button for more than 30 ms.
RELEASE_MS = const(20)
REOPEN_MS = const(8)
HEAL_MS = const(250)  # the same for a chattering key; must fit a byte
STUCK_MS = const(15000)
RESTLESS_MS = const(30)  # contacts closer than this belong to one unrest ...
CHATTER_MS = const(250)  # ... and one that goes on for longer is no bounce (the worst switches: 160 ms)
WATCH_MS = const(1000)  # how often held keys are looked at
_AGE = const(1 << 28)  # bit of the clock whose change, every three days, ages the times of contact
QUEUE = const(32)

# States of a key: UP, DOWN, STUCK, CHATTER as above, and
_FROM_POWER_ON = const(4)  # not yet seen open since power-on


class Keys:
    """Debounces up to nine keys. `feed` samples, then `take` events until it answers False.

    bits: the bit of each key, -1 for none (see Board.bits).
    After `take`: key (index in board.BUTTONS), what (UP, DOWN, STUCK, CHATTER, WELL), at (ms, of the sample that
    settled it). A key that is down at power-on gives no event until it has been let go and pressed again,
    or is reported STUCK. STUCK and CHATTER take the place of the UP event. Neither call allocates.
    touched: not 0 while a key that is up makes contact: the next sample may be its press. waiting: events to take.
    """

    def __init__(self, bits: "list[int]") -> None:
        self._masks = [1 << bit if bit >= 0 else 0 for bit in bits]
        self._wired = 0
        for mask in self._masks:
            self._wired |= mask
        count = len(bits)
        self._state = bytearray([_FROM_POWER_ON] * count)
        self._count = bytearray(count)  # weight of closed samples on a key that is up, of open ones on another
        self._since = array("i", [0] * count)  # down since
        self._contact = array("i", [0] * count)  # last time contact was made
        self._unrest = array("i", [0] * count)  # since when contacts follow each other closely
        self._down = self._wired  # keys whose state is not UP
        self._unsettled = 0  # keys whose count must go on
        self.touched = 0
        self._last = 0  # the sample before
        self._calm = 0  # equal samples that may still be passed over ...
        self._passable = 0  # ... of so many after the last look
        self._watched = -1  # last look at held keys; -1 before the first sample

        self._events = bytearray(2 * QUEUE)
        self._times = array("i", [0] * QUEUE)
        self._head = 0
        self.waiting = 0
        self.key = 0
        self.what = UP
        self.at = 0

    def feed(self, samples: "Sequence[int]", start: int, stop: int, now: int) -> int:
        """Take in samples[start:stop], the first of them at `now`, up to one that there are events to take after.

        now: in ms on a clock that wraps at 2^30. How far it came: the place after that sample, or `stop`.
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
        """STUCK or CHATTER while `key` is ignored for it, else 0."""
        state = self._state[key]
        return state if state in (STUCK, CHATTER) else 0

    # -- inside ----------------------------------------------------------------------------------
    def _look(self, sample: int, now: int) -> None:
        """One sample that may change something: step every key it concerns, watch those held for long."""
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
        """Count the samples, equal to the last, that were passed over since the last look."""
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
        """A key that is up: has it been pressed?"""
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
        """A key that is down, or ignored: has it been let go?"""
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
            self._emit(key, WELL, now)

    def _restless(self, key: int, now: int) -> bool:
        """Note that contact was made; True when that makes the key a chattering one."""
        if (now - self._contact[key]) & (CLOCK_PERIOD - 1) > RESTLESS_MS:
            self._unrest[key] = now
        self._contact[key] = now
        if elapsed(now, self._unrest[key]) < CHATTER_MS:
            return False
        self._state[key] = CHATTER
        self._emit(key, CHATTER, now)
        return True

    def _watch(self, now: int) -> None:
        """Report the keys that have been down for too long."""
        aged = (now ^ self._watched) & _AGE
        self._watched = now
        for key in range(len(self._masks)):
            if aged:  # or contact of twelve days ago would seem to be of now
                self._contact[key] = now ^ (CLOCK_PERIOD >> 1)
            counts = self._masks[key] and self._state[key] in (DOWN, _FROM_POWER_ON)
            if counts and elapsed(now, self._since[key]) >= STUCK_MS:
                self._state[key] = STUCK
                self._emit(key, STUCK, now)

    def _set(self, key: int, count: int) -> None:
        """Keep the count of `key`; while it is not 0 time matters to it."""
        self._count[key] = count
        if count:
            self._unsettled |= self._masks[key]
        else:
            self._unsettled &= ~self._masks[key]

    def _look_after(self, samples: int) -> None:
        """If the samples stay equal, nothing happens to a key during so many of them."""
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
