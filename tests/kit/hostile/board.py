"""A board of somebody else's: a loopback socket that speaks the raw REPL of mpremote, and says what it likes.

What it answers of itself is what a board that is well says, so that every command ends well with it.
"""

import base64
import contextlib
import hashlib
import json
import re
import select
import socket
import threading
import zlib
from collections.abc import Callable
from functools import cache
from tempfile import TemporaryDirectory

from engine_core.setup_reading import read_setup
from firmware import VERSION
from firmware.state import state_of
from host.boards import board_text
from host.build import board_files
from host.files import FolderFiles
from host.page.device import Device

Answer = Callable[[bytes, bytes], bytes]  # (what a command printed, what it raised) -> what is sent

BOARD = "pico_w_reference"
REPORT = "1. Ana             3  hand 3\n1 moves, digest 00000000\n"
IDLE_S = 0.3  # of a client that waits in vain, before the board hangs up


@cache
def built() -> dict[str, bytes]:
    """The files of a board that is well."""
    return board_files(BOARD)


@cache
def game() -> tuple[dict[str, bytes], str]:
    """What such a board keeps of a game in play, and its state as it says it."""
    with TemporaryDirectory() as folder:
        files = FolderFiles(folder)
        device = Device(board_text(BOARD), files)
        device.begin(read_setup("game after_us\nseats Ana Ben\n"))
        device.app.play(1, 0, 0, 3)
        device.app.close()
        kept = {name: files.read(name) for name in files.names()}
    state = {**state_of(device.app), "restarts": 0, "uptime_s": 75, "free_memory": 60_000}
    return {**kept, "boots.txt": b"40\n"}, json.dumps(state)


def plain(printed: bytes, fault: bytes) -> bytes:
    """An answer as a board gives it."""
    return printed + b"\x04" + fault + b"\x04>"


class Board:
    """Use it in `with`; `.port` is for --port. Every connection is a board that is well, but for what is said here.

    answer: makes what is sent of each answer. state: what is said to "?". files: what lies in /data. identity: what it
    says it is. facts: of those that the doctor asks for. lines: of a script that was played. missing: of our files one
    that it has not. raises: a fault for commands whose code has these words in it. asked: commands. sent: bytes, of all
    connections.
    """

    def __init__(self) -> None:
        self.answer: Answer = plain
        self.files, state = dict(game()[0]), game()[1]
        self.state = state.encode() + b"\r\n"
        self.identity = "micropython 1 26 6 Raspberry Pi Pico W with RP2040"
        self.facts: dict[str, str] = {}
        self.lines = REPORT
        self.missing = ""
        self.raises: dict[str, str] = {}
        self.asked = 0
        self.sent = 0
        self._ended = threading.Event()

    def __enter__(self) -> "Board":
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = f"socket://127.0.0.1:{self._server.getsockname()[1]}"
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        with contextlib.suppress(OSError), socket.create_connection(self._server.getsockname()[:2], 1):
            pass  # it waits for somebody
        self._thread.join(120)
        self._server.close()

    def _serve(self) -> None:
        while not self._ended.is_set():
            connection, _ = self._server.accept()
            with connection, contextlib.suppress(OSError):
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                _Talk(self, connection).run()

    # -- what a board that is well says ----------------------------------------------------------------
    def printed(self, code: str) -> tuple[str, str]:
        """What a command prints and what it raises."""
        for words, fault in self.raises.items():
            if words in code:
                return "", fault
        if "sys.implementation\nprint(i.name" in code:
            return self.identity + "\n", ""
        if "def send(" in code:
            return self._folder(code), ""
        if "print(s[0] * s[3]" in code:
            there = {path: content for path, content in built().items() if path != self.missing}
            return "".join(f"{zlib.crc32(content)} {path}\n" for path, content in there.items()) + "300000 free\n", ""
        if "f.read(40)" in code:
            return built()["main.py"][:40].decode() + "\n", ""
        if 'print("python"' in code:
            facts = {
                "python": "micropython 1.26.1", "mpy": "6", "machine": "Raspberry Pi Pico W with RP2040",
                "memory": "90000 190000", "flash": "300000 868352", "cause": "1", "reason": "0", "version": VERSION,
                "low": "", **self.facts,
            }  # fmt: skip
            return "".join(f"{key} {value}".rstrip(" ") + "\n" for key, value in facts.items()), ""
        if "& 3)" in code:
            return "1.26 3\n", ""
        if "hexdigest" in code or "hexlify(h" in code:
            paths = re.findall(r"'([^']+?)(?:\.new)?'", code)
            return "".join(hashlib.sha256(built().get(path, b"")).hexdigest() + "\n" for path in paths), ""
        if "'update.txt' in" in code:
            return "False\n", ""
        if "startswith('test_')" in code:
            return "test_one test_two\n", ""
        if code.startswith("play("):
            return f"0\n{code[6:].split(chr(39))[0]}\n{self.lines}", ""
        return "", ""

    def _folder(self, code: str) -> str:
        folder = re.search(r"send\('([^']*)', (.*)\)$", code)
        assert folder
        files = self.files if folder[1] == "/data" else {"board.json": built()["board.json"]}
        said = ""
        for name, content in files.items():
            if folder[2] != "()" and repr(name) not in folder[2]:
                continue
            lines = [base64.b64encode(content[at : at + 768]).decode() for at in range(0, len(content), 768)]
            raw = name.encode("utf-8", "surrogateescape").hex()
            said += "\n".join([raw, *lines, "."]) + "\n"
        return said


class _Talk:
    """One connection."""

    def __init__(self, board: Board, connection: socket.socket) -> None:
        self._board = board
        self._connection = connection
        self._heard = b""
        self._odd = False  # it has answered with something else

    def run(self) -> None:
        raw = False
        while byte := self._read(1):
            if byte == b"\x01":
                raw = True
                self._send(b"raw REPL; CTRL-B to exit\r\n>")
            elif byte == b"\x03":
                self._send(b"\r\nKeyboardInterrupt: \r\n>>> " if not raw else b"")
            elif byte == b"\x02":
                raw = False
                self._send(b"\r\n>>> ")
            elif byte == b"?" and not raw:
                self._send(self._board.state)
            elif byte == b"\x04" and raw:
                self._send(b"OK\r\nMPY: soft reboot\r\nraw REPL; CTRL-B to exit\r\n>")
            elif byte == b"\x05" and raw:
                self._read(2)
                self._send(b"R\x01\x00\x80")
                self._command(self._read_to(b"\x04"))

    def _command(self, code: bytes) -> None:
        self._send(b"\x04")
        text = code.decode()
        for sizes in re.findall(r"SIZES|\[([\d, ]+)\]\)", text) if "receive(" in text else ():
            for size in sizes.split(", "):
                self._read(int(size or 0))
        printed, fault = self._board.printed(text)
        before = plain(printed.encode(), fault.encode())
        answer = self._board.answer(printed.encode(), fault.encode())
        self._odd = self._odd or answer != before
        self._board.asked += 1
        self._send(answer)

    def _send(self, data: bytes) -> None:
        for start in range(0, len(data), 65536):
            piece = data[start : start + 65536]
            self._connection.sendall(piece)
            self._board.sent += len(piece)

    def _more(self) -> bool:
        if not select.select([self._connection], [], [], IDLE_S if self._odd else 30)[0]:
            return False
        data = self._connection.recv(65536)
        if hasattr(socket, "TCP_QUICKACK"):  # or whoever sends two small pieces waits a moment between them
            self._connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
        self._heard += data
        return bool(data)

    def _read(self, size: int) -> bytes:
        while len(self._heard) < size and self._more():
            pass
        data, self._heard = self._heard[:size], self._heard[size:]
        return data if len(data) == size else b""

    def _read_to(self, ending: bytes) -> bytes:
        while ending not in self._heard and self._more():
            pass
        data, _, self._heard = self._heard.partition(ending)
        return data
