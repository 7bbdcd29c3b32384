"""What is compiled for a board does the same as the source, without the names of constants."""

import ast
import shutil
import subprocess
from pathlib import Path

import pytest

from host.build import module_of
from host.folding import PACKAGES, fold
from host.layers import ROOT
from tests.kit.rules.on_micropython import command

FOLDED = ("tests/kit/shared", "tests/shared")


def test_constants_of_other_modules_become_numbers() -> None:
    source = (
        "from .compat import const, elapsed\nfrom .moves import ADD, SIZE as MOVE\nX = const(7)\ny = ADD + MOVE + X\n"
    )
    assert fold(source, "engine_core.made") == "from .compat import elapsed\npass\nX = const(7)\ny = 1 + 8 + X\n"


def test_lines_keep_their_numbers() -> None:
    source = "from .moves import (\n    ADD,\n    pack_into,\n)  # both\n\nkinds = [ADD,\n ADD]\n"
    folded = fold(source, "engine_core.made")
    assert folded == "from .moves import pack_into  # both\n\n\n\n\nkinds = [1,\n 1]\n"


def test_a_name_that_is_something_else_too_or_stands_in_a_string_stays_one() -> None:
    for other in ("def f(ADD): return ADD", "ADD = 3", "for ADD in (): pass", "print(f'{ADD}')"):
        source = f"from .moves import ADD, pack_into\n{other}\n"
        assert fold(source, "engine_core.made") == f"from .moves import pack_into; ADD = 1\n{other}\n"


def test_what_is_for_types_only_goes() -> None:
    source = "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    from .table import Table\n\nx = 'é'\n"
    assert fold(source, "engine_core.made") == "pass\npass\n\n\nx = 'é'\n"


def test_nothing_of_ours_asks_for_a_name_that_is_gone() -> None:
    """Every name that a folded module imports from another one is made there."""
    made: dict[str, set[str]] = {}
    trees = {}
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            tree = trees[module_of(path)] = ast.parse(fold(path.read_text("utf-8"), module_of(path)))
            made[module_of(path)] = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
            made[module_of(path)] |= {
                node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)
            }
            made[module_of(path)] |= {
                alias.asname or alias.name
                for node in ast.walk(tree)
                if isinstance(node, ast.ImportFrom | ast.Import)
                for alias in node.names
            }
    assert "ADD" not in made["engine_core.moves"]
    for module, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.level:
                parts = module.split(".")
                base = parts[: len(parts) - node.level + (f"{module}.base" in made or module in PACKAGES)]
                source = ".".join([*base, *([node.module] if node.module else [])])
                for alias in node.names:
                    assert alias.name in made[source] or f"{source}.{alias.name}" in made, (module, source, alias.name)


@pytest.mark.runtime("micropython")
@pytest.mark.parametrize("name", ["test_app", "test_journal", "test_paint_after_us", "test_scripts", "test_controls"])
def test_folded_modules_do_the_same(name: str, tmp_path: Path) -> None:
    """The shared tests, folded themselves, on a folded tree."""
    for folder in (*PACKAGES, *FOLDED):
        for path in (ROOT / folder).rglob("*.py"):
            target = tmp_path / path.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(fold(path.read_text("utf-8"), module_of(path)), "utf-8")
    shutil.copytree(ROOT / "boards", tmp_path / "boards")
    line = [command(), "-X", "heapsize=400k", "tests/shared/run.py", f"tests/shared/{name}.py"]
    done = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
