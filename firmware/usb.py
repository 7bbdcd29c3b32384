"""Reads what a laptop types on USB and sends lines to it. Any bytes may come at any time; the device never blocks.

MicroPython only tells whether there is a byte to read, or room for a byte to write. A read of more bytes than have come
blocks for ever. A write of more bytes than there is room for blocks for 500 ms if the laptop does not read. So this
module reads and writes single bytes, a few in each turn of the loop.
"""

from engine_core.compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, Protocol

    class Poll(Protocol):
        """As MicroPython's select.poll, of one stream for one event."""

        def ipoll(self, timeout: int) -> Iterable[Any]: ...


STATE_KEY = const(0x3F)  # "?": asks for the state of the table (state.py), one line of JSON
_HEARD = const(40)  # bytes read in one turn of the loop: they take a millisecond
_SAID = const(20)  # bytes written in one turn: the same
_LINES = const(6)  # most lines that wait or are being written


class Usb:
    """The USB connection.

    typed, room: polls of input and output. read: fills a buffer from the input. write: takes data, start and count.
    lines: what is still to be sent. asked: "?" was typed and is not answered yet. asleep: there is no laptop, or it
    sleeps. busy: there may be more to read or to write at once.
    """

    def __init__(
        self,
        typed: "Poll",
        read: "Callable[[bytearray], object]",
        room: "Poll",
        write: "Callable[[bytes, int, int], int | None]",
    ) -> None:
        self.lines: "list[bytes]" = []
        self.asked = False
        self.asleep = False
        self.busy = False
        self._typed = typed
        self._read = read
        self._room = room
        self._write = write
        self._byte = bytearray(1)
        self._at = 0  # index in the first line of the next byte to write

    def say(self, line: str) -> None:
        """Queue a line to be sent. When too many wait, the oldest that is not begun is dropped."""
        if len(self.lines) == _LINES:
            self.lines.pop(1)
        self.lines.append((line + "\r\n").encode())

    def turn(self) -> None:
        """Read and write a few bytes. Must be called even during long work: Ctrl-C is only seen when the bytes typed
        before it are read. Allocates nothing."""
        self.busy = False
        for _ in range(_HEARD):
            for _ in self._typed.ipoll(0):
                break
            else:
                break
            self._read(self._byte)
            if self._byte[0] == STATE_KEY:
                self.asked = True
        else:
            self.busy = True
        lines = self.lines
        if self.asleep or not lines:
            return
        for _ in range(_SAID):
            for _ in self._room.ipoll(0):
                break
            else:
                return
            if not self._write(lines[0], self._at, 1):  # the write timed out: the laptop fell asleep
                self.asleep = True
                return
            self._at += 1
            if self._at == len(lines[0]):
                lines.pop(0)
                self._at = 0
                break
        if lines:
            self.busy = True
