"""Which board is meant: the only one there is, the one that was named, never a guess."""

from types import SimpleNamespace

import pytest
import serial.tools.list_ports

from host.errors import UserError
from host.ports import choose_port


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
