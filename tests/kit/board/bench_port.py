"""The bench's USB cable as a serial port: mpremote and `troop` reach the emulated board, in emulated time."""

import contextlib
import re
from collections.abc import Iterator
from unittest import mock

from mpremote import commands, transport_serial
from mpremote.transport_serial import SerialTransport

from host.link import link, ports
from tests.kit.board.bench import Bench

NAME = "bench://"  # of the port; with :// in it `troop` looks for no device file
PATIENCE_MS = 20  # the bench runs so long at most to see whether the board says something
LONG_S = 20  # and so long when an answer must come


class Port:
    """What pyserial's Serial is to mpremote. OSError once the plug has been pulled (`Bench.stop_at_flash_op`).

    timeout: emulated seconds that `read` waits at most.
    """

    def __init__(self, bench: Bench) -> None:
        self.rts = self.dtr = True
        self.timeout: float = LONG_S
        self._bench = bench
        self._at = len(bench.said)

    def inWaiting(self) -> int:
        """Bytes that can be read."""
        return self._wait(1, PATIENCE_MS)

    def read(self, count: int) -> bytes:
        """That many bytes; fewer when they do not come."""
        count = min(count, self._wait(count, self.timeout * 1000))
        data = bytes(self._bench.said[self._at : self._at + count])
        self._at += count
        return data

    def write(self, data: bytes) -> int:
        """Type it."""
        self._bench.type(data)
        return len(data)

    def close(self) -> None:
        """Nothing to do: the bench goes on."""

    def _wait(self, count: int, limit_ms: float) -> int:
        """Run until so many bytes are there, or the time is over; how many there are."""
        end = self._bench.ms + limit_ms
        while len(self._bench.said) - self._at < count and self._bench.ms < end:
            if self._bench.stopped_at_flash_op:
                raise OSError("the board is gone")
            self._bench.run(1)
        return len(self._bench.said) - self._at


class Clock:
    """What mpremote takes the time from."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench

    def monotonic(self) -> float:
        return self._bench.ms / 1000

    def sleep(self, seconds: float) -> None:
        self._bench.run(seconds * 1000)


@contextlib.contextmanager
def reachable(bench: Bench) -> Iterator[str]:
    """The name of a port at which mpremote's own code finds the bench."""

    class Transport(SerialTransport):  # type: ignore[misc]
        def __init__(self, device: str, **options: object) -> None:
            self.in_raw_repl = False
            self.use_raw_paste = True
            self.device_name = device
            self.mounted = False
            self.is_pty = False
            self.serial = Port(bench)

    bench.run_until(lambda: bench.connected)
    with (
        mock.patch.object(ports, "SOCKET", re.compile(re.escape(NAME))),
        mock.patch.object(link, "SerialTransport", Transport),
        mock.patch.object(commands, "SerialTransport", Transport),
        mock.patch.object(transport_serial, "time", Clock(bench)),
    ):
        yield NAME
