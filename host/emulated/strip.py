"""A strip of LEDs on a pin of the emulated board: the edges on the pin become the colours that it shows."""

from typing import Any

from rp2040py.gpio_pin import GPIOPinState

ONE_NS = 500  # a high pulse longer than this is a one
LATCH_NS = 50_000  # a pause longer than this shows the frame; the earliest that any of these chips does


class EmulatedStrip:
    """`leds` LEDs of `size` bytes each on `pin` of `mcu`. wire: the bytes that they show; all 0 at power-on."""

    def __init__(self, mcu: Any, clock: Any, pin: int, leds: int, size: int) -> None:
        self.wire = bytes(leds * size)
        self._clock = clock
        self._rise: float | None = None
        self._fall: float | None = None
        self._bits = 0
        self._count = 0
        mcu.gpio[pin].add_listener(self._on_edge)

    def latch(self) -> bool:
        """Show what came before a pause, if there is one now. Whether something came."""
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
        """Every LED that got all its bytes takes them on; what comes after the last one leaves the strip."""
        data = (self._bits >> self._count % 8).to_bytes(self._count // 8, "big")
        new = data[: len(self.wire)]
        self.wire = new + self.wire[len(new) :]
        self._bits = self._count = 0
