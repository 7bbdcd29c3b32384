"""`troop monitor`: what stands on the table, live in the terminal, while the game goes on.

The device answers STATE_KEY on USB with its state as one line of JSON; everything else that it says is for people.
"""

import contextlib
import sys
import time
from collections.abc import Iterator
from typing import Any

import serial
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from firmware.state_types import State
from host.errors import CheckFailed, UserError
from host.link.ports import Waiting, choose_port, greeting, hung_up, is_emulated, nothing_listens
from host.link.table_state import STATE_KEY, read_state
from host.page import view
from host.page.sheet import Sheet
from host.printable import console, one_line

EVERY_S = 1.0  # a question
PATIENCE_S = 4.0  # for an answer
SLOW_PATIENCE_S = 300.0  # the same of an emulated board, on a busy machine
SLOW_TALK_S = 60.0  # for one answer of an emulated board to come in, a few bytes at a time
RETRY_S = 1.0  # between two looks for a board that is gone
LONGEST_LINE = 65536  # bytes; an answer has a few thousand
MOST_TALK = 262144  # bytes without an answer
PAUSE_S = 2.0  # a board that pauses for so long does not talk all the time
MESSAGES = 6  # lines kept of what the device said
LONGEST_MESSAGE = 500  # characters
READ_S = 0.1


class Wire:
    """The device at `port`, listened to: nothing but STATE_KEY is ever sent. Raises UserError when it cannot be opened.

    state: its last answer, None before the first. said: what it said lately, the newest last. fault: why its last
    answer was no state, in a few words; "" when it was one.
    """

    def __init__(self, port: str) -> None:
        self.state: State | None = None
        self.said: list[str] = []
        self.fault = ""
        self.open(port)

    def open(self, port: str) -> None:
        """Listen at `port` from now on."""
        self.port = port
        self._patience, self._talk_s = (SLOW_PATIENCE_S, SLOW_TALK_S) if is_emulated(port) else (PATIENCE_S, PATIENCE_S)
        self._asked_at = 0.0  # 0: no answer is awaited
        self._answered_at = time.monotonic() - EVERY_S
        self._talks_since = self._heard_at = 0.0  # 0: it does not talk
        self._talk = 0  # bytes since its last answer
        self._buffer = bytearray()
        try:
            self._serial = serial.serial_for_url(port, timeout=READ_S, exclusive=None if "://" in port else True)
            self._serial.write(greeting(port))
        except (OSError, ValueError) as error:  # serial.SerialException is an OSError
            if "://" in port:
                raise UserError(nothing_listens(port)) from error
            raise UserError(
                f"Cannot open {port}: is the board plugged in, and no other program (a serial monitor?) on it?"
            ) from error

    def listen(self) -> bool:
        """Take in what has come, and ask when it is time to. Whether there is news. OSError when the board is gone."""
        now = time.monotonic()
        if not self._asked_at and now - self._answered_at >= EVERY_S:
            self._serial.write(STATE_KEY)
            self._asked_at = now
        elif self._asked_at and now - self._asked_at > 2 * self._patience:
            self._asked_at = 0.0  # ask again
        data = self._serial.read(1)
        if not data:
            return False
        data += self._serial.read(min(self._serial.in_waiting, LONGEST_LINE))
        if not self._talks_since or now - self._heard_at > PAUSE_S:
            self._talks_since = now
        self._heard_at = now
        self._talk += len(data)
        return self._take(data)

    def silent(self) -> bool:
        """Whether an answer is overdue, or MicroPython's prompt has echoed: no table runs there."""
        if STATE_KEY in self._buffer and not self._buffer.strip(b"> \r" + STATE_KEY):
            return True  # more than one, when somebody else has asked before
        if self._talk > MOST_TALK or (self._talks_since and self._heard_at - self._talks_since > self._talk_s):
            return True  # it talks, but says nothing
        return bool(self._asked_at) and time.monotonic() - self._asked_at > self._patience

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._serial.close()

    def _take(self, data: bytes) -> bool:
        self._buffer += data
        news = False
        *lines, rest = self._buffer.split(b"\n")
        self._buffer = rest[:0] if len(rest) > LONGEST_LINE else rest
        for line in lines:
            news = self._take_line(line.strip().decode("utf-8", "replace")) or news
        return news

    def _take_line(self, line: str) -> bool:
        try:
            state = read_state(line)
        except ValueError as error:
            self._answered()
            changed = self.fault != str(error)
            self.fault = str(error)
            return changed
        if state is not None:
            self._answered()
            changed = state != self.state or bool(self.fault)
            self.state, self.fault = state, ""
            return changed
        if line.strip(STATE_KEY.decode() + "> "):
            self.said = [*self.said, one_line(line, LONGEST_MESSAGE)][-MESSAGES:]
            return True
        return False

    def _answered(self) -> None:
        self._asked_at = self._talks_since = 0.0
        self._answered_at = time.monotonic()
        self._talk = 0


# -- what is shown ---------------------------------------------------------------------------------
def picture(state: State | None, said: list[str], note: str) -> RenderableType:
    """The table as it stands, for a terminal. note: a line about the connection."""
    parts: list[RenderableType] = []
    if state is not None:
        parts += _table(state)
    if said:
        parts.append(Text("\n".join(said), style="dim"))
    parts.append(Text(note, style="bold"))
    return Group(*parts)


def _table(state: State) -> list[RenderableType]:
    shown = view.table(state)
    parts: list[RenderableType] = [Text(f"{shown['game']}  {shown['phase']}".strip(), style="bold")]
    if shown["storage"]:
        parts.append(Text(shown["storage"], style="bold red"))
    if shown["due"]:
        parts.append(Text("! " + "; ".join(shown["due"]), style="yellow"))
    if shown["menu"]:
        chosen = shown["menu"]["choice"]
        labels = shown["menu"]["labels"]
        parts += [Text(f"{'>' if i == chosen else ' '} {label}") for i, label in enumerate(labels)]
    elif shown["seats"]:
        parts.append(_sheet(shown))
    if shown["message"]:
        parts.append(Text(shown["message"], style="red" if shown["refused"] else ""))
    stored = "all stored" if state["stored"] else "NOT STORED YET"
    parts.append(Text(f"{state.get('moves', 0)} moves, {stored}, about {state['current_ma']} mA", style="dim"))
    return parts


def _sheet(shown: Sheet) -> Table:
    """Seats down, tracks across."""
    table = Table(box=None, pad_edge=False)
    table.add_column("seat")
    for name in shown["columns"]:
        table.add_column(name, justify="right", header_style="bold underline" if name == shown["shown"] else "bold")
    for seat in shown["seats"]:
        mark = "* " if seat["wins"] else "> " if seat["turn"] else f"{seat['place'] or ' '} "
        cell = Text(mark).append(f"{seat['name']} ({seat['colour_name']})", style=seat["colour"])
        table.add_row(cell, *map(str, seat["values"]))
    return table


# -- running ---------------------------------------------------------------------------------------
def run(port: str, once: bool) -> None:
    """`troop monitor`: until Ctrl-C; with `once` one picture."""
    shown = console()
    wire = Wire(choose_port(port))
    try:
        if once:
            _show_once(wire, shown)
        else:
            with contextlib.suppress(KeyboardInterrupt):
                _follow(wire, port, shown)
            print("The monitor ends; the game goes on.", file=sys.stderr)
    finally:
        wire.close()


def _show_once(wire: Wire, terminal: Console) -> None:
    """One answer. CheckFailed when there is none, UserError when the board hangs up."""
    wait = Waiting(wire.port)
    try:
        while wire.state is None:
            wire.listen()
            wait.look()
            if wire.fault or wire.silent():
                raise CheckFailed(_trouble(wire))
    except OSError:
        raise UserError(hung_up(wire.port)) from None
    terminal.print(picture(wire.state, [], wire.port))


def _follow(wire: Wire, wanted: str, terminal: Console) -> None:
    """Show what changes, for ever; a board that is unplugged is waited for."""
    with _screen(terminal) as show:
        show(picture(None, [], f"{wire.port}: waiting for its first word"))
        while True:
            try:
                if wire.listen() or wire.silent():
                    note = _trouble(wire) or f"{wire.port}  (Ctrl-C ends, the game goes on)"
                    show(picture(wire.state, wire.said, note))
            except OSError:
                wire.close()
                show(picture(wire.state, wire.said, _gone(wire.port)))
                _wait_for(wanted, wire)


def _wait_for(wanted: str, wire: Wire) -> None:
    """Until the board is back."""
    while True:
        time.sleep(RETRY_S)
        with contextlib.suppress(UserError):
            wire.open(choose_port(wanted, may_ask=False))
            return


@contextlib.contextmanager
def _screen(terminal: Console) -> Iterator[Any]:
    """A function that shows a picture: in place on a terminal, else one under the other, each only once."""
    if terminal.is_terminal:
        with Live(console=terminal, refresh_per_second=8) as live:
            yield live.update
        return
    last = ""

    def show(shown: RenderableType) -> None:
        nonlocal last
        with terminal.capture() as capture:
            terminal.print(shown)
        if capture.get() != last:
            last = capture.get()
            print(last, flush=True)

    yield show


def _trouble(wire: Wire) -> str:
    """What is wrong with what the device says; "" when nothing is."""
    if wire.fault:
        return (
            f"The board at {wire.port} said something that is no state ({wire.fault}):"
            f" 'troop doctor --port {wire.port}' says what runs there."
        )
    if not wire.silent():
        return ""
    return f"{wire.port} does not answer as a table: 'troop doctor --port {wire.port}' says what runs there."


def _gone(port: str) -> str:
    return f"{port} is gone. Plug the board in again; its game is stored. (Ctrl-C ends.)"
