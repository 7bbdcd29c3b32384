"""`troop doctor`: every fault of a board is on its page, with what to do; a board that is well has no problem."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any

import pytest

from engine_core.setup_reading import read_setup
from firmware import VERSION
from firmware.state_types import State
from host.boards import board_text
from host.build import board_files
from host.commands import doctor_report
from host.files import FolderFiles
from host.layers import ROOT
from host.link import compare
from host.link.link import Link
from host.page.device import Device
from tests.kit.host.unix_board import UnixBoard

pytestmark = pytest.mark.runtime("micropython")

# The unix port has neither pins nor a cause of its start: /low.txt lists the pins that are pulled to ground.
MACHINE = b"""
class Pin:
    IN = PULL_UP = 1
    def __init__(self, number, mode, pull):
        self.number = str(number)
    def value(self):
        try:
            with open("/low.txt") as file:
                return 0 if self.number in file.read().split() else 1
        except OSError:
            return 1
def reset_cause():
    return 1
"""


@cache
def built() -> dict[str, bytes]:
    return board_files("pico_w_reference")


@pytest.fixture(scope="module")
def flash(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The flash of a board that is well, with a game in play."""
    folder = tmp_path_factory.mktemp("well")
    with UnixBoard(folder / "flash") as board, Link(board.port) as link:
        files = {**built(), "lib/machine.py": MACHINE, **game(folder)}
        for name in sorted({str(parent) for path in files for parent in PurePosixPath(path).parents} - {"."}):
            link.run(f"import os; os.mkdir({'/' + name!r})")
        for path, content in files.items():
            link.write("/" + path, content)
    return (folder / "flash").read_bytes()


def game(folder: Path) -> dict[str, bytes]:
    """What a device keeps of a game in play."""
    files = FolderFiles(folder / "data")
    device = Device(board_text("pico_w_reference"), files)
    device.begin(read_setup("game after_us\nseats Ana Ben\n"))
    device.app.play(1, 0, 0, 3)
    device.app.close()
    return {f"data/{name}": files.read(name) for name in files.names()} | {"data/boots.txt": b"40\n"}


@pytest.fixture
def link(flash: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Link]:
    """A board that is well."""
    monkeypatch.setattr(compare, "files_for", lambda board, text: built())
    (tmp_path / "flash").write_bytes(flash)
    with UnixBoard(tmp_path / "flash") as board, Link(board.port) as link:
        yield link


def live(**changes: Any) -> Any:
    """What a running table says of itself."""
    state = {"game": "after_us", "moves": 1, "message": "", "stored": True, "current_ma": 130, "ignored": []}
    return {**state, "restarts": 0, "uptime_s": 75, "free_memory": 60_000, **changes}


def texts(report: doctor_report.Report) -> str:
    return "\n".join(f"{name}: {value}" for name, value, _ in report.facts)


def test_a_board_that_is_well_has_no_problem_and_its_page_holds_the_facts(link: Link) -> None:
    report = doctor_report.examine(link, live())
    assert report.problems == []
    page = texts(report)
    for words in (
        "MicroPython: 1.",
        f"troopkeeper: {VERSION}",
        "board file: pico_w_reference, for pico_w",
        "runs for 1 min 15 s: After Us, 1 moves",
        "last start: power on",
        "starts: 40 counted",
        "errors: none",
        "58 KB of it free while the table runs",
        "buttons: 9, none stuck",
        "about 130 mA now, never above 1800 mA",
        "games: 1 stored; game 1: After Us, Ana, Ben: 1 moves, in play",
    ):
        assert words in page, page


FAULTS = {
    "no table": (None, {}, "'troop monitor'"),
    "not stored": (live(stored=False), {}, "wait to be stored"),
    "little memory": (live(free_memory=9000), {}, "Little memory"),
    "starts in a row": (live(restarts=2), {}, "started 3 times in a row"),
    "worn button": (live(ignored=["undo"]), {}, "Stuck or chattering, and ignored by the table: undo"),
    "held button": (live(), {"low.txt": b"7 13"}, "seat2 (GP7), mode (GP13). Let go"),
    "changed module": (live(), {"lib/engine_core/table.mpy": b"M"}, "table.mpy (differs). Run 'troop flash'"),
    "old module": (live(), {"lib/engine_core/old.mpy": b"M"}, "old.mpy (not of this version). Run 'troop flash'"),
    "foreign main": (live(), {"main.py": b"print('mine')"}, "main.py (differs)"),
    "cut update": (live(), {"update.txt": b"/main.py\n"}, "cut short: unplug"),
    "other version": (live(), {"lib/firmware/__init__.py": b"VERSION = '0.0.1'"}, "firmware 0.0.1: run 'troop flash'"),
    "no board file": (live(), {"board.json": b""}, "To put another in its place: 'troop flash --board FILE'"),
    "settings": (live(), {"data/settings.json": b"{,"}, "'troop selftest' writes new ones"),
    "settings of another board": (
        live(),
        {"data/settings.json": b'{"orders": {"x": "RGB"}}'},
        "this board has no strip",
    ),
    "errors": (live(), {"data/errors.txt": b"boot 39, 12 s: ValueError: x\n"}, "recent errors"),
    "damaged game": (live(), {"data/tail": b"\x01" * 48, "data/00009.game": b"\xff" * 64}, "00009.game"),
    "kept aside": (live(), {"data/00003.bad": b"?"}, "Kept aside as damaged: 00003.bad"),
}


@pytest.mark.parametrize(("state", "files", "words"), FAULTS.values(), ids=FAULTS.keys())
def test_a_fault_is_named_with_its_remedy(link: Link, state: State | None, files: dict[str, bytes], words: str) -> None:
    if "lib/firmware/__init__.py" in files:
        link.run("import os; os.remove('/lib/firmware/__init__.mpy')")
    for path, content in files.items():
        link.write("/" + path, content)
    report = doctor_report.examine(link, state)
    assert words in " ".join(report.problems), report.problems
    assert any(wrong for _, _, wrong in report.facts)


def test_old_errors_are_shown_and_no_problem(link: Link) -> None:
    link.write("/data/errors.txt", b"boot 3, 12 s: ValueError: long ago\n")
    report = doctor_report.examine(link, live())
    assert report.problems == []
    assert "long ago" in texts(report)


def test_a_board_without_us_has_no_files_and_no_table(tmp_path: Path) -> None:
    with UnixBoard(tmp_path / "flash") as board, Link(board.port) as link:
        link.run("import os; os.mkdir('/lib')")
        link.write("/lib/machine.py", MACHINE)
        report = doctor_report.examine(link, None)
    files, table = report.problems
    assert "troopkeeper is not on the board" in files
    assert "The table was not running" in table
    assert "buttons: not known without a board file" in texts(report)


def test_the_firmware_has_the_version_of_the_project() -> None:
    assert f'version = "{VERSION}"' in (ROOT / "pyproject.toml").read_text("utf-8")
