"""LED strips on PIO 0, fed by DMA: a frame is started and sends itself. Interrupts are never off.

Wire format of WS2812 and its relatives: 1.25 us a bit, high for 0.31 us (0) or 0.70 us (1), which suits
WS2812B, its newer versions and SK6812 alike; a pause of 300 us or more shows the frame.
"""
# ruff: noqa: F405  (the words of a PIO program are not Python's)

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
LATCH_US = const(300)
SPARE_US = const(20)  # from the start of the DMA to the first bit, and a fraction of a bit
LOOKS = const(20_000)  # after which nobody waits for a frame any more: the longest takes a quarter of that


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
    out(x, 1).side(0)[6]  # waits here, low, when there is nothing to send
    jmp(not_x, "zero").side(1)[3]
    jmp("bit").side(1)[4]
    label("zero")
    nop().side(0)[4]
    wrap()


del asm_pio  # the assembler takes memory: power_up.py has it dropped


class Slice:
    """Gives the slice it is asked with: kept, it makes a copy that allocates nothing."""

    def __getitem__(self, key: slice) -> slice:
        return key


_ALL = Slice()[:]
del Slice


class Strip:
    """One strip. number: state machine of PIO 0 (0..3); size: bytes of a frame on the wire.

    sending: a frame is on its way, and another may wait: `service` has to be called every few milliseconds.
    """

    def __init__(self, number: int, pin: int, size: int) -> None:
        self._frame_us = int(size * 8 * BIT_US) + LATCH_US + SPARE_US
        self._buffers = (bytearray(size), bytearray(size))
        self._back = 0  # the buffer that nothing is sent from
        self.waiting = False  # a frame is
        self.sending = True  # nothing, for the pause that must come first
        self._machine = StateMachine(number, wire_program, freq=FREQUENCY, sideset_base=Pin(pin))
        self._dma = DMA()
        ctrl = self._dma.pack_ctrl(size=0, inc_write=False, treq_sel=number)
        self._dma.config(write=self._machine, count=size, ctrl=ctrl)
        self._machine.active(1)
        self._free_at = ticks_add(ticks_us(), LATCH_US)

    def show(self, wire: "bytearray | bytes") -> None:
        """Send a frame, or keep it for `service` while an older one is still on its way; never waits."""
        self._buffers[self._back][_ALL] = wire
        self.waiting = True
        if self.latched():
            self._start()

    def service(self) -> None:
        """Start the newest frame kept back, when the strip has latched the one before."""
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
        """Whether the last frame is out and shown. Once it is, the clock is not asked again.

        A difference of ticks_us is right for nine minutes only, and a strip may be left alone for longer.
        """
        if self.sending and ticks_diff(ticks_us(), self._free_at) >= 0 and not self._dma.active():
            self.sending = False
        return not self.sending

    def wait(self) -> None:
        """Until the last frame is out and shown."""
        for _ in range(LOOKS):
            if self.latched():
                break

    def close(self) -> None:
        """Let the frame under way end, then give the channel back."""
        self.wait()
        self._machine.active(0)
        self._dma.close()


class Strips:
    """All strips of a board. strips: as in the board file, at most four.

    busy: frames are on their way or wait for that.
    """

    def __init__(self, strips: "list[StripData]") -> None:
        self._strips = []
        self.busy = True
        for number in range(len(strips)):
            strip = strips[number]
            self._strips.append(Strip(number, strip.pin, strip.leds * len(strip.order)))

    def show(self, number: int, wire: "bytearray | bytes") -> None:
        """Send `wire`, the whole frame in the strip's own byte order, to strip `number`; never waits."""
        self._strips[number].show(wire)
        self.busy = True

    def service(self) -> None:
        """To be called every few milliseconds while `busy`: sends frames that had to wait."""
        self.busy = False
        for strip in self._strips:
            strip.service()
            if strip.sending:
                self.busy = True

    def close(self) -> None:
        """End the frames under way and give the channels back."""
        for strip in self._strips:
            strip.close()
