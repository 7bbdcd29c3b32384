"""Boards that are spoiled, and restart by an impatient watchdog."""

from pathlib import Path

from host.build import compile_module
from tests.kit.board.bench import Bench
from tests.kit.board.rig import built, stored_game

BITE_MS = 1500  # the tests' watchdog: the emulator is slow, and no step of a start takes as long


def spoiled(folder: Path, **sources: str) -> dict[str, bytes]:
    """The files of a board with a game, an impatient watchdog, and other sources for these modules of firmware."""
    usual = Path("firmware/safety.py").read_text()
    safety = usual.replace("WATCHDOG_MS = const(8000)", f"WATCHDOG_MS = {BITE_MS}")
    assert safety != usual
    files = built() | stored_game()
    for name, text in (sources | {"safety": safety}).items():
        source = folder / f"{name}.py"
        source.write_text(text)
        files[f"lib/firmware/{name}.mpy"] = compile_module(source, f"/lib/firmware/{name}.mpy", "armv6m")
    return files


def check_left_alone(bench: Bench) -> None:
    """The watchdog is off while a laptop has the board."""
    bites = len(bench.resets)
    bench.run(BITE_MS + 500)
    assert len(bench.resets) == bites
    assert bench.execute("print(6 * 7)") == "42\n"
