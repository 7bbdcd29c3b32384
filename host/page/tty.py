"""The virtual device in a terminal. A terminal reports when a key is pressed, but not when it is released. So a key is
a short press, and a capital letter holds a button down until the letter is typed again."""

import asyncio
import shutil
import sys
from textwrap import fill
from typing import ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Key
from textual.widgets import Static

from host.errors import UserError
from host.page.device import Device
from host.page.picture import HEIGHT, KEYS, WIDTH, draw

TAP_S = 0.06  # length of the press that a key makes
GAP_S = 0.04  # between two presses, so that keys typed quickly or read late are no chord
REPEAT_S = 0.07  # the same key within this time is the auto-repeat of the terminal
REDRAW_S = 0.05


class Fingers:
    """Turns keys of a terminal into presses of the device's buttons."""

    def __init__(self, device: Device) -> None:
        self._device = device
        self._latched: list[str] = []
        self._last: dict[str, float] = {}

    def press(self, key: str, now: float) -> str | None:
        """Handle one key typed at `now` (s). Returns the button that it pressed and that must be released after TAP_S;
        None if there is none."""
        button = KEYS.get(key.lower())
        if button is None:
            return None
        repeated = now - self._last.get(key, -1.0) < REPEAT_S
        self._last[key] = now
        if repeated:
            return None
        if key.isupper() or button in self._latched:
            self._toggle(button)
            return None
        self._device.hold(button, self, True)
        return button

    def release(self, button: str) -> None:
        """End the short press of `button`."""
        self._device.hold(button, self, False)

    def let_go(self) -> None:
        """Release all buttons."""
        self._latched.clear()
        self._device.let_go(self)

    def let_go_of(self, ignored: list[str]) -> None:
        """Release the buttons that were held so long that the device ignores them."""
        for button in ignored:
            if button in self._latched:
                self._toggle(button)

    def _toggle(self, button: str) -> None:
        down = button not in self._latched
        if down:
            self._latched.append(button)
        else:
            self._latched.remove(button)
        self._device.hold(button, self, down)


class Terminal(App[None]):
    """The screen: one picture, drawn again when the device has changed."""

    CSS = "Screen { align: center middle; } #picture { width: auto; height: auto; }"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("q,ctrl+c", "quit", "quit", priority=True)]

    def __init__(self, device: Device) -> None:
        super().__init__()
        self.device = device
        self.fingers = Fingers(device)
        self._running_device: asyncio.Task[None] | None = None
        self._typing: asyncio.Task[None] | None = None
        self._typed: asyncio.Queue[tuple[str, float]] = asyncio.Queue()  # keys and when they came, in seconds
        self._drawn = Text()
        self._static = Static(id="picture")  # stored: on a slow machine `redraw` comes before it is on the screen

    def compose(self) -> ComposeResult:
        """The picture."""
        yield self._static

    def on_mount(self) -> None:
        """Switch the device on."""
        self._running_device = asyncio.create_task(self.device.run())
        self._typing = asyncio.create_task(self._type())
        self.set_interval(REDRAW_S, self.redraw)

    async def on_unmount(self) -> None:
        """Switch it off, and wait until it has stored everything."""
        if self._typing is not None:
            self._typing.cancel()
        if self._running_device is not None:
            self._running_device.cancel()
            await asyncio.gather(self._running_device, return_exceptions=True)

    def on_key(self, event: Key) -> None:
        """Handle a key: Esc releases all buttons; other keys are buttons."""
        if event.key == "escape":
            while not self._typed.empty():
                self._typed.get_nowait()
            self.fingers.let_go()
            return
        self._typed.put_nowait((event.character or "", event.time))  # the time of the press, even if it is handled late

    async def _type(self) -> None:
        """Handle the typed keys one after the other; a press ends before the next one begins."""
        while True:
            button = self.fingers.press(*await self._typed.get())
            if button is not None:
                await asyncio.sleep(TAP_S)
                self.fingers.release(button)
                await asyncio.sleep(GAP_S)

    def redraw(self) -> None:
        """Draw the device, or a message when the terminal is too small."""
        if self._running_device is not None and self._running_device.done() and not self._running_device.cancelled():
            self._running_device.result()  # raises the exception that stopped the device
        self.fingers.let_go_of(self.device.state().get("ignored", []))
        picture = self.picture()
        if picture != self._drawn:
            self._drawn = picture
            self._static.update(picture)

    def picture(self) -> Text:
        """The picture to show now."""
        width, height = self.size
        if width < WIDTH or height < HEIGHT:
            return Text(fill(too_small(width, height), width))
        device = self.device
        buttons = [button.name for button in device.board.buttons]
        return draw(device.state(), device.strips(), device.frames, device.held(), buttons)


def too_small(width: int, height: int) -> str:
    """The message for a terminal that is too small; "" for one that is large enough."""
    if width >= WIDTH and height >= HEIGHT:
        return ""
    return f"The terminal has {width} columns and {height} lines; {WIDTH} and {HEIGHT} are needed: make it larger."


def check_terminal() -> None:
    """Raise UserError when there is no terminal, or it is too small."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UserError("--tty needs a terminal: run it in one, or leave --tty out and use the browser.")
    complaint = too_small(*shutil.get_terminal_size((WIDTH, HEIGHT)))
    if complaint:
        raise UserError(complaint)


def run(device: Device) -> None:
    """Show the device in this terminal until the user quits; see check_terminal."""
    Terminal(device).run()
