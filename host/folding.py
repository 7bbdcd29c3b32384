"""Folds constants before a module is compiled for a board: names of `const` values are replaced by the numbers.

MicroPython's compiler does this only within the module that defines a constant, and it keeps the name unless it begins
with an underscore. On a board each name takes memory in every module that imports it, and time at every use. Code that
only a type checker reads is removed, too. Line numbers stay the same.
"""

import ast
from functools import cache

from host.layers import ROOT

PACKAGES = ("engine_core", "firmware")
Table = dict[str, dict[str, int]]  # module -> name -> value
Edit = tuple[ast.stmt | ast.expr, str]  # (node, text that replaces it)


def fold(source: str, module: str) -> str:
    """`source` with its constants folded. module: its dotted name; imports are relative to it."""
    tree = ast.parse(source)
    body = [node for node in tree.body if not _for_types_only(node)]
    edits: list[Edit] = [(node, "pass") for node in tree.body if _for_types_only(node)]
    if not any(isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test) for node in body):
        edits += [(node, "pass") for node in body if ast.unparse(node) == "TYPE_CHECKING = False"]
    kept = _bound(body) | _in_f_strings(body)
    values: dict[str, int] = {}
    own = {name: value for name, value in _table().get(module, {}).items() if name not in kept}
    for node in body:
        name = _constant(node)
        if name in own and not name.startswith("_") and name not in _attributes():
            edits.append((node, "pass"))
    values.update(own)
    for inner in (inner for node in body for inner in ast.walk(node)):
        if isinstance(inner, ast.ImportFrom):
            edits += _fold_import(inner, module, kept, values)
    for inner in (inner for node in body if _constant(node) not in own for inner in ast.walk(node)):
        if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Load) and inner.id in values:
            value = values[inner.id]
            edits.append((inner, str(value) if value >= 0 else f"({value})"))
    return _edited(source, edits)


def _fold_import(node: ast.ImportFrom, module: str, kept: set[str], values: dict[str, int]) -> list[Edit]:
    """Move the constants out of an import into `values`. Returns the edit of the import; none if nothing changes."""
    known = _table().get(_absolute(node, module), {})
    left, parts = [], []
    for alias in node.names:
        local = alias.asname or alias.name
        if alias.name in known and local in kept:
            parts.append(f"{local} = {known[alias.name]}")
        elif alias.name in known:
            values[local] = known[alias.name]
        elif alias.name != "const":  # built into the compiler
            left.append(alias)
    if len(left) == len(node.names):
        return []
    if left:
        names = ", ".join(alias.name + (f" as {alias.asname}" if alias.asname else "") for alias in left)
        parts.insert(0, f"from {'.' * node.level}{node.module or ''} import {names}")
    return [(node, "; ".join(parts) or "pass")]


def _edited(source: str, edits: list[Edit]) -> str:
    """`source` with the edits done. A replaced node keeps its number of lines."""
    lines = source.encode().splitlines(keepends=True)
    for node, text in sorted(edits, key=lambda edit: (edit[0].lineno, edit[0].col_offset), reverse=True):
        first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
        end = lines[last][node.end_col_offset :]
        lines[first : last + 1] = [lines[first][: node.col_offset] + text.encode() + end, *[b"\n"] * (last - first)]
    return b"".join(lines).decode()


def _for_types_only(node: ast.stmt) -> bool:
    """Whether `node` is an `if TYPE_CHECKING`."""
    if isinstance(node, ast.If):
        return ast.unparse(node.test) == "TYPE_CHECKING" and not node.orelse
    return False


def _constant(node: ast.AST) -> str:
    """The name that a statement such as `X = const(3)` defines; "" for any other statement."""
    if (
        isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Call)
        and ast.unparse(node.value.func) == "const"
    ):
        return node.targets[0].id
    return ""


def _bound(body: list[ast.stmt]) -> set[str]:
    """Names that are bound by anything but `X = const(...)`: they may not be constant."""
    found = set()
    for part in body:
        if _constant(part):
            continue
        for node in ast.walk(part):
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                found.add(node.id)
            elif isinstance(node, ast.arg):
                found.add(node.arg)
            elif isinstance(node, ast.FunctionDef | ast.ClassDef):
                found.add(node.name)
    return found


def _in_f_strings(body: list[ast.stmt]) -> set[str]:
    """Names used in f-strings. They are not folded, because their positions in the source are not known."""
    strings = [node for part in body for node in ast.walk(part) if isinstance(node, ast.JoinedStr)]
    return {node.id for string in strings for node in ast.walk(string) if isinstance(node, ast.Name)}


def _absolute(node: ast.ImportFrom, module: str) -> str:
    """The absolute dotted name of the module that `node` imports from."""
    if not node.level:
        return node.module or ""
    parts = module.split(".")
    return ".".join([*parts[: len(parts) - node.level + (module in _packages())], *filter(None, [node.module])])


@cache
def _sources() -> dict[str, ast.Module]:
    """Module name -> its syntax tree, for all modules of PACKAGES."""
    found = {}
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = ast.parse(path.read_text("utf-8"))
    return found


@cache
def _packages() -> set[str]:
    return {module.rpartition(".")[0] for module in _sources()} - {""}


@cache
def _attributes() -> set[str]:
    """All names used as attributes. Constants with such a name are kept."""
    return {node.attr for tree in _sources().values() for node in ast.walk(tree) if isinstance(node, ast.Attribute)}


@cache
def _table() -> Table:
    table: Table = {}
    for module in _sources():
        _read(module, table)
    return table


def _read(module: str, table: Table) -> None:
    """Add the constants of `module`, and of the modules that it imports from, to `table`."""
    if module in table or module not in _sources():
        return
    table[module] = {}
    known: dict[str, int] = {}
    for node in _sources()[module].body:
        if isinstance(node, ast.ImportFrom):
            source = _absolute(node, module)
            _read(source, table)
            for alias in node.names:
                if alias.name in table.get(source, {}):
                    known[alias.asname or alias.name] = table[source][alias.name]
        name = _constant(node)
        if name and isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            code = compile(ast.Expression(node.value.args[0]), module, "eval")
            value = eval(code, {"__builtins__": {}}, dict(known))
            if isinstance(value, int):
                known[name] = table[module][name] = value
