"""A Pico W without a Pico W: an official MicroPython image in the rp2040py emulator.

Time in it is its own: a busy CPU runs at a few hundredths of the real speed; an idle one is held back to real time.
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

SLICE_NS = 10e6  # emulated time between two looks at the clock on the wall
BEHIND_S = 0.1  # time lost beyond this is not made up for
LONGEST_STEP = 62_500  # cycles between two looks at the state machines
SPEED_S = 2.0  # the speed is measured over so long


class Emulator:
    """One power-on of the board. Everything happens in one event loop, and in emulated time but for `live`.

    image: of MicroPython. flash, start: bytes that lie in the flash from `start` on, besides the image.
    heard: is given what the board says on USB. speed: emulated seconds in one real second, lately.
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
        self.mcu: Any = self.device.mcu  # taken apart below, in ways its types do not foresee
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
        """Since power-on, in emulated time."""
        return float(self.clock.nanos) / 1e6

    def every(self, ms: float, action: Callable[[], None]) -> None:
        """Do `action` every `ms` of emulated time."""

        def act() -> None:
            action()
            alarm.schedule(ms * 1e6)

        alarm = self.clock.create_alarm(act)
        alarm.schedule(ms * 1e6)
        self._alarms.append(alarm)

    async def live(self, after: Callable[[], None]) -> None:
        """Run for ever, never faster than real time. after: called every few milliseconds of real time."""
        simulator = self.device.simulator
        simulator.bind_loop(asyncio.get_running_loop())  # the radio's tasks live there

        def stop() -> None:
            simulator.stopped = True

        end = self.clock.create_alarm(stop)
        wall, emulated = time.monotonic(), self.ms
        mark = wall, emulated
        while True:
            end.schedule(SLICE_NS)
            simulator.stopped = False
            while not simulator.stopped:
                simulator._execute_batch()  # of five milliseconds at most
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
        """The plug is pulled: all 2 MB of the flash, torn where it was just being written. Do not run it any more.

        part: see EmulatedFlash.power_cut."""
        return self.flash.power_cut(chance, part)

    # -- what is wired to it ---------------------------------------------------------------------
    def strip(self, pin: int, leds: int, size: int) -> EmulatedStrip:
        """Wire a strip of `leds` LEDs with `size` bytes each to `pin`."""
        return EmulatedStrip(self.mcu, self.clock, pin, leds, size)

    def contact(self, pin: int, closed: bool) -> None:
        """A button pulls `pin` to ground, or lets go: then the pull-up decides."""
        if closed:
            self.mcu.gpio[pin].set_input_value(False)
        else:
            self.mcu.gpio[pin].release_input()

    # -- what the emulator gets wrong ------------------------------------------------------------
    def _let_a_reset_end_dma(self) -> None:
        """A reset of the chip ends every transfer; rp2040py's leaves the channels busy, and the transfers of the next
        program would go on with the count of the last one's."""
        dma = self.mcu.dma
        reset = dma.reset

        def reset_and_end() -> None:
            reset()
            for channel in dma.channels:
                channel.abort()

        dma.reset = reset_and_end

    def _keep_pio_exact(self) -> None:
        """While the CPU sleeps the emulator leaps from alarm to alarm; an alarm at every PIO instruction that is due
        keeps the waveforms exact."""
        pios = self.mcu.pio
        before = 0.0

        def step() -> None:
            nonlocal before
            due = min((pio.next_due_fp - pio.cycle_fp for pio in pios if not pio.stopped), default=1 << 40)
            # The state machines are stepped after the alarms, so their time is older than now: at most as old as
            # the last alarm. Whole cycles only: the emulator drops the rest.
            cycles = math.ceil(due / 256) - int((self.clock.nanos - before) / CYCLE_NS)
            before = self.clock.nanos
            stepper.schedule(min(max(cycles, 1), LONGEST_STEP) * CYCLE_NS)

        stepper = self.clock.create_alarm(step)
        stepper.schedule(CYCLE_NS)
        self._alarms.append(stepper)
        for channel in self.mcu.dma.channels:
            channel.start = _started(channel.start, stepper)


def _started(start: Callable[[], None], stepper: Any) -> Callable[[], None]:
    """`start` of a DMA channel, after which the state machines are looked at anew."""

    def start_and_step() -> None:
        start()
        stepper.schedule(CYCLE_NS)

    return start_and_step
