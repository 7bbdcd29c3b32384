"""The board's storage: one folder on its littlefs, behind the few calls of engine_core.shelf.Files.

littlefs commits a file when it is closed, in one step: a power cut leaves the file as it was or as it is
to be, so neither `append` nor `write` needs a second file. All files are closed at once: one left open
would be written by the garbage collector, at a time of its choosing.
"""

import os


class BoardFiles:
    """The files in `folder`, which is made when it is missing. Every method raises OSError."""

    def __init__(self, folder: str = "/games") -> None:
        self._folder = folder + "/"
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
        with open(self._folder + name, "ab") as file:
            file.write(data)

    def write(self, name: str, data: "bytes | bytearray") -> None:
        """Ctrl-C between opening and writing would leave the file empty: it has to wait until the data is in."""
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
        os.rename(self._folder + old, self._folder + new)

    def remove(self, name: str) -> None:
        os.remove(self._folder + name)
