"""Modules that are needed late, a game chosen in the menu say, are found after the quick start is over."""

import shutil
from pathlib import Path

import pytest

from firmware.fast_imports import LIST
from tests.kit.rules.on_micropython import ROOT, run

pytestmark = pytest.mark.runtime("micropython")

# As on the board: every package comes while modules are found by their listed names, the other modules after it.
_LATE = """
import sys
sys.path[:] = [{root!r}]
import firmware.modules
firmware.modules.FOLDER = {root!r}
from firmware.fast_imports import fast_imports
fast_imports()
for name in {packages!r}:
    __import__(name)
firmware.modules.end()
for name in {late!r}:
    __import__(name)
print("all there")
"""
_HARDWARE = (
    "config",
    "device",
    "encode",
    "guide",
    "main",
    "power_up",
    "rescue",
    "safety",
    "sampler",
    "strips",
    "start",
    "state_types",  # is not on the board
)


def modules(package: str) -> list[str]:
    """The dotted names of the modules in a package of the board, packages within it without their last part."""
    found = []
    for path in sorted((ROOT / package).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found.append(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    return found


def test_every_module_can_be_imported_after_the_quick_start(tmp_path: Path) -> None:
    names = modules("engine_core") + modules("firmware")
    packages = [name for name in names if (ROOT / name.replace(".", "/")).is_dir()]
    late = [name for name in names if name not in packages and name.split(".")[-1] not in _HARDWARE]
    assert "engine_core.games" in packages
    assert "engine_core.games.primates" in late
    lib = tmp_path / "lib"
    for package in ("engine_core", "firmware"):
        shutil.copytree(ROOT / package, lib / package, ignore=shutil.ignore_patterns("__pycache__"))
    files = sorted(path.relative_to(lib).as_posix() for path in lib.rglob("*.py"))
    Path(f"{lib}{LIST}").write_text("\n".join(f"/{path}" for path in files))
    script = tmp_path / "late.py"
    script.write_text(_LATE.format(root=str(lib), packages=packages, late=late))
    process = run(str(script), heap="2m")  # sources take more than the board's .mpy
    assert process.stdout == "all there\n", process.stderr
