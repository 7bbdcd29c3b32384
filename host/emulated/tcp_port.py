"""The USB serial port of the emulated board as a TCP port, where the system has no pseudo-terminals.

It is open to every program on this machine and to every page in a browser, so it wants a token first.
"""

import asyncio
import errno
import hmac
import secrets
from collections.abc import Callable

from host.errors import UserError
from host.link.ports import greeting

ADDRESS = "127.0.0.1"
PIECE = 4096  # bytes taken in at once
GRACE_S = 1.0  # for the program before to be gone
LOOK_S = 0.02
HELLO_S = 5.0  # for the first line of a program
LONGEST_HELLO = 256  # bytes


class TcpPort:
    """A TCP port that hangs up on whoever does not begin with its token, which is another at each start: no byte of a
    web page gets further, whatever it says.

    number: of the port; 0 takes any free one. typed: is given what a program sends.
    """

    def __init__(self, number: int, typed: Callable[[bytes], None]) -> None:
        self.port = ""
        self._number = number
        self._typed = typed
        self._writer: asyncio.StreamWriter | None = None
        self._server: asyncio.Server | None = None

    @property
    def in_use(self) -> bool:
        return self._writer is not None

    def remedy(self) -> str:
        """How to get our program onto the board, in words for the page: other users' programs can read that."""
        return "'troop emulate' says in its terminal how to put one there"

    async def open(self) -> None:
        """Listen. UserError when the port is taken."""
        number = self._number
        try:
            self._server = await asyncio.start_server(self._serve, ADDRESS, number, limit=LONGEST_HELLO)
        except OSError as error:
            why = "is in use" if error.errno == errno.EADDRINUSE else f"cannot be used ({error.strerror})"
            raise UserError(f"Port {number} {why}: say another with --usb-port, or 0 for any free one.") from None
        number = self._server.sockets[0].getsockname()[1]
        self.port = f"socket://{secrets.token_hex(8)}@{ADDRESS}:{number}"

    def close(self) -> None:
        """Listen no more."""
        self.hang_up()
        if self._server is not None:
            self._server.close()

    def say(self, data: bytes) -> None:
        """Pass on what the board says; nobody there, nobody hears it."""
        if self._writer is not None:
            self._writer.write(data)

    def hang_up(self) -> None:
        """The board is gone: whoever uses it notices."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not await self._is_welcome(reader):
            writer.close()
            return
        for _ in range(round(GRACE_S / LOOK_S)):
            if self._writer is None:
                break
            await asyncio.sleep(LOOK_S)  # a program before may just have hung up
        if self._writer is not None:
            writer.close()
            return
        self._writer = writer
        try:
            while data := await reader.read(PIECE):
                self._typed(data)
        except OSError:
            pass  # it hung up
        finally:
            if self._writer is writer:
                self._writer = None
            writer.close()

    async def _is_welcome(self, reader: asyncio.StreamReader) -> bool:
        """Whether the first line is that of a program that knows the token."""
        try:
            line = await asyncio.wait_for(reader.readline(), HELLO_S)
        except (OSError, ValueError, asyncio.TimeoutError):  # ValueError: the line is too long
            return False
        return hmac.compare_digest(line, greeting(self.port))
