# troopkeeper: /main.py in the Wokwi simulator. Unpacks the board's files from troopkeeper.txt, then runs the device.
#
# Wokwi allows only text files in one folder; a board has binary files in several. host/wiring/wokwi.py packs them.
import binascii
import gc
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

PACK = "troopkeeper.txt"
DONE = "unpacked.txt"  # has the first line of the pack unpacked last, so that a restart need not repeat it
FILE, END = "> ", "< end"


def unpack() -> None:
    """Write every file of the pack, unless that was done before. ValueError when the pack is incomplete."""
    with open(PACK) as pack:
        first = pack.readline()
        if first and first == _last_unpacked():
            return
        out: BinaryIO | None = None
        line = pack.readline().strip()
        while line != END:
            if line.startswith(FILE):
                if out is not None:
                    out.close()
                _make_folders(line[len(FILE) :])
                out = open(line[len(FILE) :], "wb")  # noqa: SIM115  (closed where the next file begins)
            else:
                out = _write(out, line)
            line = pack.readline().strip()
        if out is not None:
            out.close()
    with open(DONE, "w") as done:
        done.write(first)


def _write(out: "BinaryIO | None", line: str) -> "BinaryIO":
    """Add a line of base64 to the file `out`."""
    try:
        content = binascii.a2b_base64(line)
    except ValueError:
        content = b""
    if out is None or not content:
        raise ValueError(PACK + " is cut off: copy it into the project once more.")
    out.write(content)
    return out


def _last_unpacked() -> str:
    try:
        with open(DONE) as done:
            return done.read()
    except OSError:
        return ""


def _make_folders(path: str) -> None:
    parts = path.split("/")[:-1]
    for i in range(len(parts)):
        try:  # noqa: SIM105  (MicroPython has no contextlib)
            os.mkdir("/".join(parts[: i + 1]))
        except OSError:
            pass  # it exists already


if __name__ == "__main__":
    unpack()
    gc.collect()
    from firmware.main import main

    main()
