"""Random numbers for dice and draws: the same seed gives the same numbers on CPython and MicroPython.

No clock is read here: for other numbers, the caller gives another seed.
"""

from .compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

LARGEST_SEED = const(0x3FFFFFFF)  # 30 bits: a small integer on the board, and the range of its clock

_MASK = 0xFFFFFFFF
_STEP = 0x9E3779B9  # 2^32 divided by the golden ratio; it is odd, so all 2^32 states come before one repeats


def mix(number: int) -> int:
    """Mix the 32 bits of `number` (the finaliser of MurmurHash3: one-to-one, and mix(0) is 0)."""
    number = ((number ^ (number >> 16)) * 0x85EBCA6B) & _MASK
    number = ((number ^ (number >> 13)) * 0xC2B2AE35) & _MASK
    return number ^ (number >> 16)


class Chance:
    """A generator of random numbers. seed: its lowest 32 bits count. state: 32 bits, the whole state."""

    def __init__(self, seed: int) -> None:
        self.state = mix(seed & _MASK)

    def stir(self, number: int) -> None:
        """Make all following numbers depend on `number` too."""
        self.state = mix((self.state + _STEP + number) & _MASK)

    def below(self, count: int) -> int:
        """The next number from 0 to count - 1, each equally likely; `count` from 1 to 2^32."""
        fair = (
            _MASK + 1 - (_MASK + 1) % count
        )  # numbers from here on are skipped; otherwise small results would be likelier
        while True:
            self.state = (self.state + _STEP) & _MASK
            number = mix(self.state)
            if number < fair:
                return number % count

    def roll(self, count: int, faces: "Sequence[int]") -> "list[int]":
        """Roll `count` dice, each with the sides `faces`: a list of `count` numbers in the order rolled (PR14)."""
        return [faces[self.below(len(faces))] for _ in range(count)]

    def draw(self, count: int, total: int) -> "list[int]":
        """Draw `count` different numbers from 0 to total - 1, in rising order (AU9); count <= total."""
        rest = list(range(total))
        return sorted([rest.pop(self.below(len(rest))) for _ in range(count)])
