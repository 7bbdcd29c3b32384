"""For `troop selftest`: light LEDs as a person is asked about them, and say which button was pressed.

The table does not run meanwhile. Strips are driven as in the game; every pin that a button may be wired to is
looked at.
"""

from time import sleep_ms, ticks_diff, ticks_ms

from machine import Pin

from .strips import Strip

STEADY_MS = 20  # a contact that rests for so long is pressed, or let go
LOOK_MS = 2
MOST_CHANNELS = 4  # bytes that an LED may take


class Guide:
    """strips: (pin, number of LEDs) of each. pins: of all buttons, and others that may be pulled down by mistake."""

    def __init__(self, strips: "list[tuple[int, int]]", pins: "list[int]") -> None:
        self._leds = [leds for _, leds in strips]
        self._strips = [
            Strip(number, strips[number][0], MOST_CHANNELS * strips[number][1]) for number in range(len(strips))
        ]
        self._pins = [(pin, Pin(pin, Pin.IN, Pin.PULL_UP)) for pin in pins]
        sleep_ms(1)

    def fill(self, strip: int, wire: bytes) -> None:
        """Light every LED of a strip with the bytes `wire`, as they go over the wire."""
        self._show(strip, wire * self._leds[strip])

    def only(self, strip: int, led: int, wire: bytes) -> None:
        """Light one LED, counted from 0; the others are dark."""
        self._show(strip, bytes(len(wire) * led) + wire)

    def _show(self, number: int, frame: bytes) -> None:
        strip = self._strips[number]
        size = MOST_CHANNELS * self._leds[number]
        strip.show(frame[:size] + bytes(size - len(frame)))
        strip.wait()
        strip.service()

    def down(self) -> "list[int]":
        """The pins that are pulled to ground now."""
        return [number for number, pin in self._pins if not pin.value()]

    def press(self, wait_ms: int) -> int:
        """The pin of the next button that is pressed and let go again; -1 when there is none within `wait_ms`."""
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
        """Whether the pin has this level and keeps it."""
        for _ in range(STEADY_MS // LOOK_MS):
            if pin.value() != level:
                return False
            sleep_ms(LOOK_MS)
        return True

    def close(self) -> None:
        """All dark, and the hardware given back."""
        for number in range(len(self._strips)):
            self.fill(number, bytes(MOST_CHANNELS))
            self._strips[number].close()
