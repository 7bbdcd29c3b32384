"""What the docs say is so: their scripts play, their reasons are all there, their files exist."""

import re
from pathlib import Path

import pytest

from engine_core.expect import CODES
from engine_core.games.base import DUE
from engine_core.replay import replay
from host.layers import ROOT

DOCS = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md"]
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


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.name)
def test_what_the_docs_point_to_is_there(path: Path) -> None:
    text = path.read_text("utf-8")
    links = [link for link in re.findall(r"\]\(([^)#\s]+)", text) if "://" not in link]
    named = re.findall(r"`((?:engine_core|firmware|host|boards|tests|docs)/[\w./-]*)`", text)
    missing = [name for name in links if not (path.parent / name).exists()]
    missing += [name for name in named if not (ROOT / name).exists()]
    assert missing == []
