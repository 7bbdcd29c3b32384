"""Reports that the device cannot run: blinks a pattern on the strips and prints the reason on USB, repeatedly.

Imports no other module of this project: it must work when those files are missing or damaged.
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
BOARD = 2  # the board file is at fault, or hardware that it describes cannot be used
SETTINGS = 3  # the settings are at fault
RESTARTS = 4  # the device restarted too often in a row
SAFE = 8  # safe mode was asked for; these LEDs are blue and do not blink
USUAL_STRIPS = [(2, "GRB"), (3, "GRB")]  # (pin, colour order) of the strips of the reference board
BLINK_MS = 300
AGAIN = 8  # blinks between two messages
PATIENCE_MS = 200  # longest wait for a laptop that does not read


class Stop(Exception):
    """The device cannot run, or must not. pattern: PROGRAM, BOARD, SETTINGS, RESTARTS or SAFE.

    strips: (pin, colour order) of those to light.
    """

    def __init__(self, pattern: int, message: str, strips: "list[tuple[int, str]]") -> None:
        super().__init__(message)
        self.pattern = pattern
        self.message = message
        self.strips = strips


def hanging() -> Stop:
    """The error to raise when every start hangs before power_up.py, which handles repeated restarts, is reached."""
    return Stop(RESTARTS, "it hangs whenever it starts: flash the board again.", USUAL_STRIPS)


def report(error: Exception) -> None:
    """Print why the device does not run and blink, until Ctrl-C. For safe mode print it once and return."""
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
    tell(trace(error))  # a fault in the firmware
    return Stop(PROGRAM, "it cannot start (%s: %s)." % (type(error).__name__, error), USUAL_STRIPS)


def trace(error: Exception) -> str:
    """The traceback of an exception."""
    told = StringIO()
    sys.print_exception(error, told)
    text: str = told.getvalue()
    return text


def tell_fault(error: Exception, note: "Callable[[str], object]") -> None:
    """Pass a fault of the firmware, with the line that raised it, to `note`, and print its traceback."""
    lines = trace(error)
    places = [line.strip() for line in lines.split("\n") if line.startswith("  File ")]
    note("%s: %s (%s)" % (type(error).__name__, error, places[-1] if places else "no traceback"))
    tell(lines)


def tell(text: str) -> bool:
    """Print `text`, for PATIENCE_MS at most: a laptop that does not read must not block. Whether all was printed."""
    room = poll()
    room.register(sys.stdout, POLLOUT)
    end = ticks_add(ticks_ms(), PATIENCE_MS)
    for byte in text.replace("\n", "\r\n").encode():
        if not room.poll(max(0, ticks_diff(end, ticks_ms()))) or not sys.stdout.buffer.write(bytes([byte])):
            return False
    return True


def wait(ms: int) -> None:
    """Wait and discard what a laptop types: Ctrl-C is not seen behind bytes that nobody reads."""
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
    """Light the first `count` LEDs of each strip in one colour ("R", "G" or "B"); the others, up to LEDS, are dark."""
    for pin, order in strips:
        size = len(order)
        strip = NeoPixel(Pin(pin, Pin.OUT), LEDS, bpp=size)
        for i in range(count):
            strip.buf[i * size + order.index(colour)] = LEVEL
        strip.write()
