"""Keeps the board reachable: the watchdog, what must go on during long work, and the count of restarts in a row.

The watchdog restarts a device that hangs; the journal then restores the game. MicroPython has no call to stop the
watchdog, so its control register is written. It must be stopped when a laptop interrupts the firmware: otherwise the
board would restart while the laptop copies files.
"""

import sys

import machine

from engine_core.compat import const

from .registers import (
    CLEAR,
    WATCHDOG_ENABLE,
    WATCHDOG_REASON,
    WATCHDOG_RP2040,
    WATCHDOG_RP2350,
    WATCHDOG_SCRATCH,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .usb import Usb

WATCHDOG_MS = const(8000)  # long, because storage that must free space may take seconds
HEALTHY_S = 60  # after this time the start counts as good
TOO_MANY = 3  # restarts in a row after which the device does not run any more

_WATCHDOG = WATCHDOG_RP2350 if "RP2350" in sys.implementation._machine else WATCHDOG_RP2040
_BY_TIMER = const(1)  # reason of a reset: the watchdog's timer
# Content of the scratch register:
_MARK = const(0x74720000)  # the upper half, if the register was written by this module
_ARMED = const(0x100)  # the watchdog is on
_STARTS = const(0xFF)  # mask: starts in a row that are not known to be good


class Watchdog:
    """Off until `start`; then `feed` it at least every WATCHDOG_MS, or `stop` it.

    has_bitten: this start was caused by the watchdog because the firmware hung, not by a deliberate restart.
    """

    def __init__(self) -> None:
        self.has_bitten = bool(machine.mem32[_WATCHDOG + WATCHDOG_REASON] & _BY_TIMER and _noted() & _ARMED)
        self._dog: "machine.WDT | None" = None

    def start(self) -> None:
        """Start the watchdog: from now on it restarts the board unless it is fed."""
        _note(_noted() | _ARMED)
        self._dog = machine.WDT(timeout=WATCHDOG_MS)

    def feed(self) -> None:
        """Postpone the restart for another WATCHDOG_MS. Allocates nothing."""
        if self._dog is not None:
            self._dog.feed()

    def stop(self) -> None:
        """Stop the watchdog: nothing restarts the board any more."""
        machine.mem32[_WATCHDOG + CLEAR] = WATCHDOG_ENABLE
        _note(_noted() & ~_ARMED)
        self._dog = None


class Upkeep:
    """What must be done during work that takes seconds: call `go_on` now and then.

    dog: the watchdog, already started. also: what else `go_on` calls, while the device starts.
    """

    def __init__(self, dog: Watchdog, usb: "Usb", also: "Callable[[], object]") -> None:
        self.dog = dog
        self.usb = usb
        self.also = also

    def go_on(self) -> None:
        """Feed the watchdog, read USB so that Ctrl-C is seen, and call `also`."""
        self.dog.feed()
        self.usb.turn()
        self.also()


def count_start() -> int:
    """Count this start, which is not yet known to be good. Returns how many such starts came before it in a row."""
    noted = _noted()
    before = noted & _STARTS
    _note(noted & ~_STARTS | min(before + 1, _STARTS))
    return before


def healthy() -> None:
    """Count restarts from 0 again: the device has run long enough, or was stopped on purpose."""
    _note(_noted() & ~_STARTS)


def _noted() -> int:
    """The lower half of the scratch register, which survives a reset; 0 after power-on."""
    noted = machine.mem32[_WATCHDOG + WATCHDOG_SCRATCH]
    return noted & 0xFFFF if noted & ~0xFFFF == _MARK else 0


def _note(number: int) -> None:
    machine.mem32[_WATCHDOG + WATCHDOG_SCRATCH] = _MARK | number
