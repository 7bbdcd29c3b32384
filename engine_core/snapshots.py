"""Keeps states of a game in memory (checkpoints), so that undo need not play the game from its start.

They are in a few large blocks. Kept one by one they would be scattered over the board's memory with garbage between
them, and after an evening no large piece would be free. Of a long game only some are kept: those near the last moves
close together, and older ones further apart the longer the game is.
"""

from .compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .games.base import Game

_BLOCK = const(512)  # bytes of one block, about
_ROOM = const(16384)  # bytes of all states, about
_FEWEST = const(24)  # states that are kept whatever their size; more than 2 * _NEAR, so that one can be evicted
_NEAR = const(8)  # this many states before and after the one that is being kept are not evicted


class Snapshots:
    """Packed states of one game, by number from 0; some may be missing, but never state 0.

    game: its state at this moment becomes state 0.
    """

    def __init__(self, game: "Game") -> None:
        self._game = game
        self._size = game.packed_size()
        self._in_block = max(1, _BLOCK // self._size)
        self._blocks: list[bytearray] = []
        self._marks: list[int] = []  # by number: see `mark`; 0: missing
        self._places: list[int] = []  # by number: its place in the blocks; below 0: none
        self._used = 0  # places that are in use
        self._kept = 0  # the last mark
        self.keep(0)

    def keep(self, number: int) -> None:
        """Keep the present state of the game as `number`. Raises MemoryError, and has changed nothing, without room."""
        place = self._make_room(number)
        self._game.pack_into(self._blocks[place // self._in_block], place % self._in_block * self._size)
        self._mark(number)

    def put(self, number: int, state: "bytes | memoryview") -> None:
        """Keep a packed state as `number`. Raises ValueError when its size is not this game's, and MemoryError."""
        if len(state) != self._size:
            raise ValueError("a state of this game has %d bytes" % self._size)
        place = self._make_room(number)
        start = place % self._in_block * self._size
        self._blocks[place // self._in_block][start : start + self._size] = state
        self._mark(number)

    def get(self, number: int) -> "bytes | None":
        """The packed state; None when it is missing."""
        if not self.mark(number):
            return None
        place = self._places[number]
        start = place % self._in_block * self._size
        return bytes(self._blocks[place // self._in_block][start : start + self._size])

    def mark(self, number: int) -> int:
        """A number that changes whenever another state is kept as `number`; 0: missing. Allocates nothing."""
        return self._marks[number] if number < len(self._marks) else 0

    def forget_from(self, number: int) -> None:
        """Forget the states from `number` on. Allocates nothing."""
        for i in range(number, len(self._marks)):
            self._marks[i] = 0

    def nearest(self, number: int) -> int:
        """The largest number, at most `number`, whose state is kept."""
        while not self.mark(number):
            number -= 1
        return number

    def _make_room(self, number: int) -> int:
        """The place for state `number`, which another state may have to leave. Raises MemoryError."""
        while number >= len(self._marks):
            self._places.append(-1)
            self._marks.append(0)
        place = self._places[number]
        if place < 0:
            if self._used < _FEWEST or self._used * self._size < _ROOM:
                place = self._used
                if place == len(self._blocks) * self._in_block:
                    self._blocks.append(bytearray(self._in_block * self._size))
                self._used += 1
            else:
                place = self._evict(number)
            self._places[number] = place
        return place

    def _evict(self, number: int) -> int:
        """Forget the state whose neighbours are closest together, so that it is missed least; gives its place.

        Those near state `number` stay. Allocates nothing.
        """
        least = 0x7FFF
        victim = before = last = 0
        for i in range(1, len(self._marks)):
            if self._places[i] < 0:
                continue
            # `last` lies between `before` and `i`.
            if last and i - before < least and not -_NEAR <= last - number <= _NEAR:
                least = i - before
                victim = last
            before = last
            last = i
        place = self._places[victim]
        self._places[victim] = -1
        self._marks[victim] = 0
        return place

    def _mark(self, number: int) -> None:
        self._kept += 1
        self._marks[number] = self._kept
