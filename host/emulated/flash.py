"""The flash chip of the emulated board: how long its operations take, and its content after a power cut."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from host.emulated.flash_image import FLASH_SIZE

CYCLE_NS = 8.0  # of the CPU, at 125 MHz
ERASE, ERASE_64K, PROGRAM, STATUS = 0x20, 0xD8, 0x02, 0x05  # commands
ERASE_MS, PROGRAM_MS = 45.0, 0.4  # typical times to erase 4 KB and to program a page; at worst 400 and 3
BUSY = 1  # status bit: write in progress


@dataclass
class FlashOp:
    """One erase or program command. kind: "erase" or "program". old, new: the bytes before and after it."""

    start_ns: float
    end_ns: float
    kind: str
    address: int
    old: bytes
    new: bytes


class EmulatedFlash:
    """Makes the flash of `mcu` busy for realistic times. count: operations since power-on.

    erase_ms: time to erase 4 KB. did: called with each operation when it begins.
    """

    def __init__(
        self, mcu: Any, clock: Any, erase_ms: float = ERASE_MS, did: Callable[[FlashOp], None] = lambda op: None
    ) -> None:
        self.count = 0
        self._mcu = mcu
        self._clock = clock
        self._did = did
        self._durations_ms = {ERASE: erase_ms, ERASE_64K: 4 * erase_ms, PROGRAM: PROGRAM_MS}
        self._last: FlashOp | None = None
        self._apply = mcu.ssi._apply_command
        self._shift = mcu.ssi._shift_byte
        mcu.ssi._apply_command = self._on_command
        mcu.ssi._shift_byte = self._on_byte

    def snapshot(self) -> bytes:
        """The whole content of the flash now."""
        return bytes(self._mcu.flash[:FLASH_SIZE])

    def power_cut(self, chance: random.Random, part: float | None = None) -> bytes:
        """The whole content of the flash after a power cut now: an operation in progress has changed some of its bits.

        part: how much of the last operation is done (0 to 1), even if it has ended; None: as much as the time allows.
        """
        flash = bytearray(self.snapshot())
        last, now = self._last, self._clock.nanos
        if last is not None and (part is not None or now < last.end_ns):
            done = (now - last.start_ns) / (last.end_ns - last.start_ns) if part is None else part
            flash[last.address : last.address + len(last.new)] = torn(last, done, chance)
        return bytes(flash)

    def _on_command(self) -> None:
        """Handle a whole command of the CPU."""
        command = bytes(self._mcu.ssi._tx_buffer)
        if not command or command[0] not in self._durations_ms or len(command) < 4 or not self._mcu.ssi._write_enabled:
            self._apply()
            return
        size = {ERASE: 4096, ERASE_64K: 65536}.get(command[0], len(command) - 4)
        address = int.from_bytes(command[1:4], "big")
        old = bytes(self._mcu.flash[address : address + size])
        self._apply()
        new = bytes(self._mcu.flash[address : address + size])
        now = self._clock.nanos
        kind = "program" if command[0] == PROGRAM else "erase"
        self._last = FlashOp(now, now + self._durations_ms[command[0]] * 1e6, kind, address, old, new)
        self.count += 1
        self._did(self._last)

    def _on_byte(self, byte: int) -> int:
        """Exchange one byte with the chip. Its status is busy until the time of the operation is over."""
        answer = int(self._shift(byte))
        if self._mcu.ssi._tx_buffer[0] == STATUS and self._last is not None and self._clock.nanos < self._last.end_ns:
            answer |= BUSY
            self._leap(self._last.end_ns - self._clock.nanos)
        return answer

    def _leap(self, left: float) -> None:
        """Skip time in which the CPU only polls: up to the next alarm, with the running state machines."""
        cycles = int(min(left, self._clock.nanos_to_next_alarm) / CYCLE_NS)
        if cycles > 1:
            self._clock.tick(cycles * CYCLE_NS)
            for pio in self._mcu.pio:
                if not pio.stopped:
                    pio.advance(cycles)


def torn(op: FlashOp, part: float, chance: random.Random) -> bytes:
    """The bytes in the flash when `part` of an operation is done: each bit has changed with that probability."""
    left = bytearray(op.old)
    for i, (old, new) in enumerate(zip(op.old, op.new, strict=True)):
        for bit in range(8):
            if (old ^ new) >> bit & 1 and chance.random() < part:
                left[i] ^= 1 << bit
    return bytes(left)
