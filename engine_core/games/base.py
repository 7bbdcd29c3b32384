"""The base class of the three games: the interface that tables, panels and scripts use."""

from array import array

from ..errors import RuleError
from ..moves import ADD, CONFIRM, FINAL, LIMIT, NO_SEAT, TOP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..setup import Setup

# What may be due, in the order of the bits of `Game.due`. The words are public: scripts use them.
DUE = ("environment", "last_round", "last_rage", "reveal", "shortage", "scoring")


class Game:
    """One game in play: its state and its rules, without clock, input or output.

    fields: the whole state as arrays of type "h" in a fixed order, so that every game is packed, restored and
    compared in the same way. A refused move raises RuleError and has changed nothing.
    """

    NAME = ""
    TRACKS: "tuple[str, ...]" = ()  # `a` of an ADD move is an index here; the first is the main track
    SOURCES: "tuple[str, ...]" = ()  # where points come from (C4)
    CATEGORIES: "tuple[str, ...]" = ()  # of end scoring; `a` of a FINAL move is an index here
    OPTIONS: "tuple[str, ...]" = ()  # the options of this game, in the order in which messages list them
    LONGEST = 4000  # most moves on a device (docs/storage.md); six seats that tap every resource need about 3000

    def __init__(self, setup: "Setup") -> None:
        """setup: a checked one, see new_game. Each game reads its own options afterwards."""
        self.seats = len(setup.names)
        self.names = setup.names
        self.fields: "tuple[array[int], ...]" = ()

    # -- playing ---------------------------------------------------------------------------------
    def play(self, kind: int, seat: int, a: int, b: int) -> None:
        """Play one move (see moves.py). Raises RuleError and changes nothing when it is refused."""
        raise NotImplementedError

    # -- asking ----------------------------------------------------------------------------------
    def value(self, track: int, seat: int) -> int:
        """The value of `seat` on TRACKS[track]."""
        raise NotImplementedError

    def due(self) -> int:
        """What is due now: bit i stands for DUE[i]."""
        return 0

    def phase(self) -> int:
        """The phase of the round from 1; 0 in a game without phases."""
        return 0

    def round(self) -> int:
        """The round from 1; 0 in a game without rounds."""
        return 0

    def turn(self) -> int:
        """The seat whose turn it is; NO_SEAT when all play at once or there are no more turns."""
        return NO_SEAT

    def over(self) -> bool:
        """Whether there are no more turns. End scoring may still follow."""
        raise NotImplementedError

    def decided(self) -> bool:
        """Whether the game is over and its standings are final."""
        return self.over()

    def total(self, seat: int) -> int:
        """All points of `seat` so far."""
        raise NotImplementedError

    def source(self, source: int, seat: int) -> int:
        """The points of `seat` from SOURCES[source]. Those of all sources add up to `total`."""
        raise NotImplementedError

    def tie_break(self, seat: int) -> int:
        """The number that decides between equal totals: the higher one wins. 0 where tied seats share the victory."""
        return 0

    def winners(self) -> "list[int]":
        """The seats that win, in seat order; empty before the game is decided, or when nobody wins."""
        raise NotImplementedError

    # -- what only one game has ------------------------------------------------------------------
    def final(self, category: int, seat: int) -> int:
        """The value entered for `seat` in CATEGORIES[category] of end scoring; -1 when none was entered."""
        return -1

    def reminder_due(self) -> int:
        """Primates: the number of the reminder card that must be on top of the deck now (PR4); 0 for none."""
        return 0

    def missing(self, number: int) -> int:
        """Primates: how many environment cards were forgotten if reminder card `number` is on top of the deck (PR5).

        Below 0: so many too many were drawn.
        """
        raise RuleError("unknown", "%s has no reminder cards." % self.NAME)

    def completed(self) -> str:
        """Ape Town: the letters of the regions completed so far, in alphabetical order."""
        return ""

    def place_number(self, word: str) -> int:
        """Ape Town: `a` of a PLACE move for the space or region called `word`. RuleError `unknown`."""
        raise RuleError("unknown", "%s has no spaces." % self.NAME)

    def place_name(self, number: int) -> str:
        """Ape Town: the name in scripts of `number`, the `a` of a PLACE move."""
        return str(number)

    # -- state -----------------------------------------------------------------------------------
    def pack(self) -> bytes:
        """The whole state as bytes, the same on CPython and MicroPython."""
        return b"".join([bytes(field) for field in self.fields])

    def packed_size(self) -> int:
        """Bytes of the packed state. It does not change during a game."""
        return 2 * sum([len(field) for field in self.fields])

    def pack_into(self, buffer: bytearray, offset: int) -> None:
        """Write the packed state into `buffer` from byte `offset` on."""
        for field in self.fields:
            end = offset + 2 * len(field)
            buffer[offset:end] = bytes(field)
            offset = end

    def unpack(self, data: bytes) -> None:
        """Restore the state from `data`, as `pack` gave it for the same game and set-up."""
        start = 0
        for field in self.fields:
            end = start + 2 * len(field)
            saved = array("h", data[start:end])
            for i in range(len(field)):
                field[i] = saved[i]
            start = end

    # -- for the games ---------------------------------------------------------------------------
    def check_open(self, kind: int, amount: int) -> None:
        """Raises RuleError `over`, which says what to do, when a move of `kind` comes too late (C3).

        When there are no more turns, only two things are accepted: an ADD below 0, and end scoring until CONFIRM.
        """
        if not self.over() or (kind == ADD and amount < 0):
            return
        if self.decided():
            raise RuleError("over", "The game is over: UNDO takes the end back; add what is missing, end it again.")
        if kind not in (FINAL, CONFIRM):
            raise RuleError("over", "The last turn is over: only the end scores are open. UNDO takes that turn back.")

    def check_seat(self, seat: int) -> None:
        """Raises RuleError `seat` unless `seat` is at this table."""
        if not 0 <= seat < self.seats:
            raise RuleError("seat", "There is no seat %d at this table." % (seat + 1))

    def check_turn(self, seat: int) -> None:
        """Raises RuleError `seat` unless `seat` is on turn or NO_SEAT."""
        if seat != NO_SEAT:
            self.check_seat(seat)
            if seat != self.turn():
                raise RuleError("seat", "It is %s's turn." % self.names[self.turn()])

    def check_amount(self, amount: int) -> None:
        """Raises RuleError `value` unless 1 <= |amount| <= LIMIT."""
        if amount == 0 or not -LIMIT <= amount <= LIMIT:
            raise RuleError("value", "One move changes a track by 1 to %d." % LIMIT)

    def check_track(self, value: int) -> None:
        """Raises RuleError `value` unless `value` is on a track: 0 to TOP (C2)."""
        if value < 0:
            raise RuleError("value", "A track never goes below 0.")
        if value > TOP:
            raise RuleError("value", "A track ends at %d." % TOP)
