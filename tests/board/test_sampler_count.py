"""The sampler's DMA is counted up again every three days, on a chip that clears the count when a channel is ended.

The emulator leaves the count as it is (RP2040 data sheet, 2.5.5.3: an abort "clears the transfer counter").
"""

import sys
from array import array
from types import SimpleNamespace
from typing import Any

import pytest


class Chip:
    """State machine and DMA channel of the sampler, as far as it uses them. Sample n is the number n."""

    def __init__(self) -> None:
        self.ring = array("H", bytes(2 * 1024))
        self.count = 0
        self.reload = 0
        self.sampling = self.running = False
        self.made = 0

    def sample(self, number: int) -> None:
        for _ in range(number):
            if self.sampling and self.running and self.count:
                self.ring[self.made % 1024] = self.made & 0xFFFF
                self.made += 1
                self.count -= 1


class Machine:
    def __init__(self, chip: Chip) -> None:
        self._chip = chip

    def active(self, on: int) -> None:
        self._chip.sample(1)  # one may always come in between
        self._chip.sampling = bool(on)


class Channel:
    def __init__(self, chip: Chip) -> None:
        self._chip = chip

    def pack_ctrl(self, **fields: object) -> int:
        return 0

    def config(self, count: int, **registers: object) -> None:
        self._chip.count = self._chip.reload = count
        self._chip.running = True

    @property
    def count(self) -> int:
        self._chip.sample(1)
        return self._chip.count

    @count.setter
    def count(self, value: int) -> None:
        self._chip.reload = value

    def active(self, on: int) -> None:
        self._chip.sample(1)
        self._chip.count = self._chip.reload if on else 0
        self._chip.running = bool(on)


@pytest.fixture
def chip(monkeypatch: pytest.MonkeyPatch) -> Chip:
    chip = Chip()
    program = SimpleNamespace(SHIFT_LEFT=0, JOIN_RX=0)
    fakes: dict[str, Any] = {
        "rp2": SimpleNamespace(
            PIO=program,
            asm_pio=lambda **options: lambda function: function,
            StateMachine=lambda *arguments, **options: Machine(chip),
            DMA=lambda: Channel(chip),
        ),
        "uctypes": SimpleNamespace(
            ARRAY=0, UINT16=0, addressof=lambda memory: 0, struct=lambda *_: SimpleNamespace(samples=chip.ring)
        ),
        "machine": SimpleNamespace(Pin=type("Pin", (), {"IN": 0, "PULL_UP": 0, "__init__": lambda *_: None})),
    }
    for name, fake in fakes.items():
        monkeypatch.setitem(sys.modules, name, fake)
    monkeypatch.delitem(sys.modules, "firmware.sampler", raising=False)
    return chip


def test_counting_up_again_loses_doubles_and_invents_no_sample(chip: Chip, monkeypatch: pytest.MonkeyPatch) -> None:
    from firmware import sampler as module

    monkeypatch.setattr(module, "COUNT", 5000)
    monkeypatch.setattr(module, "RENEW", 2000)
    sampler = module.Sampler(6, [])
    samples = array("H", bytes(2 * 64))
    seen: list[int] = []
    for turn in range(4000):
        chip.sample(turn % 7)
        seen += samples[: sampler.read(samples)]
    assert sampler.lost == 0
    assert len(seen) > 11_000
    assert seen == [number & 0xFFFF for number in range(len(seen))]
    assert chip.made - len(seen) < 64
