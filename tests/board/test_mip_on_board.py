"""A build as a package for mpremote, on the emulated board with the official image."""

import sys
from pathlib import Path

import mpremote.main
import pytest

from host import build
from tests.kit.board.bench import Bench
from tests.kit.board.bench_port import reachable
from tests.kit.board.rig import image

pytestmark = [pytest.mark.runtime("pico"), pytest.mark.timeout(900)]


def test_mpremote_installs_a_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On the official image too, files come to lie beside /lib as well as in it. (The whole tree: test_mip.py.)"""
    files = {"board.json": b"{}", "data/city.map": b"A\n", "lib/engine_core/a.mpy": b"M" * 300, "main.py": b"x = 1\n"}
    monkeypatch.setattr(build, "board_files", lambda name, map_name: files)
    build.run("pico_w_reference", tmp_path / "out", "")
    bench = Bench(image())
    bench.run_until(lambda: bench.connected)
    bench.run(100)
    with reachable(bench) as port:
        monkeypatch.setattr(
            sys, "argv", ["mpremote", "connect", port, "mip", "install", f"{tmp_path}/out/package.json"]
        )
        assert mpremote.main.main() == 0
    bench.run(100)
    assert bench.files() == files
