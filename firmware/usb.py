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


STATE_KEY = const(0x3F)  # "?": the state of the table (state.py) comes back as one line of JSON
HEARD = const(40)  # bytes read in one turn of the loop: they take a millisecond
SAID = const(20)  # bytes written in one turn: the same
LINES = const(6)  # that wait to be said


class Usb:
    """typed, room: polls of input and output. read: fills a buffer from the one. write: data, start, count.

    asked: STATE_KEY was typed and is not answered yet. asleep: nobody is there, or the laptop sleeps. busy: there was
    more to read or to write than one turn takes.
    """

    def __init__(
        self,
        typed: "Poll",
        read: "Callable[[bytearray], object]",
        room: "Poll",
        write: "Callable[[bytes, int, int], int | None]",
    ) -> None:
        self.asked = False
        self.asleep = False
        self.busy = False
        self._typed = typed
        self._read = read
        self._room = room
        self._write = write
        self._byte = bytearray(1)
        self._lines: "list[str]" = []
        self._line = b""  # what is being written
        self._at = 0  # of it, the next byte

    def turn(self) -> None:
        """Read and write a few bytes."""
        self.hear()
        if not self.silent() and not self.asleep:
            self._talk()

    def hear(self) -> None:
        """Take in some of what was typed, also while there is no time for it: Ctrl-C may come behind. No allocation."""
        byte = self._byte
        for _ in range(HEARD):
            self.busy = False
            for _ in self._typed.ipoll(0):
                self._read(byte)
                self.busy = True
                if byte[0] == STATE_KEY:
                    self.asked = True
            if not self.busy:
                return

    def say(self, line: str) -> None:
        """Say a line as soon as there is room. When too many wait, the oldest is dropped."""
        if len(self._lines) == LINES:
            self._lines.pop(0)
        self._lines.append(line)

    def silent(self) -> bool:
        """Whether everything has been said."""
        return not (self._line or self._lines)

    def _talk(self) -> None:
        if not self._line:
            self._line = (self._lines.pop(0) + "\r\n").encode()
            self._at = 0
        line, at = self._line, self._at
        end = min(len(line), at + SAID)
        while at < end:
            room = False
            for _ in self._room.ipoll(0):
                room = True
            if not room:
                break
            if not self._write(line, at, 1):  # it waited all the same, for a laptop that has just gone to sleep
                self.asleep = True
                break
            at += 1
        self._at = at
        if at == len(line):
            self._line = b""
        if at == end and not self.silent():
            self.busy = True
