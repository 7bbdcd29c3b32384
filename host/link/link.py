"""A board at the other end of a cable (or of a socket, when it is emulated), through mpremote."""

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
SLOW_TIMEOUT_S = 300  # an emulated board may take so long where a real one takes a second, on a busy machine
TALK_FACTOR = 2  # a slow board that talks, but not as it should, gets so many times its usual time
WORD_S, SLOW_WORD_S = 0.5, 20  # for the first word of a program that was interrupted; an idle board says none
LONGEST_FAULT = 300  # characters of what the board raised
PIECE = 4096  # bytes of a file packed at once: three times as much memory is needed on the board
WINDOW = 12  # bits: what the board needs besides to unpack it

# Defines pieces(sizes, use), which takes packed pieces of so many bytes from standard input and calls use(data)
# with each as it was. USB gives the board 64 bytes at a time and takes it long: every byte not sent is time won.
# Ctrl-C interrupts, so that byte is never sent as it is. What `use` raises is raised when all has been taken:
# nothing of a file may come to lie where the next command is expected.
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

# Stops the watchdog, so that it does not restart the board in the middle of a copy.
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
    """Code that was run on the board raised. fault: its traceback."""

    def __init__(self, message: str, fault: str) -> None:
        super().__init__(message)
        self.fault = fault


class Link:
    """An open raw REPL on the board at `port`. Use it in `with`; raises UserError, one line, when it fails."""

    def __init__(self, port: str) -> None:
        self.port = port
        self._slow = is_emulated(port)
        self._timeout = SLOW_TIMEOUT_S if self._slow else TIMEOUT_S
        self._can_receive = False
        self._lost = False  # what it says next is anybody's guess

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
        """Interrupt what runs and enter the raw REPL. What runs may be taking input, a file that was cut short: then
        it would take what follows the Ctrl-C, too; so its last words are waited for."""
        with _quiet(), self._in_time():
            self._transport.serial.write(b"\x03")
            patience = min(self._timeout, SLOW_WORD_S if self._slow else WORD_S)
            if b"\x03" in self._transport.read_until(1, b">", timeout=patience):
                raise TransportError("an echo")  # no MicroPython says this
            self._transport.enter_raw_repl(soft_reset=False, timeout_overall=self._timeout)

    @contextlib.contextmanager
    def _in_time(self) -> Iterator[None]:
        """TransportError when what is done takes too long, whatever the board says meanwhile."""
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
            self._transport.serial.close()  # not reached in there when the board is gone

    def run(self, code: str, data: bytes = b"", patience: int = 1) -> str:
        """Run `code` on the board, give it `data` on its standard input, and give back what it printed, as lines that
        each end with a newline.

        patience: how many times the usual time may pass without a word from the board. BoardFault when it raises.
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
        """As `run`, but what is printed goes to `take` line by line as it comes, see Cable.follow. Of what is refused
        there the rest is not waited for: UserError."""
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
        """Run pieces of code one after the other, each of which gets its content through pieces(SIZES, use)."""
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
        """Empty the board's memory: a soft reset, after which /main.py does not run."""
        self._can_receive = False
        with self._failing(), _quiet(), self._in_time():
            self._transport.enter_raw_repl(soft_reset=True, timeout_overall=self._timeout)

    def interrupt(self) -> None:
        """Stop what runs on the board, or give up when it does not answer."""
        with contextlib.suppress(TransportError, OSError):
            self._enter()

    def restart(self) -> None:
        """Restart the board as if it had been plugged in again. Nothing can follow on this link."""
        with contextlib.suppress(TransportError, OSError, struct.error):
            if self._lost:  # its answers are not waited for
                self._transport.serial.write(b"\r\x03\x03\r\x01" + _RESTART.encode() + b"\x04")
            else:
                self._transport.exec_raw_no_follow(_RESTART)
        self._transport.in_raw_repl = False

    @contextlib.contextmanager
    def _failing(self) -> Iterator[None]:
        """Turn what the transport raises into one line for the user."""
        try:
            yield
        except Nonsense as error:
            self._lost = True
            raise nonsense(str(error), self.port) from error
        except (TransportError, OSError, struct.error) as error:
            self._lost = True
            raise UserError(went_away(self.port)) from error

    def _fail(self, fault: str) -> NoReturn:
        """Raise what the board raised."""
        last = one_line(fault.strip().split("\n")[-1], LONGEST_FAULT) or "?"
        if "ENOSPC" in last or "OSError: 28" in last:
            raise UserError("The board's file system is full: remove files of your own from it, then run this again.")
        raise BoardFault(f"The board at {self.port} answers: {last}", fault)


def _pack(piece: bytes) -> bytes:
    """A piece of a file as it is sent: compressed, and without the byte that Ctrl-C is."""
    packer = zlib.compressobj(9, zlib.DEFLATED, WINDOW)
    packed = packer.compress(piece) + packer.flush()
    return packed.replace(b"\x1b", b"\x1b2").replace(b"\x03", b"\x1b1")


@contextlib.contextmanager
def visit(port: str) -> Iterator[Link]:
    """The board at `port`, its table interrupted; afterwards it starts again and goes on with its game."""
    with Link(port) as link:
        try:
            yield link
        except KeyboardInterrupt:
            link.interrupt()  # it may be in the middle of taking a file
            raise
        finally:
            link.restart()


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """mpremote prints what it read when it fails; our user gets one line instead."""
    with contextlib.redirect_stdout(io.StringIO()):
        yield


def check_identity(link: Link, chip: str) -> str:
    """What runs on the board, in words. UserError unless it is a MicroPython that fits `chip`, new enough."""
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
    """Name, version, version of machine code and machine, as _IDENTITY prints them. ValueError for anything else."""
    name, major, minor, mpy, machine = one_line(said.strip()).split(" ", 4)
    first, second, third = whole_numbers([major, minor, mpy])
    return name, (first, second), third, machine
