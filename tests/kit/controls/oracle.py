"""The gesture table said a second way: from a whole evening of key events, what must have come of each.

Where controls.py steps from event to event, this looks at whole presses: when each began, when it ended, and
what else happened in between.
"""

from dataclasses import dataclass

from engine_core.board import BUTTONS
from engine_core.controls import BURST_MS, LATE_MS, MENU_MS
from engine_core.keys import DOWN, UP

SEATS = 6
UNDO, MODE, NEXT = 6, 7, 8
MODIFIERS = (UNDO, MODE, NEXT)


@dataclass(frozen=True)
class KeyEvent:
    """Key number, UP, DOWN or a fault, and when (ms)."""

    key: int
    what: int
    at: int


@dataclass
class Held:
    """One press of a key: numbers of the events that began and ended it (one past the last: never)."""

    key: int
    begin: int
    end: int
    dropped: bool = False


def presses(events: list[KeyEvent]) -> list[Held]:
    """The presses in `events`, in the order they began; events that do not fit make none."""
    held: list[Held] = []
    down: dict[int, Held] = {}
    for number, event in enumerate(events):
        if event.what == DOWN and event.key not in down:
            down[event.key] = Held(event.key, number, len(events))
            held.append(down[event.key])
        elif event.what != DOWN and event.key in down:
            press = down.pop(event.key)
            press.end = number
            press.dropped = event.what != UP
    return held


class Oracle:
    """What `events`, on a board with all nine keys, must lead to."""

    def __init__(self, events: list[KeyEvent], end: int) -> None:
        self.events = events
        self.end = end  # time passes until then
        self.held = presses(events)

    def expected(self) -> list[str]:
        """In order: "tap 1", "tap 1+" when joined, "read_end", "menu" ..."""
        found: list[tuple[int, int, str]] = []
        for press in self.held:
            found += self.seat(press) if press.key < SEATS else self.modifier(press)
        found += self.readings()
        return [word for _, _, word in sorted(found)]

    def together(self, press: Held) -> set[int]:
        """The modifiers that were down when `press` began."""
        return {
            other.key
            for other in self.held
            if other.key in MODIFIERS and other is not press and other.begin < press.begin < other.end
        }

    def pressed_within(self, begin: int, end: int) -> bool:
        """Whether any key was pressed between events `begin` and `end`."""
        return any(begin < press.begin < end for press in self.held)

    def seat(self, press: Held) -> list[tuple[int, int, str]]:
        """Exactly one thing comes of the press of a seat."""
        held = self.together(press)
        words = {frozenset[int](): "tap", frozenset({UNDO}): "minus", frozenset({NEXT}): "special"}
        words[frozenset({MODE})] = "read"
        word = f"{words.get(frozenset(held), 'unclear')} {press.key + 1}"
        if not held and self.continues(press):
            word += "+"
        return [(press.begin, 1, word)]

    def continues(self, press: Held) -> bool:
        """The press before this one was a tap of the same seat, not long ago."""
        place = self.held.index(press)
        if not place:
            return False
        before = self.held[place - 1]
        since = self.events[press.begin].at - self.events[before.begin].at
        return before.key == press.key and not self.together(before) and since <= BURST_MS

    def modifier(self, press: Held) -> list[tuple[int, int, str]]:
        """A modifier acts when it began alone, nothing was pressed over it, and it was let go."""
        held = self.together(press) | {press.key}
        if held == {UNDO, NEXT}:
            return [(press.begin, 1, "redo")]
        if held == {MODE, NEXT}:
            return [(press.begin, 1, "brightness")]
        if held == {UNDO, MODE}:
            return self.menu(press)
        alone = len(held) == 1 and press.end < len(self.events) and not press.dropped
        if alone and not self.pressed_within(press.begin, press.end) and not self.follows_a_tap(press):
            return [(press.end, 1, BUTTONS[press.key])]
        return []

    def follows_a_tap(self, press: Held) -> bool:
        """A seat was tapped just before and is still down: a chord with its fingers in the wrong order."""
        place = self.held.index(press)
        if not place:
            return False
        before = self.held[place - 1]
        since = self.events[press.begin].at - self.events[before.begin].at
        return before.key < SEATS and not self.together(before) and press.begin < before.end and since <= LATE_MS

    def menu(self, press: Held) -> list[tuple[int, int, str]]:
        """The second key of the menu hold: was the hold kept long enough?"""
        full = self.events[press.begin].at + MENU_MS
        other = [p for p in self.held if p.key in (UNDO, MODE) and p is not press and p.begin < press.begin < p.end]
        until = min(press.end, other[0].end)
        until = min([p.begin for p in self.held if press.begin < p.begin < until] + [until])
        broken_at = self.events[until].at if until < len(self.events) else self.end
        if broken_at < full:
            return []
        first_after = next((i for i, e in enumerate(self.events) if i > press.begin and e.at >= full), len(self.events))
        return [(first_after, -1, "menu")]

    def readings(self) -> list[tuple[int, int, str]]:
        """Every read-out ends once: when MODE goes up, or another modifier comes down."""
        found = []
        for mode in [press for press in self.held if press.key == MODE]:
            others = [p.begin for p in self.held if p.key in (UNDO, NEXT) and mode.begin < p.begin < mode.end]
            ends = sorted([*others, mode.end])
            reads = [p.begin for p in self.held if p.key < SEATS and self.together(p) == {MODE}]
            begin = mode.begin
            for end in ends:
                if end < len(self.events) and any(begin < read < end for read in reads):
                    found.append((end, 0, "read_end"))
                begin = end
        return found
