"""What goes over USB, on both runtimes: any bytes in, whole lines out, and never a wait for either."""

from engine_core.chance import Chance
from firmware.usb import Usb
from tests.kit.shared.heap import allocates_nothing
from tests.kit.shared.usb_pieces import PIECES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

HEARD = 40  # bytes that a turn takes in
LINES = 5  # that wait, besides the one that is begun
ROOM = 256  # bytes that MicroPython keeps for a laptop


class Port:
    """USB as MicroPython gives it. Whoever would have to wait fails: at a read without a byte, a write without room."""

    def __init__(self) -> None:
        self.coming = bytearray()
        self.at = 0
        self.waiting = bytearray()  # not yet taken by the laptop
        self.heard = bytearray()
        self.stuck = False  # it says that there is room, and takes nothing
        self.writes = 0
        self.usb = Usb(Poll(self.has_byte), self.read, Poll(self.has_room), self.write)

    def has_byte(self) -> bool:
        return self.at < len(self.coming)

    def has_room(self) -> bool:
        return self.stuck or len(self.waiting) < ROOM

    def read(self, buffer: bytearray) -> int:
        assert self.at + len(buffer) <= len(self.coming), "the device would wait for ever"
        for i in range(len(buffer)):
            buffer[i] = self.coming[self.at]
            self.at += 1
        return len(buffer)

    def write(self, data: bytes, start: int, count: int) -> int:
        self.writes += 1
        if self.stuck:
            return 0
        assert len(self.waiting) + count <= ROOM, "the device would wait for half a second"
        self.waiting.extend(data[start : start + count])
        return count

    def take(self, count: int) -> None:
        """The laptop reads."""
        self.heard.extend(self.waiting[:count])
        self.waiting = self.waiting[count:]

    def lines(self) -> "list[str]":
        """What the laptop has read; the last is what came after the last end of a line."""
        return str(bytes(self.heard), "utf-8").split("\r\n")

    def drain(self) -> None:
        """The laptop reads everything."""
        while True:
            self.usb.turn()
            self.take(ROOM)
            if not self.usb.busy and not self.usb.lines:
                return


class Poll:
    """Of one stream."""

    def __init__(self, ready: "Callable[[], bool]") -> None:
        self._ready = ready
        self._yes = (1,)
        self._no: tuple[int, ...] = ()

    def ipoll(self, timeout: int) -> "Iterable[int]":
        assert timeout == 0
        return self._yes if self._ready() else self._no


def bytes_of(chance: Chance, count: int) -> bytearray:
    """At least so many bytes, one half of them at random, the other from PIECES."""
    data = bytearray()
    while len(data) < count:
        if chance.below(2):
            data.extend(PIECES[chance.below(len(PIECES))])
        else:
            data.extend(bytes([chance.below(252) + 4 for _ in range(chance.below(200))]))
    return data


def pour(count: int, seed: int) -> "tuple[int, int, int]":
    """Any bytes in and any lines out, with a laptop that reads at times. How many bytes, lines said, lines heard."""
    chance = Chance(seed)
    port = Port()
    usb = port.usb
    said: list[str] = []
    heard = poured = 0
    while poured < count:
        if len(port.coming) - port.at < HEARD:
            port.coming = port.coming[port.at :] + bytes_of(chance, chance.below(600))
            port.at = 0
        before = port.at
        usb.turn()
        taken = bytes(port.coming[before : port.at])
        assert len(taken) == min(HEARD, len(port.coming) - before)
        assert usb.asked == (b"?" in taken)
        poured += len(taken)
        usb.asked = False
        if not chance.below(20):
            line = f"{len(said)} " + "\u00e4 word " * chance.below(60)
            said.append(line)
            usb.say(line)
        if not chance.below(3):
            port.take(chance.below(80))
    port.coming = port.coming[: port.at]
    port.drain()
    last = -1
    for line in port.lines()[:-1]:
        number = int(line.split(" ")[0])
        assert number > last
        assert said[number] == line
        last = number
        heard += 1
    assert port.lines()[-1] == ""
    assert last == len(said) - 1  # the newest is never the one that is dropped
    return poured, len(said), heard


def test_any_bytes_in_and_whole_lines_out() -> None:
    pour(20_000, 1)


def test_whatever_is_typed_is_taken_and_the_question_found() -> None:
    for piece in PIECES:
        port = Port()
        port.coming = bytearray(piece)
        for _ in range(len(piece) // HEARD + 1):
            port.usb.turn()
        assert port.at == len(piece)
        assert port.usb.asked == (b"?" in piece)


def test_a_turn_takes_no_longer_because_more_is_typed() -> None:
    port = Port()
    port.coming = bytearray(10_000)
    port.usb.turn()
    assert port.at == HEARD
    assert port.usb.busy
    port.at = len(port.coming) - 1
    port.usb.turn()
    assert not port.usb.busy


def test_a_turn_allocates_nothing() -> None:
    port = Port()
    port.coming = bytearray(b"\x7e\x00\x78\xf0\x7e?\xff")
    port.usb.turn()
    port.at = 0
    allocates_nothing(port.usb.turn)
    assert port.usb.asked


def test_a_laptop_that_does_not_read_costs_no_waiting_and_gets_the_newest_lines() -> None:
    port = Port()
    for i in range(100):
        port.usb.say(f"line {i} " + 30 * "x")
        for _ in range(10):
            port.usb.turn()
    assert not port.usb.busy
    assert port.writes == ROOM
    port.drain()
    numbers = [int(line.split(" ")[1]) for line in port.lines()[:-1]]
    assert numbers[-LINES:] == list(range(100 - LINES, 100))
    assert numbers[: len(numbers) - LINES] == list(range(len(numbers) - LINES))


def test_a_laptop_that_falls_asleep_is_waited_for_once() -> None:
    port = Port()
    port.usb.say("good night")
    port.stuck = True
    for _ in range(50):
        port.usb.turn()
    assert port.writes == 1
    port.stuck = False
    port.usb.asleep = False
    port.drain()
    assert port.lines() == ["good night", ""]


def test_nobody_there_costs_no_write() -> None:
    port = Port()
    port.usb.asleep = True
    for i in range(20):
        port.usb.say(f"line {i}")
        port.usb.turn()
    assert port.writes == 0
    assert not port.usb.busy
