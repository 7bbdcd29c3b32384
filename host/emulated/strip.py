"""A strip of LEDs on a pin of the emulated board: decodes the edges on the pin to the colours that it shows."""

from typing import Any

from rp2040py.gpio_pin import GPIOPinState

ONE_NS = 500  # a high pulse longer than this is a 1
LATCH_NS = 50_000  # a pause longer than this shows the frame; the shortest of all these chips


class EmulatedStrip:
    """A strip of `leds` LEDs of `size` bytes each on `pin` of `mcu`. wire: the bytes it shows; all 0 at power-on."""

    def __init__(self, mcu: Any, clock: Any, pin: int, leds: int, size: int) -> None:
        self.wire = bytes(leds * size)
        self._clock = clock
        self._rise: float | None = None
        self._fall: float | None = None
        self._bits = 0
        self._count = 0
        mcu.gpio[pin].add_listener(self._on_edge)

    def latch(self) -> bool:
        """Show the bits that have come, if there is a pause now. Whether there was something to show."""
        if not self._count or self._fall is None or self._clock.nanos - self._fall < LATCH_NS:
            return False
        self._show()
        return True

    def _on_edge(self, new: GPIOPinState, old: GPIOPinState) -> None:
        now = self._clock.nanos
        if new == GPIOPinState.HIGH:
            if self._count and self._fall is not None and now - self._fall >= LATCH_NS:
                self._show()
            self._rise = now
        elif old == GPIOPinState.HIGH and self._rise is not None:
            self._bits = self._bits << 1 | (now - self._rise > ONE_NS)
            self._count += 1
            self._rise, self._fall = None, now

    def _show(self) -> None:
        """Show the bytes that have come. LEDs that got none are unchanged, and bytes past the last LED are dropped."""
        data = (self._bits >> self._count % 8).to_bytes(self._count // 8, "big")
        new = data[: len(self.wire)]
        self.wire = new + self.wire[len(new) :]
        self._bits = self._count = 0
