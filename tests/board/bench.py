"""A Pico W on the bench: an official MicroPython image in the rp2040py emulator, with instruments around it.

Everything happens in emulated time and nothing depends on the laptop's clock: two equal runs give equal results.

    bench = Bench(image, files={"main.py": b"print('hello')"})
    bench.run_until(lambda: "hello" in bench.text(), limit_ms=2000)
    bench.press(300, gpio=6, hold_ms=80)
    frames = bench.frames(gpio=2)
"""

import asyncio
import math
import os
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from rp2040py.boards import BOARDS
from rp2040py.device.mp_device import MicroPythonDevice
from rp2040py.gpio_pin import GPIOPinState
from rp2040py.memory_map import FLASH_START_ADDRESS

from tests.board import flashfs
from tests.board.wave import Edge, Frame, decode

CACHE = Path.home() / ".cache" / "troopkeeper"
CLOCK_NS = 8.0  # one cycle at 125 MHz
LONGEST_STEP = 62_500  # cycles between two looks at the state machines
ERASE, ERASE_64K, PROGRAM, STATUS = 0x20, 0xD8, 0x02, 0x05
ERASE_MS, PROGRAM_MS = 45.0, 0.4  # typical of the flash chip; the worst are 400 and 3
DMA_COUNT = 8  # register of a DMA channel: transfers left
BUSY = 1  # status bit: write in progress


def find_image() -> Path | None:
    """The MicroPython image to test on: TROOP_UF2, else the newest Pico W image in the cache, else None."""
    named = os.environ.get("TROOP_UF2")
    if named:
        return Path(named)
    found = sorted(CACHE.glob("RPI_PICO_W-*.uf2"))
    return found[-1] if found else None


@dataclass
class FlashOp:
    """One erase or program command. `old` and `new` are the bytes before and after it."""

    start_ns: float
    end_ns: float
    kind: str
    address: int
    old: bytes
    new: bytes


class Bench:
    """One power-on of the board. Times in emulated milliseconds since then."""

    def __init__(
        self,
        image: Path,
        files: dict[str, bytes] | None = None,
        flash: bytes | None = None,
        usb: bool = True,
        erase_ms: float = ERASE_MS,
    ) -> None:
        """files: the file system to start with. flash: all 2 MB as `power_cut` gave them (instead of files).
        usb: whether a laptop is at the other end of the cable. erase_ms: how long a 4 KB erase takes."""
        self.image = image
        self.device = MicroPythonDevice(board=replace(BOARDS["pico_w"], image=image))
        self.mcu: Any = self.device.mcu  # taken apart below, in ways its types do not foresee
        self.clock = self.device.simulator.clock
        if flash is not None:
            self.mcu.flash[: len(flash)] = flash
        elif files is not None:
            self.mcu.flash[flashfs.START : flashfs.FLASH_SIZE] = flashfs.make(files)
        self._loop = asyncio.new_event_loop()
        self.device.simulator.bind_loop(self._loop)
        self._keep: list[object] = []
        self.edges: dict[int, list[Edge]] = {}
        self._attach_usb(usb)
        self._attach_flash(erase_ms)
        self._attach_pio()
        self.resets: list[float] = []
        self._attach_watchdog()
        self.mcu.core.pc = FLASH_START_ADDRESS

    # -- time ------------------------------------------------------------------------------------
    @property
    def ms(self) -> float:
        """Now."""
        return float(self.clock.nanos) / 1e6

    def at(self, ms: float, action: Callable[[], None]) -> None:
        """Do `action` at `ms`."""
        alarm = self.clock.create_alarm(action)
        self._keep.append(alarm)
        alarm.schedule(max(0.0, ms * 1e6 - self.clock.nanos))

    def run(self, ms: float) -> None:
        """Let `ms` pass."""
        self._run(self.ms + ms, None)

    def run_until(self, done: Callable[[], bool], limit_ms: float = 5000) -> None:
        """Run until `done()` (asked every millisecond); AssertionError with what USB said after `limit_ms`."""
        assert self._run(self.ms + limit_ms, done), f"not within {limit_ms} ms; USB said: {self.text()[-600:]!r}"

    def _run(self, end_ms: float, done: Callable[[], bool] | None, cpu_s: float = 600) -> bool:
        simulator = self.device.simulator
        found = False

        def stop() -> None:
            simulator.stopped = True

        def ask() -> None:
            nonlocal found
            if done is not None and done():
                found = True
                stop()
            else:
                asking.schedule(1e6)

        ending, asking = self.clock.create_alarm(stop), self.clock.create_alarm(ask)
        ending.schedule(max(0.0, end_ms * 1e6 - self.clock.nanos))
        if done is not None:
            asking.schedule(0)
        simulator.stopped = False
        deadline = time.process_time() + cpu_s
        while not simulator.stopped:
            simulator._execute_batch()
            self._loop.call_soon(self._loop.stop)
            self._loop.run_forever()  # the radio's tasks live there
            if time.process_time() > deadline:
                raise TimeoutError(f"the bench computed for {cpu_s} s; emulated time is {self.ms:.1f} ms")
        ending.cancel()
        asking.cancel()
        return found

    # -- pins ------------------------------------------------------------------------------------
    def dma_since(self, transfers: int) -> float:
        """When the first DMA transfer of so many items was started, in ms."""
        return next(ms for ms, count in self.dma_starts if count == transfers)

    def watch(self, *gpios: int) -> None:
        """Record the edges of these pins from now on."""
        for gpio in gpios:
            self.mcu.gpio[gpio].add_listener(self._recorder(self.edges.setdefault(gpio, [])))

    def _recorder(self, edges: list[Edge]) -> Callable[[GPIOPinState, GPIOPinState], None]:
        def record(new: GPIOPinState, old: GPIOPinState) -> None:
            if new == GPIOPinState.HIGH:
                edges.append((self.clock.nanos, 1))
            elif old == GPIOPinState.HIGH:
                edges.append((self.clock.nanos, 0))

        return record

    def frames(self, gpio: int, since_ms: float = 0.0) -> list[Frame]:
        """The frames latched on a watched pin that began at `since_ms` or later."""
        return [frame for frame in decode(self.edges[gpio], self.clock.nanos) if frame.start >= since_ms * 1e6]

    def close_contact(self, gpio: int) -> None:
        """The button pulls the pin to ground."""
        self.mcu.gpio[gpio].set_input_value(False)

    def open_contact(self, gpio: int) -> None:
        """The button lets go: the pull-up decides."""
        self.mcu.gpio[gpio].release_input()

    def press(self, ms: float, gpio: int, hold_ms: float = 60, bounce_us: tuple[int, ...] = ()) -> None:
        """Press at `ms`. bounce_us: times after press and release at which the contact toggles (an even count)."""
        self._toggle(ms, (0, *bounce_us), gpio, True)
        self._toggle(ms + hold_ms, (0, *bounce_us), gpio, False)

    def _toggle(self, ms: float, times_us: tuple[int, ...], gpio: int, closed: bool) -> None:
        for i, late in enumerate(times_us):
            act = self.close_contact if closed == (i % 2 == 0) else self.open_contact
            self.at(ms + late / 1000, partial(act, gpio))

    # -- USB -------------------------------------------------------------------------------------
    def _attach_usb(self, plugged: bool) -> None:
        self._said = bytearray()
        self.connected = False
        self._typed = bytearray()
        self._wanting: int | None = None  # size of the packet the board has asked for and not been given
        cdc, usb = self.device.cdc, self.mcu.usb_ctrl
        cdc.on_serial_data = self._said.extend
        cdc.on_device_connected = self._on_connected
        if not plugged:
            usb.on_usb_enabled = None
        # The emulator answers every read at once, with an empty packet when nothing was typed, and the
        # firmware then asks again for ever. A real host lets the board wait until there is something.
        self._answer = usb.on_endpoint_read
        usb.on_endpoint_read = self._on_read
        self._pump = self.clock.create_alarm(self._on_pump)

    def _on_connected(self) -> None:
        self.connected = True
        self._pump.schedule(1e6)

    def _on_read(self, endpoint: int, size: int) -> None:
        if endpoint == self.device.cdc._out_endpoint and not self._typed:
            self._wanting = size
        else:
            self._feed()
            self._answer(endpoint, size)

    def _feed(self) -> None:
        fifo = self.device.cdc.tx_fifo
        while self._typed and fifo.item_count < 256:
            self.device.cdc.send_serial_byte(self._typed.pop(0))

    def _on_pump(self) -> None:
        """Every 10 ms at the latest a packet goes out, empty if need be: it makes the firmware flush what it said."""
        if self._wanting is not None:
            size, self._wanting = self._wanting, None
            self._feed()
            self._answer(self.device.cdc._out_endpoint, size)
        self._pump.schedule(1e6 if self._typed else 10e6)

    @property
    def said(self) -> bytearray:
        """All that the board said on USB so far, as it came."""
        return self._said

    def text(self) -> str:
        """All that the board said on USB so far."""
        return self._said.decode("utf-8", "replace")

    def type(self, data: bytes) -> None:
        """Send bytes to the board as a terminal would."""
        self._typed += data
        self._pump.schedule(1e6)

    def execute(self, code: str, limit_ms: float = 20_000) -> str:
        """Run code in the raw REPL, interrupting what runs; gives what it printed, raises what it raised."""
        self.run_until(lambda: self.connected)
        mark = len(self._said)
        self.type(b"\r\x03\x03\r\x01")
        self.run_until(lambda: self._said.find(b"raw REPL; CTRL-B to exit\r\n>", mark) >= 0, limit_ms)
        mark = len(self._said)
        self.type(code.encode() + b"\x04")
        self.run_until(lambda: self._said.count(b"\x04", mark) >= 2, limit_ms)
        out, err = bytes(self._said[mark:]).split(b"OK", 1)[1].split(b"\x04")[:2]
        if err:
            raise RuntimeError(err.decode())
        return out.decode().replace("\r\n", "\n")

    # -- flash -----------------------------------------------------------------------------------
    def _attach_flash(self, erase_ms: float) -> None:
        self.flash_ops: list[FlashOp] = []
        self._cut_at: int | None = None
        ssi = self.mcu.ssi
        apply, shift = ssi._apply_command, ssi._shift_byte
        durations = {ERASE: erase_ms, ERASE_64K: 4 * erase_ms, PROGRAM: PROGRAM_MS}

        def apply_timed() -> None:
            command = bytes(ssi._tx_buffer)
            if not command or command[0] not in durations or len(command) < 4 or not ssi._write_enabled:
                apply()
                return
            address = int.from_bytes(command[1:4], "big")
            size = {ERASE: 4096, ERASE_64K: 65536}.get(command[0], len(command) - 4)
            old = bytes(self.mcu.flash[address : address + size])
            apply()
            new = bytes(self.mcu.flash[address : address + size])
            now = self.clock.nanos
            kind = "program" if command[0] == PROGRAM else "erase"
            self.flash_ops.append(FlashOp(now, now + durations[command[0]] * 1e6, kind, address, old, new))
            if len(self.flash_ops) == self._cut_at:
                self.device.simulator.stopped = True

        def shift_timed(byte: int) -> int:
            answer = int(shift(byte))
            if ssi._tx_buffer[0] == STATUS and self.flash_ops and self.clock.nanos < self.flash_ops[-1].end_ns:
                answer |= BUSY
                # The CPU only asks again until the flash is done: let the time pass at once, alarm by alarm.
                left = self.flash_ops[-1].end_ns - self.clock.nanos
                jump = min(left, self.clock.nanos_to_next_alarm)
                cycles = int(jump / CLOCK_NS)
                if cycles > 1:
                    self.clock.tick(cycles * CLOCK_NS)
                    for pio in self.mcu.pio:
                        if not pio.stopped:
                            pio.advance(cycles)
            return answer

        ssi._apply_command, ssi._shift_byte = apply_timed, shift_timed

    def stop_at_flash_op(self, number: int) -> None:
        """Stop running as the `number`-th flash operation since power-on begins (see `power_cut`)."""
        self._cut_at = number

    @property
    def stopped_at_flash_op(self) -> bool:
        """Whether `stop_at_flash_op` has struck."""
        return self._cut_at is not None and len(self.flash_ops) >= self._cut_at

    def snapshot(self) -> bytes:
        """All of the flash as it is."""
        return bytes(self.mcu.flash[: flashfs.FLASH_SIZE])

    def power_cut(self, done: float | None = None, seed: int = 0) -> bytes:
        """Pull the plug; gives the flash. An operation under way is left half done, bit by bit: the part that time
        had for it, or `done` (0..1)."""
        flash = bytearray(self.snapshot())
        last = self.flash_ops[-1] if self.flash_ops else None
        if last is not None and (self.stopped_at_flash_op or self.clock.nanos < last.end_ns):
            part = (self.clock.nanos - last.start_ns) / (last.end_ns - last.start_ns) if done is None else done
            flash[last.address : last.address + len(last.new)] = _torn(last, part, random.Random(seed))
        self._loop.close()
        return bytes(flash)

    def files(self) -> dict[str, bytes]:
        """{path: content} of the board's file system; raises when it cannot be mounted."""
        return flashfs.read(self.snapshot())

    # -- what keeps emulated time exact ----------------------------------------------------------
    def _attach_pio(self) -> None:
        """While the CPU sleeps the emulator leaps from alarm to alarm; an alarm at every PIO instruction that is due
        keeps the waveforms exact."""
        pios = self.mcu.pio
        before = 0.0

        def step() -> None:
            nonlocal before
            due = min((pio.next_due_fp - pio.cycle_fp for pio in pios if not pio.stopped), default=1 << 40)
            # The state machines are stepped after the alarms, so their time is older than now: at most as old as
            # the last alarm. Whole cycles only: the emulator drops the rest.
            cycles = math.ceil(due / 256) - int((self.clock.nanos - before) / CLOCK_NS)
            before = self.clock.nanos
            stepper.schedule(min(max(cycles, 1), LONGEST_STEP) * CLOCK_NS)

        stepper = self.clock.create_alarm(step)
        stepper.schedule(CLOCK_NS)
        self.dma_starts: list[tuple[float, int]] = []
        for channel in self.mcu.dma.channels:
            channel.start = self._started(channel, channel.start, stepper)

    def _started(self, channel: Any, start: Callable[[], None], stepper: Any) -> Callable[[], None]:
        def start_and_step() -> None:
            start()
            self.dma_starts.append((self.ms, channel.read_uint32(DMA_COUNT)))
            stepper.schedule(CLOCK_NS)

        return start_and_step

    def _attach_watchdog(self) -> None:
        watchdog = self.mcu.watchdog
        reset = watchdog.on_watchdog_trigger

        def record() -> None:
            self.resets.append(self.ms)
            reset()

        watchdog.on_watchdog_trigger = record


def _torn(op: FlashOp, part: float, chance: random.Random) -> bytes:
    """What is in the flash when `part` of an operation is done: each bit that changes has changed with that chance."""
    torn = bytearray(op.old)
    for i, (old, new) in enumerate(zip(op.old, op.new, strict=True)):
        for bit in range(8):
            if (old ^ new) >> bit & 1 and chance.random() < part:
                torn[i] ^= 1 << bit
    return bytes(torn)
