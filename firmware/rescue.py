"""When the device cannot run: a light pattern on whatever strips there are, and the reason on USB, again and again.

Needs nothing of ours: it must work when our own files are what is wrong.
"""

import sys
from io import StringIO
from select import POLLIN, POLLOUT, poll
from time import ticks_add, ticks_diff, ticks_ms

from machine import Pin
from neopixel import NeoPixel

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

LEDS = 8
LEVEL = 40  # of 255

# Patterns: how many LEDs blink red, from the start of each strip.
PROGRAM = 1  # a file of the firmware is missing or at fault
BOARD = 2  # the board file, or what it says is not there
SETTINGS = 3  # the settings
RESTARTS = 4  # it started too often in a row
SAFE = 8  # these are blue and steady: safe mode was asked for
USUAL_STRIPS = [(2, "GRB"), (3, "GRB")]  # pin and colour order, where the reference board has them
BLINK_MS = 300
AGAIN = 8  # blinks between two messages
PATIENCE_MS = 200  # for a laptop that does not read


class Stop(Exception):
    """The device cannot run, or must not. pattern: see above. strips: (pin, colour order) of what can be lit."""

    def __init__(self, pattern: int, message: str, strips: "list[tuple[int, str]]") -> None:
        super().__init__(message)
        self.pattern = pattern
        self.message = message
        self.strips = strips


def hanging() -> Stop:
    """It started so often that even what looks after that (power_up.py) was not reached."""
    return Stop(RESTARTS, "it hangs whenever it starts: flash the board again.", USUAL_STRIPS)


def report(error: Exception) -> None:
    """Say why the device does not run and blink until Ctrl-C; for safe mode, say so once and leave it to the laptop."""
    stop = _stop(error)
    if stop.pattern == SAFE:
        light(stop.strips, SAFE, "B")
        tell("troopkeeper: safe mode: %s Nothing runs; the board waits for a laptop.\n" % stop.message)
        return
    message = "troopkeeper: %s\n" % stop.message
    whole = True
    while True:
        whole = tell(message if whole else "\n" + message)
        blink(stop.strips, stop.pattern, AGAIN)


def _stop(error: Exception) -> Stop:
    if isinstance(error, Stop):
        return error
    if isinstance(error, ImportError):
        return Stop(PROGRAM, "a file is missing (%s): flash the board again." % error, USUAL_STRIPS)
    tell(trace(error))  # a fault of ours
    return Stop(PROGRAM, "it cannot start (%s: %s)." % (type(error).__name__, error), USUAL_STRIPS)


def trace(error: Exception) -> str:
    """The traceback of an exception."""
    told = StringIO()
    sys.print_exception(error, told)
    text: str = told.getvalue()
    return text


def tell_fault(error: Exception, note: "Callable[[str], object]") -> None:
    """Note a fault of ours with the place it came from, and print its traceback."""
    lines = trace(error)
    places = [line.strip() for line in lines.split("\n") if line.startswith("  File ")]
    note("%s: %s (%s)" % (type(error).__name__, error, places[-1] if places else "no traceback"))
    tell(lines)


def tell(text: str) -> bool:
    """Print a text as far as somebody reads it: who does not must not hold us up. Whether all of it was printed."""
    room = poll()
    room.register(sys.stdout, POLLOUT)
    end = ticks_add(ticks_ms(), PATIENCE_MS)
    for byte in text.replace("\n", "\r\n").encode():
        if not room.poll(max(0, ticks_diff(end, ticks_ms()))) or not sys.stdout.buffer.write(bytes([byte])):
            return False
    return True


def wait(ms: int) -> None:
    """Take in meanwhile what a laptop types: Ctrl-C could not come through behind it."""
    typed = poll()
    typed.register(sys.stdin, POLLIN)
    end = ticks_add(ticks_ms(), ms)
    while typed.poll(max(0, ticks_diff(end, ticks_ms()))):
        sys.stdin.buffer.read(1)


def blink(strips: "list[tuple[int, str]]", count: int, times: int) -> None:
    """Blink the pattern of `count` red LEDs."""
    for _ in range(times):
        light(strips, count, "R")
        wait(BLINK_MS)
        light(strips, 0, "R")
        wait(BLINK_MS)


def light(strips: "list[tuple[int, str]]", count: int, colour: str) -> None:
    """Light the first `count` of LEDS LEDs of each strip in one colour ("R", "G" or "B"), the others not."""
    for pin, order in strips:
        size = len(order)
        strip = NeoPixel(Pin(pin, Pin.OUT), LEDS, bpp=size)
        for i in range(count):
            strip.buf[i * size + order.index(colour)] = LEVEL
        strip.write()
