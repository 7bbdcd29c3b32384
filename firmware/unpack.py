"""Unpacks an update that had no room beside the old files. Its text is the beginning of the pack, see root_main.py."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import BinaryIO

PIECE = 512  # bytes copied at once


def unpack(pack: "BinaryIO", do: "Callable[[str], object]") -> None:
    """Do everything in the rest of `pack`. Its lines: `-NAME` removes NAME; `NAME SIZE` is followed by SIZE bytes, the
    content of NAME. do: as in root_main.py. To do a part of it again does no harm."""
    line = pack.readline()
    while line:
        name, _, size = line.decode().strip().partition(" ")
        if size:
            with open(name + ".new", "wb") as file:
                left = int(size)
                while left:
                    data = pack.read(min(left, PIECE))
                    file.write(data)
                    left -= len(data)
        do(name)
        line = pack.readline()
