"""`troop emulate` as a user starts it: its page, and its USB for `troop` and for the real mpremote."""

import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from host.emulated import flash_image
from host.layers import ROOT
from tests.kit.board.rig import built, image, stored_game
from tests.kit.host.page_socket import PageSocket
from tests.kit.host.programs import find_program

pytestmark = [pytest.mark.runtime("pico"), pytest.mark.timeout(2400)]

PATIENCE_S = 1200  # for one step on a busy machine: the emulated board takes a minute for each of its seconds


@dataclass
class Emulated:
    """A board that `troop emulate` runs. port: of its USB. url: of its page."""

    process: "subprocess.Popen[str]"
    environment: dict[str, str]
    port: str
    url: str

    def troop(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        """Run a command of ours on the board."""
        command = [sys.executable, "-m", "troopkeeper", *arguments, "--port", self.port]
        return self._run(command)

    def mpremote(self, *arguments: str) -> str:
        """Run mpremote on the board; what it printed."""
        done = self._run([find_program("mpremote"), "connect", self.port, *arguments])
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def _run(self, command: list[str]) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            command, env=self.environment, capture_output=True, text=True, timeout=PATIENCE_S, check=False
        )


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Emulated]:
    """An emulated board on which a game has begun."""
    home = tmp_path_factory.mktemp("home")
    folder = home / "troopkeeper" / "boards" / "pico_w_reference_emulated"
    folder.mkdir(parents=True)
    (folder / "flash.littlefs").write_bytes(flash_image.make(built() | stored_game()))
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_DATA_HOME": str(home), "TROOP_UF2": str(image())}
    command = [sys.executable, "-m", "troopkeeper", "emulate", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = [process.stdout.readline() for _ in range(3)]
        assert said[0].startswith(f"It runs {image().name}. The page says how fast")
        port = re.search(r"--port (/\S+/emulated_pico)$", said[1].rstrip())
        url = re.search(r"http://127\.0\.0\.1:\d+/", said[2])
        assert port, said
        assert url, said
        yield Emulated(process, environment, port[1], url[0])
        process.terminate()


def test_page_shows_the_table_and_a_press_is_a_light_and_a_point(board: Emulated) -> None:
    with urllib.request.urlopen(board.url, timeout=60) as answer:
        assert b"<title>troopkeeper" in answer.read()
    with PageSocket(board.url) as page:
        page.wait_for(lambda seen: seen.get("state", {}).get("seats"), PATIENCE_S)
        assert [seat["name"] for seat in page.seen["state"]["seats"]] == ["Ana", "Ben", "Cho"]
        page.wait_for(lambda seen: any(map(int_of, seen["frames"].values())), PATIENCE_S)
        before = page.seen["frames"]["0"]
        page.hold("seat1", True)
        page.wait_for(lambda seen: seen["frames"]["0"] != before, PATIENCE_S)
        page.hold("seat1", False)
        page.wait_for(lambda seen: seen["state"]["seats"][0]["values"][0] == 1, PATIENCE_S)


def complaints(done: "subprocess.CompletedProcess[str]") -> list[str]:
    """What a command said on standard error, but for the word that a busy machine's board takes its time."""
    return [line for line in done.stderr.splitlines() if not line.startswith("troop: No answer from ")]


def int_of(colours: str) -> int:
    """A frame as a number: 0 when it is dark."""
    return int(colours, 16)


def test_monitor_shows_the_table(board: Emulated) -> None:
    done = board.troop("monitor", "--once")
    assert (done.returncode, complaints(done)) == (0, [])
    assert re.search(r"Ana \(\w+\) +1 ", done.stdout), done.stdout
    assert re.search(r"Ben \(\w+\) +0 ", done.stdout)


def test_mpremote_interrupts_the_device_and_copies_files(board: Emulated, tmp_path: Path) -> None:
    """It gets in, finds the hardware at rest, and what it copies arrives; the device's own files are whole."""
    note = tmp_path / "note.txt"
    note.write_text("taken at the table\n")
    said = board.mpremote("exec", "import machine; print('in', hex(machine.mem32[0x40058000] >> 30 & 1))")
    assert said.split() == ["in", "0x0"]  # the watchdog is off
    board.mpremote("fs", "cp", str(note), ":note.txt")
    assert board.mpremote("fs", "cat", ":note.txt") == "taken at the table\n"
    assert "main.py" in board.mpremote("fs", "ls")


def test_flash_has_nothing_to_do(board: Emulated) -> None:
    """The board has been interrupted, and has all files; what there is to copy: test_flash_on_board.py."""
    done = board.troop("flash")
    assert (done.returncode, complaints(done)) == (0, [])
    assert "board pico_w_reference" in done.stdout
    assert f"Nothing to do: the board has all {len(built())} files of this version." in done.stdout
