"""The wheel: holds everything that `troop` needs, takes no general name, and works in a fresh environment."""

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from host.commands.selftest import SHARED, helpers_of
from host.layers import ROOT

LAYERS = ("engine_core", "firmware", "host", "boards")
SELFTEST = ("tests/kit/shared", "tests/shared", "tests/scripts")  # what `troop selftest` runs on a board
DATA = (".py", ".json", ".html", ".css", ".js", ".map", ".troop")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = "from setuptools.build_meta import build_wheel; import sys; build_wheel(sys.argv[1])"
    source = folder / "source"
    for name in (*LAYERS, *SELFTEST, "pyproject.toml", "README.md", "LICENSE"):
        copy(ROOT / name, source / name)
    done = subprocess.run([sys.executable, "-c", build, str(folder)], cwd=source, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return next(folder.glob("*.whl"))


def copy(source: Path, target: Path) -> None:
    """Copy a file, or what git would have of a folder."""
    if source.is_file():
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(source.read_bytes())
        return
    for path in source.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            copy(path, target / path.relative_to(source))


def test_the_wheel_holds_every_file_of_the_layers_and_nothing_at_the_top(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    tops = {name.split("/")[0] for name in names if ".dist-info/" not in name}
    assert tops == {"troopkeeper"}
    wanted = {
        f"troopkeeper/{path.relative_to(ROOT).as_posix()}"
        for layer in (*LAYERS, *SELFTEST)
        for path in (ROOT / layer).rglob("*")
        if path.suffix in DATA
        and not {"__pycache__", "launcher"} & set(path.parts)  # the launcher is the package itself
    }
    assert wanted <= names, sorted(wanted - names)
    helpers = {f"troopkeeper/{name}" for path in SHARED.glob("test_*.py") for name in helpers_of(path)}
    assert helpers <= names, sorted(helpers - names)


def test_an_installed_troop_plays_scripts_and_builds_boards(wheel: Path, tmp_path: Path) -> None:
    home = tmp_path / "venv"
    venv.create(home, with_pip=False)
    python = home / "bin" / "python"
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", str(wheel)]
    done = subprocess.run(install, capture_output=True, text=True)
    if done.returncode != 0 and "connection" in done.stderr.lower():
        pytest.skip("no package index can be reached from this machine")
    assert done.returncode == 0, done.stderr
    script = tmp_path / "game.troop"
    script.write_text("game after_us\nseats Ana Ben\nAna +3\nexpect score Ana=3 Ben=0\n")
    troop = home / "bin" / "troop"
    played = subprocess.run([troop, "replay", script], capture_output=True, text=True, cwd=tmp_path)
    assert (played.returncode, played.stderr) == (0, "")
    assert "Ana" in played.stdout
    built = subprocess.run([troop, "build", tmp_path / "out"], capture_output=True, text=True, cwd=tmp_path)
    assert (built.returncode, built.stderr) == (0, "")
    assert (tmp_path / "out" / "lib" / "engine_core" / "table.mpy").is_file()
    top = {path.name for path in next(home.glob("lib/*/site-packages")).iterdir()}
    assert not top & set(LAYERS)
    module = subprocess.run([python, "-m", "troopkeeper", "--help"], capture_output=True, text=True, cwd=tmp_path)
    assert (module.returncode, module.stderr) == (0, "")


def test_no_dependency_is_without_a_bound() -> None:
    tomllib = pytest.importorskip("tomllib", reason="part of Python since 3.11")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    groups = [project["project"]["dependencies"], *project["project"]["optional-dependencies"].values()]
    named = [line.split(";")[0].strip() for group in groups for line in group]
    needed = named + project["build-system"]["requires"]
    loose = [name for name in needed if "<" not in name and not name.startswith("troopkeeper[")]
    assert loose == []
