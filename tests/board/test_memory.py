"""firmware/memory.py names the modules that the board forgets: each exists, and all that are named are listed there."""

import ast
from importlib.util import find_spec

import pytest

from firmware import memory
from host.layers import ROOT

BUILT_IN = ("neopixel", "rp2")  # of MicroPython on the board
LISTS = {name: value for name, value in vars(memory).items() if name.isupper()}


@pytest.mark.parametrize("name", sorted({name for names in LISTS.values() for name in names}))
def test_every_name_in_the_list_exists(name: str) -> None:
    assert name in BUILT_IN or find_spec(name) is not None


def test_no_other_list_of_modules_stands_elsewhere() -> None:
    """Whoever forgets modules takes the names from the list, apart from the modules of a game."""
    found = []
    for path in sorted((ROOT / "firmware").glob("*.py")):
        if path.name != "memory.py":
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and find(node.value):
                    found.append((path.name, node.value))
    assert found == [("new_game.py", "engine_core.games."), ("new_game.py", "engine_core.panels.")]


def find(text: str) -> bool:
    """Whether a string is the name of a module of ours, or the beginning of one."""
    return text.startswith(("engine_core.", "firmware.")) and " " not in text
