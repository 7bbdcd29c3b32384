"""The emulated board's USB as its user's programs meet it, and everybody else: real pseudo-terminals and sockets."""

import asyncio
import contextlib
import os
import socket
import stat
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import serial
from mpremote.transport_serial import SerialTransport
from playwright.sync_api import sync_playwright

from host.commands.monitor import Wire
from host.emulated import tcp_port
from host.emulated.pty_port import PtyPort
from host.emulated.serial_port import SerialPort, serial_port
from host.emulated.tcp_port import TcpPort
from host.errors import UserError
from host.link import link
from host.link.link import Link
from host.link.ports import EMULATED, choose_port, greeting, is_emulated
from host.link.table_state import STATE_KEY
from tests.kit.host.chromium import CHROMIUM, FLAGS

KINDS = ("pty", "tcp")


class Board:
    """A port served in a thread of its own, and a board behind it that says what it hears."""

    def __init__(self, kind: str) -> None:
        self.typed = bytearray()
        self._kind = kind
        self._loop = asyncio.new_event_loop()

    def __enter__(self) -> "Board":
        self.serial: SerialPort = serial_port(None if self._kind == "pty" else 0, self._hear)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._opened = threading.Event()
        self._thread.start()
        assert self._opened.wait(120)
        return self

    def _run(self) -> None:
        self._loop.run_until_complete(self.serial.open())
        self._loop.call_soon(self._opened.set)
        self._loop.run_forever()

    def __exit__(self, *_: object) -> None:
        self.do(self.serial.close)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(120)

    def do(self, action: Callable[[], object]) -> None:
        """In the thread of the port."""
        done = threading.Event()

        def act() -> None:
            action()
            done.set()

        self._loop.call_soon_threadsafe(act)
        assert done.wait(120)

    def _hear(self, data: bytes) -> None:
        self.typed += data
        self.serial.say(data.upper())

    def wait(self, done: Callable[[], bool]) -> None:
        """Until `done`, which the test's time limit ends."""
        look = threading.Event()
        while not done():
            look.wait(0.005)


@pytest.fixture(params=KINDS)
def board(request: pytest.FixtureRequest) -> Iterator[Board]:
    with Board(request.param) as board:
        yield board


def plug(board: Board) -> serial.SerialBase:
    """The port as our commands open it."""
    opened = serial.serial_for_url(board.serial.port, timeout=120)
    opened.write(greeting(board.serial.port))
    return opened


def test_programs_take_the_port_one_after_another(board: Board) -> None:
    for word in (b"first", b"second", bytes(range(256)) * 40):  # every byte goes through as it is
        board.typed.clear()
        with contextlib.closing(plug(board)) as program:
            program.write(word)
            board.wait(lambda word=word: board.typed == word)  # type: ignore[misc]
            assert program.read(len(word)) == word.upper()
            assert board.serial.in_use
        board.wait(lambda: not board.serial.in_use)
    board.do(lambda: board.serial.say(b"to nobody"))
    with contextlib.closing(plug(board)) as program:
        program.write(b"x")
        assert program.read(1) == b"X"


def test_a_board_that_is_gone_hangs_up_and_comes_back_at_the_same_port(board: Board) -> None:
    port = board.serial.port
    with contextlib.closing(plug(board)) as program:
        program.write(b"a")
        assert program.read(1) == b"A"
        board.do(board.serial.hang_up)
        with pytest.raises(OSError):  # noqa: PT011  (pyserial has many words for it)
            program.read(1)
    assert board.serial.port == port
    with contextlib.closing(plug(board)) as program:
        program.write(b"c")
        assert program.read(1) == b"C"


def test_two_programs_at_once_are_refused_in_one_line(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tcp_port, "GRACE_S", 0.1)
    monkeypatch.setattr(link, "BUSY_S", 0)
    with contextlib.closing(Wire(board.serial.port)):
        board.wait(lambda: board.serial.in_use)
        with pytest.raises(UserError, match="close the other program that has it"), Link(board.serial.port):
            pass
    assert b"\x03" not in board.typed


def test_mpremote_opens_the_local_port_as_any_other() -> None:
    with Board("pty") as board:
        transport = SerialTransport(board.serial.port, timeout=120)
        transport.serial.write(b"hello")
        assert transport.read_until(1, b"HELLO", timeout=120) == b"HELLO"
        transport.close()
        assert board.typed == b"hello"


def test_a_port_is_known_as_that_of_an_emulated_board(board: Board) -> None:
    assert is_emulated(board.serial.port)
    assert choose_port(board.serial.port) == board.serial.port
    assert not is_emulated("/dev/ttyACM0")
    assert not is_emulated("COM3")


def test_a_local_port_whose_emulator_has_ended_is_one_line() -> None:
    with Board("pty") as board:
        port = board.serial.port
    assert not Path(port).parent.exists()
    with pytest.raises(UserError, match=f"Nothing listens at {port}: start the emulator first"):
        choose_port(port)


def test_the_local_port_is_its_users_alone() -> None:
    with Board("pty") as board:
        path = Path(board.serial.port)
        assert path.name == EMULATED
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert path.stat().st_uid == os.getuid()
        if not Path("/proc/net/tcp").exists():
            pytest.skip("only Linux says what a process listens at")
        assert not listening()


def listening() -> set[int]:
    """The TCP ports that this process listens at."""
    own = set()
    for number in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(OSError, ValueError):
            own.add(int(os.readlink(number).removeprefix("socket:[").rstrip("]")))
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return {int(line[1].partition(":")[2], 16) for line in lines if line[3] == "0A" and int(line[9]) in own}


def test_a_port_that_is_taken_is_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        number = taken.getsockname()[1]
        with pytest.raises(UserError, match=rf"Port {number} is in use: say another with --usb-port"):
            asyncio.run(TcpPort(number, lambda data: None).open())


# -- whoever does not know the token ---------------------------------------------------------------
CODE = b"import os\r\n\x03\x01open('/x', 'w')\x04"
REQUEST = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain\r\n\r\n" + CODE
FOREIGN = {
    "GET": REQUEST.replace(b"POST", b"GET"),
    "POST": REQUEST,
    "PUT": REQUEST.replace(b"POST", b"PUT"),
    "OPTIONS": REQUEST.replace(b"POST", b"OPTIONS"),
    "a method of its own": REQUEST.replace(b"POST", b"\x03"),
    "a WebSocket": b"GET / HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: QQ==\r\n\r\n"
    + CODE,
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + CODE,
    "STUN": b"\x00\x01\x00\x00\x21\x12\xa4\x42" + CODE,
    "code": CODE,
    "an empty line": b"\n" + CODE,
    "a wrong token": b"0123456789abcdef\n" + CODE,
    "a long line": b"a" * 100_000 + CODE,
}


def peer(board: Board) -> socket.socket:
    return socket.create_connection(("127.0.0.1", int(board.serial.port.rpartition(":")[2])), timeout=120)


@pytest.mark.parametrize("piece", [1, 7, 1 << 20])
@pytest.mark.parametrize("kind", FOREIGN)
def test_nothing_reaches_the_board_without_the_token(kind: str, piece: int) -> None:
    data = FOREIGN[kind][:2000] if piece < 100 else FOREIGN[kind]
    with Board("tcp") as board:
        token = greeting(board.serial.port)
        for content in (data, data + b"\n" + token + CODE):  # nor with it in a later line
            with peer(board) as foreign:
                with contextlib.suppress(OSError):  # it did not want to hear all of it
                    for at in range(0, len(content), piece):
                        foreign.sendall(content[at : at + piece])
                    foreign.shutdown(socket.SHUT_WR)
                with contextlib.suppress(ConnectionError):
                    assert foreign.recv(100) == b""
        with contextlib.closing(plug(board)) as program:
            program.write(b"x")
            assert program.read(1) == b"X"
        assert board.typed == b"x"


def test_who_says_nothing_keeps_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    with Board("tcp") as board, peer(board), peer(board), contextlib.closing(plug(board)) as program:
        program.write(b"x")
        assert program.read(1) == b"X"
    monkeypatch.setattr(tcp_port, "HELLO_S", 0.01)
    with Board("tcp") as board, peer(board) as silent:
        assert silent.recv(100) == b""


def test_each_start_has_a_token_of_its_own_and_the_page_does_not_tell_it() -> None:
    ports = set()
    for _ in range(3):
        with Board("tcp") as board:
            ports.add(greeting(board.serial.port))
            assert greeting(board.serial.port).decode().strip() not in board.serial.remedy()
    assert len(ports) == 3


def test_our_commands_say_the_token_first() -> None:
    with Board("tcp") as board, contextlib.closing(Wire(board.serial.port)) as wire:
        wire.listen()
        board.wait(lambda: board.typed == STATE_KEY)


@pytest.mark.runtime("chromium")
def test_a_page_in_a_browser_has_no_way_in() -> None:
    """All that a page can open connections with, at once."""
    if CHROMIUM is None:
        pytest.skip("there is no Chromium on this machine")
    with Board("tcp") as board, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page()
        page.goto("data:text/html,<p>another site</p>")
        tried = page.evaluate(
            """async (place) => {
                const body = "import os\\r\\n\\x03\\x01open('/x', 'w')\\x04";
                const ask = (url, options) => fetch(url, options).then(() => "answered", () => "refused");
                const socket = new Promise((done) => {
                    const opened = new WebSocket("ws://" + place);
                    opened.onopen = () => done("answered");
                    opened.onerror = () => done("refused");
                });
                const talk = new RTCPeerConnection({ iceServers: [
                    { urls: `turn:${place}?transport=tcp`, username: body, credential: body }] });
                talk.createDataChannel("x");
                await talk.setLocalDescription(await talk.createOffer());
                const http = "http://" + place + "/";
                return [await ask(http, { method: "POST", mode: "no-cors", body }), await ask(http), await socket,
                    await ask("https://" + place + "/"), navigator.sendBeacon(http, body) && "refused"];
            }""",
            board.serial.port.rpartition("@")[2],
        )
        assert set(tried) == {"refused"}
        browser.close()
        assert board.typed == b""


def test_the_local_port_is_what_a_user_gets_where_there_is_one() -> None:
    assert isinstance(serial_port(None, lambda data: None), PtyPort)
    assert isinstance(serial_port(0, lambda data: None), TcpPort)
