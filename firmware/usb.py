"""Reads what a laptop types on USB and sends lines to it. Any bytes may come at any time; the device never blocks.

MicroPython only tells whether there is a byte to read, or room for a byte to write. A read of more bytes than have come
blocks for ever. A write of more bytes than there is room for blocks for 500 ms if the laptop does not read. So this
module reads and writes single bytes, a few in each turn of the loop.
"""

from engine_core.compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, Protocol

    class Poll(Protocol):
        """As MicroPython's select.poll."""

        def ipoll(self, timeout: int) -> Iterable[tuple[Any, int]]: ...

    class Stream(Protocol):
        """As sys.stdin.buffer and sys.stdout.buffer, which are the same stream."""

        def readinto(self, buffer: bytearray) -> Any: ...
        def write(self, data: bytes, start: int, count: int) -> int | None: ...


STATE_KEY = const(0x3F)  # "?": asks for the state of the table (state.py), one line of JSON
_MOST = const(20)  # bytes read and as many written in one turn of the loop: they take a millisecond
_LINES = const(6)  # most lines that wait or are being written
_IN = const(1)  # select.POLLIN
_OUT = const(4)  # select.POLLOUT


class Usb:
    """The USB connection. stream: of input and output. poll: reports _IN and _OUT of the stream.

    lines: what is still to be sent. asked: "?" was typed and is not answered yet. asleep: there is no laptop, or it
    sleeps. busy: there may be more to read or to write at once.
    """

    def __init__(self, poll: "Poll", stream: "Stream") -> None:
        self.lines: "list[bytes]" = []
        self.asked = False
        self.asleep = False
        self.busy = False
        self._poll = poll
        self._stream = stream
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
        lines = self.lines
        for _ in range(_MOST):
            self.busy = False
            ready = 0
            for event in self._poll.ipoll(0):
                ready = event[1]
            if ready & _IN:
                self.busy = True
                self._stream.readinto(self._byte)
                if self._byte[0] == STATE_KEY:
                    self.asked = True
            if ready & _OUT and lines and not self.asleep:
                self.busy = True
                if not self._stream.write(lines[0], self._at, 1):  # the write timed out: the laptop fell asleep
                    self.asleep = True
                    return
                self._at += 1
                if self._at == len(lines[0]):
                    lines.pop(0)
                    self._at = 0
            if not self.busy:
                return
