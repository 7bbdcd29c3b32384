"""`troop monitor`: shows the state of a table live in the terminal, while the game goes on.

The device answers STATE_KEY on USB with its state as one line of JSON. All other lines that it sends are for people.
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

EVERY_S = 1.0  # from an answer to the next question
PATIENCE_S = 4.0  # longest wait for an answer
SLOW_PATIENCE_S = 300.0  # the same for an emulated board, on a busy machine
SLOW_TALK_S = 60.0  # longest time in which one answer of an emulated board arrives, a few bytes at a time
RETRY_S = 1.0  # between two attempts to open a board that is gone
LONGEST_LINE = 65536  # bytes; an answer has a few thousand
MOST_TALK = 262144  # most bytes without an answer
PAUSE_S = 2.0  # after a pause of so long, the time of continuous output begins again
MESSAGES = 6  # newest messages of the device that are shown
LONGEST_MESSAGE = 500  # characters
READ_S = 0.1  # timeout of one read


class Wire:
    """The connection to the running device at `port`. Sends nothing but STATE_KEY. Raises UserError if it cannot open.

    state: the last answer; None before the first. said: the last messages for people, the newest last. fault: why the
    last answer was no valid state, in a few words; "" when it was valid.
    """

    def __init__(self, port: str) -> None:
        self.state: State | None = None
        self.said: list[str] = []
        self.fault = ""
        self.open(port)

    def open(self, port: str) -> None:
        """Open `port` and listen there from now on. UserError when it cannot be opened."""
        self.port = port
        self._patience, self._talk_s = (SLOW_PATIENCE_S, SLOW_TALK_S) if is_emulated(port) else (PATIENCE_S, PATIENCE_S)
        self._asked_at = 0.0  # when it was asked; 0: no answer is awaited
        self._answered_at = time.monotonic() - EVERY_S
        self._talks_since = self._heard_at = 0.0  # begin and end of its output since the last answer; 0: none
        self._talk = 0  # bytes since the last answer
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
        """Read what has come, and ask when it is time. Whether something new came. OSError when the board is gone."""
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
        """Whether no table runs there: an answer is overdue, or MicroPython's prompt has echoed the question."""
        if STATE_KEY in self._buffer and not self._buffer.strip(b"> \r" + STATE_KEY):
            return True  # there may be several echoes, if another program has asked before
        if self._talk > MOST_TALK or (self._talks_since and self._heard_at - self._talks_since > self._talk_s):
            return True  # it sends bytes, but no answer
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
    """The state of the table and the last messages, for a terminal. note: a line about the connection."""
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
    """A row for each seat, a column for each track."""
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
    """`troop monitor`: show the table until Ctrl-C; with `once`, show it once."""
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
    """Show one answer. CheckFailed when there is none, UserError when the board ends the connection."""
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
    """Show every change, endlessly. If the board is unplugged, wait until it is back."""
    with _screen(terminal) as show:
        show(picture(None, [], f"{wire.port}: waiting for its first answer"))
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
    """Try to open the board until it is back."""
    while True:
        time.sleep(RETRY_S)
        with contextlib.suppress(UserError):
            wire.open(choose_port(wanted, may_ask=False))
            return


@contextlib.contextmanager
def _screen(terminal: Console) -> Iterator[Any]:
    """A function that shows a picture: in place on a terminal, otherwise below the last one and only if it differs."""
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
    """The message about an invalid or missing answer; "" when there is no such trouble."""
    if wire.fault:
        return (
            f"The board at {wire.port} sent a state that is not valid ({wire.fault}):"
            f" 'troop doctor --port {wire.port}' says what runs there."
        )
    if not wire.silent():
        return ""
    return f"{wire.port} does not answer as a table: 'troop doctor --port {wire.port}' says what runs there."


def _gone(port: str) -> str:
    return f"{port} is gone. Plug the board in again; its game is stored. (Ctrl-C ends.)"
