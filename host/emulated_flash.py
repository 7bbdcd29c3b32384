"""The flash chip of the emulated board with the time that it takes, and what is left of it when the plug is pulled."""

import random
from dataclasses import dataclass
from typing import Any

from host.flash_image import FLASH_SIZE

CYCLE_NS = 8.0  # of the CPU, at 125 MHz
ERASE, ERASE_64K, PROGRAM, STATUS = 0x20, 0xD8, 0x02, 0x05  # commands
DURATIONS_NS = {ERASE: 45e6, ERASE_64K: 180e6, PROGRAM: 0.4e6}  # typical of the chip
BUSY = 1  # status bit: write in progress
LEAP_NS = 1e6  # at most so much time passes at once while the CPU waits for the flash


@dataclass
class Operation:
    """One erase or program command, from `start` to `end` (ns). `old` and `new`: the bytes before and after it."""

    start: float
    end: float
    address: int
    old: bytes
    new: bytes


class EmulatedFlash:
    """Gives the flash of `mcu` its busy times. count: operations since power-on."""

    def __init__(self, mcu: Any, clock: Any) -> None:
        self.count = 0
        self._mcu = mcu
        self._clock = clock
        self._last: Operation | None = None
        self._apply = mcu.ssi._apply_command
        self._shift = mcu.ssi._shift_byte
        mcu.ssi._apply_command = self._on_command
        mcu.ssi._shift_byte = self._on_byte

    def snapshot(self) -> bytes:
        """All of it as it is."""
        return bytes(self._mcu.flash[:FLASH_SIZE])

    def power_cut(self, chance: random.Random) -> bytes:
        """All of it when the plug is pulled now: an operation under way has changed a part of its bits."""
        flash = bytearray(self.snapshot())
        last, now = self._last, self._clock.nanos
        if last is not None and now < last.end:
            part = (now - last.start) / (last.end - last.start)
            flash[last.address : last.address + len(last.new)] = _torn(last, part, chance)
        return bytes(flash)

    def _on_command(self) -> None:
        """The CPU has sent a whole command."""
        command = bytes(self._mcu.ssi._tx_buffer)
        if not command or command[0] not in DURATIONS_NS or len(command) < 4 or not self._mcu.ssi._write_enabled:
            self._apply()
            return
        size = {ERASE: 4096, ERASE_64K: 65536}.get(command[0], len(command) - 4)
        address = int.from_bytes(command[1:4], "big")
        old = bytes(self._mcu.flash[address : address + size])
        self._apply()
        new = bytes(self._mcu.flash[address : address + size])
        now = self._clock.nanos
        self._last = Operation(now, now + DURATIONS_NS[command[0]], address, old, new)
        self.count += 1

    def _on_byte(self, byte: int) -> int:
        """One byte to and from the chip. Asked for its status it is busy until the operation's time is over."""
        answer = int(self._shift(byte))
        if self._mcu.ssi._tx_buffer[0] == STATUS and self._last is not None and self._clock.nanos < self._last.end:
            answer |= BUSY
            self._leap(self._last.end - self._clock.nanos)
        return answer

    def _leap(self, left: float) -> None:
        """The CPU would only ask again: let time pass up to the next alarm, with the state machines that run."""
        jump = min(left, LEAP_NS, self._clock.nanos_to_next_alarm)
        cycles = int(jump / CYCLE_NS)
        if cycles > 1:
            self._clock.tick(cycles * CYCLE_NS)
            for pio in self._mcu.pio:
                if not pio.stopped:
                    pio.advance(cycles)


def _torn(op: Operation, part: float, chance: random.Random) -> bytes:
    """What is in the flash when `part` of an operation is done: each bit that changes has changed with that chance."""
    torn = bytearray(op.old)
    for i, (old, new) in enumerate(zip(op.old, op.new, strict=True)):
        for bit in range(8):
            if (old ^ new) >> bit & 1 and chance.random() < part:
                torn[i] ^= 1 << bit
    return bytes(torn)
