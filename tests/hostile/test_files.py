"""Files of somebody else's, what they hold and how they are called: no command lets a control byte through.

The commands are those that `troop` has: a new one without a case here fails.
"""

import json
import os
from pathlib import Path
from typing import Any

import pytest
import typer

from host.commands import cli
from tests.kit.host.command import troop

EVIL = "x\x1b]0;t\x07\x1b[2J\x9b31m\u202e\u200b\r\n"
NAME = "n\x1b[2J\x9b\u202e\n\udcff"  # of a file
BOARD = Path("boards/small.json").read_text("utf-8")
SCRIPTS = (
    f"game after_us\nseats Ana {EVIL}\n",
    f"game {EVIL}",
    "game after_us\nseats Ana B\u202en\n",
    "game after_us\nseats Ana\xa0Ben Cho\nAna\xa0+3\n",
    f"game ape_town\nseats Ana Ben\nset map {EVIL}\n",
    "game ape_town\nseats Ana Ben\nset map x\0y.map\n",
    "game ape_town\nseats Ana Ben\nset map \u202e.map\n",
    "game after_us\nseats Ana Ben\nexpect score \u202e=3\n",
    "game after_us\nseats Ana Ben\nset \u200b\u202e on\nAna +1\n",
)
BOARDS = (
    "{" + EVIL,
    json.dumps({EVIL: 1, **json.loads(BOARD)}),
    BOARD.replace('"name": "small"', f'"name": {json.dumps(EVIL)}'),
    BOARD.replace('"name": "small"', '"name": "a\\u202eb"'),
    BOARD.replace('"chip": "pico_w"', f'"chip": {json.dumps(EVIL)}'),
    BOARD.replace('"after_us"', json.dumps(EVIL)),
    BOARD.replace('"undo"', '"\u202eundo"'),
)
MAPS = (
    f"A A {EVIL}\ngrey A\n",
    f"A A\n{EVIL} A\n",
    "A A\n\u202egrey A\n",
    "A\xa0A\ngrey A\n",
    "A A\ngrey A\u200b \x1b[2J\n",
)

# Of each command what to try: {script}, {board}, {map}, {image} and {any} are files of that kind, {text} is no file.
CASES: dict[str, list[list[str]]] = {
    "play": [
        ["--board", "{board}"], ["--map", "{map}"], ["--seats", "{text}"], ["--game", "{text}"],
        ["--strip", "{text}", "--fresh"], ["--seats", "Ana B\u202en"],
    ],
    "replay": [["{script}"], ["--runtime", "micropython", "{script}"], ["--runtime", "{text}", "{script}"], ["{any}"],
               ["--port", "{text}", "{script}"], ["--port", "socket://{text}:1", "{script}"]],
    "build": [["{out}", "--board", "{board}"], ["{any}", "--map", "{map}"], ["{any}/x"]],
    "flash": [["--board", "{board}"], ["--map", "{map}"], ["--uf2", "{image}"], ["--port", "{text}"],
              ["--port", "id:{text}"]],
    "board list": [[]],
    "board show": [["{board}"], ["{text}"]],
    "board check": [["{board}"], ["{any}"], ["{text}"]],
    "board wiring": [["{board}"], ["small", "--svg", "{any}/x"], ["small", "--png", "{out}{text}/x"]],
    "board parts": [["{board}"]],
    "board wokwi": [["{board}", "{out}"], ["small", "{any}"], ["small", "{out}", "--image", "{image}"]],
    "map check": [["{map}"], ["{any}"], ["{text}"]],
    "map show": [["{map}"], ["{any}"], ["sample_city", "--svg", "{any}/x"], ["sample_city", "--png", "{any}/x"]],
    "ask objects": [[], ["{text}"]],
    "ask priority": [["{text}=1"], ["Ana=\u0661"], ["A\u202e=1", "A\u202e=2"], ["\x1b[2J=3", "Ben=2"]],
    "log": [["--local", "--board", "{board}"], ["--port", "{text}"], ["--out", "{any}", "--port", "http://{text}"]],
    "monitor": [["--port", "{text}"], ["--port", "id:{text}"], ["--port", "loop://{text}"]],
    "doctor": [["--port", "{text}"], ["--port", "socket://{text}:1"]],
    "selftest": [["--only", "{text}"], ["--port", "{text}"]],
    "emulate": [["--board", "{board}"], ["--image", "{image}"], ["--port", "{text}"]],
}  # fmt: skip


def names(app: typer.Typer) -> list[str]:
    """Every command of `troop`, "board check" for one within another."""
    found = []

    def walk(command: Any, path: list[str]) -> None:
        inner = getattr(command, "commands", None)
        if inner is None:
            found.append(" ".join(path))
        else:
            for name, each in inner.items():
                walk(each, [*path, name])

    walk(typer.main.get_command(app), [])
    return sorted(found)


def test_every_command_has_its_case() -> None:
    assert sorted(CASES) == names(cli.app)


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """Files of each kind, every one with a name of the same kind."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    kinds = {"script": SCRIPTS, "board": BOARDS, "map": MAPS, "image": ("UF2\nW" + EVIL * 100,), "any": (EVIL,)}
    found: dict[str, list[str]] = {"text": [EVIL], "out": [str(tmp_path / "out")]}
    for kind, contents in kinds.items():
        found[kind] = []
        for number, content in enumerate(contents):
            path = os.path.join(str(tmp_path), f"{kind}{number}{NAME}")
            with open(path, "wb") as file:
                file.write(content.encode("utf-8", "surrogatepass"))
            found[kind].append(path)
    return found


def filled(words: list[str], files: dict[str, list[str]]) -> list[list[str]]:
    """The words with each file in the place of its kind."""
    kind = next(
        (kind for kind in files if any("{" + kind + "}" in word for word in words) and len(files[kind]) > 1), ""
    )
    tries = []
    for file in files.get(kind, [""]):
        one = {**{name: paths[0] for name, paths in files.items()}, kind or "-": file}
        tries.append([word.format(**one) for word in words])
    return tries


@pytest.mark.parametrize("name", CASES)
def test_no_control_byte_of_a_file_or_its_name_comes_through(name: str, files: dict[str, list[str]]) -> None:
    for words in CASES[name]:
        for each in filled(words, files):
            ended = troop(*name.split(" "), *each)
            assert ended.wrong("" if name == "replay" else "troop: ") == "", (name, each, ended)
            if words and name not in ("ask priority", "board wokwi", "board list"):
                assert ended.returncode != 0 or "board" in name, (name, each, ended)


def test_pictures_hold_no_control_character(files: dict[str, list[str]], tmp_path: Path) -> None:
    from host.wiring.canvas import Canvas

    canvas = Canvas()
    canvas.text((0, 0), EVIL)
    svg = canvas.svg()
    assert not set(svg) & set("\x00\x07\x1b\x9b\u202e\u200b")
    assert r"\x1b]0;t\x07" in svg
    canvas.png()
