"""Every rule of the three games is named by a test, in its name or its docstring."""

import ast
import re

from tests.kit.rules.on_micropython import ROOT

COUNTS = {"c": 5, "au": 18, "pr": 14, "at": 16}  # C1-C5, AU1-AU18, PR1-PR14, AT1-AT16
RULES = [f"{prefix}{number}" for prefix, count in COUNTS.items() for number in range(1, count + 1)]
NAMED = re.compile(r"(?<![a-z0-9])(c|au|pr|at)([0-9]+)(?![a-z0-9])")


def rules_in(source: str) -> set[str]:
    """The rules that the tests of one file name in their own names and docstrings."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            said = node.name.replace("_", " ") + " " + (ast.get_docstring(node) or "")
            found.update(prefix + number for prefix, number in NAMED.findall(said.lower()))
    return found


def test_every_rule_is_named_by_a_test() -> None:
    named: set[str] = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        named |= rules_in(path.read_text(encoding="utf-8"))
    assert [rule for rule in RULES if rule not in named] == []
    assert sorted(named - set(RULES)) == []  # a test that names a rule there is not


def test_only_tests_count() -> None:
    source = '''
"""C1"""
def helper_c2(): "AU3"
def test_pr4(): pass
def test_other(): "AT10 and AT11, not MAT12 nor at9b"
'''
    assert rules_in(source) == {"pr4", "at10", "at11"}
