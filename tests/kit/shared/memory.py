"""A folder in memory, on both runtimes: it counts, it can be full, and it can fail."""

FULL = 28  # ENOSPC
BROKEN = 5  # EIO


class MemoryFiles:
    """Files as engine_core.storage.files.Files describes them.

    files: name -> content. room: bytes that fit in, or None. broken: every change raises OSError. changes: made so far.
    """

    def __init__(self, room: "int | None" = None) -> None:
        self.files: dict[str, bytes] = {}
        self.room = room
        self.broken = False
        self.changes = 0

    def names(self) -> "list[str]":
        return list(self.files)

    def read(self, name: str, start: int = 0, size: int = -1) -> bytes:
        if name not in self.files:
            raise OSError(2, "no such file")
        data = self.files[name][start:]
        return data if size < 0 else data[:size]

    def append(self, name: str, data: "bytes | bytearray") -> None:
        if name not in self.files:
            raise OSError(2, "no such file")
        self.write(name, self.files[name] + bytes(data))

    def write(self, name: str, data: "bytes | bytearray") -> None:
        self._change()
        others = sum([len(content) for other, content in self.files.items() if other != name])
        if self.room is not None and others + len(data) > self.room:
            raise OSError(FULL, "full")
        self.files[name] = bytes(data)

    def rename(self, old: str, new: str) -> None:
        self._change()
        self.files[new] = self.files.pop(old)

    def remove(self, name: str) -> None:
        self._change()
        del self.files[name]

    def _change(self) -> None:
        if self.broken:
            raise OSError(BROKEN, "broken")
        self.changes += 1
