"""A build as a package: the real mpremote puts every file of it where it belongs."""

import json
import subprocess
from pathlib import Path

import pytest

from host import build
from host.build import Files
from host.emulated import flash_image
from tests.kit.host.programs import find_program
from tests.kit.host.unix_board import UnixBoard
from tests.kit.host.versions import NEW

FILES: Files = {**NEW, "data/city.map": b"the sample"}


@pytest.mark.runtime("micropython")
def test_mpremote_installs_a_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of it, byte by byte, with nothing said but the package: what lies outside of /lib too."""
    monkeypatch.setattr(build, "board_files", lambda name, map_name: FILES)
    build.run("pico_w_reference", tmp_path / "out", "")
    with UnixBoard(tmp_path / "flash") as board:
        # The unix port ends at a soft reset, which `resume` leaves out.
        command = [find_program("mpremote"), "connect", board.port, "resume", "mip", "install", "out/package.json"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=250, cwd=tmp_path, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert flash_image.read((tmp_path / "flash").read_bytes()) == FILES


def test_package_of_a_build_lists_the_tree_and_main_comes_last() -> None:
    files = build.board_files("pico_w_reference")
    package = json.loads(build.package(files))
    assert sorted(source for _, source in package["urls"]) == sorted(files)
    assert package["urls"][-1] == ["../main.py", "main.py"]
    for target, source in package["urls"]:
        assert target == source.removeprefix("lib/") if source.startswith("lib/") else target == f"../{source}"
