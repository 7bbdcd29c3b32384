"""A table: one game, the log of its moves, undo and redo (C1).

The log is a list of blocks of equal size, not one growing buffer: it is never copied, so the board never needs a
large piece of free memory. Every EVERY moves the game's state is kept as a checkpoint (snapshots.py). Undo goes back to
the nearest checkpoint and plays the moves after it, so no rule needs code of its own for undo.
"""

from binascii import crc32

from .compat import const, nothing
from .errors import RuleError
from .games import new_game
from .moves import ADD, JOINED, LIMIT, REDO, SIZE, UNDO, pack_into, unpack_from
from .snapshots import Snapshots

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .setup import Setup

MAX_MOVES = const(8192)  # in a script, or in a game that an earlier version has stored: 64 KB of log
BLOCK = const(64)  # moves in one block of the log
EVERY = const(32)  # moves between two checkpoints, also of those in storage (checkpoints.py)


class Table:
    """One game with its log: `play` moves, `undo` and `redo` them. Raises TextError when the set-up is not playable.

    setup: of the game. game: its present state, to be read only. count: moves applied; undone ones do not count.
    version: rises with every change.
    """

    def __init__(self, setup: "Setup") -> None:
        self.setup = setup
        self.game = new_game(setup)
        self.count = 0
        self.version = 0
        self._end = 0  # moves in the log; those from `count` on are undone
        self._blocks = [bytearray(BLOCK * SIZE)]
        self._states = Snapshots(self.game)  # number k: the state before move EVERY * k
        self._burst = LIMIT  # sum of the last step as long as moves may join it, else LIMIT

    # -- changing ----------------------------------------------------------------------------------
    def play(self, kind: int, seat: int, a: int = 0, b: int = 0, join: bool = False) -> None:
        """Play one move (see moves.py). Raises RuleError, and has changed nothing, when it is refused.

        join: undo takes this move back together with the one before it. That is possible only for an ADD after an
        ADD with the same seat, track and direction; otherwise `join` has no effect. Allocates only when a block of
        the log is full or a checkpoint is due.
        """
        if not (0 <= seat <= 255 and -0x8000 <= a < 0x8000 and -0x8000 <= b < 0x8000):
            raise RuleError("value", "A number of this move is out of range.")
        if self.count % EVERY == 0:
            self._make_room()  # blocks of the log begin at such moves too
        joined = join and self._can_join(kind, seat, a, b)
        self.game.play(kind, seat, a, b)
        if self._end != self.count:
            self._forget_undone()
        pack_into(self._blocks[self.count // BLOCK], self.count % BLOCK * SIZE, kind, seat, a, b, JOINED * joined)
        self._burst = (self._burst if joined else 0) + (b if b > 0 else -b)
        self.count += 1
        self._end = self.count
        self.version += 1

    def undo(self, steps: int = 1) -> None:
        """Take back the last `steps` steps. Raises RuleError `nothing` when there are not so many.

        A step is one move with all moves that are joined to it.
        """
        if steps < 1:
            raise RuleError("value", "Undo takes back one step or more.")
        self._go_to(self._steps_back(steps))

    def redo(self, steps: int = 1) -> None:
        """Play `steps` undone steps again. Raises RuleError `nothing` when there are not so many."""
        if steps < 1:
            raise RuleError("value", "Redo plays one step or more.")
        self._play_on(self._steps_on(steps))

    def apply(self, kind: int, seat: int, a: int, b: int, flags: int) -> None:
        """Do what a record of the journal says: a move, UNDO or REDO. Raises RuleError as play, undo or redo does."""
        if kind == UNDO:
            self.undo(a or 1)
        elif kind == REDO:
            self.redo(a or 1)
        else:
            self.play(kind, seat, a, b, flags & JOINED != 0)

    # -- checkpoints (storage/table_reading.py loads log and states from storage) ----------------------
    def checkpoint(self, number: int) -> "bytes | None":
        """The packed state before move EVERY * `number`; None when it is not kept."""
        return self._states.get(number)

    def checkpoint_mark(self, number: int) -> int:
        """A number that changes whenever `checkpoint` gives another state; 0 for None. Allocates nothing."""
        return self._states.mark(number)

    # -- asking ------------------------------------------------------------------------------------
    def full(self) -> str:
        """Why a device accepts no further move, and what to do, when the game has the most moves; "" before that."""
        if self.count < self.game.LONGEST:
            return ""
        return "This game has %d moves, the most there can be: note the scores, begin a new one." % self.game.LONGEST

    def last_flags(self) -> int:
        """The flags of the last move applied (JOINED or 0); 0 before the first. Allocates nothing."""
        last = self.count - 1
        return self._blocks[last // BLOCK][last % BLOCK * SIZE + 2] if last >= 0 else 0

    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return self.count > 0

    def can_redo(self) -> bool:
        """Whether there is a step to play again."""
        return self._end > self.count

    def steps(self) -> int:
        """How many steps can be undone."""
        steps = 0
        for i in range(self.count):
            if not self._flags(i) & JOINED:
                steps += 1
        return steps

    def undone(self) -> "tuple[int, int]":
        """(moves, steps) of the log that are undone and can be played again."""
        steps = 0
        for i in range(self.count, self._end):
            if not self._flags(i) & JOINED:
                steps += 1
        return self._end - self.count, steps

    def move(self, number: int) -> "tuple[int, int, int, int, int]":
        """Move `number` of the log, from 0, as (kind, seat, a, b, flags). IndexError when there is no such move.

        Moves from `count` on are undone.
        """
        if not 0 <= number < self._end:
            raise IndexError("there is no move %d" % number)
        return self._read(number)

    def digest(self) -> int:
        """CRC-32 of the packed state: the same on CPython and MicroPython for the same state."""
        return crc32(self.game.pack()) & 0xFFFFFFFF

    # -- the log -----------------------------------------------------------------------------------
    def _make_room(self) -> None:
        """Allocate what the next move needs, before it changes anything, so that state and log always agree."""
        try:
            self._make_log_room()
            self._keep_checkpoint()
        except MemoryError:
            raise RuleError("over", "The board's memory is full: only undo is possible, or a new game.")

    def _make_log_room(self) -> None:
        if self.count >= MAX_MOVES:
            raise RuleError("over", "The log of this table is full (%d moves): begin a new game." % MAX_MOVES)
        if self.count // BLOCK == len(self._blocks):
            self._blocks.append(bytearray(BLOCK * SIZE))

    def _keep_checkpoint(self) -> None:
        """Keep the present state if a checkpoint is due here and is not kept yet. Raises MemoryError."""
        number = self.count // EVERY
        if self.count % EVERY == 0 and not self._states.mark(number):
            self._states.keep(number)

    def _can_join(self, kind: int, seat: int, a: int, b: int) -> bool:
        """Whether the move can join the last step, and the sum of both is small enough for one line of a script."""
        if kind != ADD or self._burst + (b if b > 0 else -b) > LIMIT:
            return False
        block = self._blocks[(self.count - 1) // BLOCK]
        start = (self.count - 1) % BLOCK * SIZE
        if block[start] != ADD or block[start + 1] != seat:
            return False
        # Little-endian halves of `a` and the sign bit of `b` (moves.py): unpacking would allocate on every tap.
        same_track = block[start + 4] == a & 0xFF and block[start + 5] == (a >> 8) & 0xFF
        return same_track and (block[start + 7] >= 0x80) == (b < 0)

    def _forget_undone(self) -> None:
        """Forget the checkpoints of undone moves, because a new move replaces those moves."""
        self._states.forget_from(self.count // EVERY + 1)

    def _steps_back(self, steps: int) -> int:
        """The value of `count` after taking back `steps` steps. Raises RuleError `nothing`."""
        target = self.count
        for _ in range(steps):
            if target == 0:
                raise RuleError("nothing", _too_few(self.steps(), "taken back"))
            target -= 1
            while self._flags(target) & JOINED:
                target -= 1
        return target

    def _steps_on(self, steps: int) -> int:
        """The value of `count` after playing `steps` steps again. Raises RuleError `nothing`."""
        target = self.count
        for done in range(steps):
            if target == self._end:
                raise RuleError("nothing", _too_few(done, "played again"))
            target += 1
            while target < self._end and self._flags(target) & JOINED:
                target += 1
        return target

    def _go_to(self, target: int, alive: "Callable[[], object]" = nothing) -> None:
        """Bring the game to move `target` of the log, from the nearest checkpoint before it."""
        number = self._states.nearest(target // EVERY)
        state = self._states.get(number)
        if state is not None:
            self.game.unpack(state)
            self.count = number * EVERY
        self._play_on(target, alive)

    def _play_on(self, target: int, alive: "Callable[[], object]" = nothing) -> None:
        """Play the moves of the log up to `target`."""
        while self.count < target:
            if self.count % EVERY == 0:
                alive()
                try:
                    self._keep_checkpoint()
                except MemoryError:
                    pass  # without this checkpoint the next undo only takes longer
            kind, seat, a, b, _ = self._read(self.count)
            self.game.play(kind, seat, a, b)
            self.count += 1
        self._changed()

    def _changed(self) -> None:
        self.version += 1
        self._burst = LIMIT  # a move after undo or redo begins a new step

    def _read(self, number: int) -> "tuple[int, int, int, int, int]":
        return unpack_from(self._blocks[number // BLOCK], number % BLOCK * SIZE)

    def _flags(self, number: int) -> int:
        return self._blocks[number // BLOCK][number % BLOCK * SIZE + 2]


def _too_few(steps: int, done: str) -> str:
    if steps == 0:
        return "There is nothing that can be %s." % done
    return "Only %d of the steps can be %s." % (steps, done)
