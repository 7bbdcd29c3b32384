"""Reads what a board sends with limits of time and size, whatever the board sends.

mpremote by itself waits for as long as bytes come, and keeps all of them.
"""

import re
import time
from collections.abc import Callable
from typing import Any

from mpremote.transport import TransportError

TALK_S = 5  # how long a board may send bytes without the answer that is expected
PAUSE_S = 2  # an emulated board that was silent for so long was at work: TALK_S begins again
STEP_S = 0.05  # timeout of one read
MOST = 65536  # most bytes of one answer that is not read line by line
LONGEST_LINE = 16384  # bytes
_END = re.compile(rb"[\n\x04]")  # end of a line; end of the output of a command


class Nonsense(TransportError):  # type: ignore[misc]
    """What the board sent is no answer to what was asked. The message holds a part of it."""


class Cable:
    """Replaces the reads and writes of `transport` (mpremote) on its port. All methods raise TransportError or OSError.

    quiet: seconds that may pass without a byte. slow: the board is an emulated one. wait: called while nothing comes
    and there is a time limit (`give_up_at`, of time.monotonic).
    """

    def __init__(self, transport: Any, quiet: float, slow: bool, wait: Callable[[], None]) -> None:
        self.give_up_at = float("inf")
        self._quiet = quiet
        self._pause = PAUSE_S if slow else float("inf")
        self._wait = wait
        self._buffer = bytearray()
        self._talks_since = 0.0  # since when bytes come without an answer; 0: they do not
        self._heard_at = 0.0
        self._slow = slow
        port = self._port = transport.serial
        port.timeout, port.write_timeout = STEP_S, quiet
        self._read, self._write, self._arrived = port.read, port.write, port.inWaiting
        port.read, port.write, port.inWaiting = self.read, self.write, self.arrived
        transport.read_until = self.read_until
        transport.is_pty = False  # for a pty mpremote does not use inWaiting

    # -- what mpremote calls -----------------------------------------------------------------------
    def arrived(self) -> int:
        """How many bytes can be read at once."""
        self._check()
        return len(self._buffer) or int(self._arrived())

    def read(self, size: int = 1) -> bytes:
        """Read `size` bytes; fewer when no more come."""
        while len(self._buffer) < size and self._fill(time.monotonic() + self._quiet):
            pass
        data = bytes(self._buffer[:size])
        del self._buffer[:size]
        return data

    def write(self, data: bytes) -> None:
        """Send everything in pieces. Each piece may take `quiet` seconds."""
        self._talks_since = 0.0
        for start in range(0, len(data), 4096):
            self._write(data[start : start + 4096])

    def read_until(
        self, _least: int, ending: bytes, timeout: float | None = None, timeout_overall: float | None = None
    ) -> bytes:
        """Read up to `ending`, inclusive; if it does not come, what there is."""
        quiet = self._quiet if timeout is None else timeout
        last = float("inf") if timeout_overall is None else time.monotonic() + timeout_overall
        looked = 0
        while (at := self._buffer.find(ending, looked)) < 0:
            looked = max(0, len(self._buffer) - len(ending) + 1)
            if len(self._buffer) > MOST:
                raise self._nonsense()
            if not self._fill(min(last, time.monotonic() + quiet)):
                at = len(self._buffer)
                break
        self._talks_since = 0.0
        data = bytes(self._buffer[: at + len(ending)])
        del self._buffer[: at + len(ending)]
        return data

    # -- the answer to a command ---------------------------------------------------------------------
    def follow(self, quiet: float, take: Callable[[str], bool]) -> str:
        """Read all that a command prints. Returns the traceback of what it raised; "" for nothing.

        take: called with each line, without its end. It returns True for an expected answer (the limit TALK_S begins
        again) and raises ValueError for a line that is no answer. quiet: seconds that may pass without a byte.
        """
        ended = False
        while not ended:
            data, ended = self._line(quiet)
            if ended and not data:
                break
            line = data.decode("utf-8", "replace")
            try:
                if take(line):
                    self._talks_since = 0.0
            except ValueError as error:
                raise Nonsense(str(error) or line) from None
        fault = self.read_until(1, b"\x04", quiet)
        if not fault.endswith(b"\x04"):
            raise TransportError("no end")
        return fault[:-1].decode("utf-8", "replace")

    def _line(self, quiet: float) -> tuple[bytes, bool]:
        """The next line, and whether the output ends with it."""
        looked = 0
        while not (found := _END.search(self._buffer, looked)):
            looked = len(self._buffer)
            if looked > LONGEST_LINE:
                raise self._nonsense()
            if not self._fill(time.monotonic() + quiet):
                raise TransportError("no word")
        line = bytes(self._buffer[: found.start()])
        ended = found[0] == b"\x04"
        del self._buffer[: found.end()]
        return line.removesuffix(b"\r"), ended

    # -- underneath ----------------------------------------------------------------------------------
    def _fill(self, until: float) -> bool:
        """Wait for bytes until the time `until`. Whether some have come."""
        while True:
            self._check()
            data = self._read(max(1, self._arrived()))
            if data and self._slow:  # for a socket inWaiting only tells whether there are bytes: read them all
                self._port.timeout = 0
                data += self._read(MOST)
                self._port.timeout = STEP_S
            now = time.monotonic()
            if data:
                if not self._talks_since or now - self._heard_at > self._pause:
                    self._talks_since = now
                self._heard_at = now
                self._buffer += data
                return True
            if now >= until:
                return False
            if self.give_up_at < float("inf"):
                self._wait()

    def _check(self) -> None:
        now = time.monotonic()
        if now > self.give_up_at:
            raise TransportError("it is time to give up")
        if self._talks_since and self._heard_at - self._talks_since > TALK_S:
            raise self._nonsense()

    def _nonsense(self) -> Nonsense:
        return Nonsense(self._buffer[:200].decode("utf-8", "replace"))
