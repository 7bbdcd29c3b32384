"""`troop flash` onto the emulated board, every flash operation recorded, so that the plug can be pulled at each.

A cut needs no second copy: what is in the flash at that moment is put together from the record.
"""

import random
import tempfile
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from engine_core.board import Board
from host.build import MAIN, Files, compile_module
from host.commands import flash
from host.emulated.flash import FlashOp, torn
from host.layers import ROOT
from host.link.update import PACK
from tests.kit.board.bench import Bench
from tests.kit.board.bench_port import reachable
from tests.kit.board.rig import BOARD, SCORE, STATUS, image, wait_for_table

PROGRAM = ("lib/", "main.py", "board.json", "data/city.map")
UNFINISHED = (".new", ".tmp", "update.txt", PACK)  # files that an update leaves when it is cut short
SAID = "This is version"  # what a small version says again and again


@dataclass
class Copy:
    """One run of `troop flash`. before: all 2 MB as they were. ops: what was done to them. bench: the board now.

    old, new: the files of the version before (none on a blank board) and of the one after.
    """

    old: Files
    new: Files
    before: bytes
    ops: list[FlashOp]
    bench: Bench

    def cut(self, number: int, part: float, seed: int = 0) -> bytes:
        """The flash when the power goes in operation `number`, with that part (0..1) of it done."""
        left = bytearray(self.before)
        for op in self.ops[:number]:
            left[op.address : op.address + len(op.new)] = op.new
        op = self.ops[number]
        left[op.address : op.address + len(op.new)] = torn(op, part, random.Random(seed))
        return bytes(left)


def flash_with_troop(old: Files, new: Files, others: Files | None = None) -> Copy:
    """`troop flash` as its command runs it, on a board with `old` and `others`; only the compiling is done already.

    Without any files the board is blank: the official image, and a file system that it makes itself.
    """

    def files_for(board: Board, text: str, map_name: str) -> Files:
        return dict(new)

    there = {**old, **(others or {})}
    bench = Bench(image(), files=there) if there else Bench(image())
    bench.watch(SCORE, STATUS)
    bench.run_until(lambda: bench.connected)
    bench.run(100)
    before, done = bench.snapshot(), len(bench.flash_ops)
    with mock.patch.object(flash, "files_for", files_for), reachable(bench) as port:
        flash.run(port, BOARD, "", False, None)
    return Copy(old, new, before, bench.flash_ops[done:], bench)


def outcome(copy: Copy, left: bytes) -> str:
    """Power the board on with this flash: "old" or "new". AssertionError when it is neither, or does not start."""
    bench = Bench(image(), flash=left)
    bench.watch(SCORE, STATUS)
    judge_start(copy, bench)
    found = {path: content for path, content in bench.files().items() if path.startswith(PROGRAM)}
    found = {path: content for path, content in found.items() if not path.endswith(UNFINISHED)}
    if found == copy.new:
        return "new"
    if copy.old:
        differs = sorted(path for path in {*found, *copy.old} if found.get(path) != copy.old.get(path))
        assert not differs, f"neither the old nor the new version: {differs}"
    else:
        assert "main.py" not in found, "started with a part of the files"
    return "old"


def judge_start(copy: Copy, bench: Bench) -> None:
    """The board that has just been powered on starts: with its table, with a small version's mark, or blank."""
    files = bench.files()
    if "main.py" not in files:
        assert not copy.old, "its main.py is gone"
        assert bench.execute("print(6 * 7)") == "42\n"
    elif "lib/firmware/app.mpy" in copy.new:
        wait_for_table(bench)
    else:
        bench.run_until(lambda: SAID in bench.text())
    assert "Traceback" not in bench.text(), bench.text()[-500:]


# -- small versions, for tests that have no time for the whole one ---------------------------------
def small_version(number: int, *parts: str) -> Files:
    """A program that our /main.py runs: it says which it is. parts: its modules in lib/engine_core."""
    program = (
        f"import time\ndef main():\n    while True:\n        print({SAID!r}, {number})\n        time.sleep_ms(20)\n"
    )
    return {
        "board.json": b'{"version": %d}' % number,
        "data/city.map": b"A\n",
        "lib/firmware/main.mpy": compiled(program),
        **{f"lib/engine_core/{part}.mpy": compiled(f"PART = {part!r} * {100 * number}\n") for part in parts},
        "main.py": (ROOT / MAIN).read_bytes() + b"# %d\n" % number,
    }


def compiled(text: str) -> bytes:
    """A module as .mpy for the board."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "module.py"
        source.write_text(text, "utf-8")
        return compile_module(source, "module.py")
