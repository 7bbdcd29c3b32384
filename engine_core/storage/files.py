"""The operations that storage must offer. This module holds only types: no device loads it."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Files(Protocol):
        """One folder of small files. Every method raises OSError when it fails (errno 28: storage is full)."""

        def names(self) -> "list[str]":
            """The names of all files, in any order."""

        def read(self, name: str, start: int = 0, size: int = -1) -> bytes:
            """At most `size` bytes from byte `start` on (-1: all); fewer at the end of the file."""

        def append(self, name: str, data: "bytes | bytearray") -> None:
            """Add `data` at the end, durable at return. Never creates a file: OSError when it does not exist."""

        def write(self, name: str, data: "bytes | bytearray") -> None:
            """Make `data` the whole file, durable at return. After a power cut there is the old or the new content."""

        def rename(self, old: str, new: str) -> None:
            """Rename a file in one atomic step. A file that has the name `new` already is replaced."""

        def remove(self, name: str) -> None:
            """Delete the file."""
