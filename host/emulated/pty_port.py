"""The USB serial port of the emulated board as a pseudo-terminal: to pyserial, and so to `troop` and mpremote, a serial
port like any other.

It lies in a folder that is this user's alone, and no socket leads to it: neither another user's program nor a web page
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

PIECE = 4096  # bytes taken in at once
LOOK_S = 0.01
MOST_PIECES = 16  # taken in at one look
MOST_UNHEARD = 1 << 20  # bytes that wait for a program that does not read


class PtyPort:
    """A pseudo-terminal; a board that is gone takes it along, and another has its place.

    port: a link to the one of the moment. typed: is given what a program sends.
    """

    def __init__(self, typed: Callable[[bytes], None]) -> None:
        self.port = ""
        self.in_use = False
        self._typed = typed
        self._master = -1
        self._unheard = bytearray()
        self._task: asyncio.Task[None] | None = None

    def remedy(self) -> str:
        """How to get our program onto the board at this port, in words."""
        return f"run 'troop flash --port {self.port}'"

    async def open(self) -> None:
        """Make the port."""
        self.port = str(Path(tempfile.mkdtemp(prefix="troop-")) / EMULATED)
        self._begin()
        self._task = asyncio.create_task(self._serve())

    def close(self) -> None:
        """Take the port away."""
        if self._task is not None:
            self._task.cancel()
            self._end()
            shutil.rmtree(Path(self.port).parent, ignore_errors=True)
            self._task = None

    def say(self, data: bytes) -> None:
        """Pass on what the board says; nobody there, nobody hears it."""
        if self.in_use:
            self._unheard += data
            self._write()

    def hang_up(self) -> None:
        """The board is gone: whoever uses it notices."""
        self._end()
        self._begin()

    def _begin(self) -> None:
        self._master, slave = pty.openpty()
        try:
            tty.setraw(slave)
            os.fchmod(slave, 0o600)  # it may be open to the group that sends messages to terminals
            new = Path(self.port + ".new")
            new.symlink_to(os.ttyname(slave))
            new.replace(self.port)
        finally:
            os.close(slave)  # so that it can be seen whether a program has it open
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
        """Take in what a program has sent, and notice when it comes and goes."""
        try:
            for _ in range(MOST_PIECES):
                data = os.read(self._master, PIECE)
                if not data:
                    raise EOFError
                self.in_use = True
                self._typed(data)
        except BlockingIOError:
            self.in_use = True  # it says nothing just now
        except (OSError, EOFError):  # no program has it open: Linux says the one, macOS the other
            self.in_use = False
            self._unheard.clear()

    def _write(self) -> None:
        del self._unheard[:-MOST_UNHEARD]
        with contextlib.suppress(OSError):  # its program does not read just now, or is gone
            while self._unheard:
                del self._unheard[: os.write(self._master, self._unheard[:PIECE])]
