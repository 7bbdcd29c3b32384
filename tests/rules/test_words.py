"""Characters that no name may hold: all that Unicode calls invisible, and no letter, digit or sign."""

import unicodedata

from engine_core.words import is_unseen

ASSIGNED = [*range(0x34000), *range(0xE0000, 0xE1000)]  # the planes between and above are empty or private

# Signs that Unicode counts to the invisible ones, though they show something: Arabic and Syriac numbers and verse ends,
# Kaithi numbers, joiners of hieroglyphs and their like.
SEEN = [*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD, *range(0x13430, 0x13440)]
BLANK = (0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0)  # Unicode counts these to the letters and signs
MARKS = [
    *(0x34F, 0x17B4, 0x17B5),  # a joiner, two vowels that nobody writes
    *(*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)),  # variation selectors
]


def test_all_that_unicode_calls_invisible_is_unseen() -> None:
    for number in ASSIGNED:
        kind = unicodedata.category(chr(number))
        if kind in ("Cc", "Cf", "Cs", "Zl", "Zp", "Zs") and number != 32 and number not in SEEN:
            assert is_unseen(chr(number)), hex(number)
    assert [hex(number) for number in (*BLANK, *MARKS) if not is_unseen(chr(number))] == []


def test_letters_digits_and_signs_are_seen() -> None:
    for number in ASSIGNED:
        if unicodedata.category(chr(number))[0] in "LNPS" and number not in BLANK:
            assert not is_unseen(chr(number)), hex(number)
