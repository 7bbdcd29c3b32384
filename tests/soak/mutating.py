"""Mutants of Python modules: each is the module with one small fault, such as `<` for `<=` or 6 for 5.

A mutant is known by the function it is in and by its line before and after, never by a path or a line number. So
modules can be renamed and functions moved, and a list of mutants stays true.
"""

import ast
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

WIDTH = 100  # longer lines are shown around the fault only
AROUND = 40

SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.USub: ast.UAdd,
    ast.Invert: ast.UAdd,
    ast.Break: ast.Continue,
    ast.Continue: ast.Break,
}
PLACES = re.compile("%[0-9.]*[a-zA-Z]")
HAVE_THEIR_OWN = (ast.Compare, ast.BoolOp, ast.UnaryOp, ast.Constant)  # tests that need not be turned round


@dataclass(frozen=True)
class Mutant:
    """One fault. where: the function, as `Class.method`; outside functions the name that is assigned, if any."""

    path: str
    where: str
    line: int
    before: str
    after: str
    number: int  # among the faults of its module

    @property
    def key(self) -> tuple[str, str, str]:
        return self.where, self.before, self.after

    def __str__(self) -> str:
        return f"{self.path}:{self.line} in {self.where or 'the module'}: `{self.before}` -> `{self.after}`"

    def rank(self, seed: int) -> str:
        """Its place in a random order of mutants, the same wherever it stands and whatever else changes."""
        return hashlib.sha256(repr((seed, self.key)).encode()).hexdigest()


@dataclass
class Fault:
    """How one mutant is made: `field` of `node` becomes `new`. `statement` is what shows it."""

    where: str
    statement: ast.stmt
    node: ast.AST
    field: str
    new: Any

    def put_in(self) -> None:
        setattr(self.node, self.field, self.new)

    def shown(self) -> tuple[str, str]:
        """The line without the fault and with it. Leaves the tree as it was."""
        old = getattr(self.node, self.field)
        before = ast.unparse(self.statement).splitlines()
        self.put_in()
        after = ast.unparse(self.statement).splitlines()
        setattr(self.node, self.field, old)
        if len(before) != len(after):
            raise ValueError(f"a fault of more than one line: {before}")
        return next(cut(one, two) for one, two in zip(before, after, strict=True) if one != two)


def cut(before: str, after: str) -> tuple[str, str]:
    """Both lines without their indent; of long ones the place where they differ."""
    before, after = before.strip(), after.strip()
    if max(len(before), len(after)) <= WIDTH:
        return before, after
    start = next(i for i, (one, two) in enumerate(zip(before, after, strict=False)) if one != two)
    start = max(0, start - AROUND)
    return before[start : start + WIDTH], after[start : start + WIDTH]


def is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def is_text(node: ast.expr) -> bool:
    """Whether it is a text with something to be put in, as in "%d seats" % n: with another operator it is nothing."""
    return (
        isinstance(node, ast.BinOp)
        and isinstance(node.left, ast.Constant)
        and isinstance(node.left.value, str)
        and isinstance(node.op, ast.Mod)
    )


def is_for_types(statement: ast.stmt) -> bool:
    """Whether only a type checker looks at it."""
    text = ast.unparse(statement)
    return text == "TYPE_CHECKING = False" or text.startswith(("if TYPE_CHECKING:", "__all__ = "))


def faults(tree: ast.Module) -> Iterator[Fault]:
    """All faults of a module, in the order of its text. Put in one at most."""
    for statement in tree.body:
        yield from faults_in(statement, "", False)


def faults_in(statement: ast.stmt, where: str, in_function: bool) -> Iterator[Fault]:
    """The faults of a statement and of those inside it."""
    if is_docstring(statement) or isinstance(statement, (ast.Import, ast.ImportFrom)) or is_for_types(statement):
        return
    where = place(statement, where, in_function)
    for node, field, new in chain(of_statement(statement), *map(of_expression, expressions(statement))):
        yield Fault(where, statement, node, field, new)
    for child in children(statement):
        yield from faults_in(child, where, in_function or isinstance(statement, ast.FunctionDef))


def place(statement: ast.stmt, where: str, in_function: bool) -> str:
    """Where the inside of a statement is, when the statement itself is at `where`."""
    name = ""
    if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
        name = statement.name
    elif isinstance(statement, (ast.Assign, ast.AnnAssign)) and not in_function:
        target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
        name = ast.unparse(target)
    return ".".join(filter(None, (where, name)))


def children(node: ast.AST) -> Iterator[ast.stmt]:
    """The statements directly inside a statement, those of `except` too."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt):
            yield child
        elif isinstance(child, ast.ExceptHandler):
            yield from children(child)


def expressions(node: ast.AST) -> Iterator[ast.expr]:
    """The expressions of a statement, outermost first, without annotations and without inner statements."""
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, (ast.expr, ast.arguments, ast.arg, ast.keyword, ast.withitem, ast.comprehension)):
                if isinstance(child, ast.expr):
                    yield child
                yield from expressions(child)


def of_statement(statement: ast.stmt) -> Iterator[tuple[ast.AST, str, Any]]:
    """The faults of a statement itself: a call left out, an error not raised, a test turned round, a loop's end."""
    if isinstance(statement, ast.Expr):
        yield statement, "value", ast.Constant(None)
    if isinstance(statement, ast.AugAssign):
        yield statement, "op", SWAPS[type(statement.op)]()
    if isinstance(statement, ast.If | ast.While) and not isinstance(statement.test, HAVE_THEIR_OWN):
        yield statement, "test", ast.UnaryOp(ast.Not(), statement.test)
    for block in (statement, *getattr(statement, "handlers", [])):
        for field in ("body", "orelse", "finalbody"):
            inside = getattr(block, field, [])
            for i, child in enumerate(inside):
                if isinstance(child, (ast.Break, ast.Continue)):
                    yield block, field, [*inside[:i], SWAPS[type(child)](), *inside[i + 1 :]]
                if isinstance(child, ast.Raise) and ast.unparse(child) != "raise NotImplementedError":
                    yield block, field, [*inside[:i], ast.Pass(), *inside[i + 1 :]]


def of_expression(node: ast.expr) -> Iterator[tuple[ast.AST, str, Any]]:
    """The faults of one expression: another operator or another constant."""
    if isinstance(node, ast.Compare):
        for i, op in enumerate(node.ops):
            yield node, "ops", [*node.ops[:i], SWAPS[type(op)](), *node.ops[i + 1 :]]
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node, "operand", ast.UnaryOp(ast.Not(), node.operand)
    elif isinstance(node, (ast.BinOp, ast.BoolOp, ast.UnaryOp)):
        if type(node.op) in SWAPS and not is_text(node):
            yield node, "op", SWAPS[type(node.op)]()
    elif isinstance(node, ast.IfExp) and not isinstance(node.test, HAVE_THEIR_OWN):
        yield node, "test", ast.UnaryOp(ast.Not(), node.test)
    elif isinstance(node, ast.Constant):
        new = other(node.value)
        if new is not None:
            yield node, "value", new


def other(value: object) -> object:
    """A constant to put in place of this one; None where there is none."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, bytes):
        return b"XX"
    if isinstance(value, str):
        return "XX" + "".join(PLACES.findall(value))  # other words, but as many numbers and names among them
    return None


def mutants(root: Path, package: str) -> list[Mutant]:
    """Every mutant of the package that lies below `root`."""
    found = []
    for path in sorted((root / package).rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        name = path.relative_to(root).as_posix()
        for number, fault in enumerate(faults(tree)):
            found.append(Mutant(name, fault.where, fault.statement.lineno, *fault.shown(), number))
    return found


def mutated(root: Path, mutant: Mutant) -> Any:
    """The code of the mutant's module, with the fault in it."""
    tree = ast.parse((root / mutant.path).read_text(encoding="utf-8"))
    list(faults(tree))[mutant.number].put_in()
    return compile(ast.fix_missing_locations(tree), str(root / mutant.path), "exec")


@dataclass(frozen=True)
class Part:
    """A function, or an assignment outside functions. names: all that it mentions."""

    path: str
    where: str
    names: frozenset[str]
    is_function: bool


def parts_of(root: Path, path: Path, register: str) -> tuple[list[Part], Any]:
    """The parts of a module, and its code, changed so that each function first calls the builtin `register` with
    (path, where)."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    name = path.relative_to(root).as_posix()
    parts = []

    def visit(statement: ast.stmt, where: str, in_function: bool) -> None:
        inside = place(statement, where, in_function)
        is_function = isinstance(statement, ast.FunctionDef)
        for child in children(statement):
            visit(child, inside, in_function or is_function)
        if inside != where and not isinstance(statement, ast.ClassDef):
            names = {getattr(node, "id", getattr(node, "attr", "")) for node in ast.walk(statement)}
            parts.append(Part(name, inside, frozenset(names), is_function))
        if isinstance(statement, ast.FunctionDef):
            statement.body[:0] = ast.parse(f"{register}(({name!r}, {inside!r}))").body

    for statement in tree.body:
        visit(statement, "", False)
    return parts, compile(ast.fix_missing_locations(tree), str(path), "exec")


def touched_by(parts: list[Part], path: str, where: str) -> set[tuple[str, str]]:
    """The functions in which a fault at `where` of a module can show, as (path, where): itself when it is one; of an
    assignment all that mention its name, or the name of another whose value does. Empty when that tells nothing."""
    if any(part.is_function and (part.path, part.where) == (path, where) for part in parts):
        return {(path, where)}
    names, before = {where.rpartition(".")[2]}, 0
    while len(names) > before:
        before = len(names)
        names.update(part.where.rpartition(".")[2] for part in parts if not part.is_function and part.names & names)
    return {(part.path, part.where) for part in parts if part.is_function and part.names & names}
