"""Keeps the board reachable: the watchdog, and the count of restarts in a row.

The watchdog restarts a device that hangs; the journal brings the game back. Python cannot stop it, but its
control register can, and must: a laptop that interrupts the firmware to copy files would be cut off otherwise.
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

WATCHDOG_MS = const(8000)  # a storage that must make room may take seconds
HEALTHY_S = 60  # a device that has run so long counts as started
TOO_MANY = 3  # restarts in a row that it takes to end in safe mode

_WATCHDOG = WATCHDOG_RP2350 if "RP2350" in sys.implementation._machine else WATCHDOG_RP2040
_BY_TIMER = const(1)  # why the chip was reset
# What is kept in the scratch register:
_MARK = const(0x74720000)  # it is our number, not a leftover
_ARMED = const(0x100)  # the watchdog watches
_STARTS = const(0xFF)  # in a row that are not known to be good


class Watchdog:
    """Off until `start`; then `feed` it at least every WATCHDOG_MS, or `stop` it.

    has_bitten: it was the watchdog that restarted the board, and nobody on purpose, since it was last stopped.
    """

    def __init__(self) -> None:
        self.has_bitten = bool(machine.mem32[_WATCHDOG + WATCHDOG_REASON] & _BY_TIMER and _noted() & _ARMED)
        self._dog: "machine.WDT | None" = None

    def start(self) -> None:
        """Restart the board unless it is fed from now on."""
        _note(_noted() | _ARMED)
        self._dog = machine.WDT(timeout=WATCHDOG_MS)

    def feed(self) -> None:
        """All is well for another WATCHDOG_MS. Allocates nothing."""
        if self._dog is not None:
            self._dog.feed()

    def stop(self) -> None:
        """Whoever has the board now may take as long as they like."""
        machine.mem32[_WATCHDOG + CLEAR] = WATCHDOG_ENABLE
        _note(_noted() & ~_ARMED)
        self._dog = None


def count_start() -> int:
    """Note a start that is not yet known to be a good one; how many came before it in a row."""
    noted = _noted()
    before = noted & _STARTS
    _note(noted & ~_STARTS | min(before + 1, _STARTS))
    return before


def healthy() -> None:
    """The device runs, or was stopped on purpose: restarts are counted from 0 again."""
    _note(_noted() & ~_STARTS)


def _noted() -> int:
    """What we keep through a reset; 0 after power-on."""
    noted = machine.mem32[_WATCHDOG + WATCHDOG_SCRATCH]
    return noted & 0xFFFF if noted & ~0xFFFF == _MARK else 0


def _note(number: int) -> None:
    machine.mem32[_WATCHDOG + WATCHDOG_SCRATCH] = _MARK | number
