"""From the buttons' samples to gestures; and the device's own clock, which the samples keep."""

from array import array

from engine_core.board import BUTTONS
from engine_core.compat import CLOCK_PERIOD, const, elapsed
from engine_core.controls import Controls
from engine_core.keys import CHATTER, STUCK, Keys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

QUIET_MS = const(1000)  # without a press: time for what may take a while
_CHUNK = const(64)  # samples read at once
_LONGEST_MS = const(3_600_000)  # that a turn counts for: a laptop may have slept for days


class Buttons:
    """The buttons of one device. Call `turn` every few milliseconds, `rest` now and then while it is quiet.

    bits: as for Keys. read, say: as for App; read may be replaced. act: is told of each gesture, in order: action,
    seat and whether it is joined (see Controls).

    now: milliseconds since the first turn, wrapping at 2^30 (of a turn that took longer than an hour only that hour
    counts: no age of anything is mistaken then); ticking: there has been one. hold: 0 to 100, how far
    the menu hold has come. touched: not 0 while a press may be coming that must not wait.
    """

    def __init__(
        self,
        bits: "list[int]",
        read: "Callable[[array[int]], int]",
        act: "Callable[[int, int, bool], None]",
        say: "Callable[[str], None]",
    ) -> None:
        self.now = 0
        self.ticking = False
        self.hold = 0
        self.touched = 0
        self.read = read
        self._act = act
        self._say = say
        self._keys = Keys(bits)
        self._controls = Controls(bits)
        self._samples = array("H", bytes(2 * _CHUNK))
        self._last = 0  # the caller's time of the last turn
        self._sampled = 0  # our clock, as the samples count it
        self._pressed_at = 0
        self._events = False  # since the turn began

    def turn(self, now: int) -> bool:
        """Take in all samples that have come until `now` (ms). True: somebody does something, or holds for the menu."""
        if not self.ticking:
            self._begin(now)
            return True
        passed = (now - self._last) & (CLOCK_PERIOD - 1)
        self._last = now
        if passed > _LONGEST_MS:
            passed = _LONGEST_MS
        self.now = now = (self.now + passed) & (CLOCK_PERIOD - 1)
        self._events = False
        self._take_samples()
        self._sampled = now  # the newest sample is of now: the two clocks never drift apart
        controls = self._controls
        if controls.holding:
            controls.tick(now)
            self._act_all()
            self._events = True
        self.hold = controls.hold
        return self._events

    def quiet(self) -> bool:
        """Whether nobody has pressed a key for a moment."""
        return elapsed(self.now, self._pressed_at) >= QUIET_MS

    def rest(self) -> None:
        """It is quiet. How long ago anything was matters only so far: the clock's spans end at six days."""
        self._pressed_at = (self.now - QUIET_MS) & (CLOCK_PERIOD - 1)
        self._controls.tick(self.now)

    def ignored(self) -> "list[str]":
        """The buttons that are stuck or chatter: they do nothing until they are well."""
        return [BUTTONS[key] for key in range(len(BUTTONS)) if self._keys.fault(key)]

    # -- inside ----------------------------------------------------------------------------------
    def _begin(self, now: int) -> None:
        """Time begins with the oldest sample: presses made while the device came up count too."""
        if self._take_samples() <= _CHUNK:  # else that took a while: `now` is too old to tell the time by
            self._last = now
            self.now = self._sampled
            self.ticking = True

    def _take_samples(self) -> int:
        """Take in all samples that have come; how many there were."""
        samples = self._samples
        keys = self._keys
        taken = 0
        count = _CHUNK
        while count == _CHUNK:
            count = self.read(samples)
            done = 0
            while done < count:
                done = keys.feed(samples, done, count, self._sampled + taken + done + 1)
                while keys.waiting:
                    self._take_key()
            taken += count
        self._sampled = (self._sampled + taken) & (CLOCK_PERIOD - 1)
        self.touched = keys.touched
        return taken

    def _take_key(self) -> None:
        keys = self._keys
        keys.take()
        self._pressed_at = self.now
        self._events = True
        if keys.what == STUCK:
            self._say("The button %s is stuck: it is ignored until it is let go." % BUTTONS[keys.key])
        elif keys.what == CHATTER:
            self._say("The button %s chatters: it is ignored until it rests." % BUTTONS[keys.key])
        self._controls.key(keys.key, keys.what, keys.at)
        self._act_all()

    def _act_all(self) -> None:
        controls = self._controls
        while controls.waiting:
            controls.take()
            self._act(controls.action, controls.seat, controls.joined)
