"""What the three games have in common: the interface that tables, panels and scripts use."""

from array import array

from ..errors import RuleError
from ..moves import ADD, CONFIRM, FINAL, LIMIT, NO_SEAT, TOP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..setup import Setup

# What may be due, in the order of the bits `Game.due` returns (fixed: scripts name them).
DUE = ("environment", "last_round", "last_rage", "reveal", "shortage", "scoring")


class Game:
    """One game in play: pure state and rules. No clock, no input, no output.

    The whole state lies in `fields`, arrays of type "h" in a fixed order, so that every game packs,
    restores and compares in the same way. A refused move raises RuleError and has changed nothing.
    """

    NAME = ""
    TRACKS: "tuple[str, ...]" = ()  # ADD's `a` counts in these; the first is the main track
    SOURCES: "tuple[str, ...]" = ()  # where points come from (C4)
    CATEGORIES: "tuple[str, ...]" = ()  # end scoring; FINAL's `a` counts in these
    OPTIONS: "tuple[str, ...]" = ()  # the options it knows, in the order a list of them shows
    LONGEST = 4000  # moves on a device (docs/storage.md); six seats that tap every resource need about 3000

    def __init__(self, setup: "Setup") -> None:
        """A game of a set-up that has been checked: see new_game. Each game reads its own options after this."""
        self.seats = len(setup.names)
        self.names = setup.names
        self.fields: "tuple[array[int], ...]" = ()

    # -- playing ---------------------------------------------------------------------------------
    def play(self, kind: int, seat: int, a: int, b: int) -> None:
        """Play one move (see moves.py). Raises RuleError and changes nothing when it is refused."""
        raise NotImplementedError

    # -- asking ----------------------------------------------------------------------------------
    def value(self, track: int, seat: int) -> int:
        """What `seat` has on TRACKS[track]."""
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
        """The seat whose turn it is; NO_SEAT when everybody plays at once or nobody any more."""
        return NO_SEAT

    def over(self) -> bool:
        """No more turns (also while end scoring is open)."""
        raise NotImplementedError

    def decided(self) -> bool:
        """Over, and the standings are final."""
        return self.over()

    def total(self, seat: int) -> int:
        """All points of `seat` so far."""
        raise NotImplementedError

    def source(self, source: int, seat: int) -> int:
        """The points `seat` had from SOURCES[source]; over all sources they add up to `total`."""
        raise NotImplementedError

    def tie_break(self, seat: int) -> int:
        """What decides between equal totals, more is better; 0 in a game whose ties are shared."""
        return 0

    def winners(self) -> "list[int]":
        """The seats that win, in seat order; empty before the game is decided or when nobody does."""
        raise NotImplementedError

    def win_reason(self) -> str:
        """By which rule the winners win, in a few words ("most points", "equal points")."""
        raise NotImplementedError

    # -- what only one game has ------------------------------------------------------------------
    def final(self, category: int, seat: int) -> int:
        """What end scoring has for `seat` in CATEGORIES[category]; -1 when nothing was entered."""
        return -1

    def reminder_due(self) -> int:
        """Primates: the number that must be on top of the deck now (PR4); 0 when none must."""
        return 0

    def missing(self, number: int) -> int:
        """Primates: environment cards missed (drawn too many: below 0) when `number` is on top (PR5)."""
        raise RuleError("unknown", "%s has no reminder cards." % self.NAME)

    def completed(self) -> str:
        """Ape Town: the letters of the regions completed so far, in alphabetical order."""
        return ""

    def place_number(self, word: str) -> int:
        """Ape Town: PLACE's `a` for the space or region called `word`. RuleError `unknown`."""
        raise RuleError("unknown", "%s has no spaces." % self.NAME)

    def place_name(self, number: int) -> str:
        """Ape Town: what scripts call PLACE's `a`."""
        return str(number)

    # -- state -----------------------------------------------------------------------------------
    def pack(self) -> bytes:
        """The whole state as bytes, the same on every runtime."""
        return b"".join([bytes(field) for field in self.fields])

    def packed_size(self) -> int:
        """Bytes of the packed state: the same all game long."""
        return 2 * sum([len(field) for field in self.fields])

    def pack_into(self, buffer: bytearray, offset: int) -> None:
        """Write what `pack` gives into `buffer` from `offset` on."""
        for field in self.fields:
            end = offset + 2 * len(field)
            buffer[offset:end] = bytes(field)
            offset = end

    def unpack(self, data: bytes) -> None:
        """Restore what `pack` gave. `data` must come from the same game and set-up."""
        start = 0
        for field in self.fields:
            end = start + 2 * len(field)
            saved = array("h", data[start:end])
            for i in range(len(field)):
                field[i] = saved[i]
            start = end

    # -- for the games ---------------------------------------------------------------------------
    def check_open(self, kind: int, amount: int) -> None:
        """RuleError `over`, with the way out, when a move of `kind` comes too late (C3).

        Once no more turns are played only corrections downwards, and end scoring until it is confirmed, are accepted.
        """
        if not self.over() or (kind == ADD and amount < 0):
            return
        if self.decided():
            raise RuleError("over", "The game is over: UNDO takes the end back; add what is missing, end it again.")
        if kind not in (FINAL, CONFIRM):
            raise RuleError("over", "The last turn is over: only the end scores are open. UNDO takes that turn back.")

    def check_seat(self, seat: int) -> None:
        """RuleError `seat` unless `seat` is one of this table's."""
        if not 0 <= seat < self.seats:
            raise RuleError("seat", "There is no seat %d at this table." % (seat + 1))

    def check_turn(self, seat: int) -> None:
        """RuleError `seat` unless such a move is the table's (NO_SEAT) or that of the seat on turn."""
        if seat != NO_SEAT:
            self.check_seat(seat)
            if seat != self.turn():
                raise RuleError("seat", "It is %s's turn." % self.names[self.turn()])

    def check_amount(self, amount: int) -> None:
        """RuleError `value` unless 1 <= |amount| <= LIMIT."""
        if amount == 0 or not -LIMIT <= amount <= LIMIT:
            raise RuleError("value", "One move changes a track by 1 to %d." % LIMIT)

    def check_track(self, value: int) -> None:
        """RuleError `value` unless a track can stand at `value`: 0 to TOP (C2)."""
        if value < 0:
            raise RuleError("value", "A track never goes below 0.")
        if value > TOP:
            raise RuleError("value", "A track ends at %d." % TOP)
