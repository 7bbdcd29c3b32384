"""The board's part of `troop selftest`: lights LEDs that a person is asked about, and reports which button is pressed.

The table does not run meanwhile. Strips are driven as in the game. Every pin that a button may be wired to is read.
"""

from time import sleep_ms, ticks_diff, ticks_ms

from machine import Pin

from .strips import Strip

STEADY_MS = 20  # debounce: a level that lasts for so long counts
LOOK_MS = 2  # time between two reads of the pins
MOST_CHANNELS = 4  # most bytes per LED


class Guide:
    """The strips and buttons under test. strips: (pin, number of LEDs) of each.

    pins: those of all buttons, and others that a button may be wired to by mistake.
    """

    def __init__(self, strips: "list[tuple[int, int]]", pins: "list[int]") -> None:
        self._leds = [leds for _, leds in strips]
        self._strips = [
            Strip(number, strips[number][0], MOST_CHANNELS * strips[number][1]) for number in range(len(strips))
        ]
        self._pins = [(pin, Pin(pin, Pin.IN, Pin.PULL_UP)) for pin in pins]
        sleep_ms(1)

    def fill(self, strip: int, wire: bytes) -> None:
        """Light every LED of a strip. wire: the bytes of one LED in wire order."""
        self._show(strip, wire * self._leds[strip])

    def only(self, strip: int, led: int, wire: bytes) -> None:
        """Light one LED, counted from 0; the others are dark. wire: its bytes in wire order."""
        self._show(strip, bytes(len(wire) * led) + wire)

    def _show(self, number: int, frame: bytes) -> None:
        strip = self._strips[number]
        size = MOST_CHANNELS * self._leds[number]
        strip.show(frame[:size] + bytes(size - len(frame)))
        strip.wait()
        strip.service()

    def down(self) -> "list[int]":
        """The numbers of the pins that are pulled to ground now."""
        return [number for number, pin in self._pins if not pin.value()]

    def press(self, wait_ms: int) -> int:
        """Wait until a button is pressed and released. Returns its pin; -1 when there is none within `wait_ms`."""
        ignored = self.down()
        start = ticks_ms()
        while ticks_diff(ticks_ms(), start) < wait_ms:
            for number, pin in self._pins:
                if number in ignored:
                    if pin.value():
                        ignored.remove(number)
                elif self._rests(pin, 0):
                    while not self._rests(pin, 1) and ticks_diff(ticks_ms(), start) < wait_ms:
                        sleep_ms(LOOK_MS)
                    return number
            sleep_ms(LOOK_MS)
        return -1

    def _rests(self, pin: Pin, level: int) -> bool:
        """Whether the pin has this level for STEADY_MS."""
        for _ in range(STEADY_MS // LOOK_MS):
            if pin.value() != level:
                return False
            sleep_ms(LOOK_MS)
        return True

    def close(self) -> None:
        """Make all LEDs dark and release the hardware."""
        for number in range(len(self._strips)):
            self.fill(number, bytes(MOST_CHANNELS))
            self._strips[number].close()
