"""The page's web server against what is no request of a browser, and what it orders the browser: the real server."""

import asyncio
import contextlib
import itertools
import socket
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from host.boards import board_text
from host.files import FolderFiles
from host.page import web_server
from host.page.device import Device
from host.page.web import make_app, take
from host.page.web_server import PROTECTION
from tests.kit.host.page_socket import PageSocket
from tests.kit.host.served import Served

UPGRADE = b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One device for all tests here; in the end it has said nothing on its terminal's error output."""
    with Served(tmp_path_factory.mktemp("home"), "--game", "after_us", "--seats", "Ana Ben Cho Dee Eva Fay") as served:
        yield served
        assert served.stop() == (0, "")


TURNS = itertools.cycle(range(6))


@pytest.fixture(autouse=True)
def page(served: Served) -> Iterator[None]:
    """Everybody plays on in turn, whatever others do: a button that was let go just now would be taken to bounce."""
    seat = next(TURNS)
    with PageSocket(served.url) as page:
        page.wait_for(lambda seen: seen.get("state"), 60)
        before = page.seen["state"]["seats"][seat]["values"][0]
        yield
        page.hold(f"seat{seat + 1}", True)
        page.wait_for(lambda seen: seen["state"]["seats"][seat]["values"][0] == before + 1, 60)
        page.hold(f"seat{seat + 1}", False)


def connect(served: Served) -> socket.socket:
    address = urlsplit(served.url)
    assert address.hostname
    assert address.port
    return socket.create_connection((address.hostname, address.port), timeout=20)


def answer(served: Served, request: bytes) -> bytes:
    """All that comes back for these bytes, up to the end of the connection."""
    with connect(served) as connection:
        return said_to(connection, request)


def said_to(connection: socket.socket, data: bytes) -> bytes:
    """What comes back up to the end, when `data` is sent and then nothing more."""
    said = b""
    with contextlib.suppress(OSError):  # it did not want to hear all of it
        connection.sendall(data)
        connection.shutdown(socket.SHUT_WR)
    with contextlib.suppress(ConnectionError):
        while more := connection.recv(65536):
            said += more
    return said


def host(served: Served) -> bytes:
    return b"Host: " + urlsplit(served.url).netloc.encode() + b"\r\n"


MALFORMED = {
    "nothing": b"",
    "a line end": b"\r\n\r\n",
    "one word": b"GET\r\n\r\n",
    "no version": b"GET /\r\nHOST\r\n",
    "another protocol": b"GET / FTP\r\nHOST\r\n",
    "version without a number": b"GET / HTTP\r\nHOST\r\n",
    "no path": b"GET evil HTTP/1.1\r\nHOST\r\n",
    "another site's address": b"GET http://evil.example/ HTTP/1.1\r\nHOST\r\n",
    "four words": b"GET / HTTP/1.1 more\r\nHOST\r\n",
    "not ASCII": b"GET /\xff\xfe HTTP/1.1\r\nHOST\r\n",
    "another method": b"POST / HTTP/1.1\r\nHOST\r\n",
    "no method of HTTP": b"\x00\x01 / HTTP/1.1\r\nHOST\r\n",
    "a header without colon": b"GET / HTTP/1.1\r\nHOSTheader\r\n\r\n",
    "a header without name": b"GET / HTTP/1.1\r\nHOST: value\r\n\r\n",
    "a header that goes on in the next line": b"GET / HTTP/1.1\r\nHOSTX: a\r\n b\r\n\r\n",
    "a NUL in a header": b"GET / HTTP/1.1\r\nHOSTX: a\0b\r\n\r\n",
    "a blank before the colon": b"GET / HTTP/1.1\r\nHOSTX : a\r\n\r\n",
    "two hosts": b"GET / HTTP/1.1\r\nHOSTHOST\r\n",
    "a length below zero": b"GET / HTTP/1.1\r\nHOSTContent-Length: -1\r\n\r\n",
    "a huge length": b"GET / HTTP/1.1\r\nHOSTContent-Length: 99999999999999999999\r\n\r\n",
    "a length of 5000 digits": b"GET / HTTP/1.1\r\nHOSTContent-Length: " + b"9" * 5000 + b"\r\n\r\n",
    "a length that is no number": b"GET / HTTP/1.1\r\nHOSTContent-Length: ten\r\n\r\n",
    "a body that does not come": b"GET / HTTP/1.1\r\nHOSTContent-Length: 10\r\n\r\nabc",
    "chunks": b"GET / HTTP/1.1\r\nHOSTTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "a long line": b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHOST\r\n",
    "a long header": b"GET / HTTP/1.1\r\nHOSTX: " + b"a" * 100_000 + b"\r\n\r\n",
    "many headers": b"GET / HTTP/1.1\r\nHOST" + b"X: a\r\n" * 50_000 + b"\r\n",
    "a head that does not end": b"GET / HTTP/1.1\r\nHOST",
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200),
}


@pytest.mark.parametrize("kind", MALFORMED)
def test_what_is_no_plain_request_gets_400_or_the_door(served: Served, kind: str) -> None:
    said = answer(served, MALFORMED[kind].replace(b"HOST", host(served)))
    assert said == b"" or said.startswith(b"HTTP/1.0 400 ")


def test_a_request_with_a_query_that_cannot_be_read_is_a_request(served: Served) -> None:
    said = answer(served, b"GET /?%zz=%&& HTTP/1.1\r\n" + host(served) + b"Cookie: a=\xff\r\n\r\n")
    assert said.startswith(b"HTTP/1.0 200 ")


def test_a_request_that_comes_in_pieces_is_one(served: Served) -> None:
    with connect(served) as connection:
        for byte in b"GET /page.css HTTP/1.1\r\n" + host(served) + b"\r\n":
            connection.sendall(bytes([byte]))
        assert connection.recv(12) == b"HTTP/1.0 200"


def test_who_never_ends_a_request_is_hung_up_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_server, "HEAD_S", 0.01)

    async def ask() -> bytes:
        app: Any = make_app(Device(board_text("small"), FolderFiles(tmp_path)))
        server = await app.start_server("127.0.0.1", 0, start_serving=False)
        await server.start_serving()
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        writer.write(b"GET / HTTP/1.1\r\n")
        said = await reader.read()
        writer.close()
        server.close()
        return said

    assert asyncio.run(asyncio.wait_for(ask(), 20)) == b""


@pytest.mark.parametrize(
    "name",
    ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "127.0.0.1:x", "[::1]", "", "127.0.0.1@evil"],
)
def test_a_name_that_leads_here_from_elsewhere_gets_no_answer(served: Served, name: str) -> None:
    for path in ("/", "/page.js", "/device", "/none"):
        said = answer(served, f"GET {path} HTTP/1.1\r\nHost: {name}\r\n".encode() + UPGRADE + b"\r\n")
        assert said.startswith(b"HTTP/1.0 403 "), path


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1", "https://127.0.0.1:8712", "file://"]
)
def test_another_origin_gets_no_socket(served: Served, origin: str) -> None:
    request = b"GET /device HTTP/1.1\r\n" + host(served) + f"Origin: {origin}\r\n".encode() + UPGRADE + b"\r\n"
    assert answer(served, request).startswith(b"HTTP/1.0 403 ")


@pytest.mark.parametrize("head", [b"", b"Upgrade: h2c\r\n", b"Upgrade: websocket\r\n", b"Connection: close\r\n"])
def test_a_socket_that_is_not_asked_for_as_it_should_be(served: Served, head: bytes) -> None:
    assert answer(served, b"GET /device HTTP/1.1\r\n" + host(served) + head + b"\r\n").startswith(b"HTTP/1.0 400 ")


# -- what the browser is told ----------------------------------------------------------------------
@pytest.mark.parametrize(
    ("request_line", "code"),
    [
        (b"GET / HTTP/1.1", 200),
        (b"GET /page.js HTTP/1.1", 200),
        (b"GET /city.js HTTP/1.1", 200),
        (b"GET /page.css HTTP/1.1", 200),
        (b"HEAD / HTTP/1.1", 200),
        (b"GET /none HTTP/1.1", 404),
        (b"HEAD /device HTTP/1.1", 400),
        (b"GET /../host/page/web.py HTTP/1.1", 404),
        (b"POST / HTTP/1.1", 400),
    ],
)
def test_every_answer_has_the_orders_for_the_browser(served: Served, request_line: bytes, code: int) -> None:
    for name, expected in ((host(served), code), (b"Host: evil.example\r\n", 400 if b"POST" in request_line else 403)):
        head = answer(served, request_line + b"\r\n" + name + b"\r\n").partition(b"\r\n\r\n")[0].decode()
        status, *lines = head.split("\r\n")
        assert status.startswith(f"HTTP/1.0 {expected} ")
        assert set(lines) >= {f"{key}: {value}" for key, value in PROTECTION.items()}


# -- what comes through the socket -----------------------------------------------------------------
def frame(first: int, payload: bytes, mask: bool = True) -> bytes:
    size = len(payload)
    head = bytes([size]) if size < 126 else b"\x7e" + struct.pack(">H", size)
    return bytes([first, head[0] | (0x80 if mask else 0)]) + head[1:] + (bytes(4) if mask else b"") + payload


FRAMES = {
    "not UTF-8": frame(0x81, b'{"button": "\xff\xfe"}'),
    "too long": b"\x81\xfe\xff\xff" + bytes(4) + b"[" * 65535,
    "huge": b"\x81\xff" + b"\x7f" + b"\xff" * 7 + bytes(4) + b"x" * 1000,
    "an unknown kind": frame(0x83, b"{}"),
    "another unknown kind": frame(0x8F, b"{}"),
    "a part": frame(0x01, b"{"),
    "a part that goes on with nothing": frame(0x80, b"}"),
    "extensions": frame(0xF1, b"{}"),
    "not masked": frame(0x81, b'{"button": "seat1", "down": true}', mask=False),
    "a close": frame(0x88, b""),
    "a close with a bad reason": frame(0x88, b"\x03"),
    "cut off": b"\x81",
    "cut off after the size": frame(0x81, b"{}")[:4],
}
IGNORED = {
    "nested deeply": b"[" * 8000,
    "objects nested deeply": b'{"a":' * 3000,
    "a number without an end": b"9" * 9000,
    "no object": b"17",
    "nothing": b"",
    "odd values": b'{"button": ["seat1"], "down": 1}',
    "a lone half": b'{"button": "\\ud800", "down": true}',
    "a button that is not there": b'{"button": "seat99", "down": true}',
    "a choice that is none": b'{"choose": "' + b"A" * 9000 + b'"}',
    "bytes": b"\0\xff",
}


def into_the_socket(served: Served, data: bytes) -> bytes:
    """What comes back after the handshake, up to the end, when `data` is sent and a page would go on listening."""
    said = b""
    with connect(served) as connection:
        connection.sendall(b"GET /device HTTP/1.1\r\n" + host(served) + UPGRADE + b"\r\n")
        while b"\r\n\r\n" not in said:
            said += connection.recv(1)
        assert b" 101 " in said
        return said_to(connection, data)


@pytest.mark.parametrize("kind", FRAMES)
def test_what_is_no_message_ends_the_socket(served: Served, kind: str) -> None:
    into_the_socket(served, FRAMES[kind])


@pytest.mark.parametrize("kind", IGNORED)
def test_a_message_that_says_nothing_is_passed_over(served: Served, kind: str) -> None:
    opcode = 0x82 if kind == "bytes" else 0x81
    said = into_the_socket(served, frame(opcode, IGNORED[kind]) + frame(0x89, b"still there?"))
    assert b"\x8a\x0cstill there?" in said  # the pong


def test_deep_messages_are_no_fault(tmp_path: Path) -> None:
    device = Device(board_text("small"), FolderFiles(tmp_path))
    for message in (b"[" * 100_000, '{"button":' * 50_000):
        take(device, "a page", message)
    assert device.held() == []
