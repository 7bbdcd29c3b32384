"""A page's end of the socket /device (host/page/web.py), for tests that have no browser."""

import base64
import json
import os
import socket
import struct
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

TEXT = 1  # kind of a message


class PageSocket:
    """Use it in `with`. seen: the last word of each kind ("panel", "state", "strips"), and "frames" by strip number."""

    def __init__(self, url: str) -> None:
        self.seen: dict[str, Any] = {"frames": {}}
        self._address = urlsplit(url)

    def __enter__(self) -> "PageSocket":
        host, port = self._address.hostname, self._address.port
        assert host
        assert port
        self._socket = socket.create_connection((host, port), timeout=20)
        self._stream = self._socket.makefile("rb")
        key = base64.b64encode(os.urandom(16)).decode()
        head = (
            f"GET /device HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        self._socket.sendall(head.encode())
        assert b" 101 " in self._stream.readline()
        while self._stream.readline().strip():
            pass
        return self

    def __exit__(self, *_: object) -> None:
        self._stream.close()
        self._socket.close()

    def hold(self, button: str, down: bool) -> None:
        """Press a button, or let it go."""
        data = json.dumps({"button": button, "down": down}).encode()
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(data))
        self._socket.sendall(bytes([0x80 | TEXT, 0x80 | len(data)]) + mask + masked)

    def wait_for(self, done: Callable[[dict[str, Any]], object], seconds: float) -> None:
        """Take in what comes until `done(seen)`; AssertionError with the last state after so long."""
        deadline = time.monotonic() + seconds
        while not done(self.seen):
            self._socket.settimeout(max(0.1, deadline - time.monotonic()))
            try:
                self._take(json.loads(self._message()))
            except TimeoutError:
                raise AssertionError(f"not within {seconds} s; the page shows {self.seen.get('state')}") from None

    def _message(self) -> bytes:
        kind, size = self._read(2)
        assert kind == 0x80 | TEXT
        if size == 126:
            (size,) = struct.unpack(">H", self._read(2))
        elif size == 127:
            (size,) = struct.unpack(">Q", self._read(8))
        return self._read(size)

    def _read(self, count: int) -> bytes:
        data = self._stream.read(count)
        assert len(data) == count, "the server is gone"
        return data

    def _take(self, message: dict[str, Any]) -> None:
        self.seen["frames"].update(message.pop("frames", {}))
        self.seen.update(message)
