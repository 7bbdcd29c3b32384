"""What the journal asks of storage. Only types are here: no device loads this module."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Files(Protocol):
        """One folder of small files. Every method raises OSError (errno 28: storage is full)."""

        def names(self) -> "list[str]":
            """The names of all files, in any order."""

        def read(self, name: str, start: int = 0, size: int = -1) -> bytes:
            """At most `size` bytes from `start` on (-1: all); fewer at the end of the file."""

        def append(self, name: str, data: "bytes | bytearray") -> None:
            """Add `data` at the end, durable at return. A file that is gone is not begun anew: that is an OSError."""

        def write(self, name: str, data: "bytes | bytearray") -> None:
            """Make `data` the whole file, durable at return; a power cut leaves the old or the new one."""

        def rename(self, old: str, new: str) -> None:
            """Give a file another name, in one step; a file that is called so is replaced."""

        def remove(self, name: str) -> None:
            """Take the file away."""
