"""What the docs say is so: their scripts play, their reasons are all there, their links, files and functions exist."""

import ast
import re
from pathlib import Path

import pytest

from engine_core.games.base import DUE
from engine_core.scripts.expect import CODES
from engine_core.scripts.replay import replay
from host.layers import ROOT

DOCS = [*sorted((ROOT / "docs").glob("*.md")), *sorted(ROOT.glob("*.md"))]
SCRIPTS = [
    pytest.param(text, id=f"{path.name}-{number}")
    for path in DOCS
    for number, text in enumerate(re.findall(r"```troop\n(.*?)```", path.read_text("utf-8"), re.DOTALL))
]


def no_map(name: str) -> str:
    raise OSError(name)


@pytest.mark.parametrize("text", SCRIPTS)
def test_every_script_in_the_docs_plays(text: str) -> None:
    assert replay(text.splitlines(), no_map).table.count > 0


def test_the_script_docs_name_every_reason_and_everything_due() -> None:
    text = (ROOT / "docs" / "scripts.md").read_text("utf-8")
    reasons = text[text.index("The reasons for a refusal") :]
    assert tuple(re.findall(r"`(\w+)`", reasons)) == CODES
    assert all(f"`{word}`" in text for word in DUE)


def anchors(text: str) -> set[str]:
    """What a link can name after `#`: the headings, as GitHub writes them."""
    titles = re.findall(r"^#+ +(.+)$", re.sub(r"```.*?```", "", text, flags=re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title).strip().lower().replace(" ", "-") for title in titles}


def missing(path: Path, text: str) -> list[str]:
    """The links and the named files of the page at `path` that lead nowhere."""
    links = [link for link in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in link]
    named = re.findall(r"`((?:engine_core|firmware|host|boards|tests|docs)/[\w./-]*)`", text)
    found = [name for name in named if not (ROOT / name).exists()]
    for link in links:
        name, _, anchor = link.partition("#")
        target = path.parent / name if name else path
        if not target.exists() or (anchor and anchor not in anchors(target.read_text("utf-8"))):
            found.append(link)
    return found


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.name)
def test_what_the_docs_point_to_is_there(path: Path) -> None:
    assert missing(path, path.read_text("utf-8")) == []


def test_what_leads_nowhere_is_found() -> None:
    text = "[a](gone.md) [b](boards.md#no-such-part) [c](boards.md#wire-it) [d](#here) `host/gone.py`\n# Here"
    page = ROOT / "docs" / "controls.md"
    assert missing(page, text) == ["host/gone.py", "gone.md", "boards.md#no-such-part", "#here"]


def functions(path: str) -> set[str]:
    """`Class.method` and `function` of a source file."""
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    found = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{part.name}" for part in node.body if isinstance(part, ast.FunctionDef)}
    return found


def test_the_path_of_a_press_names_functions_that_are_there_in_at_most_15_files() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    part = text[text.index("## The path of a press") :]
    steps = re.findall(r"^\d+\. (.+?)(?=^\d+\. |^$)", part[: part.index("## ", 3)], re.MULTILINE | re.DOTALL)
    files = set()
    for step in steps:
        for path, name in re.findall(r"`([\w/]+\.py)`,? `([\w.]+)`", step):
            files.add(path)
            assert name in functions(path), f"{path} has no {name}"
    assert len(steps) >= 10
    assert 10 <= len(files) <= 15
