"""The Wokwi project: a diagram in Wokwi's own names, the board's wiring, and files that come out whole."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from engine_core.board import Board
from engine_core.board_reading import load_board
from host.boards import board_text, read_board
from host.build import board_files, is_ours
from host.errors import UserError
from host.layers import ROOT
from host.wiring.wokwi import PARTS, diagram, ground, pack, project_files, run, simulated
from host.wiring.wokwi_loader import DONE, PACK, unpack
from tests.kit.board.bench import Bench
from tests.kit.board.rig import image
from tests.kit.host.board_files import GROUNDS, SHIPPED, boards
from tests.kit.host.programs import find_program
from tests.kit.host.uf2_image import RP2350
from tests.kit.host.uf2_image import image as uf2_file

# docs.wokwi.com, the pages of the parts: the pins that each has. The Picos' grounds are pins 3, 8 ... 38 in this order.
PICO_PINS = {f"GP{n}" for n in (*range(23), 26, 27, 28)} | {f"GND.{n}" for n in range(1, 9)} | {"VSYS", "VBUS", "3V3"}
PINS = {
    **dict.fromkeys(PARTS.values(), PICO_PINS),
    "wokwi-led-strip": {"VDD", "DIN", "VSS", "VDD.2", "DOUT", "VSS.2"},
    "wokwi-pushbutton": {"1.l", "1.r", "2.l", "2.r"},
}
UNPACK = "import sys; sys.path.insert(0, {root!r}); from host.wiring.wokwi_loader import unpack; unpack()"


def nets(board: Board) -> dict[str, set[str]]:
    """part:pin -> what it is joined to, in a diagram that must be sound."""
    shown = diagram(board)
    types = {part["id"]: part["type"] for part in shown["parts"]}
    assert len(types) == len(shown["parts"])
    joined: dict[str, set[str]] = {}
    for a, b, colour, way in shown["connections"]:
        assert colour
        assert all(step[0] in "hv*" for step in way)
        for one, other in ((a, b), (b, a)):
            part, pin = one.split(":")
            assert pin in PINS[types[part]], one
            joined.setdefault(one, set()).add(other)
    return joined


def check_diagram(board: Board) -> None:
    joined = nets(board)
    parts = {part["id"]: part for part in diagram(board)["parts"]}
    assert parts["pico"]["type"] == PARTS[board.chip]
    for i, strip in enumerate(board.strips):
        assert parts[f"strip{i}"]["attrs"]["pixels"] == str(strip.leds)
        assert joined[f"strip{i}:DIN"] == {f"pico:GP{strip.pin}"}
    keys = [parts[button.name]["attrs"]["key"] for button in board.buttons]
    assert len(set(keys)) == len(keys)
    for button in board.buttons:
        legs = {pin: joined.get(f"{button.name}:{pin}", set()) for pin in PINS["wokwi-pushbutton"]}
        assert legs["1.l"] | legs["1.r"] == {f"pico:GP{button.pin}"}
        assert {end.split(".")[0] for end in legs["2.l"] | legs["2.r"]} == {"pico:GND"}
    assert [ground(pin) for pin in GROUNDS] == [f"GND.{n}" for n in range(1, 9)]
    places = [(part["left"], part["top"]) for part in parts.values()]
    assert len(set(places)) == len(places)


@pytest.mark.parametrize("name", SHIPPED)
def test_the_diagram_of_a_shipped_board(name: str) -> None:
    check_diagram(read_board(name)[0])


@settings(max_examples=100, deadline=None)
@given(boards())
def test_the_diagram_of_any_board(board: Board) -> None:
    check_diagram(board)


def test_the_simulator_gets_the_strips_that_it_has() -> None:
    data: dict[str, Any] = json.loads(board_text("pico_w_reference"))
    data["strips"][0]["order"] = "GRBW"
    board = load_board(simulated(json.dumps(data)))
    assert [strip.order for strip in board.strips] == ["GRB", "GRB"]
    assert [strip.leds for strip in board.strips] == [80, 30]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wokwi") / "small"
    run("small", folder, None)
    return folder


def unpacked(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def check_unpacked(folder: Path) -> None:
    """The board's files lie there, byte for byte, but for main.py and the colour order."""
    found, wanted = unpacked(folder), board_files("small")
    assert {path for path in found if path.endswith(".mpy")} == {path for path in wanted if path.endswith(".mpy")}
    assert all(found[path] == content for path, content in wanted.items() if path.endswith(".mpy"))
    assert found["board.json"].decode() == simulated(board_text("small"))


def test_the_project_is_text_that_wokwi_takes(project: Path) -> None:
    assert {path.name for path in project.iterdir()} == {"diagram.json", "wokwi.toml", "main.py", PACK, "README.md"}
    assert json.loads((project / "diagram.json").read_text("utf-8")) == diagram(read_board("small")[0])
    settings_text = (project / "wokwi.toml").read_text("utf-8")
    assert settings_text.startswith("[wokwi]\nversion = 1\nfirmware = ")
    assert all(line.isascii() and len(line) < 1300 for line in (project / PACK).read_text("ascii").split("\n"))


def test_the_loader_takes_out_every_file_on_cpython(project: Path, tmp_path: Path) -> None:
    (tmp_path / PACK).write_bytes((project / PACK).read_bytes())
    subprocess.run([sys.executable, "-c", UNPACK.format(root=str(ROOT))], cwd=tmp_path, check=True, timeout=60)
    check_unpacked(tmp_path)


@pytest.mark.runtime("micropython")
def test_the_loader_takes_out_every_file_on_micropython(project: Path, tmp_path: Path) -> None:
    (tmp_path / PACK).write_bytes((project / PACK).read_bytes())
    (tmp_path / "loader.py").write_bytes((project / "main.py").read_bytes())
    command = [find_program("micropython"), "-X", "heapsize=64k", "-c", "import loader; loader.unpack()"]
    subprocess.run(command, cwd=tmp_path, check=True, timeout=60)
    check_unpacked(tmp_path)


@pytest.mark.runtime("pico")
def test_the_loader_takes_out_files_on_the_board_that_wokwi_simulates() -> None:
    files = {"lib/engine_core/a.mpy": bytes(range(256)) * 20, "lib/firmware/b.mpy": b"b" * 901, "board.json": b"{}"}
    bench = Bench(image(), files={"main.py": project_files("small")["main.py"], PACK: pack(files).encode()}, erase_ms=1)
    bench.run_until(lambda: "ImportError" in bench.text())  # the pack holds no firmware/main.py to go on with
    read = "import binascii\nfor path in %r: print(binascii.hexlify(open(path, 'rb').read()).decode())"
    assert bench.execute(read % list(files)).split() == [content.hex() for content in files.values()]


def test_a_restart_does_not_unpack_again_and_another_pack_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path(PACK).write_text(pack({"lib/a.mpy": b"one", "b.json": b""}))
    unpack()
    assert (Path("lib/a.mpy").read_bytes(), Path("b.json").read_bytes()) == (b"one", b"")
    Path("lib/a.mpy").unlink()
    unpack()
    assert not Path("lib/a.mpy").exists()
    Path(PACK).write_text(pack({"lib/a.mpy": b"two", "b.json": b""}))
    unpack()
    assert Path("lib/a.mpy").read_bytes() == b"two"


@pytest.mark.parametrize("kept", [0, 1, 30, 40, 90, 91, 92, 93, -8])
def test_a_pack_that_is_cut_off_is_told_and_not_taken_for_done(
    kept: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(PACK).write_text(pack({"lib/a.mpy": bytes(2000)})[:kept])
    with pytest.raises(ValueError, match="cut off"):
        unpack()
    assert not Path(DONE).exists()


def test_a_folder_with_other_files_is_left_alone(project: Path, tmp_path: Path) -> None:
    run("small", project, None)  # an earlier project may be written over
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(UserError, match="holds other files"):
        run("small", tmp_path, None)
    with pytest.raises(UserError, match="is a file"):
        run("small", tmp_path / "thesis.txt", None)
    with pytest.raises(UserError, match="There is no file"):
        run("small", tmp_path / "new", tmp_path / "no.uf2")
    assert unpacked(tmp_path) == {"thesis.txt": b"mine"}


def test_an_image_is_put_where_wokwi_toml_says(tmp_path: Path) -> None:
    some = uf2_file(tmp_path / "some.uf2")
    run("small", tmp_path / "project", some)
    firmware = (tmp_path / "project" / "wokwi.toml").read_text("utf-8").split('"')[1]
    assert (tmp_path / "project" / firmware).read_bytes() == some.read_bytes()


def test_what_is_no_image_for_the_board_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.uf2").write_text("Dear Ana,\n" * 200)
    with pytest.raises(UserError, match="is no image for a Pico"):
        run("small", tmp_path / "project", tmp_path / "letter.uf2")
    with pytest.raises(UserError, match="is for the RP2350, the board file for the RP2040"):
        run("small", tmp_path / "project", uf2_file(tmp_path / "other.uf2", RP2350))
    assert not (tmp_path / "project").exists()


def test_the_main_py_of_the_project_is_known_as_ours() -> None:
    assert is_ours(project_files("small")["main.py"])
