"""The one door for shape: what a board says becomes values of known kinds and sizes, or one clear line.

Whoever can plug in a board can have it say anything: nothing of it is used before it has come through here. Parsers
raise ValueError, which `understand` and host/link/link.py turn into that line. Strings come out printable.
"""

import base64
import binascii
import re
from collections.abc import Callable, Iterable
from typing import TypeVar

from host.errors import UserError
from host.printable import one_line

MOST_FILES = 500  # in a folder; ours has about twenty
MOST_BYTES = 4 << 20  # of all files in a folder: more than the flash of any Pico holds
LONGEST_NAME = 255  # bytes, as in its file system
DIGITS = 10  # of a number; the largest are counts of bytes and checksums
SHOWN = 60  # characters of nonsense in a message

T = TypeVar("T")

_WINDOWS = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)  # names that are devices there


def nonsense(said: str, port: str = "") -> UserError:
    """The error to raise about an answer that is none."""
    board = f"The board at {port}" if port else "The board"
    return UserError(
        f"{board} said something that is no answer ('{one_line(said.strip(), SHOWN)}'): unplug it, plug it in again,"
        " and run the same command again. If it comes back, run 'troop flash'."
    )


def understand(parse: Callable[[str], T], said: str) -> T:
    """What `parse` makes of an answer. UserError when that is nothing."""
    try:
        return parse(said)
    except ValueError:
        raise nonsense(said) from None


def whole_number(word: str) -> int:
    """A whole number in plain digits, none of them too many."""
    if not (0 < len(word) <= DIGITS and word.isascii() and word.isdigit()):
        raise ValueError(word)
    return int(word)


def whole_numbers(words: Iterable[str]) -> list[int]:
    """As `whole_number`, of each."""
    return [whole_number(word) for word in words]


def lines_of(said: str) -> list[str]:
    """The lines of an answer: "\\n" alone ends one."""
    return said.removesuffix("\n").split("\n") if said else []


def native(said: str) -> tuple[str, int]:
    """A version of MicroPython, such as "1.26", and the number of its machine code."""
    version, code = said.split()
    whole_numbers(version.split("."))
    return version, whole_number(code)


# -- files -----------------------------------------------------------------------------------------
class Folder:
    """A folder that comes line by line: of each file its name in hexadecimal, its bytes in lines of base64, a dot.

    files: name -> content, of those that are whole.
    """

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self._name = ""
        self._content = bytearray()
        self._room = MOST_BYTES

    def take(self, line: str) -> bool:
        """The next line. ValueError for what cannot be one."""
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
        """The files, when all has come."""
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
    """Files that come line by line: a checksum, a blank, the path; in the end how many bytes are "free".

    there: path -> CRC-32. free: bytes; -1 before it is said.
    """

    def __init__(self) -> None:
        self.there: dict[str, int] = {}
        self.free = -1

    def take(self, line: str) -> bool:
        """The next line. ValueError for what cannot be one."""
        value, _, path = line.partition(" ")
        if not path or len(path) > 2 * LONGEST_NAME or len(self.there) >= MOST_FILES or self.free >= 0:
            raise ValueError(line)
        if path == "free":
            self.free = whole_number(value)
        else:
            self.there[path] = whole_number(value)
        return True


# -- the one door for paths ------------------------------------------------------------------------
def file_name(name: str, ending: str = "") -> str:
    """The name of a file on a board as a name for a file here: never a path, nothing hidden, no device of Windows.

    ending: what it ends in afterwards, too. Two names may become one: whoever writes looks whether it is free.
    """
    stem = name.removesuffix(ending)
    plain = "".join(letter if letter.isascii() and (letter.isalnum() or letter in "._-") else "_" for letter in stem)
    plain = plain.strip("._")[:80] or "unnamed"
    return ("_" if _WINDOWS.fullmatch(plain) else "") + plain + ending
