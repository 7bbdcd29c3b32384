"""Checks and reads stored records, and the header at the start of a game's file. record.py describes their bytes.

The board needs this module at power-on and when a game begins, not while a game is played.
"""

import struct
from binascii import crc32

from ..compat import const
from ..errors import TextError
from ..moves import unpack_from
from .record import CRC_AT, GAME_AT, MOVE_AT, SIZE, pack_record

HEADER = const(240)  # no kind of move
VERSION = const(1)  # of the format; in a header it is in the byte of the seat
TEXT_LIMIT = const(8192)  # bytes of one text in a header: far above any city, far below the board's memory


class Header:
    """The header of a game's file.

    number: of the game. version: of the format. size: bytes of the whole header.
    text, map_text: the set-up, which setup_reading.read_setup takes.
    """

    def __init__(self, number: int, version: int, size: int, text: str, map_text: str) -> None:
        self.number = number
        self.version = version
        self.size = size
        self.text = text
        self.map_text = map_text


def intact(buffer: "bytes | bytearray", offset: int) -> bool:
    """Whether all SIZE bytes of the record at `offset` are there and its CRC is right."""
    if offset + SIZE > len(buffer):
        return False
    crc: int = struct.unpack_from("<I", buffer, offset + CRC_AT)[0]
    return (crc32(memoryview(buffer)[offset : offset + CRC_AT]) & 0xFFFFFFFF) == crc


def sequence_of(buffer: "bytes | bytearray", offset: int) -> int:
    """The sequence number of the record at `offset`."""
    sequence: int = struct.unpack_from("<I", buffer, offset)[0]
    return sequence


def game_of(buffer: "bytes | bytearray", offset: int) -> int:
    """The low byte of the number of the game that the record at `offset` belongs to."""
    return buffer[offset + GAME_AT]


def move_of(buffer: "bytes | bytearray", offset: int) -> "tuple[int, int, int, int, int]":
    """(kind, seat, a, b, flags) of the record at `offset`."""
    return unpack_from(buffer, offset + MOVE_AT)


def pack_header(number: int, text: str, map_text: str) -> bytes:
    """The header of game `number`. Raises TextError when a text is too long to be stored."""
    texts = (text.encode(), map_text.encode())
    for part in texts:
        if len(part) > TEXT_LIMIT:
            raise TextError("The set-up or the map is too long: at most %d bytes can be stored." % TEXT_LIMIT)
    head = bytearray(SIZE)
    pack_record(head, 0, number, number, HEADER, VERSION, len(texts[0]), len(texts[1]), 0)
    body = texts[0] + texts[1]
    return bytes(head) + body + struct.pack("<I", crc32(body) & 0xFFFFFFFF)


def header_size(data: bytes) -> int:
    """How many bytes the header at the start of `data` has, read from its first SIZE bytes; 0 when there is none."""
    if not intact(data, 0):
        return 0
    kind, version, length, map_length, _ = move_of(data, 0)
    if kind != HEADER:
        return 0
    if version != VERSION:
        return SIZE
    good = 0 <= length <= TEXT_LIMIT and 0 <= map_length <= TEXT_LIMIT
    return SIZE + length + map_length + 4 if good else 0


def read_header(data: bytes) -> "Header | None":
    """The header at the start of `data`; None when it is damaged or incomplete.

    Of a header of another format only number and version are set; size is 0.
    """
    size = header_size(data)
    if not size:
        return None
    _, version, length, _, _ = move_of(data, 0)
    number = sequence_of(data, 0)
    if version != VERSION:
        return Header(number, version, 0, "", "")
    body = data[SIZE : size - 4]
    if data[size - 4 : size] != struct.pack("<I", crc32(body) & 0xFFFFFFFF):
        return None
    try:
        return Header(number, version, size, str(body[:length], "utf-8"), str(body[length:], "utf-8"))
    except ValueError:  # UnicodeError is a ValueError
        return None
