"""The states that a table keeps on the way, so that undo need not play from the start.

They lie in a few large blocks: kept one by one they would end up scattered over the board's memory, with
garbage between them, and after an evening no large piece would be left free.
"""

from .compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .games.base import Game

_BLOCK = const(512)  # bytes, about


class States:
    """Packed states of one game, by number from 0; some may be missing."""

    def __init__(self, game: "Game") -> None:
        self._game = game
        self._size = game.packed_size()
        self._in_block = max(1, _BLOCK // self._size)
        self._blocks: list[bytearray] = []
        self._marks: list[int] = []  # 0: missing
        self._kept = 0
        self.keep(0)

    def keep(self, number: int) -> None:
        """Keep the game's state now. Raises MemoryError and has changed nothing when there is no room for it."""
        self._make_room(number)
        self._game.pack_into(self._blocks[number // self._in_block], number % self._in_block * self._size)
        self._mark(number)

    def put(self, number: int, state: bytes) -> None:
        """Keep a state that `get` gave once. Raises ValueError when it is not of this game, and MemoryError."""
        if len(state) != self._size:
            raise ValueError("a state of this game has %d bytes" % self._size)
        self._make_room(number)
        start = number % self._in_block * self._size
        self._blocks[number // self._in_block][start : start + self._size] = state
        self._mark(number)

    def get(self, number: int) -> "bytes | None":
        """The packed state; None when it is missing."""
        if not self.mark(number):
            return None
        start = number % self._in_block * self._size
        return bytes(self._blocks[number // self._in_block][start : start + self._size])

    def mark(self, number: int) -> int:
        """Which state is kept as `number`: another one, another mark; 0 when it is missing. Allocates nothing."""
        return self._marks[number] if number < len(self._marks) else 0

    def forget_from(self, number: int) -> None:
        """Drop the states from `number` on. Allocates nothing."""
        for i in range(number, len(self._marks)):
            self._marks[i] = 0

    def nearest(self, number: int) -> int:
        """The last number up to `number` whose state is kept."""
        while not self.mark(number):
            number -= 1
        return number

    def _make_room(self, number: int) -> None:
        while number // self._in_block >= len(self._blocks):
            self._blocks.append(bytearray(self._in_block * self._size))
        while number >= len(self._marks):
            self._marks.append(0)

    def _mark(self, number: int) -> None:
        self._kept += 1
        self._marks[number] = self._kept
