"""What a laptop on USB types, and what is said to it: any bytes at any time, and the device never waits for either.

MicroPython tells of its input and output only whether there is a byte, or room for one. Whoever reads more than is
there waits for ever; whoever writes more than there is room for waits 500 ms for a laptop that does not read. So
everything goes byte by byte here, a few in each turn of the loop.
"""

from engine_core.compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, Protocol

    class Poll(Protocol):
        """Of one stream, as MicroPython's select.poll."""

        def ipoll(self, timeout: int) -> Iterable[Any]: ...


_STATE_KEY = const(0x3F)  # "?": the state of the table (state.py) comes back as one line of JSON
_HEARD = const(40)  # bytes read in one turn of the loop: they take a millisecond
_SAID = const(20)  # bytes written in one turn: the same
_LINES = const(6)  # that wait, or are being written


class Usb:
    """typed, room: polls of input and output. read: fills a buffer from the one. write: data, start, count.

    lines: what is still to be said. asked: "?" was typed and is not answered yet. asleep: nobody is there, or the
    laptop sleeps. busy: there was more to read or to write than one turn takes.
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
        self._at = 0  # of the first line, the next byte

    def say(self, line: str) -> None:
        """Say a line as soon as there is room. When too many wait, the oldest that is not begun is dropped."""
        if len(self.lines) == _LINES:
            self.lines.pop(1)
        self.lines.append((line + "\r\n").encode())

    def turn(self) -> None:
        """Read and write a few bytes. To be called also where there is time for nothing else: Ctrl-C may be behind what
        was typed. Allocates nothing."""
        self.busy = False
        for _ in range(_HEARD):
            for _ in self._typed.ipoll(0):
                break
            else:
                break
            self._read(self._byte)
            if self._byte[0] == _STATE_KEY:
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
            if not self._write(lines[0], self._at, 1):  # it waited all the same: the laptop has just gone to sleep
                self.asleep = True
                return
            self._at += 1
            if self._at == len(lines[0]):
                lines.pop(0)
                self._at = 0
                break
        if lines:
            self.busy = True
