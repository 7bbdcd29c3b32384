"""A Pico W on the bench: an official MicroPython image in the rp2040py emulator, with instruments around it.

Everything happens in emulated time and nothing depends on the laptop's clock: two equal runs give equal results.

    bench = Bench(image, files={"main.py": b"print('hello')"})
    bench.run_until(lambda: "hello" in bench.text(), limit_ms=2000)
    bench.press(300, gpio=6, hold_ms=80)
    frames = bench.frames(gpio=2)
"""

import asyncio
import os
import random
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from rp2040py.gpio_pin import GPIOPinState

from host.emulated.emulator import Emulator
from host.emulated.flash import ERASE_MS, FlashOp
from tests.kit.board import flashfs
from tests.kit.board.wave import Edge, Frame, decode

CACHE = Path.home() / ".cache" / "troopkeeper"
NO_IMAGE = "no MicroPython image: set TROOP_UF2, or put RPI_PICO_W-*.uf2 into ~/.cache/troopkeeper"
DMA_COUNT = 8  # register of a DMA channel: transfers left


def find_image() -> Path | None:
    """The MicroPython image to test on: TROOP_UF2, else the newest Pico W image in the cache, else None."""
    named = os.environ.get("TROOP_UF2")
    if named:
        return Path(named)
    found = sorted(CACHE.glob("RPI_PICO_W-*.uf2"))
    return found[-1] if found else None


class Bench(Emulator):
    """One power-on of the board. Times in emulated milliseconds since then."""

    def __init__(
        self,
        image: Path,
        files: dict[str, bytes] | None = None,
        flash: bytes | None = None,
        usb: bool = True,
        erase_ms: float = ERASE_MS,
        loopback: bool = False,
    ) -> None:
        """files: the file system to start with. flash: all 2 MB as `pull_plug` gave them (instead of files).
        usb: whether a laptop is at the other end of the cable. erase_ms: how long a 4 KB erase takes.
        loopback: of its Wi-Fi, see host/emulated/wifi.py."""
        self.image = image
        self.said = bytearray()  # all that the board said on USB so far, as it came
        self.flash_ops: list[FlashOp] = []
        self._cut_at: int | None = None
        content, start = (
            (flash, 0) if flash is not None else (b"" if files is None else flashfs.make(files), flashfs.START)
        )
        super().__init__(
            image,
            content,
            start,
            self.said.extend,
            plugged=usb,
            erase_ms=erase_ms,
            did=self._on_flash_op,
            loopback=loopback,
        )
        self._loop = asyncio.new_event_loop()
        self.device.simulator.bind_loop(self._loop)
        self._keep: list[object] = []
        self.edges: dict[int, list[Edge]] = {}
        self.dma_starts: list[tuple[float, int]] = []
        for channel in self.mcu.dma.channels:
            channel.start = self._recording(channel, channel.start)
        self.resets: list[float] = []
        self._attach_watchdog()

    # -- time ------------------------------------------------------------------------------------
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

    def leap(self, ms: float) -> None:
        """The board's clock (ticks_us, ticks_ms, sleeping) leaps ahead by so much; nothing happens meanwhile.

        Waveforms, samples, the watchdog and the bench's own time have no part in it.
        """
        timer = self.mcu.timer
        timer._epoch_nanos -= ms * 1e6
        for alarm in timer.alarms:
            if alarm.armed:  # its time has come
                alarm.clock_alarm.cancel()
                alarm.clock_alarm.schedule(0)

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
        self.contact(gpio, True)

    def open_contact(self, gpio: int) -> None:
        """The button lets go: the pull-up decides."""
        self.contact(gpio, False)

    def press(self, ms: float, gpio: int, hold_ms: float = 60, bounce_us: tuple[int, ...] = ()) -> None:
        """Press at `ms`. bounce_us: times after press and release at which the contact toggles (an even count)."""
        self._toggle(ms, (0, *bounce_us), gpio, True)
        self._toggle(ms + hold_ms, (0, *bounce_us), gpio, False)

    def _toggle(self, ms: float, times_us: tuple[int, ...], gpio: int, closed: bool) -> None:
        for i, late in enumerate(times_us):
            act = self.close_contact if closed == (i % 2 == 0) else self.open_contact
            self.at(ms + late / 1000, partial(act, gpio))

    # -- USB -------------------------------------------------------------------------------------
    @property
    def connected(self) -> bool:
        """Whether the laptop has recognised the board."""
        return self.cable.connected

    def text(self) -> str:
        """All that the board said on USB so far."""
        return self.said.decode("utf-8", "replace")

    def type(self, data: bytes) -> None:
        """Send bytes to the board as a terminal would."""
        self.cable.type(data)

    def execute(self, code: str, limit_ms: float = 20_000) -> str:
        """Run code in the raw REPL, interrupting what runs; gives what it printed, raises what it raised."""
        self.run_until(lambda: self.connected)
        mark = len(self.said)
        self.type(b"\r\x03\x03\r\x01")
        self.run_until(lambda: self.said.find(b"raw REPL; CTRL-B to exit\r\n>", mark) >= 0, limit_ms)
        mark = len(self.said)
        self.type(code.encode() + b"\x04")
        self.run_until(lambda: self.said.count(b"\x04", mark) >= 2, limit_ms)
        out, err = bytes(self.said[mark:]).split(b"OK", 1)[1].split(b"\x04")[:2]
        if err:
            raise RuntimeError(err.decode())
        return out.decode().replace("\r\n", "\n")

    # -- flash -----------------------------------------------------------------------------------
    def _on_flash_op(self, op: FlashOp) -> None:
        self.flash_ops.append(op)
        if len(self.flash_ops) == self._cut_at:
            self.device.simulator.stopped = True

    def stop_at_flash_op(self, number: int) -> None:
        """Stop running as the `number`-th flash operation since power-on begins (see `pull_plug`)."""
        self._cut_at = number

    @property
    def stopped_at_flash_op(self) -> bool:
        """Whether `stop_at_flash_op` has struck."""
        return self._cut_at is not None and len(self.flash_ops) >= self._cut_at

    def snapshot(self) -> bytes:
        """All of the flash as it is."""
        return self.flash.snapshot()

    def pull_plug(self, done: float | None = None, seed: int = 0) -> bytes:
        """Pull the plug; gives the flash. An operation under way is left half done, bit by bit: the part that time
        had for it, or `done` (0..1)."""
        self._loop.close()
        return self.power_cut(random.Random(seed), done)

    def files(self) -> dict[str, bytes]:
        """{path: content} of the board's file system; raises when it cannot be mounted."""
        return flashfs.read(self.snapshot())

    # -- what is recorded ------------------------------------------------------------------------
    def _recording(self, channel: Any, start: Callable[[], None]) -> Callable[[], None]:
        """`start` of a DMA channel, recorded."""

        def start_and_record() -> None:
            start()
            self.dma_starts.append((self.ms, channel.read_uint32(DMA_COUNT)))

        return start_and_record

    def _attach_watchdog(self) -> None:
        watchdog = self.mcu.watchdog
        reset = watchdog.on_watchdog_trigger

        def record() -> None:
            self.resets.append(self.ms)
            reset()

        watchdog.on_watchdog_trigger = record
