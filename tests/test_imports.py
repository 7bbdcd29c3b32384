"""The imports of the whole tree: no circles, every arrow points down a layer, and no module needs a test."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LAYERS = ("engine_core", "firmware", "host", "tests")  # each may use those before it
Imports = dict[str, set[str]]  # module -> the modules of this tree that it imports


@cache
def files() -> dict[str, Path]:
    """Module name -> file, for every Python file of the layers."""
    found = {}
    for layer in LAYERS:
        for path in sorted((ROOT / layer).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imported(name: str, text: str, package: str, known: "set[str]") -> set[str]:
    """The modules among `known` that the module `name` imports: anywhere, inside functions and for types alike."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        for target in targets(node, package):
            if target in known:
                found.add(target)
            elif target.rpartition(".")[0] in known:
                found.add(target.rpartition(".")[0])
    return found - {name}


def targets(node: ast.AST, package: str) -> Iterator[str]:
    """What an import statement names, as absolute dotted names: modules, or names in modules."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        base = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
        start = ".".join(base + ([node.module] if node.module else []))
        yield from (f"{start}.{alias.name}" for alias in node.names)


@cache
def tree() -> Imports:
    """The imports of every module of this tree."""
    known = set(files())
    return {
        name: imported(
            name, path.read_text(encoding="utf-8"), name if path.stem == "__init__" else name.rpartition(".")[0], known
        )
        for name, path in files().items()
    }


def circles(imports: Imports) -> list[list[str]]:
    """Groups of modules that import each other, directly or through others."""
    reach = {name: reachable(name, imports) for name in imports}
    found = {tuple(sorted(other for other in reach[name] if name in reach[other])) for name in imports}
    return [list(group) for group in sorted(found) if group]


def reachable(name: str, imports: Imports) -> set[str]:
    """All modules that `name` needs, itself only when it needs itself."""
    seen: set[str] = set()
    waiting = list(imports[name])
    while waiting:
        other = waiting.pop()
        if other not in seen:
            seen.add(other)
            waiting += imports[other]
    return seen


def upward(imports: Imports) -> list[str]:
    """The arrows that point to a higher layer."""
    level = {layer: number for number, layer in enumerate(LAYERS)}
    return [
        f"{name} imports {other}"
        for name, others in sorted(imports.items())
        for other in sorted(others)
        if level[other.split(".")[0]] > level[name.split(".")[0]]
    ]


def is_test(name: str) -> bool:
    return name.startswith("tests.") and name.rpartition(".")[2].startswith("test_")


def of_tests(imports: Imports) -> list[str]:
    """The arrows that point to a test."""
    return [f"{name} imports {other}" for name, others in imports.items() for other in others if is_test(other)]


def misplaced(sources: "dict[str, str]") -> list[str]:
    """The modules (name -> source) that lie among the tests and are neither tests nor programs: what tests share is in
    tests/kit."""
    return [
        name
        for name, source in sources.items()
        if name.startswith("tests.")
        and not name.startswith(("tests.kit.", "tests.soak."))
        and not is_test(name)
        and name != "tests.conftest"
        and 'if __name__ == "__main__":' not in source
    ]


def test_no_modules_import_each_other() -> None:
    assert circles(tree()) == []


def test_every_import_points_down_a_layer() -> None:
    assert upward(tree()) == []


@pytest.mark.parametrize(
    "text",
    [
        "from . import b",
        "from .b import name",
        "import engine_core.b",
        "def f():\n    from engine_core.b import name",
        "if TYPE_CHECKING:\n    from engine_core import b",
    ],
)
def test_every_way_to_import_is_seen(text: str) -> None:
    known = {"engine_core.a", "engine_core.b"}
    assert imported("engine_core.a", text, "engine_core", known) == {"engine_core.b"}
    circle = {"engine_core.a": {"engine_core.b"}, "engine_core.b": {"engine_core.a"}}
    assert circles(circle) == [["engine_core.a", "engine_core.b"]]


def test_an_arrow_that_points_up_is_found() -> None:
    assert upward({"firmware.a": {"host.b"}, "host.b": {"firmware.a"}}) == ["firmware.a imports host.b"]


def test_no_module_imports_a_test() -> None:
    """What two tests need is in tests/kit: a test can be changed, split or run without a look at the others."""
    assert of_tests(tree()) == []
    some = {
        "tests.a.test_b": {"tests.kit.c"},
        "tests.kit.c": {"tests.a.test_b"},
        "tests.kit.test_d": {"firmware.test_e"},
    }
    assert of_tests(some) == ["tests.kit.c imports tests.a.test_b"]


def test_among_the_tests_lie_tests_and_programs_only() -> None:
    assert misplaced({name: path.read_text(encoding="utf-8") for name, path in files().items()}) == []
    names = ("tests.a.helper", "tests.a.test_b", "tests.conftest", "tests.kit.c", "tests.soak.d", "host.e")
    assert misplaced(dict.fromkeys(names, "")) == ["tests.a.helper"]
    assert misplaced({"tests.a.program": 'if __name__ == "__main__":\n    print(1)\n'}) == []
