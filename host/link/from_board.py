"""Checks everything that a board sends: turns it into values of known types and limited sizes, or raises UserError.

A board may send anything, so nothing of it is used before it was checked here. Parsers raise ValueError; `understand`
and host/link/link.py turn that into one line for the user.
"""

import base64
import binascii
import re
from collections.abc import Callable, Iterable
from typing import TypeVar

from host.errors import UserError
from host.printable import one_line

MOST_FILES = 500  # in a folder; that of the games has about twenty
MOST_BYTES = 4 << 20  # of all files in a folder: as much as the largest flash of a Pico
LONGEST_NAME = 255  # bytes, as in the board's file system
DIGITS = 10  # most digits of a number; the largest numbers are byte counts and checksums
SHOWN = 60  # most characters of a bad answer that a message shows

T = TypeVar("T")

_DIGEST = re.compile(r"[0-9a-f]{64}")
_WINDOWS = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)  # names of devices on Windows


def nonsense(said: str, port: str = "") -> UserError:
    """The error to raise when `said` is no valid answer."""
    board = f"The board at {port}" if port else "The board"
    return UserError(
        f"{board} said something that is no answer ('{one_line(said.strip(), SHOWN)}'): unplug it, plug it in again,"
        " and run the same command again. If it comes back, run 'troop flash'."
    )


def understand(parse: Callable[[str], T], said: str) -> T:
    """The result of `parse` for an answer. UserError when it raises ValueError."""
    try:
        return parse(said)
    except ValueError:
        raise nonsense(said) from None


def whole_number(word: str) -> int:
    """The whole number with the decimal digits `word`, at most DIGITS of them. ValueError for anything else."""
    if not (0 < len(word) <= DIGITS and word.isascii() and word.isdigit()):
        raise ValueError(word)
    return int(word)


def whole_numbers(words: Iterable[str]) -> list[int]:
    """`whole_number` of each word."""
    return [whole_number(word) for word in words]


def lines_of(said: str) -> list[str]:
    """The lines of an answer. Only "\\n" ends a line."""
    return said.removesuffix("\n").split("\n") if said else []


def native(said: str) -> tuple[str, int]:
    """A version of MicroPython, such as "1.26", and its .mpy version. ValueError for anything else."""
    version, code = said.split()
    whole_numbers(version.split("."))
    return version, whole_number(code)


# -- files -----------------------------------------------------------------------------------------
class Folder:
    """Reads a folder line by line. For each file: its name in hexadecimal, its content in lines of base64, a dot.

    files: name -> content of the files that are complete.
    """

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self._name = ""
        self._content = bytearray()
        self._room = MOST_BYTES

    def take(self, line: str) -> bool:
        """Take the next line. ValueError for an invalid one. Always True, see Cable.follow."""
        if not self._name:
            self._name = _name(line)
            if self._name in self.files or len(self.files) >= MOST_FILES:
                raise ValueError(line)
        elif line == ".":
            self.files[self._name] = bytes(self._content)
            self._name = ""
            self._content.clear()
        else:
            data = base64.b64decode(line.encode("ascii"), validate=True) if line.isascii() else b""
            self._room -= len(data)
            if not data or self._room < 0:
                raise ValueError(line)
            self._content += data
        return True

    def whole(self) -> dict[str, bytes]:
        """The files. ValueError when the last one is incomplete."""
        if self._name:
            raise ValueError("cut short")
        return self.files


def _name(line: str) -> str:
    if not 0 < len(line) <= 2 * LONGEST_NAME:
        raise ValueError(line)
    try:
        return binascii.unhexlify(line).decode("utf-8", "surrogateescape")
    except binascii.Error:
        raise ValueError(line) from None


class Checksums:
    """Reads a list of files line by line: a checksum, a space, the path. The last line is the free bytes and "free".

    there: path -> CRC-32. free: bytes; -1 before that line.
    """

    def __init__(self) -> None:
        self.there: dict[str, int] = {}
        self.free = -1

    def take(self, line: str) -> bool:
        """Take the next line. ValueError for an invalid one. Always True, see Cable.follow."""
        value, _, path = line.partition(" ")
        if not path or len(path) > 2 * LONGEST_NAME or len(self.there) >= MOST_FILES or self.free >= 0:
            raise ValueError(line)
        if path == "free":
            self.free = whole_number(value)
        else:
            self.there[path] = whole_number(value)
        return True


class Digests:
    """Reads `count` SHA-256 digests line by line. found: those that have come, as hexadecimal digits."""

    def __init__(self, count: int) -> None:
        self.found: list[str] = []
        self._count = count

    def take(self, line: str) -> bool:
        """Take the next line. ValueError for an invalid one. Always True, see Cable.follow."""
        if not _DIGEST.fullmatch(line) or len(self.found) == self._count:
            raise ValueError(line)
        self.found.append(line)
        return True


# -- names of files --------------------------------------------------------------------------------
def file_name(name: str, ending: str = "") -> str:
    """A safe name on this machine for the file `name` of a board: no path, not hidden, no device name of Windows.

    ending: the ending to keep. Different names may give the same result, so the caller checks whether it is free.
    """
    stem = name.removesuffix(ending)
    plain = "".join(letter if letter.isascii() and (letter.isalnum() or letter in "._-") else "_" for letter in stem)
    plain = plain.strip("._")[:80] or "unnamed"
    return ("_" if _WINDOWS.fullmatch(plain) else "") + plain + ending
