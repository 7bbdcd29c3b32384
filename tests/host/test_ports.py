"""Which board is meant: the only one there is, the one that was named, never a guess."""

import io
import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
import serial.tools.list_ports

from host.errors import UserError
from host.link import ports
from host.link.ports import choose_port


def plug_in(monkeypatch: pytest.MonkeyPatch, *boards: tuple[str, str, int | None]) -> None:
    """Let the machine have these serial ports: (device, serial number, USB vendor)."""
    ports = [SimpleNamespace(device=device, serial_number=number, vid=vid) for device, number, vid in boards]
    monkeypatch.setattr(serial.tools.list_ports, "comports", lambda: ports)


def test_the_only_board_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    plug_in(monkeypatch, ("/dev/null", "E661", 0x2E8A), ("/dev/ttyS0", "", None), ("/dev/ttyUSB0", "X", 0x0403))
    assert choose_port("") == "/dev/null"
    assert choose_port("id:E661") == "/dev/null"


def test_no_board_says_what_to_look_at(monkeypatch: pytest.MonkeyPatch) -> None:
    plug_in(monkeypatch, ("/dev/ttyS0", "", None))
    with pytest.raises(UserError, match="no board on USB: plug it in with a cable that carries data"):
        choose_port("")


def test_two_boards_are_listed_and_none_is_guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    plug_in(monkeypatch, ("/dev/ttyACM1", "B2", 0x2E8A), ("/dev/ttyACM0", "A1", 0x2E8A))
    with pytest.raises(UserError, match=r"2 boards on USB: /dev/ttyACM0 \(id:A1\), /dev/ttyACM1 \(id:B2\).*--port"):
        choose_port("")


def test_a_serial_number_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    plug_in(monkeypatch, ("/dev/null", "A1", 0x2E8A))
    with pytest.raises(UserError, match="serial number C3 on USB \\(found: id:A1\\)"):
        choose_port("id:C3")


def test_a_socket_is_taken_as_it_is() -> None:
    assert choose_port("socket://127.0.0.1:9") == "socket://127.0.0.1:9"


class Terminal(io.StringIO):
    """Somebody who types."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("answers", "port"), [("2\n", "/dev/zero"), ("no\n1\n", "/dev/null")])
def test_two_boards_are_asked_about_at_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], answers: str, port: str
) -> None:
    plug_in(monkeypatch, ("/dev/null", "A1", 0x2E8A), ("/dev/zero", "B2", 0x2E8A))
    monkeypatch.setattr(sys, "stdin", Terminal(answers))
    assert choose_port("") == port
    assert "2  /dev/zero (id:B2)" in capsys.readouterr().out
    with pytest.raises(UserError, match="Say which one"):
        choose_port("", may_ask=False)


def test_a_number_that_is_not_in_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    plug_in(monkeypatch, ("/dev/null", "A1", 0x2E8A), ("/dev/zero", "B2", 0x2E8A))
    monkeypatch.setattr(sys, "stdin", Terminal("3\n"))
    with pytest.raises(UserError, match="no board 3 in the list: nothing is done"):
        choose_port("")


def test_a_port_that_may_not_be_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    """On Linux with the line for udev; elsewhere without."""
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    monkeypatch.setattr(sys, "platform", "linux")
    with pytest.raises(UserError) as said:
        choose_port("/dev/null")
    assert 'SUBSYSTEM=="tty", ATTRS{idVendor}=="2e8a", MODE="0666" into /etc/udev/rules.d/60-pico.rules' in str(
        said.value
    )
    assert "\n" not in str(said.value)
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(UserError, match="belongs to another user"):
        choose_port("/dev/null")


@pytest.mark.parametrize(
    ("platform", "port"), [("win32", "COM3"), ("darwin", "/dev/cu.usbmodem101"), ("linux", "/dev/ttyACM0")]
)
def test_ports_of_every_system(monkeypatch: pytest.MonkeyPatch, platform: str, port: str) -> None:
    """As the system names them; on Windows a port is no file that could be looked at."""
    plug_in(monkeypatch, (port, "A1", 0x2E8A))
    monkeypatch.setattr(sys, "platform", platform)
    if platform != "win32":
        with pytest.raises(UserError, match=f"no port {port}"):
            choose_port("")
        monkeypatch.setattr(Path, "exists", lambda path: True)
        monkeypatch.setattr(os, "access", lambda path, mode: True)
    assert choose_port("") == port
    assert choose_port("id:A1") == port
    assert choose_port(port) == port


def test_a_board_in_bootsel_mode_is_no_port_yet(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    plug_in(monkeypatch)
    monkeypatch.setattr(ports, "boot_drives", lambda: [Path("/media/ana/RPI-RP2")])
    with pytest.raises(
        UserError, match=r"waits for MicroPython as the drive /media/ana/RPI-RP2: run 'troop flash --uf2"
    ):
        choose_port("")
    monkeypatch.setattr(ports, "boot_drives", list)
    monkeypatch.setattr(ports, "BY_LABEL", tmp_path)
    (tmp_path / "RP2350").touch()
    with pytest.raises(UserError, match="waits in BOOTSEL mode, not mounted: run 'udisksctl mount"):
        choose_port("")


def test_boot_drives_are_found_by_what_lies_on_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name, marked in (("RPI-RP2", True), ("USB STICK", False)):
        (tmp_path / "media" / "ana" / name).mkdir(parents=True)
        if marked:
            (tmp_path / "media" / "ana" / name / "INFO_UF2.TXT").touch()
    monkeypatch.setattr(ports, "ROOT", tmp_path)
    assert ports.boot_drives() == [tmp_path / "media" / "ana" / "RPI-RP2"]
