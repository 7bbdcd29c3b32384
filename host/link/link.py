"""The connection to a board: runs code and writes files on it with mpremote, over USB or a socket (emulated board)."""

import contextlib
import io
import struct
import time
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import NoReturn

from mpremote.transport import TransportError
from mpremote.transport_serial import SerialTransport

from firmware.registers import CLEAR, WATCHDOG_ENABLE, WATCHDOG_RP2040, WATCHDOG_RP2350
from host.errors import UserError
from host.link.cable import MOST, Cable, Nonsense
from host.link.from_board import nonsense, understand, whole_numbers
from host.link.ports import IMAGE_HELP, Waiting, greeting, hung_up, image_help, is_emulated, nothing_listens, went_away
from host.printable import one_line

OLDEST = (1, 25)  # MicroPython
TIMEOUT_S = 10
BUSY_S = 2  # a port may be busy for a moment after the board has restarted
SLOW_TIMEOUT_S = 300  # on a busy machine an emulated board may take so long for what takes a real one a second
TALK_FACTOR = 2  # times the timeout, for an emulated board that sends bytes but not the expected answer
WORD_S, SLOW_WORD_S = 0.5, 20  # wait for the last output of a program that was interrupted; an idle board sends none
LONGEST_FAULT = 300  # most characters shown of an exception on the board
PIECE = 4096  # bytes of a file compressed at once: the board needs three times as much memory
WINDOW = 12  # bits of the compression window, which the board allocates, too

# Defines pieces(sizes, use), which reads compressed pieces of these sizes (bytes) from standard input and calls
# use(data) with each uncompressed piece. They are compressed because USB is slow: 64 bytes at a time.
# The byte of Ctrl-C would interrupt, so it is sent escaped. What `use` raises is raised after all pieces are read:
# otherwise the rest of a file would be taken for the next command.
_PIECES = """
import io, sys, deflate
def pieces(sizes, use):
    fault = None
    for size in sizes:
        data = memoryview(bytearray(size))
        at = 0
        while at < size:
            at += sys.stdin.buffer.readinto(data[at:])
        try:
            data = io.BytesIO(bytes(data).replace(b"\\x1b1", b"\\x03").replace(b"\\x1b2", b"\\x1b"))
            if not fault:
                use(deflate.DeflateIO(data, deflate.ZLIB).read())
        except Exception as error:
            fault = error
    if fault:
        raise fault
def receive(path, sizes):
    with open(path, "wb") as file:
        pieces(sizes, file.write)
"""

# Stops the watchdog, so that it does not restart the board during a copy.
_STOP_WATCHDOG = f"""
import sys
if sys.platform == "rp2":
    import machine
    watchdog = {WATCHDOG_RP2350} if "RP2350" in sys.implementation._machine else {WATCHDOG_RP2040}
    machine.mem32[watchdog + {CLEAR}] = {WATCHDOG_ENABLE}
"""
_RESTART = "import machine, time; time.sleep_ms(100); machine.reset()"
_IDENTITY = """
import sys
i = sys.implementation
print(i.name, i.version[0], i.version[1], getattr(i, "_mpy", 0) & 255, getattr(i, "_machine", "?"))
"""


class BoardFault(UserError):
    """Code run on the board raised an exception. fault: its traceback."""

    def __init__(self, message: str, fault: str) -> None:
        super().__init__(message)
        self.fault = fault


class Link:
    """An open raw REPL on the board at `port`. Use it in `with`. Raises UserError, one line, when the board fails."""

    def __init__(self, port: str) -> None:
        self.port = port
        self._slow = is_emulated(port)
        self._timeout = SLOW_TIMEOUT_S if self._slow else TIMEOUT_S
        self._can_receive = False
        self._lost = False  # out of step: what the board sends next is unknown

    def __enter__(self) -> "Link":
        self._open()
        try:
            self._enter()
            self.run(_STOP_WATCHDOG)
        except OSError as error:
            self._hang_up()
            raise UserError(hung_up(self.port)) from error
        except (TransportError, UserError, struct.error) as error:
            self._hang_up()
            raise UserError(
                f"The board at {self.port} does not answer: close other programs on it, unplug it, hold NEXT while you"
                f" plug it in, and run this again. A board without MicroPython: {IMAGE_HELP}."
            ) from error
        return self

    def _open(self) -> None:
        socket = "://" in self.port
        try:
            with _quiet():
                self._transport = SerialTransport(self.port, wait=0 if socket else BUSY_S, timeout=self._timeout)
            self._cable = Cable(self._transport, self._timeout, self._slow, Waiting(self.port).look)
            self._transport.serial.write(greeting(self.port))
        except (TransportError, OSError, ValueError) as error:
            if socket:
                raise UserError(nothing_listens(self.port)) from error
            raise UserError(
                f"Cannot open {self.port}: close the other program that has it (a serial monitor, another 'troop'), or"
                " plug the board in again."
            ) from error

    def _enter(self) -> None:
        """Interrupt the program that runs and enter the raw REPL.

        That program may be reading input, such as a file that was cut short, and would read what follows the Ctrl-C,
        too. So its last output is waited for first.
        """
        with _quiet(), self._in_time():
            self._transport.serial.write(b"\x03")
            patience = min(self._timeout, SLOW_WORD_S if self._slow else WORD_S)
            if b"\x03" in self._transport.read_until(1, b">", timeout=patience):
                raise TransportError("an echo")  # MicroPython never sends Ctrl-C back
            self._transport.enter_raw_repl(soft_reset=False, timeout_overall=self._timeout)

    @contextlib.contextmanager
    def _in_time(self) -> Iterator[None]:
        """Raise TransportError when the work in `with` takes too long, even if the board keeps sending bytes."""
        self._cable.give_up_at = time.monotonic() + self._timeout * (TALK_FACTOR if self._slow else 1)
        try:
            yield
        finally:
            self._cable.give_up_at = float("inf")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with contextlib.suppress(TransportError, OSError):
            if self._transport.in_raw_repl and not self._lost:
                self._transport.exit_raw_repl()
        self._hang_up()

    def _hang_up(self) -> None:
        with contextlib.suppress(OSError):
            self._transport.close()
        with contextlib.suppress(OSError):
            self._transport.serial.close()  # transport.close() does not reach this when the board is gone

    def run(self, code: str, data: bytes = b"", patience: int = 1) -> str:
        """Run `code` on the board with `data` on its standard input. Returns what it printed; each line ends in "\\n".

        patience: how many times the usual timeout may pass without a byte from the board. Raises BoardFault when the
        code raises, UserError when the board goes away or sends too much.
        """
        lines: list[str] = []
        room = MOST

        def keep(line: str) -> bool:
            nonlocal room
            room -= len(line) + 1
            if room < 0:
                raise ValueError
            lines.append(line)
            return False

        self.ask(code, keep, data, patience)
        return "".join(line + "\n" for line in lines)

    def ask(self, code: str, take: Callable[[str], bool], data: bytes = b"", patience: int = 1) -> None:
        """As `run`, but each printed line is passed to `take` at once, see Cable.follow. If `take` refuses a line, this
        raises UserError and does not wait for the rest."""
        with self._failing():
            self._transport.exec_raw_no_follow(code)
            if data:
                self._transport.serial.write(data)
            fault = self._cable.follow(patience * self._timeout, take)
        if fault:
            self._fail(fault)

    def write(self, path: str, content: bytes) -> None:
        """Write a whole file."""
        self.write_all({path: content})

    def write_all(self, files: Mapping[str, bytes]) -> None:
        """Write whole files with one command: path -> content."""
        self.give([(f"receive({path!r}, SIZES)", content) for path, content in files.items()])

    def give(self, uses: Sequence[tuple[str, bytes]]) -> None:
        """Run pieces of code, (code, content) each. The code gets its content by a call of pieces(SIZES, use)."""
        if not self._can_receive:
            self.run(_PIECES)
            self._can_receive = True
        code, data = [], b""
        for use, content in uses:
            packed = [_pack(content[start : start + PIECE]) for start in range(0, len(content), PIECE)]
            code.append(use.replace("SIZES", repr([len(piece) for piece in packed])))
            data += b"".join(packed)
        self.run("\n".join(code), data)

    def clean(self) -> None:
        """Empty the board's memory by a soft reset. /main.py does not run afterwards."""
        self._can_receive = False
        with self._failing(), _quiet(), self._in_time():
            self._transport.enter_raw_repl(soft_reset=True, timeout_overall=self._timeout)

    def interrupt(self) -> None:
        """Stop the program that runs on the board. Raises nothing when the board does not answer."""
        with contextlib.suppress(TransportError, OSError):
            self._enter()

    def restart(self) -> None:
        """Restart the board as if it had been plugged in again. This link cannot be used afterwards."""
        with contextlib.suppress(TransportError, OSError, struct.error):
            if self._lost:  # the usual way waits for answers, which may not come
                self._transport.serial.write(b"\r\x03\x03\r\x01" + _RESTART.encode() + b"\x04")
            else:
                self._transport.exec_raw_no_follow(_RESTART)
        self._transport.in_raw_repl = False

    @contextlib.contextmanager
    def _failing(self) -> Iterator[None]:
        """Turn exceptions of the transport into UserError, one line for the user."""
        try:
            yield
        except Nonsense as error:
            self._lost = True
            raise nonsense(str(error), self.port) from error
        except (TransportError, OSError, struct.error) as error:
            self._lost = True
            raise UserError(went_away(self.port)) from error

    def _fail(self, fault: str) -> NoReturn:
        """Raise BoardFault for an exception on the board; UserError when its file system is full."""
        last = one_line(fault.strip().split("\n")[-1], LONGEST_FAULT) or "?"
        if "ENOSPC" in last or "OSError: 28" in last:
            raise UserError("The board's file system is full: remove files of your own from it, then run this again.")
        raise BoardFault(f"The board at {self.port} answers: {last}", fault)


def _pack(piece: bytes) -> bytes:
    """A piece of a file as it is sent: compressed, with the byte of Ctrl-C escaped."""
    packer = zlib.compressobj(9, zlib.DEFLATED, WINDOW)
    packed = packer.compress(piece) + packer.flush()
    return packed.replace(b"\x1b", b"\x1b2").replace(b"\x03", b"\x1b1")


@contextlib.contextmanager
def visit(port: str) -> Iterator[Link]:
    """Interrupt the table on the board at `port` during `with`. Afterwards the board restarts with its game."""
    with Link(port) as link:
        try:
            yield link
        except KeyboardInterrupt:
            link.interrupt()  # the board may be receiving a file
            raise
        finally:
            link.restart()


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Suppress what mpremote prints when it fails: the user gets one line instead."""
    with contextlib.redirect_stdout(io.StringIO()):
        yield


def check_identity(link: Link, chip: str) -> str:
    """What runs on the board, in words. Raises UserError unless it is MicroPython for `chip` and new enough."""
    from host.build import MPY_VERSION

    name, version, mpy, machine = understand(_identity, link.run(_IDENTITY))
    if name != "micropython":
        raise UserError(f"The board runs {name}, not MicroPython: {image_help(chip)}.")
    if version < OLDEST or mpy != MPY_VERSION:
        raise UserError(
            f"The board runs MicroPython {version[0]}.{version[1]}, and {OLDEST[0]}.{OLDEST[1]} or newer is needed:"
            f" {image_help(chip)}."
        )
    if "RP2" in machine and ("RP2350" in machine) != chip.startswith("pico_2"):
        raise UserError(f"The board is a {machine}, but the board file is for a {chip}: say the right --board.")
    return f"MicroPython {version[0]}.{version[1]} on {machine}"


def _identity(said: str) -> tuple[str, tuple[int, int], int, str]:
    """Name, version, .mpy version and machine, as _IDENTITY prints them. ValueError for anything else."""
    name, major, minor, mpy, machine = one_line(said.strip()).split(" ", 4)
    first, second, third = whole_numbers([major, minor, mpy])
    return name, (first, second), third, machine
