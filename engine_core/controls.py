"""Makes gestures of key events: taps, chords (a modifier held, another key pressed) and the hold for the menu.

A seat key acts when it is pressed. The modifiers UNDO, MODE and NEXT act when they are released, and only if no
other key was pressed while they were down: so a chord does not also count as a tap. If a seat key was pressed
before a modifier, it has acted already, and the modifier acts alone. But if the modifier follows within LATE_MS, a
chord in the wrong order was meant: the modifier then does nothing, so that no phase ends by mistake.

| held               | pressed           | action                                                             |
|--------------------|-------------------|--------------------------------------------------------------------|
| nothing            | seat              | TAP                                                                |
| UNDO               | seat              | MINUS                                                              |
| NEXT               | seat              | SPECIAL                                                            |
| MODE               | seat              | READ; READ_END when MODE is released or another modifier is pressed |
| two or three       | seat              | UNCLEAR: the intention is not known, so nothing changes            |
| UNDO and NEXT      | the second of them | REDO; keep one held and press the other again to repeat it        |
| MODE and NEXT      | the second of them | BRIGHTNESS; repeated in the same way                              |
| UNDO and MODE      | held for MENU_MS  | MENU; nothing when one is released or another key pressed earlier  |
| all three          | the third         | nothing                                                            |

On a board without MODE or without NEXT, the other of the two does the missing one's action when it was held alone for
LONG_MS and is released. The menu is then opened by holding the board's two modifiers; the other action of that pair
happens when it is released within SHORT_MS. With fewer than two modifiers the menu cannot be opened by holding.
"""

from array import array

from .board import BUTTONS
from .compat import const, elapsed
from .keys import DOWN, MODE_KEY, NEXT_KEY, UNDO_KEY, UP
from .moves import NO_SEAT

# Actions. The first five have a seat.
TAP = const(0)
MINUS = const(1)
SPECIAL = const(2)
READ = const(3)
UNCLEAR = const(4)
NEXT = const(5)
MODE = const(6)
UNDO = const(7)
REDO = const(8)
READ_END = const(9)
BRIGHTNESS = const(10)
MENU = const(11)
ACTION_NAMES = (
    "tap",
    "minus",
    "special",
    "read",
    "unclear",
    "next",
    "mode",
    "undo",
    "redo",
    "read_end",
    "brightness",
    "menu",
)

MENU_MS = const(2000)  # the painter shows a bar meanwhile, because people tend to release too early
BURST_MS = const(1500)  # longest time between two taps of a burst
LONG_MS = const(700)
SHORT_MS = const(500)
LATE_MS = const(40)
FIRST_MODIFIER = const(6)

_UNDO_BIT = const(1 << 6)
_MODE_BIT = const(1 << 7)
_NEXT_BIT = const(1 << 8)
_MODIFIERS = const(7 << 6)
_NONE = const(255)
_QUEUE = const(8)


class Controls:
    """Makes gestures. Pass every event of Keys to `key`, call `tick` regularly, and call `take` after each of them.

    bits: as for Keys, which keys the board has (below 0: it lacks that key); None: all nine.
    After `take`: action, seat (0..5, NO_SEAT when the action has none), at (ms), and joined: this TAP continues
    a burst (same seat, within BURST_MS, no other press between), so UNDO takes it back together with the tap before.
    holding: the keys for the menu are held. hold: 0..100, per cent of MENU_MS; `tick` updates it.
    waiting: gestures to take. Nothing allocates after construction.
    """

    def __init__(self, bits: "list[int] | None" = None) -> None:
        there = 0
        for key in range(len(BUTTONS)):
            if bits is None or bits[key] >= 0:
                there |= 1 << key
        self._plan(there & _MODIFIERS)
        self._down = 0  # keys down
        self._used = 0  # modifiers that a chord has used
        self._since = array("i", [0] * len(BUTTONS))  # when each modifier went down
        self._reading = False
        self.holding = False
        self._hold_from = 0
        self._burst = NO_SEAT
        self._burst_at = 0
        self.hold = 0

        self._events = bytearray(3 * _QUEUE)
        self._times = array("i", [0] * _QUEUE)
        self._head = 0
        self.waiting = 0
        self.action = TAP
        self.seat = NO_SEAT
        self.joined = False
        self.at = 0

    def key(self, key: int, what: int, at: int) -> None:
        """Process one event of Keys at time `at` (ms). what: UP, DOWN or a fault; a faulty key is released unused."""
        if self.holding:
            self.tick(at)  # the hold may have been completed while the loop was stalled
        bit = 1 << key
        if what == DOWN:
            if not self._down & bit:
                if key < FIRST_MODIFIER:
                    self._press_seat(key, at)
                else:
                    self._press_modifier(key, at)
                self._down |= bit
        elif self._down & bit:
            self._down &= ~bit
            if key >= FIRST_MODIFIER:
                self._release(key, what == UP, at)

    def tick(self, now: int) -> None:
        """Update what depends on time: the hold for the menu, and the end of a burst. now: ms."""
        if self.holding:
            passed = elapsed(now, self._hold_from)
            if passed >= MENU_MS:
                self._end_hold()
                self._emit(MENU, NO_SEAT, now)
            else:
                self.hold = max(0, passed * 100 // MENU_MS)
        if self._burst != NO_SEAT and elapsed(now, self._burst_at) > BURST_MS:
            self._burst = NO_SEAT

    def take(self) -> bool:
        """Move the oldest gesture into action, seat, joined, at; False when there is none."""
        if not self.waiting:
            return False
        head = self._head
        self.action = self._events[3 * head]
        self.seat = self._events[3 * head + 1]
        self.joined = self._events[3 * head + 2] != 0
        self.at = self._times[head]
        self._head = (head + 1) % _QUEUE
        self.waiting -= 1
        return True

    # -- inside ----------------------------------------------------------------------------------
    def _plan(self, there: int) -> None:
        """Decide which modifiers do the actions of those that the board lacks. there: bits of the modifiers it has."""
        self._long_key = _NONE  # the key that does the missing key's action after a long hold
        self._menu_pair = 0  # bits of the two keys to hold for the menu
        if there == _MODIFIERS:
            self._menu_pair = _UNDO_BIT | _MODE_BIT
        elif there & (there - 1):
            self._menu_pair = there
        if there & _NEXT_BIT and not there & _MODE_BIT:
            self._long_key = NEXT_KEY
        elif there & _MODE_BIT and not there & _NEXT_BIT:
            self._long_key = MODE_KEY

    def _press_seat(self, seat: int, at: int) -> None:
        held = self._down & _MODIFIERS
        joined = False
        if not held:
            action = TAP
            joined = seat == self._burst and elapsed(at, self._burst_at) <= BURST_MS
        elif held == _UNDO_BIT:
            action = MINUS
        elif held == _NEXT_BIT:
            action = SPECIAL
        elif held == _MODE_BIT:
            action = READ
            self._reading = True
        else:
            action = UNCLEAR
        self._used |= held
        if self.holding:
            self._end_hold()
        self._burst = NO_SEAT if held else seat
        self._burst_at = at
        self._emit(action, seat, at, joined)

    def _press_modifier(self, key: int, at: int) -> None:
        tapped = self._burst != NO_SEAT and self._down & (1 << self._burst)
        if tapped and elapsed(at, self._burst_at) <= LATE_MS:
            self._used |= 1 << key
        self._burst = NO_SEAT
        self._since[key] = at
        self._end_hold()
        held = self._down & _MODIFIERS
        if not held:
            return
        held |= 1 << key
        self._used |= held
        self._end_reading(at)
        if held == self._menu_pair:
            self.holding = True
            self._hold_from = at
        else:
            self._emit_pair(held, at)

    def _release(self, key: int, acts: bool, at: int) -> None:
        if self.holding:
            self._end_hold()
            if acts and elapsed(at, self._hold_from) < SHORT_MS:
                self._emit_pair(self._menu_pair, at)
        if key == MODE_KEY:
            self._end_reading(at)
        bit = 1 << key
        used = self._used & bit
        self._used &= ~bit
        if not acts or used:
            return
        if key == UNDO_KEY:
            self._emit(UNDO, NO_SEAT, at)
        elif (key == MODE_KEY) != (key == self._long_key and elapsed(at, self._since[key]) >= LONG_MS):
            self._emit(MODE, NO_SEAT, at)
        else:
            self._emit(NEXT, NO_SEAT, at)

    def _end_hold(self) -> None:
        self.holding = False
        self.hold = 0

    def _end_reading(self, at: int) -> None:
        if self._reading:
            self._reading = False
            self._emit(READ_END, NO_SEAT, at)

    def _emit_pair(self, pair: int, at: int) -> None:
        """Emit the action of two modifiers together; UNDO and MODE, or all three, have none."""
        if pair == _UNDO_BIT | _NEXT_BIT:
            self._emit(REDO, NO_SEAT, at)
        elif pair == _MODE_BIT | _NEXT_BIT:
            self._emit(BRIGHTNESS, NO_SEAT, at)

    def _emit(self, action: int, seat: int, at: int, joined: bool = False) -> None:
        if self.waiting == _QUEUE:
            return  # cannot happen while gestures are taken after each event
        slot = (self._head + self.waiting) % _QUEUE
        self._events[3 * slot] = action
        self._events[3 * slot + 1] = seat
        self._events[3 * slot + 2] = 1 if joined else 0
        self._times[slot] = at
        self.waiting += 1
