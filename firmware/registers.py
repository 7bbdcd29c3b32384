"""Addresses of the chips' registers (data sheets of RP2040 and RP2350), for the board and for programs sent to it.

A write at an address + CLEAR clears the bits that are set in it.
"""

from engine_core.compat import const

CLEAR = const(0x3000)

WATCHDOG_RP2040 = const(0x40058000)  # its control register; the others follow
WATCHDOG_RP2350 = const(0x400D8000)
WATCHDOG_ENABLE = const(1 << 30)  # bit of the control register
WATCHDOG_REASON = const(0x08)  # why the chip was reset: 1 by the timer, 2 by force
WATCHDOG_SCRATCH = const(0x0C)  # survives every reset but power-on; the boot ROM uses other scratch registers

USB_ADDRESS = const(0x50110000)  # that the laptop has given the board, on both chips; 0: nobody has
USB_FRAME = const(0x50110048)  # counts the milliseconds as long as the laptop is awake
