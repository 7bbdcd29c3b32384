"""The board's storage: one folder on its littlefs, behind the few calls of engine_core.storage.files.Files.

littlefs commits a file when it is closed or flushed, in one step: a power cut leaves the file as it was or as it
is to be, so neither `append` nor `write` needs a second file. No file is left with anything that is not committed:
the garbage collector would write it, at a time of its choosing.
"""

import os

from engine_core.compat import const, ticks_ms

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

_ERASED_MS = const(10)  # what took so long has erased a block


class BoardFiles:
    """The files in `folder`, which is made when it is missing. Every method raises OSError."""

    def __init__(self, folder: str = "/games") -> None:
        self._folder = folder + "/"
        self._name = ""  # of the file that was added to last: it stays open, finding it anew takes 1.5 ms ...
        self._file: "BinaryIO | None" = None  # ... and leaves a kilobyte of garbage
        try:
            os.stat(folder)
        except OSError:
            os.mkdir(folder)

    def names(self) -> "list[str]":
        return os.listdir(self._folder)

    def read(self, name: str, start: int = 0, size: int = -1) -> bytes:
        """Takes no more memory than there is to read, whatever `size` allows."""
        with open(self._folder + name, "rb") as file:
            left = max(0, file.seek(0, 2) - start)
            file.seek(start)
            data: bytes = file.read(left if size < 0 else min(size, left))
        return data

    def append(self, name: str, data: "bytes | bytearray") -> None:
        began = ticks_ms()
        try:
            if self._file is None or name != self._name:
                self.close()
                os.stat(self._folder + name)  # a file that is gone must not begin anew
                self._file = open(self._folder + name, "ab")  # noqa: SIM115
                self._name = name
            self._file.write(data)
            self._file.flush()
        except BaseException:  # littlefs would take a file that has failed for a whole one from now on
            self.close()
            raise
        if not 0 <= ticks_ms() - began < _ERASED_MS:  # kept open through that, a file can erase with every write
            self.close()

    def write(self, name: str, data: "bytes | bytearray") -> None:
        """Ctrl-C between opening and writing would leave the file empty: it has to wait until the data is in."""
        self._let_go(name)
        stop: "KeyboardInterrupt | None" = None
        while True:
            try:
                with open(self._folder + name, "wb") as file:
                    file.write(data)
                break
            except KeyboardInterrupt as interrupt:
                stop = interrupt
        if stop is not None:
            raise stop

    def rename(self, old: str, new: str) -> None:
        self._let_go(old)
        self._let_go(new)
        os.rename(self._folder + old, self._folder + new)

    def remove(self, name: str) -> None:
        self._let_go(name)
        os.remove(self._folder + name)

    def close(self) -> None:
        """Leave no file open. They can be used again."""
        file = self._file
        self._file = None
        if file is not None:
            file.close()

    def _let_go(self, name: str) -> None:
        if name == self._name:
            self.close()
