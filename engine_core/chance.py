"""Chance: dice and draws, the same numbers from the same seed on every runtime.

Nothing here reads a clock: whoever wants a new sequence gives a new seed.
"""

from .compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

LARGEST_SEED = const(0x3FFFFFFF)  # 30 bits: a small integer on the board, and its clock's period

_MASK = 0xFFFFFFFF
_STEP = 0x9E3779B9  # 2^32 divided by the golden ratio: visits every state once before any comes again


def mix(number: int) -> int:
    """Scatter the 32 bits of `number` (MurmurHash3's finaliser: one-to-one, and mix(0) is 0)."""
    number = ((number ^ (number >> 16)) * 0x85EBCA6B) & _MASK
    number = ((number ^ (number >> 13)) * 0xC2B2AE35) & _MASK
    return number ^ (number >> 16)


class Chance:
    """A generator of numbers; `state` (32 bits) is all there is to it."""

    def __init__(self, seed: int) -> None:
        self.state = mix(seed & _MASK)

    def stir(self, number: int) -> None:
        """Let all that follows depend on `number` as well."""
        self.state = mix((self.state + _STEP + number) & _MASK)

    def below(self, count: int) -> int:
        """The next number from 0 to count - 1, each equally likely; `count` from 1 to 2^32."""
        fair = _MASK + 1 - (_MASK + 1) % count  # numbers from here on would favour the small ones
        while True:
            self.state = (self.state + _STEP) & _MASK
            number = mix(self.state)
            if number < fair:
                return number % count

    def roll(self, count: int, faces: "Sequence[int]") -> "list[int]":
        """Roll `count` dice, each with the sides `faces`; one number a die, in the order rolled (PR14)."""
        return [faces[self.below(len(faces))] for _ in range(count)]

    def draw(self, count: int, total: int) -> "list[int]":
        """Draw `count` different numbers from 0 to total - 1, in rising order (AU9); count <= total."""
        rest = list(range(total))
        return sorted([rest.pop(self.below(len(rest))) for _ in range(count)])
