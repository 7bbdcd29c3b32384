"""The USB serial port of the emulated board for programs on this machine: for those of its user alone.

Whoever can send a byte to it runs code on the board. There are two kinds: a pseudo-terminal, which is open to this
user's programs only, and a TCP port with a token.
"""

from collections.abc import Callable
from typing import Protocol

from host.emulated.tcp_port import TcpPort


class SerialPort(Protocol):
    """port: what a program says after --port, once `open`. in_use: a program is there; never are there two."""

    port: str

    @property
    def in_use(self) -> bool: ...
    def remedy(self) -> str: ...
    async def open(self) -> None: ...
    def close(self) -> None: ...
    def say(self, data: bytes) -> None: ...
    def hang_up(self) -> None: ...


def serial_port(number: int | None, typed: Callable[[bytes], None]) -> SerialPort:
    """The port for this machine. number: of a TCP port; None: a pseudo-terminal where the system has them.

    typed: is given what a program sends.
    """
    if number is None:
        try:
            from host.emulated.pty_port import PtyPort
        except ImportError:  # Windows
            number = 0
        else:
            return PtyPort(typed)
    return TcpPort(number, typed)
