"""The laptop's storage: one folder of a file system, behind the few calls of engine_core.shelf.Files.

Durable when a call returns: data and folder are synced. A file is replaced by renaming, so that a crash
leaves the old or the new one.
"""

import contextlib
import errno
import os
from collections.abc import Iterator
from pathlib import Path

from host.errors import UserError

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
        with (self.folder / name).open("r+b", buffering=0) as file:  # "ab" would make one
            size = file.seek(0, os.SEEK_END)
            try:
                if file.write(data) != len(data):  # there was room for some of it
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                os.fsync(file.fileno())
            except OSError as error:
                try:
                    file.truncate(size)  # it fails as a whole
                except OSError:
                    raise OSError(errno.EIO, os.strerror(errno.EIO)) from None  # it is not only full
                raise _as_full(error) from None

    def write(self, name: str, data: bytes | bytearray) -> None:
        part = self.folder / (name + _PART)
        try:
            with part.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            part.replace(self.folder / name)
        except OSError as error:
            with contextlib.suppress(OSError):
                part.unlink()  # a full disk needs the room
            raise _as_full(error) from None
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


def _as_full(error: OSError) -> OSError:
    """The same error; a quota that is used up is a full disk."""
    return OSError(errno.ENOSPC, error.strerror) if error.errno == errno.EDQUOT else error


@contextlib.contextmanager
def writing(directory: Path) -> Iterator[None]:
    """While the files of `directory` are written. UserError when they cannot be."""
    try:
        yield
    except OSError as error:
        raise UserError(f"{directory} cannot be written ({error.strerror}): name another folder.") from None
