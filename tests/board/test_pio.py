"""The PIO programs cycle by cycle, on a PIO emulator."""

from collections import deque
from itertools import pairwise

import pytest
from pioemu import ShiftRegister, State, emulate

from tests.kit.board.pio_source import load

CYCLE_NS = 1e9 / 12_800_000
LIMITS_NS = {  # (least, most) that the chips' data sheets have in common: WS2812B, WS2812B-V5, SK6812
    "zero high": (250, 380),
    "one high": (650, 750),
    "zero low": (750, 1050),
    "one low": (300, 750),
}


def waveform(data: bytes) -> list[tuple[int, int]]:
    """(cycle, level) of every edge while `data` goes out."""
    program = load("strips.py", "wire_program")
    assert program.settings["out_shiftdir"] == "PIO.SHIFT_LEFT"
    threshold = int(program.settings["pull_thresh"])
    words = deque(byte * 0x01010101 for byte in data)  # a byte written by DMA stands on all four lanes
    edges, level = [], 0
    for before, after in emulate(
        program.opcodes,
        stop_when=lambda _, state: state.clock > 16 * 8 * len(data) + 100,
        initial_state=State(transmit_fifo=words, output_shift_register=ShiftRegister(0, 32)),
        auto_pull=program.settings["autopull"] == "True",
        pull_threshold=threshold,
        shift_osr_right=False,
        side_set_count=1,
    ):
        if after.pin_values & 1 != level:
            level = after.pin_values & 1
            edges.append((before.clock, level))  # side-set acts as its instruction begins
    return edges


def pulses(data: bytes) -> list[tuple[int, int, int]]:
    """(bit sent, cycles high, cycles low after it) of every bit but the last."""
    edges = waveform(data)
    bits = [byte >> (7 - i) & 1 for byte in data for i in range(8)]
    ups = [cycle for cycle, level in edges if level]
    downs = [cycle for cycle, level in edges if not level]
    assert len(ups) == len(bits)
    rows = zip(bits, pairwise(ups), downs, strict=False)
    return [(bit, down - up, next_up - down) for bit, (up, next_up), down in rows]


@pytest.mark.parametrize("data", [b"\x00\x00\x00", b"\xff\xff\xff", b"\xaa\x55\x01", bytes(range(0, 256, 7))])
def test_wire_timing_within_the_limits_of_all_chips(data: bytes) -> None:
    """Every bit takes 1.25 us, 30 us an LED of three bytes, and each pulse fits every chip's data sheet."""
    for bit, high, low in pulses(data):
        assert high + low == 16
        name = "one" if bit else "zero"
        for what, cycles in ((f"{name} high", high), (f"{name} low", low)):
            least, most = LIMITS_NS[what]
            assert least <= cycles * CYCLE_NS <= most, what


def test_wire_line_is_low_before_and_after_a_frame() -> None:
    edges = waveform(b"\xff")
    assert edges[0][1] == 1
    assert edges[-1][1] == 0
    assert len(edges) == 16


def test_sampler_takes_sixteen_pins_once_every_32_cycles() -> None:
    """At 32 kHz that is one sample a millisecond; the sample lies in the low half of the word, where DMA reads it."""
    program = load("sampler.py", "sample_program")
    assert program.settings["in_shiftdir"] == "PIO.SHIFT_LEFT"
    seen = []
    for before, after in emulate(
        program.opcodes,
        stop_when=lambda _, state: state.clock >= 32 * 4,
        input_source=lambda clock: 0x3C5A0 + clock // 32,
        auto_push=program.settings["autopush"] == "True",
        push_threshold=int(program.settings["push_thresh"]),
        shift_isr_right=False,
    ):
        if len(after.receive_fifo) > len(before.receive_fifo):
            seen.append((before.clock, after.receive_fifo[-1]))
    assert [clock for clock, _ in seen] == [0, 32, 64, 96]
    assert [word & 0xFFFF for _, word in seen] == [0xC5A0, 0xC5A1, 0xC5A2, 0xC5A3]
