"""The USB serial port of the emulated board, for programs of this user on this machine only.

A program that can send to it can run code on the board, so access is limited. There are two kinds: a pseudo-terminal,
which only this user's programs can open, and a TCP port with a token.
"""

from collections.abc import Callable
from typing import Protocol

from host.emulated.tcp_port import TcpPort


class SerialPort(Protocol):
    """A serial port. port: value for --port, once `open` was called. in_use: a program has it open; only one can."""

    port: str

    @property
    def in_use(self) -> bool: ...
    def remedy(self) -> str: ...
    async def open(self) -> None: ...
    def close(self) -> None: ...
    def say(self, data: bytes) -> None: ...
    def hang_up(self) -> None: ...


def serial_port(number: int | None, typed: Callable[[bytes], None]) -> SerialPort:
    """The kind of port for this machine. number: of a TCP port; None: a pseudo-terminal if the system has them.

    typed: called with the bytes that a program sends.
    """
    if number is None:
        try:
            from host.emulated.pty_port import PtyPort
        except ImportError:  # Windows
            number = 0
        else:
            return PtyPort(typed)
    return TcpPort(number, typed)
