"""Addresses of chip registers (data sheets of RP2040 and RP2350), for the firmware and for programs sent to the board.

A write to address + CLEAR clears those bits of the register that are 1 in the value written.
"""

from engine_core.compat import const

CLEAR = const(0x3000)

WATCHDOG_RP2040 = const(0x40058000)  # its control register; the others are at the offsets below
WATCHDOG_RP2350 = const(0x400D8000)
WATCHDOG_ENABLE = const(1 << 30)  # bit of the control register
WATCHDOG_REASON = const(0x08)  # why the chip was reset: 1 by the timer, 2 by force
WATCHDOG_SCRATCH = const(0x0C)  # survives every reset but power-on; the boot ROM uses other scratch registers

USB_ADDRESS = const(0x50110000)  # address that the laptop gave the board, on both chips; 0: no laptop
USB_FRAME = const(0x50110048)  # USB frame counter: changes every millisecond while the laptop is awake
