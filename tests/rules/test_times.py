"""No difference of two times may be older than its clock can tell: every place that takes one is listed with the reason
why it is not. Microseconds are told apart for nine minutes, milliseconds for six days, and raw numbers not at a wrap.
"""

import ast
from collections.abc import Iterable, Iterator

from tests.kit.rules.on_micropython import ROOT

CLOCKS = {"ticks_us", "ticks_ms", "ticks_diff", "ticks_add", "time", "monotonic"}
TIMES = {"now", "at", "then", "began", "slot"}

# (module, function, clock): why what it gives is young wherever it is used
READ = {
    ("engine_core/compat.py", "ticks_ms", "monotonic"): "the laptop's, which does not wrap",
    ("firmware/device.py", "_add_facts", "ticks_ms"): "for ErrorLog.uptime",
    ("firmware/device.py", "_loop", "ticks_ms"): "for App.tick, of every turn",
    ("firmware/device.py", "_look_round", "ticks_ms"): "for ErrorLog.uptime, all the time",
    ("firmware/device.py", "note", "ticks_ms"): "for ErrorLog.uptime",
    ("firmware/files.py", "append", "ticks_ms"): "from the beginning of one write to its end",
    ("firmware/guide.py", "press", "ticks_diff"): "a person is waited for some minutes at most",
    ("firmware/guide.py", "press", "ticks_ms"): "the same",
    ("firmware/power_up.py", "__init__", "ticks_ms"): "the watchdog would end a start long before six days",
    ("firmware/power_up.py", "_note", "ticks_ms"): "as __init__",
    ("firmware/power_up.py", "wait", "ticks_ms"): "as __init__",
    ("firmware/rescue.py", "tell", "ticks_add"): "from the beginning of one line to its end",
    ("firmware/rescue.py", "tell", "ticks_diff"): "the same",
    ("firmware/rescue.py", "tell", "ticks_ms"): "the same",
    ("firmware/rescue.py", "wait", "ticks_add"): "less than a second is waited for",
    ("firmware/rescue.py", "wait", "ticks_diff"): "the same",
    ("firmware/rescue.py", "wait", "ticks_ms"): "the same",
    ("firmware/strips.py", "__init__", "ticks_add"): "as latched",
    ("firmware/strips.py", "__init__", "ticks_us"): "as latched",
    ("firmware/strips.py", "_start", "ticks_add"): "as latched",
    ("firmware/strips.py", "_start", "ticks_us"): "as latched",
    (
        "firmware/strips.py",
        "latched",
        "ticks_diff",
    ): "asked only while `sending`, which the loop soon ends",
    ("firmware/strips.py", "latched", "ticks_us"): "the same",
}

# (module, function, since when): why that is not long ago
ELAPSED = {
    ("engine_core/controls.py", "_release", "self._hold_from"): "while the menu is held for, 2 s at most",
    ("engine_core/controls.py", "_release", "self._since[key]"): "the key is down, or stuck after 15 s",
    ("engine_core/controls.py", "_press_modifier", "self._burst_at"): "the key of the burst is down, or stuck",
    ("engine_core/controls.py", "_press_seat", "self._burst_at"): "Buttons.rest has ended the burst",
    ("engine_core/controls.py", "tick", "self._burst_at"): "the same",
    ("engine_core/controls.py", "tick", "self._hold_from"): "while the menu is held for",
    ("engine_core/storage/journal.py", "idle", "self._since"): "idle, called in every quiet moment, ages it",
    ("engine_core/keys.py", "_restless", "self._unrest[key]"): "the contact before was within 30 ms",
    ("engine_core/keys.py", "_watch", "self._since[key]"): "the key is down, or stuck after 15 s",
    ("firmware/app.py", "tick", "self.looked_at"): "App looks round twenty times a second",
    ("firmware/buttons.py", "quiet", "self._pressed_at"): "Buttons.rest ages it",
    ("firmware/errorlog.py", "uptime", "self._counted"): "Device._look_round asks all the time",
    ("firmware/power_up.py", "wait", "self._began"): "the watchdog would end a start long before six days",
}

# (module, function, difference): why it is right
RAW = {
    ("engine_core/compat.py", "elapsed", "now - then"): "this is the one that knows how the clock wraps",
    ("engine_core/storage/journal.py", "idle", "now - _QUIET_MS"): "a time in the past, made to fit the clock",
    (
        "engine_core/keys.py",
        "_look",
        "now - self._watched",
    ): "a second; negative after a wrap, it only looks at once",
    ("engine_core/keys.py", "_press", "now - self._contact[key]"): "made to fit the clock; aged every three days",
    ("engine_core/keys.py", "_restless", "now - self._contact[key]"): "the same",
    ("engine_core/lights/painter.py", "_expire", "slot - self._brightness_since"): "modulo the slots of a period",
    ("engine_core/lights/painter.py", "_expire", "slot - self._red_since"): "modulo the slots of a period",
    ("firmware/buttons.py", "rest", "self.now - QUIET_MS"): "a time in the past, made to fit the clock",
    ("firmware/buttons.py", "turn", "now - self._last"): "made to fit the clock, and an hour at most counts",
    ("firmware/files.py", "append", "ticks_ms() - began"): "one write; negative at a wrap, which only closes the file",
}
NO_TIME = {  # `at` is a place there
    "engine_core/lights/area.py",
    "engine_core/storage/checkpoint_reading.py",
    "engine_core/storage/checkpoints.py",
    "engine_core/map_reading.py",
    "engine_core/menu.py",
    "engine_core/storage/game_reading.py",
    "engine_core/table.py",
}

Found = tuple[str, str, str]


def sources() -> Iterator[tuple[str, str]]:
    """Name and text of each module that the board runs."""
    for path in sorted([*(ROOT / "engine_core").rglob("*.py"), *(ROOT / "firmware").rglob("*.py")]):
        yield path.relative_to(ROOT).as_posix(), path.read_text()


def functions(modules: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str, ast.AST]]:
    """Module, function and node of each thing that is done within a function."""
    for module, text in modules:
        for function in ast.walk(ast.parse(text)):
            if isinstance(function, ast.FunctionDef):
                for node in ast.walk(function):
                    yield module, function.name, node


def name(node: ast.expr) -> str:
    """The name at the end of an expression: `self._since[key]` is _since, `ticks_ms()` is ticks_ms."""
    if isinstance(node, ast.Call):
        return name(node.func)
    if isinstance(node, ast.Subscript):
        return name(node.value)
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def clocks_read(modules: Iterable[tuple[str, str]]) -> set[Found]:
    return {
        (module, function, name(node))
        for module, function, node in functions(modules)
        if isinstance(node, ast.Call) and name(node) in CLOCKS
    }


def ages_taken(modules: Iterable[tuple[str, str]]) -> set[Found]:
    return {
        (module, function, ast.unparse(node.args[1]))
        for module, function, node in functions(modules)
        if isinstance(node, ast.Call) and name(node) == "elapsed"
    }


def raw_differences(modules: Iterable[tuple[str, str]]) -> set[Found]:
    return {
        (module, function, ast.unparse(node))
        for module, function, node in functions(modules)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub) and module not in NO_TIME
        if name(node.left) in TIMES | CLOCKS or name(node.right) in TIMES | CLOCKS
        if not isinstance(node.right, ast.Constant)
    }


def test_clocks_are_read_where_it_is_known_how_long_that_holds() -> None:
    assert clocks_read(sources()) == set(READ)


def test_no_age_is_taken_that_may_be_older_than_six_days() -> None:
    assert ages_taken(sources()) == set(ELAPSED)


def test_no_times_are_subtracted_that_may_have_wrapped() -> None:
    assert raw_differences(sources()) == set(RAW)


def test_a_new_place_would_be_seen() -> None:
    made = [
        (
            "firmware/made.py",
            "def f(self, now):\n    return ticks_us() - self._x, elapsed(now, self._y), now - self._z\n",
        )
    ]
    assert clocks_read(made) == {("firmware/made.py", "f", "ticks_us")}
    assert ages_taken(made) == {("firmware/made.py", "f", "self._y")}
    assert raw_differences(made) == {
        ("firmware/made.py", "f", text) for text in ("ticks_us() - self._x", "now - self._z")
    }
