"""A board that `troop monitor` listens to: a real App behind a pseudo-terminal."""

import json
import os
import pty
import select
import threading
import tty
from pathlib import Path

from engine_core.setup_reading import read_setup
from firmware.state import state_of
from host.boards import board_text
from host.files import FolderFiles
from host.page.device import Device

SETUP = "game after_us\nseats Ana Ben Cho\n"


class Board:
    """A board's end of a cable: answers "?" with the state of a real App, and notes everything else it is sent.

    Use it in `with`; leaving it is pulling the plug. `.port` is the laptop's end.
    """

    def __init__(self, folder: Path, answers: bool = True) -> None:
        self.device = Device(board_text("pico_w_reference"), FolderFiles(folder))
        self.device.begin(read_setup(SETUP))
        self.heard = bytearray()
        self._answers = answers

    def __enter__(self) -> "Board":
        self._ours, theirs = pty.openpty()
        tty.setraw(theirs)
        self.port = os.ttyname(theirs)
        self._theirs = theirs
        self._plugged = True
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._plugged = False
        self._thread.join(120)  # a read under way would keep the cable plugged in
        os.close(self._theirs)
        os.close(self._ours)

    def say(self, line: str) -> None:
        os.write(self._ours, line.encode() + b"\r\n")

    def _serve(self) -> None:
        while self._plugged:
            if select.select([self._ours], [], [], 0.05)[0]:
                data = os.read(self._ours, 100)
                self.heard += data
                if self._answers and b"?" in data:
                    self.say(json.dumps(state_of(self.device.app)))
