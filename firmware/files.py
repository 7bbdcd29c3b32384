"""The board's storage: one folder on its littlefs, with the interface of engine_core.storage.files.Files.

littlefs commits a file atomically when it is closed or flushed. After a power cut the file has its old or its new
content, so neither `append` nor `write` needs a second file. No file stays open with data that is not committed:
the garbage collector would close it, and so write the data, at any later time.
"""

import os

from engine_core.compat import const, ticks_ms

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

_ERASED_MS = const(10)  # a write that took longer has erased a block


class BoardFiles:
    """The files in `folder`, which is made when it is missing. Every method raises OSError."""

    def __init__(self, folder: str = "/games") -> None:
        self._folder = folder + "/"
        # The file of the last `append` stays open: opening it again takes 1.5 ms and leaves a kilobyte of garbage.
        self._name = ""
        self._file: "BinaryIO | None" = None
        try:
            os.stat(folder)
        except OSError:
            os.mkdir(folder)

    def names(self) -> "list[str]":
        return os.listdir(self._folder)

    def read(self, name: str, start: int = 0, size: int = -1) -> bytes:
        """As Files.read. Allocates no more than there is to read, even if `size` is larger."""
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
                os.stat(self._folder + name)  # raises OSError: `open` would create a file that is missing
                self._file = open(self._folder + name, "ab")  # noqa: SIM115
                self._name = name
            self._file.write(data)
            self._file.flush()
        except BaseException:  # littlefs would report success for further writes to a file that has failed
            self.close()
            raise
        if not 0 <= ticks_ms() - began < _ERASED_MS:  # an open file may erase with every write from then on
            self.close()

    def write(self, name: str, data: "bytes | bytearray") -> None:
        """As Files.write. Ctrl-C is raised after the write: between opening and writing it would empty the file."""
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
        """Close the open file. The storage can be used again afterwards."""
        file = self._file
        self._file = None
        if file is not None:
            file.close()

    def _let_go(self, name: str) -> None:
        if name == self._name:
            self.close()
