"""The laptop's storage: one folder of a file system, behind the few calls of engine_core.shelf.Files.

Durable when a call returns: data and folder are synced. A file is replaced by renaming, so that a crash
leaves the old or the new one.
"""

import contextlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from host.errors import UserError

NOT_THERE = "does not exist"
_PART = ".part"


class FolderFiles:
    """The files in `folder`, which is made when it is missing. Every method raises OSError."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)

    def names(self) -> list[str]:
        return sorted(path.name for path in self.folder.iterdir() if path.is_file() and path.suffix != _PART)

    def read(self, name: str, start: int = 0, size: int = -1) -> bytes:
        with (self.folder / name).open("rb") as file:
            file.seek(start)
            return file.read(size)

    def append(self, name: str, data: bytes | bytearray) -> None:
        with (self.folder / name).open("r+b") as file:  # "ab" would make one
            file.seek(0, os.SEEK_END)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())

    def write(self, name: str, data: bytes | bytearray) -> None:
        part = self.folder / (name + _PART)
        try:
            with part.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            part.replace(self.folder / name)
        except OSError:
            with contextlib.suppress(OSError):
                part.unlink()  # a full disk needs the room
            raise
        self._sync_folder()

    def rename(self, old: str, new: str) -> None:
        (self.folder / old).replace(self.folder / new)
        self._sync_folder()

    def remove(self, name: str) -> None:
        (self.folder / name).unlink()
        self._sync_folder()

    def _sync_folder(self) -> None:
        """Make names durable too; Windows has no such call and does it by itself."""
        if os.name != "posix":
            return
        folder = os.open(self.folder, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def why_unreadable(path: Path) -> str:
    """Why `path` cannot be read as a file, to be said after its name ("is a folder, not a file"); "" when it can."""
    try:
        if path.is_dir():
            return "is a folder, not a file"
        if is_pipe(path):
            return "is a pipe, not a file"
        path.open("rb").close()
    except FileNotFoundError:
        return NOT_THERE
    except OSError as error:
        return f"cannot be read ({error.strerror})"
    return ""


def is_pipe(path: Path) -> bool:
    """Whether `path` is a named pipe: it may have nobody at its other end. What a shell hands over as /dev/fd/N has."""
    return not str(path).startswith(("/dev/", "/proc/")) and path.exists() and stat.S_ISFIFO(path.stat().st_mode)


@contextlib.contextmanager
def writing(directory: Path) -> Iterator[None]:
    """While the files of `directory` are written. UserError when they cannot be."""
    try:
        yield
    except OSError as error:
        if directory.exists() and not directory.is_dir():
            raise UserError(f"{directory} is a file, not a folder: name another folder.") from None
        raise UserError(f"{directory} cannot be written ({error.strerror}): name another folder.") from None
