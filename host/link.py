"""A board at the other end of a cable (or of a socket, when it is emulated), through mpremote."""

import contextlib
import io
import struct
from collections.abc import Iterator
from types import TracebackType

from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

from host.errors import UserError
from host.ports import IMAGE_HELP

OLDEST = (1, 25)  # MicroPython
TIMEOUT_S = 10

# Stops the watchdog (the enable bit of its control register, cleared by the alias 0x3000 above it), so that
# it does not restart the board in the middle of a copy.
_STOP_WATCHDOG = """
import sys
if sys.platform == "rp2":
    import machine
    machine.mem32[(0x400d8000 if "RP2350" in sys.implementation._machine else 0x40058000) + 0x3000] = 1 << 30
"""
_IDENTITY = """
import sys
i = sys.implementation
print(i.name, i.version[0], i.version[1], getattr(i, "_mpy", 0) & 255, getattr(i, "_machine", "?"))
"""


class Link:
    """An open raw REPL on the board at `port`. Use it in `with`; raises UserError, one line, when it fails."""

    def __init__(self, port: str) -> None:
        self.port = port

    def __enter__(self) -> "Link":
        try:
            with _quiet():
                self._transport = SerialTransport(self.port, timeout=TIMEOUT_S)
        except (TransportError, OSError) as error:
            raise UserError(
                f"Cannot open {self.port}: is the board plugged in, and no other program (a serial monitor?) on it?"
            ) from error
        try:
            with _quiet():
                self._transport.enter_raw_repl(soft_reset=False)
            self.run(_STOP_WATCHDOG)
        except (TransportError, UserError, OSError, struct.error) as error:
            self._transport.close()
            raise UserError(
                f"The board at {self.port} does not answer: unplug it, hold NEXT while you plug it in, and run this"
                f" again. A board without MicroPython: {IMAGE_HELP}."
            ) from error
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with contextlib.suppress(TransportError, OSError):
            if self._transport.in_raw_repl:
                self._transport.exit_raw_repl()
        with contextlib.suppress(OSError):
            self._transport.close()

    def run(self, code: str) -> str:
        """Run `code` on the board and give back what it printed."""
        with self.failing():
            printed: bytes = self._transport.exec(code)
            return printed.decode("utf-8", "replace").replace("\r\n", "\n")
        raise AssertionError  # not reached: `failing` never swallows

    def write(self, path: str, content: bytes) -> None:
        """Write a whole file."""
        with self.failing():
            self._transport.fs_writefile(path, content, chunk_size=512)

    def restart(self) -> None:
        """Restart the board as if it had been plugged in again. Nothing can follow on this link."""
        with contextlib.suppress(TransportError, OSError):
            self._transport.exec_raw_no_follow("import machine, time; time.sleep_ms(100); machine.reset()")
        self._transport.in_raw_repl = False

    @contextlib.contextmanager
    def failing(self) -> Iterator[None]:
        """Turn what the transport raises into one line for the user."""
        try:
            yield
        except TransportExecError as error:
            lines = error.error_output.strip().splitlines() or ["?"]
            if "ENOSPC" in lines[-1]:
                raise UserError(
                    "The board's file system is full: remove files of your own from it, then again."
                ) from error
            raise UserError(f"The board at {self.port} answers: {lines[-1]}") from error
        except (TransportError, OSError, struct.error) as error:
            raise UserError(
                f"The board at {self.port} went away. Nothing is broken: plug it in and run the same command again."
            ) from error


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """mpremote prints what it read when it fails; our user gets one line instead."""
    with contextlib.redirect_stdout(io.StringIO()):
        yield


def check_identity(link: Link, chip: str) -> str:
    """What runs on the board, in words. UserError unless it is a MicroPython that fits `chip`, new enough."""
    from host.build import MPY_VERSION

    name, major, minor, mpy, machine = link.run(_IDENTITY).strip().split(" ", 4)
    version = (int(major), int(minor))
    if name != "micropython":
        raise UserError(f"The board runs {name}, not MicroPython: {IMAGE_HELP}.")
    if version < OLDEST or int(mpy) != MPY_VERSION:
        raise UserError(
            f"The board runs MicroPython {major}.{minor}; {OLDEST[0]}.{OLDEST[1]} or newer is needed: {IMAGE_HELP}."
        )
    if "RP2" in machine and ("RP2350" in machine) != chip.startswith("pico_2"):
        raise UserError(f"The board is a {machine}, but the board file is for a {chip}: say the right --board.")
    return f"MicroPython {major}.{minor} on {machine}"
