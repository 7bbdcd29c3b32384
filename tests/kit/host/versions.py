"""The files of two versions of the device, as `troop flash` copies them."""

import random

from host.build import MAIN, Files
from host.layers import ROOT

START = (ROOT / MAIN).read_bytes()
# A main.py that knows no packs.
BEFORE_PACKS = START.replace(START[START.index(b"def finish_pack") : START.index(b"def light_one")], b"").replace(
    b"        finish_pack()  # whose file may be there only now\n", b""
)
assert b"finish_pack" not in BEFORE_PACKS
OLD: Files = {
    "board.json": b"{}",
    "lib/engine_core/table.mpy": b"old table" * 200,
    "lib/engine_core/gone.mpy": b"of the old version only",
    "lib/firmware/main.mpy": b"old main",
    "main.py": START + b"# old\n",
}
NEW: Files = {
    "board.json": b"{}",
    "lib/engine_core/table.mpy": random.Random(1).randbytes(3000),
    "lib/engine_core/games/after_us.mpy": b"new game" * 100,
    "lib/firmware/main.mpy": b"new main",
    "main.py": START,
}
