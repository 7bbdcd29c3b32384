"""Which board is meant: finds the ones on USB, and never guesses between two."""

import os
import string
import sys
from pathlib import Path

from host.errors import UserError

MAKERS = (0x2E8A, 0x239A)  # USB vendors: Raspberry Pi (MicroPython), Adafruit (CircuitPython on a Pico W)
IMAGE_HELP = (
    "hold BOOTSEL while you plug it in and copy the newest image for your board (micropython.org/download/RPI_PICO_W)"
    " to the drive that appears"
)


def find_ports() -> list[tuple[str, str]]:
    """The boards on USB as (port, serial number), sorted."""
    from serial.tools.list_ports import comports

    found = [(port.device, port.serial_number or "?") for port in comports() if port.vid in MAKERS]
    return sorted(found)


def choose_port(wanted: str) -> str:
    """The port to open: `wanted` (a port, id:SERIAL or socket://...), or the only board there is.

    Raises UserError when there is none, or more than one and none was named.
    """
    if wanted.startswith("id:"):
        return _by_serial(wanted[3:])
    if wanted:
        _check_access(wanted)
        return wanted
    found = find_ports()
    if not found:
        raise UserError(_none_there())
    if len(found) > 1:
        listed = ", ".join(f"{port} (id:{serial})" for port, serial in found)
        raise UserError(f"There are {len(found)} boards on USB: {listed}. Say which one with --port.")
    _check_access(found[0][0])
    return found[0][0]


def _by_serial(serial: str) -> str:
    found = find_ports()
    for port, number in found:
        if number == serial:
            return port
    listed = ", ".join(f"id:{number}" for _, number in found) or "none"
    raise UserError(f"There is no board with the serial number {serial} on USB (found: {listed}).")


def _none_there() -> str:
    drive = boot_drive()
    if drive is not None:
        return (
            f"A board waits for MicroPython as the drive {drive}: run 'troop flash --uf2 FILE' with the image for it."
        )
    return (
        "There is no board on USB: plug it in with a cable that carries data (some only charge)."
        f" A board without MicroPython: {IMAGE_HELP}."
    )


def boot_drive() -> Path | None:
    """Where a board in BOOTSEL mode is mounted, if one is."""
    if sys.platform == "win32":
        roots = [Path(f"{letter}:/") for letter in string.ascii_uppercase]
    else:
        parents = ("/Volumes/*", "/media/*", "/media/*/*", "/run/media/*/*", "/mnt/*")
        roots = [path for pattern in parents for path in Path("/").glob(pattern.lstrip("/"))]
    for root in roots:
        try:
            if (root / "INFO_UF2.TXT").is_file():
                return root
        except OSError:
            continue
    return None


def _check_access(port: str) -> None:
    """UserError when `port` is a device file that is not there or that we may not open."""
    if "://" in port or sys.platform == "win32":
        return
    if not Path(port).exists():
        listed = ", ".join(name for name, _ in find_ports()) or "none"
        raise UserError(f"There is no port {port} (boards found: {listed}). Is the board plugged in?")
    if not os.access(port, os.R_OK | os.W_OK):
        raise UserError(
            f"You may not open {port}: run 'sudo usermod -aG dialout $USER', log in again, and run this again."
        )
