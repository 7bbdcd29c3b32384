"""The emulated board as a device for the page of web.py, with strips, buttons, USB cable and a plug to pull.

Everything that the page shows comes from the board: colours from the edges on its pins, numbers from its answers on
USB.
"""

import asyncio
import contextlib
import random
import time
from array import array
from pathlib import Path

from engine_core.board_reading import load_board
from firmware.state_types import State
from host.emulated import flash_image
from host.emulated.emulator import Emulator
from host.emulated.serial_port import SerialPort, serial_port
from host.files import FolderFiles
from host.link.table_state import STATE_KEY, read_state
from host.page import view
from host.page.device import colours
from host.page.inputs import Inputs
from host.page.sheet import Layout, Panel, Sheet

FIRST_MS = 100  # emulated, from power-on to the first question for the state; it waits until the table runs
ASK_MS = 1000  # emulated, between two questions for the state
SOON_MS = 40  # emulated, from a press to the next question
PATIENCE_MS = 5000  # emulated, longest wait for an answer
OFF_S = 1.0  # how long the board is off after the plug was pulled
SAVE_S = 2.0  # least time between two writes of the flash to its file


def no_table(message: str = "The emulated board starts.") -> State:
    """The state to show as long as the board has sent none."""
    return {"game": None, "menu": None, "message": message, "refused": False, "stored": True}


class EmulatedDevice:
    """The device for web.py, with the methods of host/page/device.py. serial: its USB port, for programs.

    board_text: text of a board file for the Pico W. image: file of MicroPython. flash: the file system to start with
    (empty: a blank board), which is stored in the file `kept`. usb_port: see serial_port. loopback: see Emulator.
    frames: strip number -> its colours, six hexadecimal digits per LED.
    """

    def __init__(
        self,
        board_text: str,
        image: Path,
        flash: bytes,
        kept: Path,
        usb_port: int | None = None,
        loopback: bool = False,
    ) -> None:
        self.board = load_board(board_text)
        self.frames: dict[int, str] = {}
        self.serial: SerialPort = serial_port(usb_port, self._on_typed)
        self._loopback = loopback
        self._image = image
        self._flash, self._start = flash, flash_image.START
        self._kept = kept
        self._saved_at = 0.0
        self._trouble = ""  # one sentence as long as that file cannot be written
        self._saved = 0  # flash operations up to the last write of the file
        self._inputs = Inputs(self.board)
        self._samples = array("H", bytes(2))
        self._word = 0xFFFF
        self._past_ms = 0.0  # emulated time of all earlier power-ons
        self._ask_at = 0.0  # when to ask for the state, in emulated ms since power-on
        self._asked_at = -1.0  # when it was asked, in the same time; -1 when no answer is awaited
        self._plug = asyncio.Event()
        self._change = asyncio.Event()
        self._chance = random.Random()
        self._raw: State = no_table()
        self._state: Sheet = {}
        self._switch_on()
        self._set_state(self._raw)

    # -- what the page sees ----------------------------------------------------------------------
    def panel(self) -> Panel:
        """What a page builds once, see view.panel; this device has a plug to pull."""
        return {**view.panel(self.board), "plug": True, "command": "troop emulate"}

    def strips(self) -> Layout:
        """How to draw the strips, see view.strips."""
        return view.strips(self.board, self._raw["game"] or "")

    def state(self) -> Sheet:
        """The state of the table in words, see view.table. speed: how fast the board runs, in words."""
        return self._state

    def changed(self) -> asyncio.Event:
        """An event that is set when a frame or the state differs from that at this call."""
        return self._change

    # -- what the page does ----------------------------------------------------------------------
    def hold(self, button: str, holder: object, down: bool) -> None:
        """`holder` presses or releases a button, by its name on the board."""
        self._inputs.hold(button, holder, down, self._now())
        self._ask_at = min(self._ask_at, self._emulator.ms + SOON_MS)

    def let_go(self, holder: object) -> None:
        """Release all buttons of a `holder` that is gone."""
        self._inputs.let_go(holder, self._now())

    def pull_plug(self) -> None:
        """Cut the power at once; the board is plugged in again after OFF_S."""
        self._plug.set()

    # -- running ---------------------------------------------------------------------------------
    async def run(self) -> None:
        """Run until cancelled. Then write the flash to its file."""
        try:
            while True:
                running = asyncio.ensure_future(self._emulator.live(self._look))
                pulled = asyncio.ensure_future(self._plug.wait())
                await asyncio.wait((running, pulled), return_when=asyncio.FIRST_COMPLETED)
                for task in (running, pulled):
                    task.cancel()
                    with contextlib.suppress(asyncio.CancelledError):
                        await task
                await self._power_cycle()
        finally:
            self._save()
            if self._trouble:
                print(self._trouble.replace("it is tried again", "what the board stored since is lost"))
            self.serial.close()

    async def _power_cycle(self) -> None:
        self._plug.clear()
        self._flash, self._start = self._emulator.power_cut(self._chance), 0
        self._past_ms += self._emulator.ms
        self.serial.hang_up()
        self._set_state(no_table("The plug is pulled."))
        self._dark()
        await asyncio.sleep(OFF_S)
        self._set_state(no_table())
        self._switch_on()

    def _switch_on(self) -> None:
        """Power on with the content of the flash."""
        self._emulator = Emulator(
            self._image, self._flash, self._start, self._on_heard, gone=self._on_restart, loopback=self._loopback
        )
        self._strips = [self._emulator.strip(strip.pin, strip.leds, len(strip.order)) for strip in self.board.strips]
        self._await_table()
        self._saved = 0
        self._dark()
        self._contacts(0xFFFF ^ self._word)  # buttons held at power-on
        self._emulator.every(1, self._press)

    def _await_table(self) -> None:
        """Prepare to ask the board, which starts now, for its state; forget an earlier question."""
        self._heard = bytearray()
        self._asked_at = -1.0
        self._ask_at = self._emulator.ms + FIRST_MS

    def _on_restart(self) -> None:
        """Handle a restart of the board: like a real one it is gone from USB until it has started."""
        self.serial.hang_up()
        self._await_table()
        self._set_state(no_table())

    def _dark(self) -> None:
        self.frames = {i: "000000" * strip.leds for i, strip in enumerate(self.board.strips)}
        self._change.set()

    def _now(self) -> int:
        return int(self._past_ms + self._emulator.ms)

    def _press(self) -> None:
        """Close and open the contacts as the page presses buttons. Called every millisecond."""
        while self._inputs.read(self._samples, self._now()):
            changed = self._samples[0] ^ self._word
            if changed:
                self._word = self._samples[0]
                self._contacts(changed)

    def _contacts(self, bits: int) -> None:
        first = self.board.first_pin()
        for button in self.board.buttons:
            bit = 1 << (button.pin - first)
            if bits & bit:
                self._emulator.contact(button.pin, not self._word & bit)

    def _look(self) -> None:
        """Update the frames, ask for the state and save the flash, if due. Called every few milliseconds."""
        for number, strip in enumerate(self._strips):
            if strip.latch():
                frame = colours(strip.wire, self.board.strips[number].order)
                if frame != self.frames[number]:
                    self.frames[number] = frame
                    self._change.set()
        self._ask()
        if self._speed() != self._state["speed"]:
            self._set_state(self._raw)
        if self._emulator.flash.count != self._saved and time.monotonic() - self._saved_at > SAVE_S:
            self._save()
        if self._change.is_set():
            self._change = asyncio.Event()  # a new one for later callers; those that wait keep the one that is set

    def _save(self) -> None:
        """Write the file system to its file, atomically."""
        self._saved_at = time.monotonic()
        trouble = ""
        try:
            flash = self._emulator.flash.snapshot()[flash_image.START :]
            FolderFiles(self._kept.parent).write(self._kept.name, flash)
            self._saved = self._emulator.flash.count
        except OSError as error:
            trouble = f"The board's flash cannot be kept in {self._kept} ({error.strerror}): it is tried again."
        if trouble != self._trouble:
            self._trouble = trouble
            self._set_state(self._raw)

    # -- USB -------------------------------------------------------------------------------------
    def _on_typed(self, data: bytes) -> None:
        """Pass on what a program on the serial port has sent."""
        self._asked_at = -1.0
        if self._raw["game"] is None and not self._raw["menu"]:
            self._set_state(no_table("A program on this machine works with the board."))
        self._emulator.cable.type(data)

    def _on_heard(self, data: bytes) -> None:
        """Pass what the board has sent to the program, and look for an answer with the state in it."""
        self.serial.say(data)
        self._heard += data
        while b"\n" in self._heard:
            line, _, rest = self._heard.partition(b"\n")
            self._heard = bytearray(rest)
            try:
                state = read_state(line.decode("utf-8", "replace"))
            except ValueError:  # not a valid state: another program runs there
                state = None
            if state is not None:
                self._asked_at = -1.0
                self._ask_at = min(self._ask_at, self._emulator.ms + ASK_MS)
                self._set_state(state)

    def _ask(self) -> None:
        """Ask the table for its state, when it is time; never while a program has the port open."""
        now = self._emulator.ms
        if self.serial.in_use:
            self._ask_at = now + ASK_MS
        elif self._asked_at >= 0 and now - self._asked_at < PATIENCE_MS:
            return
        elif now >= self._ask_at and self._emulator.cable.connected:
            if self._asked_at >= 0:
                self._set_state(no_table(f"No table runs on the board: {self.serial.remedy()}."))
            self._asked_at = now
            self._ask_at = now + PATIENCE_MS
            self._emulator.cable.type(STATE_KEY)

    def _set_state(self, raw: State) -> None:
        self._raw = raw
        state: Sheet = {**view.table(raw), "speed": self._speed()}
        state["storage"] = state["storage"] or self._trouble
        if state != self._state:
            self._state = state
            self._change.set()

    def _speed(self) -> str:
        percent = round(100 * self._emulator.speed)
        return f"at {max(1, percent)} % of a real board's speed" if self._emulator.speed else ""
