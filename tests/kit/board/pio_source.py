"""The PIO programs of the firmware, read from the drivers' own text and assembled on the laptop."""

import ast
from dataclasses import dataclass
from pathlib import Path

import adafruit_pioasm

FIRMWARE = Path(__file__).resolve().parents[3] / "firmware"
NAMES = {"in_": "in", "not_x": "!x"}


@dataclass(frozen=True)
class Program:
    """One program: opcodes and the settings given to @asm_pio (as text: "True", "8", "PIO.SHIFT_LEFT")."""

    opcodes: list[int]
    settings: dict[str, str]


def load(file: str, name: str) -> Program:
    """The program `name` in firmware/`file`."""
    tree = ast.parse((FIRMWARE / file).read_text(encoding="utf-8"))
    function = next(node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == name)
    decorator = function.decorator_list[0]
    assert isinstance(decorator, ast.Call)
    settings = {keyword.arg: ast.unparse(keyword.value) for keyword in decorator.keywords if keyword.arg}
    lines = [f".program {name}"]
    if "sideset_init" in settings:
        lines.append(".side_set 1")
    lines += [_line(statement.value) for statement in function.body if isinstance(statement, ast.Expr)]
    return Program(list(adafruit_pioasm.Program("\n".join(lines)).assembled), settings)


def _line(node: ast.expr) -> str:
    """One statement in the assembler's own words: `out(x, 1).side(0)[6]` is `out x 1 side 0 [6]`."""
    if isinstance(node, ast.Subscript):
        return f"{_line(node.value)} [{ast.unparse(node.slice)}]"
    assert isinstance(node, ast.Call)
    words = [_word(argument) for argument in node.args]
    if isinstance(node.func, ast.Attribute):
        return f"{_line(node.func.value)} {node.func.attr} {words[0]}"
    name = ast.unparse(node.func)
    if name == "label":
        return f"{words[0]}:"
    if name in ("wrap", "wrap_target"):
        return f".{name}"
    return " ".join([NAMES.get(name, name), *words])


def _word(node: ast.expr) -> str:
    text = str(node.value) if isinstance(node, ast.Constant) else ast.unparse(node)
    return NAMES.get(text, text)
