"""Text from outside: splits lines into words, and finds invisible characters and bytes that are not UTF-8.

CPython and MicroPython differ in all of this, so nothing here uses their own functions for it. The board loads this
module to read a script, a set-up or a file, and unloads it afterwards.
"""

from .errors import TextError

# First and last of each range of characters that are invisible or change how their neighbours are shown: control
# characters, spaces other than U+0020, zero-width characters, direction marks, line and paragraph separators,
# fillers, variation selectors, surrogates, tags. In ascending order.
UNSEEN = (
    (0x00, 0x1F),
    (0x7F, 0xA0),
    (0xAD, 0xAD),
    (0x34F, 0x34F),
    (0x61C, 0x61C),
    (0x115F, 0x1160),
    (0x1680, 0x1680),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x2000, 0x200F),
    (0x2028, 0x202F),
    (0x205F, 0x206F),
    (0x2800, 0x2800),
    (0x3000, 0x3000),
    (0x3164, 0x3164),
    (0xD800, 0xDFFF),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFFB),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
)


def split(line: str) -> "list[str]":
    """The words of a line, without its comment. The line may have its line ending or not."""
    return words_in(without_end(line).split("#")[0])


def words_in(text: str) -> "list[str]":
    """The words of `text`. Only blanks and tabs separate words."""
    return [word for word in text.replace("\t", " ").split(" ") if word]


def without_end(line: str) -> str:
    """`line` without its line ending: "\n", "\r\n", or a single "\r" on the last line of a text."""
    if line.endswith("\n"):
        line = line[:-1]
    return line[:-1] if line.endswith("\r") else line


def is_unseen(letter: str) -> bool:
    """Whether the character `letter` is invisible or changes how others are shown. A blank (U+0020) does not count."""
    number = ord(letter)
    if 32 <= number < 127:
        return False
    for first, last in UNSEEN:
        if number <= last:
            return number >= first
    return False


def unseen_in(text: str) -> str:
    """The first invisible character of `text` (see is_unseen) as "U+202E"; "" when there is none."""
    for letter in text:
        if is_unseen(letter):
            return "U+%04X" % ord(letter)
    return ""


def check_line(line: str, number: int) -> None:
    """Raises TextError when a line holds a control character or a surrogate. number: of the line, for the error."""
    for letter in without_end(line):
        code = ord(letter)
        if (code < 32 and code != 9) or 127 <= code < 160 or 0xD800 <= code < 0xE000:
            raise TextError("This line has the control character U+%04X in it: take it out." % code, number)


def is_utf8(data: bytes) -> bool:
    """Whether `data` is valid UTF-8. MicroPython's own decoder accepts many bytes that are not."""
    at = 0
    while at < len(data):
        lead = data[at]
        at += 1
        if lead < 0x80:
            continue
        if lead < 0xC2 or lead > 0xF4:
            return False
        low, high = 0x80, 0xBF
        if lead == 0xE0 or lead == 0xF0:  # overlong forms are not allowed
            low = 0xA0 if lead == 0xE0 else 0x90
        elif lead == 0xED or lead == 0xF4:  # nor surrogates, nor numbers above U+10FFFF
            high = 0x9F if lead == 0xED else 0x8F
        for _ in range(1 + (lead >= 0xE0) + (lead >= 0xF0)):
            if at == len(data) or not low <= data[at] <= high:
                return False
            at += 1
            low, high = 0x80, 0xBF
    return True
