"""Finds a MicroPython image for the emulated board on this machine, or downloads it."""

import contextlib
import os
from http.client import HTTPException
from pathlib import Path

from host.errors import UserError
from host.link.uf2 import chip_of

VERSION = "1.26.1"  # of the image that is downloaded
PLACES = (Path(".cache") / "troopkeeper", Path(".cache") / "rp2040py")  # in the home folder


def find_image(named: Path | None) -> Path:
    """The image to run: `named`, that in the variable TROOP_UF2, the newest in the caches, or a downloaded one.

    Raises UserError when there is none, or it is not a whole image for the RP2040.
    """
    if named is None and os.environ.get("TROOP_UF2"):
        named = Path(os.environ["TROOP_UF2"])
    image = named or _cached() or _download()
    check_image(image)
    return image


def check_image(image: Path) -> None:
    """Raise UserError unless `image` is a whole image for the RP2040."""
    if chip_of(image) != "RP2040":
        raise UserError(f"{image} is for another chip: the emulator knows the Pico W only (RP2040).")


def _cached() -> Path | None:
    """The newest whole image for the Pico W in the caches; None when there is none."""
    found = [path for place in PLACES for path in (Path.home() / place).glob("RPI_PICO_W-*.uf2")]
    for image in sorted(found, key=lambda path: path.name, reverse=True):
        with contextlib.suppress(UserError):
            check_image(image)
            return image
    return None


def _download() -> Path:
    """Download VERSION from micropython.org into the cache of rp2040py. UserError when that fails."""
    from rp2040py.utils.firmware_retrieve import MICROPYTHON, retrieve

    print(f"Downloading MicroPython {VERSION} for the Pico W from micropython.org ...", flush=True)
    for part in (Path.home() / PLACES[1]).glob(f"RPI_PICO_W-*-v{VERSION}.uf2"):
        part.unlink()  # left by an interrupted download: a whole one would have been found before
    try:
        image = retrieve(MICROPYTHON, VERSION, "pico_w")
    except (OSError, HTTPException):  # urllib's errors are OSErrors
        image = None
    if image is None:
        raise UserError(
            "There is no MicroPython image on this machine, and none can be downloaded. Download"
            " RPI_PICO_W-20250911-v1.26.1.uf2 from micropython.org/download/RPI_PICO_W elsewhere, and say"
            f" 'troop emulate --image FILE', or put it into {Path.home() / PLACES[0]}."
        )
    return image
