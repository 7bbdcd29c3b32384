"""What a laptop on USB types, and what is said to it: any bytes at any time, and the device never waits for either.

MicroPython tells of its input and output only whether there is a byte, or room for one. Whoever reads more than is
there waits for ever; whoever writes more than there is room for waits 500 ms for a laptop that does not read. So
everything goes byte by byte here, a few in each turn of the loop.
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
        """As sys.stdin.buffer and sys.stdout.buffer, which are one."""

        def readinto(self, buffer: bytearray) -> Any: ...
        def write(self, data: bytes, start: int, count: int) -> int | None: ...


STATE_KEY = const(0x3F)  # "?": the state of the table (state.py) comes back as one line of JSON
_MOST = const(20)  # bytes, one way or both, in one turn of the loop: they take a millisecond
_LINES = const(6)  # that wait, or are being written
_IN = const(1)  # select.POLLIN
_OUT = const(4)  # select.POLLOUT


class Usb:
    """poll: tells of _IN and _OUT of the stream.

    lines: what is still to be said. asked: "?" was typed and is not answered yet. asleep: nobody is there, or the
    laptop sleeps. busy: there may be more to read or to write at once.
    """

    def __init__(self, poll: "Poll", stream: "Stream") -> None:
        self.lines: "list[bytes]" = []
        self.asked = False
        self.asleep = False
        self.busy = False
        self._poll = poll
        self._stream = stream
        self._byte = bytearray(1)
        self._at = 0  # of the first line, the next byte

    def say(self, line: str) -> None:
        """Say a line as soon as there is room. When too many wait, the oldest that is not begun is dropped."""
        if len(self.lines) == _LINES:
            self.lines.pop(1)
        self.lines.append((line + "\r\n").encode())

    def turn(self) -> None:
        """Read and write a few bytes. To be called also where there is time for nothing else: Ctrl-C may be behind what
        was typed. Allocates nothing."""
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
                if not self._stream.write(lines[0], self._at, 1):  # it waited all the same: the laptop fell asleep
                    self.asleep = True
                    return
                self._at += 1
                if self._at == len(lines[0]):
                    lines.pop(0)
                    self._at = 0
            if not self.busy:
                return
