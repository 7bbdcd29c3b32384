"""The drivers on the emulated board, without the rest of the device."""

from itertools import pairwise

import pytest

from host.emulated.flash import ERASE_MS
from tests.kit.board.bench import CACHE, Bench
from tests.kit.board.pio_source import load
from tests.kit.board.rig import built, image
from tests.kit.board.wave import distinct

pytestmark = [pytest.mark.runtime("pico"), pytest.mark.timeout(900)]

STRIPS = """
from firmware.strips import Strips
class Data:
    def __init__(self, pin, leds, order):
        self.pin, self.leds, self.order = pin, leds, order
"""
SAMPLER = """
from array import array
from time import sleep_ms
from firmware import sampler
buffer = array("H", bytes(128))
def edges():
    found = []
    number, before = 0, 1
    count = s.read(buffer)
    while count:
        for i in range(count):
            if buffer[i] & 1 != before:
                before = buffer[i] & 1
                found.append(number)
            number += 1
        count = s.read(buffer)
    return number, found
"""


def bare(erase_ms: float = ERASE_MS) -> Bench:
    """A board with our modules, on which nothing runs."""
    files = {path: content for path, content in built().items() if path != "main.py"}
    return Bench(image(), files=files, erase_ms=erase_ms)


@pytest.mark.parametrize("version", ["1.25.0", "1.26.1"])
def test_fast_encoding_equals_the_reference(version: str) -> None:
    """The same .mpy, machine code included, on both versions; every order, brightness and odd length."""
    found = sorted(CACHE.glob(f"RPI_PICO_W-*-v{version}.uf2"))
    if not found:
        pytest.skip(f"no image of MicroPython {version} in {CACHE}")
    files = {path: content for path, content in built().items() if path != "main.py"}
    said = Bench(found[0], files=files).execute(
        """
from engine_core.lights import wire
from firmware import encode
wrong = tried = 0
seed = 1
for order in wire.ORDERS:
    for leds in (1, 7):
        rgb = bytearray(3 * leds)
        for i in range(len(rgb)):
            seed = seed * 1103515245 + 12345 & 0x3FFFFFFF
            rgb[i] = seed >> 16
        for scale in (0, 8, 53, 255, 256):
            slow, fast = bytearray(leds * len(order)), bytearray(leds * len(order))
            wire.encode(rgb, slow, order, scale)
            encode.encode(rgb, fast, order, scale)
            tried += 1
            wrong += slow != fast
        wrong += wire.drive(rgb, order) != encode.encode(rgb, bytearray(4 * len(rgb)), order, 256)
print(tried, wrong)
"""
    )
    assert said == "100 0\n"


def test_programs_are_those_proved_on_the_laptop() -> None:
    said = bare().execute(
        "from firmware import strips, sampler\nprint(list(strips.wire_program[0]), list(sampler.sample_program[0]))"
    )
    programs = [load("strips.py", "wire_program").opcodes, load("sampler.py", "sample_program").opcodes]
    assert said == f"{programs[0]} {programs[1]}\n"


def test_frame_shown_while_another_is_sent_comes_after_it_and_only_the_newest() -> None:
    bench = bare()
    bench.watch(2)
    bench.execute(
        STRIPS
        + """
from time import sleep_ms
strips = Strips([Data(2, 80, "GRB")])
frames = [bytearray(bytes([value]) * 240) for value in (1, 2, 3)]
for frame in frames:
    strips.show(0, frame)
frames[2][0] = 99  # the caller's buffer is the caller's again
for _ in range(8):
    sleep_ms(1)
    strips.service()
strips.close()
"""
    )
    seen = distinct([frame.data for frame in bench.frames(2)])
    assert [frame[:2].hex() for frame in seen] == ["0101", "0303"]


def test_four_strips_at_once_and_channels_given_back() -> None:
    """Four long strips of every width, started and closed more often than there are DMA channels."""
    bench = bare()
    bench.watch(2, 3, 4, 5)
    bench.execute(
        STRIPS
        + """
data = [Data(2, 300, "GRB"), Data(3, 300, "GRBW"), Data(4, 10, "RGB"), Data(5, 300, "BGR")]
for turn in range(4):
    strips = Strips(data)
    for i in range(4):
        strips.show(i, bytes([turn + 1]) * (data[i].leds * len(data[i].order)))
    strips.close()
"""
    )
    for pin, size in ((2, 900), (3, 1200), (4, 30), (5, 900)):
        frames = bench.frames(pin)
        assert [frame.data for frame in frames] == [bytes([turn]) * size for turn in (1, 2, 3, 4)]
        assert all(frame.gap >= 300_000 for frame in frames)


def test_no_press_is_lost_in_a_flash_erase_of_400_ms() -> None:
    """Presses of 10 ms in the middle of the worst erase: each is in the ring, to the millisecond."""
    bench = bare(erase_ms=400)
    bench.execute(SAMPLER + "s = sampler.Sampler(6, [6, 7])\nimport rp2\nflash = rp2.Flash()\nsleep_ms(30)\nedges()")
    start = bench.ms
    for i in range(12):
        bench.press(start + 40 + 30 * i, 6, hold_ms=10)
    said = bench.execute("flash.ioctl(6, 200)\nprint(s.lost, edges()[1])")
    assert any(op.kind == "erase" for op in bench.flash_ops)
    lost, found = said.split(" ", 1)
    times = eval(found)
    assert lost == "0"
    assert len(times) == 24
    gaps = [after - before for before, after in pairwise(times)]
    assert all(abs(gap - (10 if i % 2 == 0 else 20)) <= 1 for i, gap in enumerate(gaps))


def test_overrun_is_counted_and_renewal_loses_nothing() -> None:
    bench = bare()
    said = bench.execute(
        SAMPLER
        + """
from time import ticks_ms, ticks_diff
began = ticks_ms()
s = sampler.Sampler(6, [6, 7])
sleep_ms(1500)
number, _ = edges()
print(number + s.lost - ticks_diff(ticks_ms(), began), s.lost > 400)
s.lost = 0
sampler.RENEW = 0x10000000  # from now on every read sets the count up again
began = ticks_ms()
number = 0
for _ in range(40):
    sleep_ms(5)
    number += edges()[0]
print(number - ticks_diff(ticks_ms(), began), s.lost)
s.close()
"""
    )
    first, second = said.splitlines()
    assert abs(int(first.split()[0])) <= 3
    assert first.endswith("True")
    assert -3 <= int(second.split()[0]) <= 2  # of 80 renewals one may meet a sample
    assert second.endswith(" 0")
