"""Turns the samples of the buttons into gestures, and keeps the device's clock, which is derived from the samples."""

from array import array

from engine_core.board import BUTTONS
from engine_core.compat import CLOCK_PERIOD, const, elapsed
from engine_core.controls import Controls
from engine_core.keys import CHATTER, STUCK, Keys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

QUIET_MS = const(1000)  # time without a press before slow work may be done
_CHUNK = const(64)  # samples read at once
_LONGEST_MS = const(3_600_000)  # longest turn that is counted: a laptop may have slept for days


class Buttons:
    """The buttons of one device. Call `turn` every few milliseconds, `rest` now and then while `quiet`.

    bits: as for Keys. read, say: as for App; read may be replaced. act: is called for each gesture, in order, with
    its action, its seat and whether it is joined (see Controls).

    now: milliseconds since the first turn, wrapping at 2^30. A turn longer than an hour counts as an hour, so that the
    age of an event never wraps within one turn. ticking: the clock runs. hold: progress of holding the buttons for the
    menu, 0 to 100. touched: not 0 while a press may be in the next sample, which must be read at once.
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
        self._sampled = 0  # ms, the clock as counted by samples
        self._pressed_at = 0
        self._events = False  # a key event came in this turn

    def turn(self, now: int) -> bool:
        """Read all samples up to `now` (ms). True if there was a key event or the buttons are held for the menu."""
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
        self._sampled = now  # the newest sample was taken now: so the two clocks cannot drift apart
        controls = self._controls
        if controls.holding:
            controls.tick(now)
            self._act_all()
            self._events = True
        self.hold = controls.hold
        return self._events

    def quiet(self) -> bool:
        """Whether there was no key event for QUIET_MS."""
        return elapsed(self.now, self._pressed_at) >= QUIET_MS

    def rest(self) -> None:
        """Call it while `quiet`: it keeps stored times recent, because differences of the clock wrap after six days."""
        self._pressed_at = (self.now - QUIET_MS) & (CLOCK_PERIOD - 1)
        self._controls.tick(self.now)

    def ignored(self) -> "list[str]":
        """The buttons that are stuck or chatter: they are ignored until they work again."""
        return [BUTTONS[key] for key in range(len(BUTTONS)) if self._keys.fault(key)]

    # -- inside ----------------------------------------------------------------------------------
    def _begin(self, now: int) -> None:
        """Start the clock at the oldest sample, so that presses made while the device started count too."""
        if self._take_samples() <= _CHUNK:  # more samples take a while to process: `now` would be out of date
            self._last = now
            self.now = self._sampled
            self.ticking = True

    def _take_samples(self) -> int:
        """Process all samples that have come; how many there were."""
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
