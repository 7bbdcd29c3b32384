"""`troop selftest` on a board without a chip: our tests and scripts in its memory, and what it says when one fails."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine_core.settings import Settings
from engine_core.settings_reading import read_settings
from engine_core.settings_writing import text_of
from host.build import compile_module
from host.commands import selftest
from host.commands.selftest import Selftest, choose, helpers_of
from host.errors import UserError
from host.layers import ROOT
from host.link import compare, on_board
from host.link.data import replace
from host.link.link import Link
from host.link.scripts import Player
from tests.kit.host.unix_board import UnixBoard

pytestmark = pytest.mark.runtime("micropython")
# What the viper functions of these become for the unix port.
NATIVE = {"firmware/encode.py": "x64", "firmware/encode_white.py": "x64"}
SCRIPTS = sorted((ROOT / "tests" / "scripts").rglob("*.troop"))


FORGET = """
import gc, os, sys, vfs
if "ram" in globals():
    os.chdir("/")
    vfs.umount("/ram")
if "chip" in os.listdir("/"):
    vfs.umount("/chip")
for name in list(sys.modules):
    if name.split(".")[0] in ("tests", "engine_core", "firmware"):
        del sys.modules[name]
for name in list(globals()):
    if name in ("ram", "Ram", "module", "play", "read_map"):
        del globals()[name]
gc.collect()
"""


@pytest.fixture(scope="module")
def flash(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The flash of a board with the modules of this version, compiled for this machine."""
    path = tmp_path_factory.mktemp("board") / "flash"
    with UnixBoard(path) as board, Link(board.port) as link:
        sources = [
            path.relative_to(ROOT) for layer in ("engine_core", "firmware") for path in (ROOT / layer).rglob("*.py")
        ]
        folders = {parent.as_posix() for source in sources for parent in source.parents} - {"."}
        for folder in ("data", "lib", *(f"lib/{folder}" for folder in sorted(folders))):
            link.run(f"import os\nos.mkdir('/{folder}')")
        for name in map(Path.as_posix, sources):
            link.write(f"/lib/{name[:-3]}.mpy", compile_module(ROOT / name, name, NATIVE.get(name, "")))
    return path.read_bytes()


@pytest.fixture
def link(flash: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Link]:
    """A link to that board. The unix port ends at a soft reset, so what lies in its memory is forgotten instead."""
    monkeypatch.setattr(Link, "clean", lambda self: self.run(FORGET))
    (tmp_path / "flash").write_bytes(flash)
    with UnixBoard(tmp_path / "flash") as board, Link(board.port) as link:
        yield link


def test_shared_tests_run_in_the_memory_of_the_board(link: Link) -> None:
    said: list[str] = []
    test = Selftest(link, said.append)
    paths = choose([])[0]
    for path in paths:
        test._run_tests(path)
    assert test._failed == [], said
    assert [line.split(":")[0] for line in said] == [path.stem for path in paths]
    assert all("tests passed" in line for line in said)
    assert "ram" not in link.run("import os; print(os.listdir('/lib'), os.listdir('/data'))")


FAILING = """
from tests.shared.helper import two
def test_good():
    assert two() == 2
def test_bad():
    assert two() == 3, "two is not three"
"""


def test_a_test_that_fails_on_the_board_is_named_with_its_reason(
    link: Link, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = tmp_path / "tests" / "shared"
    shared.mkdir(parents=True)
    (shared / "helper.py").write_text("def two():\n    return 2\n")
    (shared / "test_some.py").write_text(FAILING)
    (shared / "test_none.py").write_text("X = 1\n")
    (shared / "test_broken.py").write_text("import no_such_module\n")
    monkeypatch.setattr(selftest, "SHARED", shared)
    monkeypatch.setattr(on_board, "ROOT", tmp_path)
    said: list[str] = []
    test = Selftest(link, said.append)
    for path in choose([])[0]:
        test._run_tests(path)
    assert test._failed == ["test_broken", "test_none", "test_some.test_bad"]
    assert "no_such_module" in said[0]
    assert "it holds no tests" in said[1]
    assert 'two is not three <- File "tests/shared/test_some.py", line 6, in test_bad' in said[2]


def test_helpers_come_with_the_tests_that_need_them() -> None:
    assert {"tests/kit/shared/lights.py", "tests/shared/run.py"} <= helpers_of(
        selftest.SHARED / "test_paint_primates.py"
    )
    assert "tests/kit/shared/memory.py" in helpers_of(selftest.SHARED / "test_journal.py")
    assert helpers_of(selftest.SHARED / "run.py") == set()


def test_tests_and_scripts_are_chosen_by_name() -> None:
    tests, scripts = choose(["wire", "after_us_examples", "test_keys"])
    assert [path.name for path in (*tests, *scripts)] == ["test_wire.py", "test_keys.py", "after_us_examples.troop"]
    assert choose([], quick=True) == ([], SCRIPTS)
    with pytest.raises(UserError, match="There is no test and no script 'nothing': say one of ape_town, "):
        choose(["wire", "nothing"])


def test_scripts_end_on_the_board_as_they_do_here(link: Link, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    test = Selftest(link, said.append)
    test._run_scripts(SCRIPTS)
    assert test._failed == []
    assert said == [f"scripts: {len(SCRIPTS)} of {len(SCRIPTS)} end on the board as they do here, with the same digest"]
    monkeypatch.setattr(selftest, "replay_files", lambda paths, say: say("standings\n3 moves, digest 00000000") or 0)
    test._run_scripts(SCRIPTS)
    assert len(test._failed) == len(SCRIPTS)
    assert "digest 00000000" in said[1]


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("game after_us\nseats Ana Ben\nAna +3\nexpect score Ana=4 Ben=0\n", 1, ":4: expected score Ana=4"),
        ("game after_us\nseats Ana Ben\nAna -3\n", 1, ":3: refused value"),
        ("game chess\nseats Ana Ben\n", 2, ":1: "),
        ("game ape_town\nseats Ana Ben\nset map gone.map\nnext\n", 2, "cannot be opened: it is looked for beside"),
        ("game after_us\nseats Ana B\udcff\n", 2, ":2: This line is not UTF-8"),
    ],
)
def test_a_script_fails_on_the_board_with_the_words_it_fails_with_here(
    link: Link, tmp_path: Path, text: str, code: int, words: str
) -> None:
    from engine_core.scripts.replay import replay_files

    path = tmp_path / "game.troop"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    here: list[str] = []
    assert replay_files([str(path)], here.append) == code
    assert Player(link).play(str(path)) == (code, here)
    assert words in here[0]


def test_a_board_with_other_files_is_not_tested(link: Link, monkeypatch: pytest.MonkeyPatch) -> None:
    board = (ROOT / "boards" / "small.json").read_bytes()
    link.write("/board.json", board)
    files = {"board.json": board, "lib/engine_core/x.mpy": b"?"}
    monkeypatch.setattr(compare, "files_for", lambda board, text: files)
    monkeypatch.setattr(selftest, "check_identity", lambda link, chip: chip)
    said: list[str] = []
    assert Selftest(link, said.append).run(choose(["wire"])[0], [], guided=False) == ["files"]
    assert "lib/engine_core/x.mpy (missing)" in said[1]
    assert said[1].endswith("Run 'troop flash'.")


def test_settings_are_replaced_whole(link: Link) -> None:
    text = text_of(Settings())
    replace(link, "/data/settings.json", text.encode())
    replace(link, "/data/settings.json", text.replace("true", "false").encode())
    assert read_settings(link.run("with open('/data/settings.json') as file: print(file.read())")).rhythm is False
    assert link.run("import os; print(os.listdir('/data'))") == "['settings.json']\n"
