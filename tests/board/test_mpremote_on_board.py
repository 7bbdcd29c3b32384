"""The real mpremote against the running device, over the emulator's TCP port."""

import json
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.board import flashfs
from tests.board.rig import built, image, stored_game

pytestmark = [pytest.mark.runtime("pico"), pytest.mark.timeout(2400)]

PATIENCE_S = 1200  # for one step on a busy machine: the emulated board takes a minute for each of its seconds


def program(name: str) -> str:
    """A command of this Python environment."""
    found = shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)
    assert found, f"{name} is not installed"
    return found


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    """The TCP port of a board that runs the device, answering."""
    disk = tmp_path / "disk.img"
    disk.write_bytes(flashfs.make(built() | stored_game()))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        number = int(probe.getsockname()[1])
    command = [program("rp2040py"), "micropython", "--board", "pico_w", "--image", str(image())]
    emulator = subprocess.Popen(
        [*command, "--littlefs", str(disk), "--tcp-port", str(number)], stdout=subprocess.DEVNULL
    )
    try:
        wait_for_table(number, emulator)
        yield number
    finally:
        emulator.terminate()
        emulator.wait(30)


def wait_for_table(port: int, emulator: "subprocess.Popen[bytes]") -> None:
    """Ask for the state until the device answers with it: a `?` typed on USB, without interrupting anything."""
    deadline = time.monotonic() + PATIENCE_S
    heard = b""
    while time.monotonic() < deadline:
        assert emulator.poll() is None, "the emulator ended"
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
                connection.sendall(b"?")
                connection.settimeout(60)
                while b"}\r\n" not in heard:
                    data = connection.recv(4096)
                    if not data:
                        break
                    heard += data
        except OSError:
            time.sleep(0.5)
        if b"}\r\n" in heard:
            line = next(line for line in heard.splitlines() if line.startswith(b"{"))
            assert json.loads(line)["seats"] == ["Ana", "Ben", "Cho"]
            return
    raise AssertionError(f"the device did not answer; it said {heard!r}")


def mpremote(port: int, *arguments: str) -> str:
    command = [program("mpremote"), "connect", f"socket://127.0.0.1:{port}", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_mpremote_interrupts_the_device_and_copies_files(port: int, tmp_path: Path) -> None:
    """It gets in, finds the hardware at rest, and what it copies arrives; the device's own files are whole."""
    note = tmp_path / "note.txt"
    note.write_text("taken at the table\n")
    said = mpremote(port, "exec", "import machine; print('in', hex(machine.mem32[0x40058000] >> 30 & 1))")
    assert said.split() == ["in", "0x0"]  # the watchdog is off
    mpremote(port, "fs", "cp", str(note), ":note.txt")
    assert mpremote(port, "fs", "cat", ":note.txt") == "taken at the table\n"
    assert "main.py" in mpremote(port, "fs", "ls")
