"""Images of MicroPython, made block by block."""

import struct
from pathlib import Path

from host.link import uf2

RP2040, RP2350, ABSOLUTE = 0xE48BFF56, 0xE48BFF59, 0xE48BFF57


def block(family: int, number: int, count: int, address: int = 0) -> bytes:
    head = struct.pack("<8I", *uf2.MAGIC, 0x2000, address or 0x10000000 + 256 * number, 256, number, count, family)
    return head + bytes(476) + struct.pack("<I", 0x0AB16F30)


def image(path: Path, family: int = RP2040) -> Path:
    path.write_bytes(b"".join(block(family, number, 3) for number in range(3)))
    return path
