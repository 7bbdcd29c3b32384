"""Finds the boards on USB and chooses one. If there are several it asks the user; it never guesses."""

import os
import re
import string
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

import typer

from host.errors import UserError
from host.printable import tell

SOCKET = re.compile(r"socket://(\w{1,64}@)?[\w.:\[\]-]{1,253}:[0-9]{1,5}", re.ASCII)
MAKERS = (0x2E8A, 0x239A)  # USB vendors: Raspberry Pi (MicroPython), Adafruit (CircuitPython on a Pico W)
UDEV_FILE = "/etc/udev/rules.d/60-pico.rules"
UDEV_LINE = 'SUBSYSTEM=="tty", ATTRS{idVendor}=="2e8a", MODE="0666"'
ROOT = Path("/")
TELL_AFTER_S = 10
EMULATED = "emulated_pico"  # file name of the port of an emulated board
BY_LABEL = Path("/dev/disk/by-label")  # Linux
LABELS = ("RPI-RP2", "RP2350")  # of the drive as which a board in BOOTSEL mode appears
PAGES = {"pico": "RPI_PICO", "pico_w": "RPI_PICO_W", "pico_2": "RPI_PICO2", "pico_2_w": "RPI_PICO2_W"}


def is_emulated(port: str) -> bool:
    """Whether `port` is that of an emulated board, which needs minutes for what a real one does in seconds."""
    return "://" in port or Path(port).name == EMULATED


def greeting(port: str) -> bytes:
    """The bytes to send first to `port`: the line with the token of socket://TOKEN@HOST:PORT; none for other ports."""
    token = urlsplit(port).username if "://" in port else None
    return f"{token}\n".encode() if token else b""


def image_help(chip: str = "pico_w") -> str:
    """How to get MicroPython onto a board with this chip."""
    return (
        f"download the newest image (.uf2) from micropython.org/download/{PAGES[chip]}, hold BOOTSEL while you plug the"
        " board in, and run 'troop flash --uf2 FILE', or copy the image to the drive that appears"
    )


IMAGE_HELP = image_help()  # when the chip is not known


def find_ports() -> list[tuple[str, str]]:
    """The boards on USB as (port, serial number), sorted."""
    from serial.tools.list_ports import comports

    found = [(port.device, port.serial_number or "?") for port in comports() if port.vid in MAKERS]
    return sorted(found)


def choose_port(wanted: str, may_ask: bool = True) -> str:
    """The port to open: `wanted` (a port, id:SERIAL or socket://...), or that of the only board on USB if it is "".

    If there are several boards it asks, if `may_ask` and the command runs in a terminal. Raises UserError when there is
    no board, or it is not clear which one.
    """
    if "://" in wanted and not SOCKET.fullmatch(wanted):
        raise UserError(
            f"--port {wanted!r} cannot be opened: say a serial port, id:SERIAL_NUMBER or socket://HOST:PORT."
        )
    port = _by_serial(wanted[3:]) if wanted.startswith("id:") else wanted or _only_one(may_ask)
    _check_access(port)
    return port


def _only_one(may_ask: bool) -> str:
    found = find_ports()
    if not found:
        raise UserError(_none_there())
    if len(found) == 1:
        return found[0][0]
    listed = [f"{port} (id:{serial})" for port, serial in found]
    if not (may_ask and sys.stdin.isatty()):
        raise UserError(f"There are {len(found)} boards on USB: {', '.join(listed)}. Say which one with --port.")
    print(f"There are {len(found)} boards on USB:")
    for number, line in enumerate(listed, 1):
        print(f"  {number}  {line}")
    chosen: int = typer.prompt("Which one", type=int)
    if not 1 <= chosen <= len(found):
        raise UserError(f"There is no board {chosen} in the list: nothing is done.")
    return found[chosen - 1][0]


def _by_serial(serial: str) -> str:
    found = find_ports()
    for port, number in found:
        if number == serial:
            return port
    listed = ", ".join(f"id:{number}" for _, number in found) or "none"
    raise UserError(f"There is no board with the serial number {serial} on USB (found: {listed}).")


def _none_there() -> str:
    drives = boot_drives()
    if drives:
        return (
            f"A board waits for MicroPython as the drive {drives[0]}: run 'troop flash --uf2 FILE' with the image for"
            f" it, from micropython.org/download/{PAGES['pico_w']}."
        )
    return unmounted_drive() or (
        "There is no board on USB: plug it in with a cable that carries data (some only charge)."
        f" A board without MicroPython: {IMAGE_HELP}."
    )


def boot_drives() -> list[Path]:
    """The folders where boards in BOOTSEL mode are mounted as drives."""
    if sys.platform == "win32":
        roots = [Path(f"{letter}:/") for letter in string.ascii_uppercase[2:]]
    else:
        parents = ("Volumes/*", "media/*", "media/*/*", "run/media/*/*", "mnt/*")
        roots = [path for pattern in parents for path in sorted(ROOT.glob(pattern))]
    return [root for root in roots if _is_boot_drive(root)]


def _is_boot_drive(root: Path) -> bool:
    try:
        return (root / "INFO_UF2.TXT").is_file()
    except OSError:
        return False


def unmounted_drive() -> str:
    """What to do about a board in BOOTSEL mode whose drive is not mounted (Linux); "" when there is none."""
    for label in LABELS:
        device = BY_LABEL / label
        if device.exists():
            return f"A board waits in BOOTSEL mode, not mounted: run 'udisksctl mount -b {device}', then this again."
    return ""


def nothing_listens(port: str) -> str:
    """The message when no emulated board is at the end of a socket."""
    return f"Nothing listens at {port}: start the emulator first."


class Waiting:
    """Tells the user, once and on standard error, that the emulated board at `port` is slow. Ignores other ports."""

    def __init__(self, port: str) -> None:
        self._port = port
        self._tell_at = time.monotonic() + TELL_AFTER_S if is_emulated(port) else float("inf")

    def look(self) -> None:
        """Call it repeatedly while nothing comes."""
        if time.monotonic() >= self._tell_at:
            self._tell_at = float("inf")
            line = f"No answer from {self._port} yet: an emulated board may take minutes. Ctrl-C ends the wait."
            tell(line)


def went_away(port: str) -> str:
    """The message when the connection to a board breaks."""
    return f"The board at {port} went away. Nothing is broken: plug it in and run the same command again."


def hung_up(port: str) -> str:
    """The message when a board ends the connection before it has sent anything."""
    if is_emulated(port):  # this is how it refuses a second program, and one that does not know its token
        return (
            f"The board at {port} hung up: close the other program that has it, say --port just as 'troop emulate'"
            " shows it, or run this again when the board has started."
        )
    return went_away(port)


def _check_access(port: str) -> None:
    """Raise UserError when `port` is a device file that does not exist or that this user may not open."""
    if "://" in port or sys.platform == "win32":
        return
    if not Path(port).exists():
        if is_emulated(port):
            raise UserError(nothing_listens(port))
        listed = ", ".join(name for name, _ in find_ports()) or "none"
        raise UserError(f"There is no port {port} (boards found: {listed}). Is the board plugged in?")
    if os.access(port, os.R_OK | os.W_OK):
        return
    if sys.platform == "linux":
        raise UserError(
            f"You may not open {port}: put the line {UDEV_LINE} into {UDEV_FILE} (sudo), and plug the board in again."
        )
    raise UserError(f"You may not open {port}: it belongs to another user ('ls -l {port}' says to whom).")
