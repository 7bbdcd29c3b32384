"""The gesture table on both runtimes, line by line; and that it allocates nothing."""

from engine_core.board import BUTTONS
from engine_core.compat import CLOCK_PERIOD
from engine_core.controls import ACTION_NAMES, BURST_MS, LATE_MS, LONG_MS, MENU_MS, SHORT_MS, Controls
from engine_core.keys import CHATTER, DOWN, RECOVERED, STUCK, UP
from engine_core.moves import NO_SEAT
from tests.kit.shared.heap import allocates_nothing


class Hands:
    """Presses and lets go by name; `did` holds what came of it: "tap 1", "tap 1+" (joined), "undo" ..."""

    def __init__(self, start: int = 1000, keys: str = " ".join(BUTTONS)) -> None:
        self.controls = Controls([0 if name in keys.split() else -1 for name in BUTTONS])
        self.now = start
        self.did: list[str] = []

    def event(self, name: str, what: int) -> None:
        self.controls.key(BUTTONS.index(name), what, self.now)
        self.collect()

    def wait(self, ms: int) -> None:
        self.now = (self.now + ms) % CLOCK_PERIOD
        self.controls.tick(self.now)
        self.collect()

    def collect(self) -> None:
        while self.controls.take():
            word = ACTION_NAMES[self.controls.action]
            if self.controls.seat != NO_SEAT:
                word += f" {self.controls.seat + 1}"
            self.did.append(word + ("+" if self.controls.joined else ""))

    def play(self, text: str) -> "list[str]":
        """Play `text`: `seat1` presses, `/seat1` lets go, `500` waits so many ms. What came of it."""
        before = len(self.did)
        for word in text.split():
            if word[0] == "/":
                self.event(word[1:], UP)
            elif word in BUTTONS:
                self.event(word, DOWN)
            else:
                self.wait(int(word))
        return self.did[before:]


def _check(text: str, *expected: str) -> None:
    hands = Hands()
    did = hands.play(text)
    assert did == list(expected), (text, did)
    down = []  # whatever is still down is let go: nothing may stay behind
    for word in text.split():
        if word in BUTTONS:
            down.append(word)
        elif word[0] == "/":
            down.remove(word[1:])
    for name in down:
        hands.event(name, UP)
    assert hands.controls.hold == 0
    assert hands.play("3000") == []
    after = hands.play("seat2 50 /seat2 undo 50 /undo mode 50 /mode next 50 /next 3000")
    assert after == ["tap 2", "undo", "mode", "next"], (text, after)


def test_a_seat_acts_on_the_press() -> None:
    _check("seat1", "tap 1")
    _check("seat6 3000 /seat6 100", "tap 6")
    _check("seat1 seat2 /seat1 /seat2", "tap 1", "tap 2")


def test_a_modifier_acts_when_let_go() -> None:
    _check("undo 100")
    _check("undo 100 /undo", "undo")
    _check("mode 5000 /mode", "mode")
    _check("next /next", "next")


def test_a_chord_is_never_also_the_tap() -> None:
    _check("undo 50 seat1 50 /seat1 /undo", "minus 1")
    _check("undo 50 seat1 50 /undo /seat1", "minus 1")
    _check("next seat3 /seat3 /next", "special 3")
    _check("mode seat4 1000 /seat4 /mode", "read 4", "read_end")
    _check("undo seat1 /seat1 seat1 /seat1 seat2 /seat2 /undo", "minus 1", "minus 1", "minus 2")


def test_reading_lasts_until_mode_is_let_go() -> None:
    _check("mode seat4 100 /seat4 5000 seat5 100 /mode", "read 4", "read 5", "read_end")
    _check("mode seat4 100 /mode", "read 4", "read_end")
    _check("mode seat4 100 next", "read 4", "read_end", "brightness")
    _check("mode seat4 100 undo 100 /mode", "read 4", "read_end")


def test_undo_and_next_redo() -> None:
    _check("undo 50 next 50 /next /undo", "redo")
    _check("next 50 undo 50 /next /undo", "redo")
    _check("undo next /next next /next next /next /undo", "redo", "redo", "redo")


def test_mode_and_next_set_the_brightness() -> None:
    _check("mode next /next /mode", "brightness")
    _check("next mode /next /mode", "brightness")
    _check("mode next /next next /next /mode", "brightness", "brightness")


def test_undo_and_mode_held_open_the_menu() -> None:
    _check(f"undo 300 mode {MENU_MS}", "menu")
    _check(f"mode 300 undo {MENU_MS} 5000 /mode /undo", "menu")
    _check(f"undo mode {MENU_MS} /mode mode {MENU_MS}", "menu", "menu")


def test_the_menu_hold_let_go_early_does_nothing() -> None:
    for ms in (0, 1, 500, 1000, MENU_MS - 1):
        _check(f"undo mode {ms} /undo /mode")
        _check(f"undo mode {ms} /mode 4000 /undo")
        _check(f"mode 4000 undo {ms} /undo 4000 /mode")


def test_the_menu_hold_is_undisturbed_or_nothing() -> None:
    _check("undo mode 1000 next 3000")
    _check("undo mode 1000 next /next 3000 /undo /mode")
    _check("undo mode 1000 seat1 3000", "unclear 1")
    _check(f"seat1 undo mode {MENU_MS}", "tap 1", "menu")
    _check("seat1 undo mode 1000 /seat1 1000", "tap 1", "menu")


def test_the_bar_fills() -> None:
    hands = Hands()
    hands.play("undo 700 mode")
    seen = []
    for _ in range(9):
        seen.append(hands.controls.hold)
        hands.play("250")
    assert seen == [0, 12, 25, 37, 50, 62, 75, 87, 0]
    assert hands.did == ["menu"]
    hands.play("/mode mode 1000")
    assert hands.controls.hold == 50
    hands.play("/undo")
    assert hands.controls.hold == 0


def test_a_hold_completed_during_a_stall_counts() -> None:
    hands = Hands()
    hands.play("undo mode")
    hands.now += MENU_MS + 100  # no tick in between
    hands.event("mode", UP)
    assert hands.did == ["menu"]


def test_three_at_once_mean_nothing() -> None:
    _check("undo next mode 3000", "redo")
    _check("mode next undo /next 3000", "brightness")
    _check("undo mode next seat1 /seat1 /next /mode /undo", "unclear 1")


def test_a_seat_with_two_modifiers_is_unclear() -> None:
    _check("undo next seat2", "redo", "unclear 2")
    _check("mode next seat2", "brightness", "unclear 2")
    _check("mode undo seat2 5000", "unclear 2")


def test_a_seat_before_the_modifier_is_a_tap_and_leaves_it_alone() -> None:
    _check(f"seat1 {LATE_MS + 1} undo 100 /seat1 100 /undo", "tap 1", "undo")
    _check(f"seat1 {LATE_MS + 1} next 100 /next /seat1", "tap 1", "next")
    _check("seat1 10 /seat1 10 next 100 /next", "tap 1", "next")
    _check("seat1 mode seat2 /seat1 /mode", "tap 1", "read 2", "read_end")


def test_a_chord_with_its_fingers_in_the_wrong_order_ends_no_phase() -> None:
    for name in ("undo", "mode", "next"):
        _check(f"seat1 {LATE_MS} {name} 100 /seat1 100 /{name}", "tap 1")
        _check(f"seat1 0 {name} 3000 /{name} /seat1", "tap 1")
    _check("seat1 20 next 100 /seat1 100 seat1 /seat1 /next", "tap 1", "special 1")


def test_rolling_from_one_to_the_next() -> None:
    _check("seat1 seat2 /seat1 seat3 /seat2 /seat3", "tap 1", "tap 2", "tap 3")
    _check("next 50 seat1 50 /next 50 seat2 50 /seat1 /seat2", "special 1", "tap 2")
    _check("undo seat1 /undo undo seat2 /undo", "minus 1", "minus 2")
    _check("undo 50 next 20 /undo mode 50 /next 50 /mode", "redo", "brightness")


def test_a_burst_is_joined() -> None:
    _check(f"seat1 200 /seat1 {BURST_MS - 200} seat1 /seat1 400 seat1", "tap 1", "tap 1+", "tap 1+")
    _check(f"seat1 200 /seat1 {BURST_MS - 199} seat1", "tap 1", "tap 1")
    _check("seat1 /seat1 seat2 /seat2 seat1 /seat1 seat1", "tap 1", "tap 2", "tap 1", "tap 1+")
    _check("seat1 /seat1 mode /mode seat1", "tap 1", "mode", "tap 1")
    _check("seat1 /seat1 mode seat1 /seat1 /mode seat1", "tap 1", "read 1", "read_end", "tap 1")
    _check("seat1 /seat1 undo seat1 /seat1 /undo seat1", "tap 1", "minus 1", "tap 1")
    _check("undo seat1 /seat1 100 seat1", "minus 1", "minus 1")


def test_a_stuck_key_is_dropped_without_acting() -> None:
    for fault in (STUCK, CHATTER):
        for name in ("undo", "mode", "next"):
            hands = Hands()
            hands.event(name, DOWN)
            hands.event(name, fault)
            assert hands.play("3000 seat1 /seat1") == ["tap 1"], name
            hands.event(name, RECOVERED)
            assert hands.play(name + " /" + name) == [name]
        hands = Hands()
        hands.play("mode seat2 undo")
        hands.event("mode", fault)
        assert hands.play("5000 /undo") == []
        assert hands.did == ["read 2", "read_end"]


def test_events_that_do_not_fit_change_nothing() -> None:
    hands = Hands()
    assert hands.play("/undo /seat1 seat1 seat1 100 undo undo /undo /undo") == ["tap 1", "undo"]


def test_the_clock_may_wrap() -> None:
    for before in range(0, 2600, 130):
        hands = Hands(CLOCK_PERIOD - before)
        did = hands.play("seat1 /seat1 1000 seat1 /seat1 undo mode 1000 1000 /undo /mode")
        assert did == ["tap 1", "tap 1+", "menu"], before


def test_days_without_a_press_join_nothing() -> None:
    hands = Hands()
    hands.play("seat1 /seat1")
    for _ in range(13):
        hands.wait(CLOCK_PERIOD // 13)
    hands.wait(200)
    assert hands.play("seat1") == ["tap 1"]


def test_a_board_without_mode() -> None:
    keys = "seat1 seat2 undo next"
    for text, expected in (
        ("next 300 /next", ["next"]),
        (f"next {LONG_MS} /next", ["mode"]),
        (f"next {LONG_MS} seat1 /next", ["special 1"]),
        (f"undo {LONG_MS} /undo", ["undo"]),
        (f"undo next {SHORT_MS - 1} /next /undo", ["redo"]),
        (f"undo next {SHORT_MS} /next /undo", []),
        ("undo next 1999 /undo /next", []),
        (f"undo next {MENU_MS} /undo /next", ["menu"]),
        ("undo next seat2 /undo /next", ["unclear 2"]),
    ):
        did = Hands(keys=keys).play(text)
        assert did == expected, (text, did)


def test_a_board_without_next() -> None:
    keys = "seat1 seat2 undo mode"
    for text, expected in (
        ("mode 300 /mode", ["mode"]),
        (f"mode {LONG_MS} /mode", ["next"]),
        (f"mode seat1 {LONG_MS} /mode", ["read 1", "read_end"]),
        ("undo mode 100 /mode /undo", []),
        (f"undo mode {MENU_MS} /undo /mode", ["menu"]),
    ):
        did = Hands(keys=keys).play(text)
        assert did == expected, (text, did)


def test_a_board_without_undo_or_with_one_modifier() -> None:
    assert Hands(keys="seat1 mode next").play("mode next 100 /next /mode") == ["brightness"]
    assert Hands(keys="seat1 mode next").play("mode next 2000 /next /mode") == ["menu"]
    assert Hands(keys="seat1 undo").play("undo 5000 /undo") == ["undo"]
    assert Hands(keys="seat1 next").play("next /next next 700 /next") == ["next", "mode"]
    assert Hands(keys="seat1").play("seat1 /seat1 seat1") == ["tap 1", "tap 1+"]


def test_gestures_allocate_nothing() -> None:
    controls = Controls()

    def play() -> None:
        at = CLOCK_PERIOD - 5000
        for round_ in range(200):
            at = (at + 250) & (CLOCK_PERIOD - 1)
            controls.key(round_ * 7 % 9, DOWN, at)
            controls.tick(at)
            while controls.take():
                pass
            if round_ % 3:
                controls.key((round_ * 7 - 14) % 9, UP, at)
            while controls.take():
                pass

    allocates_nothing(play)
