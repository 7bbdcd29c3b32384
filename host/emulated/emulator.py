"""Emulates a Pico W: runs an official MicroPython image in the rp2040py emulator.

It has its own time: a busy CPU runs at a few hundredths of the real speed, and an idle one is slowed to real time.
"""

import asyncio
import math
import random
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from rp2040py.boards import BOARDS
from rp2040py.device.mp_device import MicroPythonDevice
from rp2040py.external.cyw43 import Cyw43439
from rp2040py.memory_map import FLASH_START_ADDRESS

from host.emulated.flash import CYCLE_NS, ERASE_MS, EmulatedFlash, FlashOp
from host.emulated.strip import EmulatedStrip
from host.emulated.usb import Cable
from host.emulated.wifi import LocalRadio, LoopbackRadio

SLICE_NS = 10e6  # emulated time between two comparisons with real time
BEHIND_S = 0.1  # a longer delay against real time is not made up for
LONGEST_STEP = 62_500  # most cycles between two steps of the state machines
SPEED_S = 2.0  # time over which the speed is measured


class Emulator:
    """One power-on of the board. Everything runs in one event loop. All times except in `live` are emulated.

    image: file of MicroPython. flash, start: bytes in the flash from offset `start` on, besides the image.
    heard: called with the bytes that the board sends on USB. speed: emulated seconds per real second, measured lately.
    plugged, gone: see Cable. erase_ms, did: see EmulatedFlash. loopback: of its Wi-Fi, see LocalNetwork.
    """

    def __init__(
        self,
        image: Path,
        flash: bytes,
        start: int,
        heard: Callable[[bytes], None],
        *,
        plugged: bool = True,
        gone: Callable[[], None] = lambda: None,
        erase_ms: float = ERASE_MS,
        did: Callable[[FlashOp], None] = lambda op: None,
        loopback: bool = False,
    ) -> None:
        board = BOARDS["pico_w"]
        radio = LoopbackRadio if loopback else LocalRadio
        extras = tuple(radio if extra is Cyw43439 else extra for extra in board.extras)
        if radio not in extras:
            raise AssertionError("the emulator's own radio would reach everything")
        self.device = MicroPythonDevice(board=replace(board, image=image, extras=extras))
        self.mcu: Any = self.device.mcu  # Any, because private parts of it are replaced below
        self.clock: Any = self.device.simulator.clock
        self.mcu.flash[start : start + len(flash)] = flash
        self.flash = EmulatedFlash(self.mcu, self.clock, erase_ms, did)
        self.cable = Cable(self.device, heard, plugged, gone)
        self.speed = 0.0
        self._alarms: list[Any] = []
        self._keep_pio_exact()
        self._let_a_reset_end_dma()
        self.mcu.core.pc = FLASH_START_ADDRESS

    # -- time ------------------------------------------------------------------------------------
    @property
    def ms(self) -> float:
        """Emulated milliseconds since power-on."""
        return float(self.clock.nanos) / 1e6

    def every(self, ms: float, action: Callable[[], None]) -> None:
        """Call `action` every `ms` of emulated time."""

        def act() -> None:
            action()
            alarm.schedule(ms * 1e6)

        alarm = self.clock.create_alarm(act)
        alarm.schedule(ms * 1e6)
        self._alarms.append(alarm)

    async def live(self, after: Callable[[], None]) -> None:
        """Run until cancelled, never faster than real time. after: called every few milliseconds of real time."""
        simulator = self.device.simulator
        simulator.bind_loop(asyncio.get_running_loop())  # for the tasks of the radio

        def stop() -> None:
            simulator.stopped = True

        end = self.clock.create_alarm(stop)
        wall, emulated = time.monotonic(), self.ms
        mark = wall, emulated
        while True:
            end.schedule(SLICE_NS)
            simulator.stopped = False
            while not simulator.stopped:
                simulator._execute_batch()  # at most five milliseconds
                after()
                await asyncio.sleep(0)
            ahead = (self.ms - emulated) / 1000 - (time.monotonic() - wall)
            if ahead > 0:
                await asyncio.sleep(ahead)
            elif ahead < -BEHIND_S:
                wall, emulated = time.monotonic(), self.ms
            if time.monotonic() - mark[0] > SPEED_S:
                self.speed = (self.ms - mark[1]) / 1000 / (time.monotonic() - mark[0])
                mark = time.monotonic(), self.ms

    def power_cut(self, chance: random.Random, part: float | None = None) -> bytes:
        """Cut the power. Returns the 2 MB of the flash, see EmulatedFlash.power_cut. Do not run it any more."""
        return self.flash.power_cut(chance, part)

    # -- what is wired to it ---------------------------------------------------------------------
    def strip(self, pin: int, leds: int, size: int) -> EmulatedStrip:
        """Wire a strip of `leds` LEDs with `size` bytes each to `pin`."""
        return EmulatedStrip(self.mcu, self.clock, pin, leds, size)

    def contact(self, pin: int, closed: bool) -> None:
        """Close or open a button: closed, it pulls `pin` to ground; open, the pull-up sets the level."""
        if closed:
            self.mcu.gpio[pin].set_input_value(False)
        else:
            self.mcu.gpio[pin].release_input()

    # -- workarounds for the emulator ------------------------------------------------------------
    def _let_a_reset_end_dma(self) -> None:
        """Make a reset end all DMA transfers, as on the chip. rp2040py leaves the channels busy, so the transfers of
        the next program would continue with the old count."""
        dma = self.mcu.dma
        reset = dma.reset

        def reset_and_end() -> None:
            reset()
            for channel in dma.channels:
                channel.abort()

        dma.reset = reset_and_end

    def _keep_pio_exact(self) -> None:
        """Set an alarm at each PIO instruction that is due: while the CPU sleeps it skips from alarm to alarm,
        which would otherwise distort the waveforms."""
        pios = self.mcu.pio
        before = 0.0

        def step() -> None:
            nonlocal before
            due = min((pio.next_due_fp - pio.cycle_fp for pio in pios if not pio.stopped), default=1 << 40)
            # The emulator steps the state machines after the alarms, so their time is behind by up to the time since
            # the last alarm. Only whole cycles count: the emulator drops fractions.
            cycles = math.ceil(due / 256) - int((self.clock.nanos - before) / CYCLE_NS)
            before = self.clock.nanos
            stepper.schedule(min(max(cycles, 1), LONGEST_STEP) * CYCLE_NS)

        stepper = self.clock.create_alarm(step)
        stepper.schedule(CYCLE_NS)
        self._alarms.append(stepper)
        for channel in self.mcu.dma.channels:
            channel.start = _started(channel.start, stepper)


def _started(start: Callable[[], None], stepper: Any) -> Callable[[], None]:
    """`start` of a DMA channel, followed by a step of the state machines."""

    def start_and_step() -> None:
        start()
        stepper.schedule(CYCLE_NS)

    return start_and_step
