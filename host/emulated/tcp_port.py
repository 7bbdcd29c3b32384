"""The USB serial port of the emulated board as a TCP port, for systems without pseudo-terminals.

Every program on this machine and every page in a browser can connect to it, so it requires a token first.
"""

import asyncio
import errno
import hmac
import secrets
from collections.abc import Callable

from host.errors import UserError
from host.link.ports import greeting

ADDRESS = "127.0.0.1"
PIECE = 4096  # bytes read at once
GRACE_S = 1.0  # longest wait for the end of the previous connection
LOOK_S = 0.02  # between two checks for that
HELLO_S = 5.0  # longest wait for the first line of a program
LONGEST_HELLO = 256  # bytes of that line


class TcpPort:
    """A TCP port that closes every connection that does not begin with its token. The token is new at each start, so
    nothing that a web page sends reaches the board.

    number: of the port; 0 takes any free one. typed: called with the bytes that a program sends.
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
        """How to flash the board, in words for the page; without the token, as other users can read the page."""
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
        """Close the connection and stop listening."""
        self.hang_up()
        if self._server is not None:
            self._server.close()

    def say(self, data: bytes) -> None:
        """Send what the board sends to the program, if one is connected."""
        if self._writer is not None:
            self._writer.write(data)

    def hang_up(self) -> None:
        """Close the connection of the program, because the board is gone."""
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
            await asyncio.sleep(LOOK_S)  # the previous program may just be closing its connection
        if self._writer is not None:
            writer.close()
            return
        self._writer = writer
        try:
            while data := await reader.read(PIECE):
                self._typed(data)
        except OSError:
            pass  # the program closed the connection
        finally:
            if self._writer is writer:
                self._writer = None
            writer.close()

    async def _is_welcome(self, reader: asyncio.StreamReader) -> bool:
        """Whether the first line is the token."""
        try:
            line = await asyncio.wait_for(reader.readline(), HELLO_S)
        except (OSError, ValueError, asyncio.TimeoutError):  # ValueError: the line is too long
            return False
        return hmac.compare_digest(line, greeting(self.port))
