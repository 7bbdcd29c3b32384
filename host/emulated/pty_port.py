"""The USB serial port of the emulated board as a pseudo-terminal, which `troop` and mpremote (through pyserial) can use
as a serial port.

It is in a folder that only this user can read, and it is no socket. So neither programs of other users nor web pages
can open it.
"""

import asyncio
import contextlib
import os
import pty
import shutil
import tempfile
import tty
from collections.abc import Callable
from pathlib import Path

from host.link.ports import EMULATED

PIECE = 4096  # bytes read at once
LOOK_S = 0.01  # between two polls of the port
MOST_PIECES = 16  # read in one poll
MOST_UNHEARD = 1 << 20  # most bytes that wait for a program that does not read


class PtyPort:
    """A pseudo-terminal. When the board restarts, it is closed and replaced by a new one.

    port: path of a symbolic link to the current one. typed: called with the bytes that a program sends.
    """

    def __init__(self, typed: Callable[[bytes], None]) -> None:
        self.port = ""
        self.in_use = False
        self._typed = typed
        self._master = -1
        self._unheard = bytearray()
        self._task: asyncio.Task[None] | None = None

    def remedy(self) -> str:
        """How to flash the board at this port, in words."""
        return f"run 'troop flash --port {self.port}'"

    async def open(self) -> None:
        """Make the port and begin to serve it."""
        self.port = str(Path(tempfile.mkdtemp(prefix="troop-")) / EMULATED)
        self._begin()
        self._task = asyncio.create_task(self._serve())

    def close(self) -> None:
        """Remove the port."""
        if self._task is not None:
            self._task.cancel()
            self._end()
            shutil.rmtree(Path(self.port).parent, ignore_errors=True)
            self._task = None

    def say(self, data: bytes) -> None:
        """Send what the board sends to the program, if one has the port open."""
        if self.in_use:
            self._unheard += data
            self._write()

    def hang_up(self) -> None:
        """Close the port for the program that has it open, because the board is gone, and make a new one."""
        self._end()
        self._begin()

    def _begin(self) -> None:
        self._master, slave = pty.openpty()
        try:
            tty.setraw(slave)
            os.fchmod(slave, 0o600)  # the group tty, which writes messages to terminals, may have access by default
            new = Path(self.port + ".new")
            new.symlink_to(os.ttyname(slave))
            new.replace(self.port)
        finally:
            os.close(slave)  # if no program has it open, reads then fail, which _read detects
        os.set_blocking(self._master, False)

    def _end(self) -> None:
        os.close(self._master)
        self.in_use = False
        self._unheard.clear()

    async def _serve(self) -> None:
        while True:
            self._read()
            self._write()
            await asyncio.sleep(LOOK_S)

    def _read(self) -> None:
        """Read what a program has sent, and detect whether one has the port open."""
        try:
            for _ in range(MOST_PIECES):
                data = os.read(self._master, PIECE)
                if not data:
                    raise EOFError
                self.in_use = True
                self._typed(data)
        except BlockingIOError:
            self.in_use = True  # a program has it open and sends nothing now
        except (OSError, EOFError):  # no program has it open: OSError on Linux, end of file on macOS
            self.in_use = False
            self._unheard.clear()

    def _write(self) -> None:
        del self._unheard[:-MOST_UNHEARD]
        with contextlib.suppress(OSError):  # the program does not read now, or is gone
            while self._unheard:
                del self._unheard[: os.write(self._master, self._unheard[:PIECE])]
