"""Asks a board for facts about itself: the program that prints them on the board, and the check of its output."""

from dataclasses import dataclass

from firmware.registers import WATCHDOG_REASON, WATCHDOG_RP2040, WATCHDOG_RP2350
from host.link.from_board import lines_of, whole_numbers
from host.printable import one_line

UNKNOWN = "unknown"
LONGEST_FACT = 100  # characters

# Prints lines of a word and its values. `pins` are those of the buttons; it prints those that are low for 200 ms.
_FACTS = """
import gc, os, sys, machine
from time import sleep_ms
gc.collect()
i = sys.implementation
print("python", i.name, ".".join([str(n) for n in i.version[:3]]))
print("mpy", getattr(i, "_mpy", 0) & 255)
print("machine", getattr(i, "_machine", "?"))
print("memory", gc.mem_free(), gc.mem_free() + gc.mem_alloc())
s = os.statvfs("/")
print("flash", s[0] * s[3], s[0] * s[2])
print("cause", machine.reset_cause())
if sys.platform == "rp2":
    print("reason", machine.mem32[({rp2350} if "RP2350" in i._machine else {rp2040}) + {reason}] & 3)
try:
    from firmware import VERSION
    print("version", VERSION)
except (ImportError, AttributeError):
    pass
low = [(pin, machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP)) for pin in {pins}]
for _ in range(10):
    sleep_ms(20)
    low = [each for each in low if not each[1].value()]
print("low", *[pin for pin, _ in low])
"""


@dataclass(frozen=True)
class Facts:
    """What _FACTS prints. memory, flash: (bytes free, bytes in all).

    reason: why the chip restarted, in bits: 1 by the watchdog, 2 by a program. ours: version of the firmware, or
    UNKNOWN. low: the pins of buttons that are pulled to ground.
    """

    python: str
    version: tuple[int, int]
    full_version: str
    mpy: int
    machine: str
    memory: tuple[int, int]
    flash: tuple[int, int]
    reason: int
    ours: str
    low: list[int]


def code_for(pins: list[int]) -> str:
    """The program that prints the facts. pins: those of the buttons."""
    parts = {"pins": repr(pins), "rp2040": WATCHDOG_RP2040, "rp2350": WATCHDOG_RP2350, "reason": WATCHDOG_REASON}
    return _FACTS.format(**parts)


def read_facts(said: str, pins: list[int]) -> Facts:
    """The facts in `said`, the output of code_for(pins). ValueError for any other output."""
    found = {}
    for line in lines_of(said):
        word, *values = line.split(" ")
        found[word] = values
    try:
        name, version = found["python"]
        first, second, *_ = whole_numbers(version.split("."))
        (mpy,) = whole_numbers(found["mpy"])
        free, memory = whole_numbers(found["memory"])
        room, flash = whole_numbers(found["flash"])
        (reason,) = whole_numbers(found.get("reason", ["0"]))
        low = whole_numbers(found["low"])
        (ours,) = found.get("version", [UNKNOWN])
    except KeyError as error:
        raise ValueError(f"{error} is missing") from None
    if not set(low) <= set(pins):
        raise ValueError("pins that nobody asked about")
    machine = one_line(" ".join(found.get("machine", ["?"])), LONGEST_FACT)
    return Facts(
        one_line(name, LONGEST_FACT),
        (first, second),
        version,
        mpy,
        machine,
        (free, memory),
        (room, flash),
        reason,
        one_line(ours, LONGEST_FACT),
        low,
    )
