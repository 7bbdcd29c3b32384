"""The USB serial port of the emulated board as a TCP port, for `--port socket://127.0.0.1:N` and for mpremote."""

import asyncio
import errno
from collections.abc import Callable

from host.errors import UserError

ADDRESS = "127.0.0.1"
PIECE = 4096
GRACE_S = 1.0  # for the program before to be gone
LOOK_S = 0.02


class SerialServer:
    """Serves one program at a time, as a serial port does. typed: is given what it sends. in_use: one is there.

    number: of the port, once `open`.
    """

    def __init__(self, typed: Callable[[bytes], None]) -> None:
        self.number = 0
        self._typed = typed
        self._writer: asyncio.StreamWriter | None = None
        self._server: asyncio.Server | None = None

    @property
    def in_use(self) -> bool:
        return self._writer is not None

    def remedy(self) -> str:
        """How to get our program onto the board at this port, in words."""
        return f"run 'troop flash --port socket://{ADDRESS}:{self.number}'"

    async def open(self, number: int) -> None:
        """Listen on port `number`; 0 takes any free one. UserError when it is taken."""
        try:
            self._server = await asyncio.start_server(self._serve, ADDRESS, number)
        except OSError as error:
            why = "is in use" if error.errno == errno.EADDRINUSE else f"cannot be used ({error.strerror})"
            raise UserError(f"Port {number} {why}: say another with --usb-port, or 0 for any free one.") from None
        self.number = self._server.sockets[0].getsockname()[1]

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
