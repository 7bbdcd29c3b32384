"""Drives the LED strips with PIO 0 and DMA: once started, a frame is sent without the CPU. Interrupts stay enabled.

Wire format of WS2812 and its relatives: 1.25 us a bit, high for 0.31 us (0) or 0.70 us (1), which suits
WS2812B, its newer versions and SK6812 alike; a pause of 300 us or more shows the frame.
"""
# ruff: noqa: F405  (PIO instructions are not names of Python)

from time import ticks_add, ticks_diff, ticks_us

from machine import Pin
from rp2 import DMA, PIO, StateMachine, asm_pio

from engine_core.compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rp2.asm_pio import *  # noqa: F403

    from engine_core.board import Strip as StripData

FREQUENCY = const(12_800_000)  # 16 cycles a bit
BIT_US = 1.25
LATCH_US = const(300)  # pause after which a strip shows the frame
SPARE_US = const(20)  # time from the start of the DMA to the first bit, and a fraction of a bit
LOOKS = const(20_000)  # polls before a wait for a frame is given up; the longest frame takes a quarter of them


@asm_pio(
    sideset_init=PIO.OUT_LOW,
    out_shiftdir=PIO.SHIFT_LEFT,
    autopull=True,
    pull_thresh=8,
    fifo_join=PIO.JOIN_TX,
)
def wire_program() -> None:
    wrap_target()
    label("bit")
    out(x, 1).side(0)[6]  # the program waits here, with the pin low, when there is nothing to send
    jmp(not_x, "zero").side(1)[3]
    jmp("bit").side(1)[4]
    label("zero")
    nop().side(0)[4]
    wrap()


del asm_pio  # the assembler takes memory: power_up.py has it dropped


class Slice:
    """Returns the slice that it is indexed with. A stored slice object makes a copy possible without allocation."""

    def __getitem__(self, key: slice) -> slice:
        return key


_ALL = Slice()[:]
del Slice


class Strip:
    """One strip. number: state machine of PIO 0 (0..3); size: bytes of a frame on the wire.

    waiting: a frame waits to be sent. sending: a frame is being sent, or its pause is not over. While `sending`,
    `service` must be called every few milliseconds.
    """

    def __init__(self, number: int, pin: int, size: int) -> None:
        self._frame_us = int(size * 8 * BIT_US) + LATCH_US + SPARE_US
        self._buffers = (bytearray(size), bytearray(size))
        self._back = 0  # index of the buffer that is not being sent
        self.waiting = False
        self.sending = True  # no frame yet, but a pause must come before the first
        self._machine = StateMachine(number, wire_program, freq=FREQUENCY, sideset_base=Pin(pin))
        self._dma = DMA()
        ctrl = self._dma.pack_ctrl(size=0, inc_write=False, treq_sel=number)
        self._dma.config(write=self._machine, count=size, ctrl=ctrl)
        self._machine.active(1)
        self._free_at = ticks_add(ticks_us(), LATCH_US)

    def show(self, wire: "bytearray | bytes") -> None:
        """Send a frame, or keep it for `service` while an older one is still being sent. Never waits."""
        self._buffers[self._back][_ALL] = wire
        self.waiting = True
        if self.latched():
            self._start()

    def service(self) -> None:
        """Send the newest frame kept by `show`, if the strip has latched the one before."""
        if self.latched() and self.waiting:
            self._start()

    def _start(self) -> None:
        dma = self._dma
        dma.read = self._buffers[self._back]  # type: ignore[attr-defined]  # the stubs lack it
        dma.active(1)
        self._free_at = ticks_add(ticks_us(), self._frame_us)
        self._back = 1 - self._back
        self.waiting = False
        self.sending = True

    def latched(self) -> bool:
        """Whether the last frame is sent and shown. Once it is, the clock is not read again.

        A difference of ticks_us is valid for nine minutes only, and a strip may show one frame for longer.
        """
        if self.sending and ticks_diff(ticks_us(), self._free_at) >= 0 and not self._dma.active():
            self.sending = False
        return not self.sending

    def wait(self) -> None:
        """Wait until the last frame is sent and shown, for LOOKS polls at most."""
        for _ in range(LOOKS):
            if self.latched():
                break

    def close(self) -> None:
        """Wait for the end of the frame being sent, then release the DMA channel."""
        self.wait()
        self._machine.active(0)
        self._dma.close()


class Strips:
    """All strips of a board. strips: as in the board file, at most four.

    busy: frames are being sent or wait to be sent.
    """

    def __init__(self, strips: "list[StripData]") -> None:
        self._strips = []
        self.busy = True
        for number in range(len(strips)):
            strip = strips[number]
            self._strips.append(Strip(number, strip.pin, strip.leds * len(strip.order)))

    def show(self, number: int, wire: "bytearray | bytes") -> None:
        """Send `wire`, a whole frame in the strip's colour order, to strip `number`. Never waits."""
        self._strips[number].show(wire)
        self.busy = True

    def service(self) -> None:
        """Send frames that had to wait. Must be called every few milliseconds while `busy`."""
        self.busy = False
        for strip in self._strips:
            strip.service()
            if strip.sending:
                self.busy = True

    def close(self) -> None:
        """Wait for the end of the frames being sent and release the DMA channels."""
        for strip in self._strips:
            strip.close()
