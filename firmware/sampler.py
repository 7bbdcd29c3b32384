"""Samples the buttons in hardware: PIO 1 reads 16 pins once a millisecond, and DMA writes them into a ring buffer.

Neither needs the CPU or the flash, so no press is lost during a flash erase (400 ms at worst).
"""
# ruff: noqa: F405  (PIO instructions are not names of Python)

import gc

import uctypes
from machine import Pin
from rp2 import DMA, PIO, StateMachine, asm_pio

from engine_core.compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array

    from rp2.asm_pio import *  # noqa: F403

STATE_MACHINE = const(5)  # on PIO 1, which is shared with the radio
RX_REQUEST = const(13)  # DMA request number of its receive FIFO
FREQUENCY = const(32_000)  # Hz; a sample is one instruction of 32 cycles
RING = const(1024)  # samples in the ring buffer
RING_BITS = const(11)  # log2 of its bytes
MARGIN = const(8)  # samples that may come while the oldest are being read
_TRIES = const(4)
COUNT = const(0x0FFFFFFF)  # transfers of one start of the DMA: 74 hours, and the most that all chips can count
MOST_LOOKS = const(200)  # polls for one sample: they take longer than a millisecond
RENEW = 0x00100000  # transfers left (17 minutes) at which the count is set again; not const, so that a test can set it


@asm_pio(in_shiftdir=PIO.SHIFT_LEFT, autopush=True, push_thresh=16, fifo_join=PIO.JOIN_RX)
def sample_program() -> None:
    in_(pins, 16)[31]


del asm_pio  # the assembler takes memory: power_up.py has it dropped


def _ring_memory() -> "tuple[bytearray, int]":
    """Memory for the ring buffer, and the address in it where the ring begins: a multiple of its size, for the DMA.

    Tries to get an aligned block: it allocates filler, which is garbage afterwards, so that the next block is aligned.
    After _TRIES the block is twice as large and the ring begins inside it.
    """
    size = 1 << RING_BITS
    gc.collect()
    blocks = [bytearray(size)]
    for _ in range(_TRIES):
        start = uctypes.addressof(blocks[-1])
        if start % size == 0:
            return blocks[-1], start
        blocks.append(bytearray(2 * size - start % size))  # a smaller filler might be placed in a gap elsewhere
        blocks.append(bytearray(size))
    blocks.append(bytearray(2 * size))
    start = uctypes.addressof(blocks[-1])
    return blocks[-1], start + -start % size


class Sampler:
    """Samples of 16 pins from `first_pin` on; `buttons`: the pins that get a pull-up.

    lost: samples overwritten before they were read, since the start.
    """

    def __init__(self, first_pin: int, buttons: "list[int]") -> None:
        for pin in buttons:
            Pin(pin, Pin.IN, Pin.PULL_UP)
        self._memory, start = _ring_memory()
        self._ring = uctypes.struct(start, {"samples": (0 | uctypes.ARRAY, uctypes.UINT16 | RING)}).samples
        self._next = 0  # index in the ring of the next sample to read
        self._taken = 0  # samples read or lost since the DMA was started
        self.lost = 0
        self._machine = StateMachine(STATE_MACHINE, sample_program, freq=FREQUENCY, in_base=Pin(first_pin))
        self._dma = DMA()
        ctrl = self._dma.pack_ctrl(
            size=1, inc_read=False, ring_sel=True, ring_size=RING_BITS, treq_sel=RX_REQUEST, irq_quiet=True
        )
        self._dma.config(read=self._machine, write=start, count=COUNT, ctrl=ctrl, trigger=True)
        self._machine.active(1)

    def read(self, samples: "array[int]") -> int:
        """Fill `samples` with the oldest samples not yet read; how many there were. Allocates nothing.

        When more have come than the ring holds, the oldest are overwritten; `lost` counts them.
        """
        left: int = self._dma.count  # type: ignore[attr-defined]  # the stubs lack it
        ready = COUNT - left - self._taken
        if ready > RING - MARGIN:
            late = ready - (RING - MARGIN)
            self.lost += late
            self._taken += late
            self._next = (self._next + late) & (RING - 1)
            ready = RING - MARGIN
        count = len(samples)
        if ready < count:
            count = ready
        ring, place = self._ring, self._next
        for i in range(count):
            samples[i] = ring[place]
            place = (place + 1) & (RING - 1)
        self._next = place
        self._taken += count
        if left < RENEW and count == ready:
            self._renew()
        return count

    def wait(self) -> None:
        """Wait until there is a sample to read, a millisecond at most, so that a press in it is seen at once."""
        dma = self._dma
        taken = COUNT - self._taken
        for _ in range(MOST_LOOKS):
            if dma.count != taken:  # type: ignore[attr-defined]
                return

    def _renew(self) -> None:
        """Set the transfer count to COUNT again. The FIFO holds the samples of eight milliseconds meanwhile.

        Stopping the DMA clears its count, so the count is read before. A sample that comes in between is not counted:
        until the next renewal (three days) every sample is read one millisecond later, still in order.
        """
        self._taken += self._dma.count - COUNT  # type: ignore[attr-defined]
        self._dma.active(0)
        self._dma.count = COUNT  # type: ignore[attr-defined]
        self._dma.active(1)

    def close(self) -> None:
        """Stop sampling and release the DMA channel: nothing writes into the ring any more."""
        self._dma.active(0)
        self._machine.active(0)
        self._dma.close()
