"""Opens files safely, so that no file makes a command hang or fills the memory. Also the laptop's storage: one folder
with the interface of engine_core.storage.files.Files.

Changes are durable when a call returns: data and folder are synced. A file is replaced by renaming, so that after a
crash it has its old or its new content.
"""

import contextlib
import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from engine_core.settings import SETTINGS_FILE
from engine_core.storage.folder import CHECKPOINTS, NEW, TAIL, number_of
from firmware.config import GOOD_BOARD, GOOD_SETTINGS
from firmware.new_game import CITY
from host.errors import UserError

MOST_TEXT = 65_536  # most bytes of a board file; the longest that is shipped has 2,000
MOST_GAME = 1 << 20  # most bytes of a file in a folder of games; the longest game has about 5,000
NOT_THERE = "does not exist"
_PART = ".part"
_NAMES = (
    TAIL,
    CHECKPOINTS,
    NEW,
    CITY,
    SETTINGS_FILE,
    GOOD_BOARD,
    GOOD_SETTINGS,
)  # in a folder of games, besides the games
_NO_WAITING = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)


def open_file(path: str | Path, flags: int = os.O_RDONLY) -> BinaryIO:
    """Open the file at `path` in binary. OSError, with a reason in words, for a folder, a pipe or a device.

    flags: as for os.open. It never blocks, as a plain `open` of a pipe without a writer would.
    """
    try:
        number = os.open(path, flags | _NO_WAITING, 0o666)
    except OSError as error:
        if error.errno in (errno.ENXIO, errno.EISDIR):  # a socket; a folder opened for writing
            raise _no_file(path, error.errno == errno.EISDIR) from None
        raise
    except ValueError:  # a name with a NUL in it
        raise OSError(errno.EINVAL, "this can be no file's name", str(path)) from None
    try:
        kind = os.fstat(number).st_mode
        if not stat.S_ISREG(kind):
            raise _no_file(path, stat.S_ISDIR(kind))
        return os.fdopen(number, "rb" if flags == os.O_RDONLY else "r+b")
    except BaseException:
        os.close(number)
        raise


def _no_file(path: str | Path, folder: bool) -> OSError:
    words = "it is a folder, not a file" if folder else "it is a pipe or a device, not a file"
    return OSError(errno.EISDIR if folder else errno.EINVAL, words, str(path))


def read_file(path: str | Path, most: int) -> bytes:
    """The content of a file of at most `most` bytes. OSError, with a reason in words, if it is longer or no file."""
    with open_file(path) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"it is longer than {most:,} bytes", str(path))
    return data


class FolderFiles:
    """The files in `folder`, which is made when it is missing. Every method raises OSError."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)

    def check(self) -> None:
        """Raise UserError when a name that a game needs is taken by a pipe, a device or a folder."""
        for path in sorted(self.folder.iterdir()):
            name = path.name.removesuffix(_PART)
            if path.exists() and not path.is_file() and (name in _NAMES or number_of(name)):
                raise UserError(
                    f"{path} is no file, but a game needs its name: rename or remove it, then run this again."
                )

    def names(self) -> list[str]:
        return sorted(path.name for path in self.folder.iterdir() if path.is_file() and path.suffix != _PART)

    def read(self, name: str, start: int = 0, size: int = -1) -> bytes:
        if size < 0:
            return read_file(self.folder / name, MOST_GAME)[start:]
        with open_file(self.folder / name) as file:
            file.seek(start)
            return file.read(size)

    def append(self, name: str, data: bytes | bytearray) -> None:
        with open_file(self.folder / name, os.O_RDWR) as file:  # "ab" would create a missing file
            size = file.seek(0, os.SEEK_END)
            try:
                if os.write(file.fileno(), data) != len(data):  # there was room for a part only
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                os.fsync(file.fileno())
            except OSError as error:
                try:
                    os.ftruncate(file.fileno(), size)  # leave no part of the data
                except OSError:
                    raise OSError(errno.EIO, os.strerror(errno.EIO)) from None  # a worse fault than a full disk
                raise _as_full(error) from None

    def write(self, name: str, data: bytes | bytearray) -> None:
        part = self.folder / (name + _PART)
        try:
            with open_file(part, os.O_RDWR | os.O_CREAT) as file:
                file.truncate()
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            part.replace(self.folder / name)
        except OSError as error:
            with contextlib.suppress(OSError):
                part.unlink()  # frees the space on a full disk
            raise _as_full(error) from None
        self._sync_folder()

    def rename(self, old: str, new: str) -> None:
        (self.folder / old).replace(self.folder / new)
        self._sync_folder()

    def remove(self, name: str) -> None:
        (self.folder / name).unlink()
        self._sync_folder()

    def _sync_folder(self) -> None:
        """Make the names in the folder durable, too. Windows has no such call and does it by itself."""
        if os.name != "posix":
            return
        folder = os.open(self.folder, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _as_full(error: OSError) -> OSError:
    """`error`, but ENOSPC (disk full) instead of EDQUOT (quota used up)."""
    return OSError(errno.ENOSPC, error.strerror) if error.errno == errno.EDQUOT else error


def why_unreadable(path: Path) -> str:
    """Why `path` cannot be read as a file, in words that follow its name ("is a folder, not a file"); "" if it can."""
    try:
        open_file(path).close()
    except FileNotFoundError:
        return NOT_THERE
    except OSError as error:
        words = error.strerror or "it cannot be opened"
        return words.removeprefix("it ") if words.startswith("it is ") else f"cannot be read ({words})"
    return ""


def is_pipe(path: Path) -> bool:
    """Whether `path` is a named pipe, which may have no process at its other end. A shell's /dev/fd/N has one."""
    return not str(path).startswith(("/dev/", "/proc/")) and path.exists() and stat.S_ISFIFO(path.stat().st_mode)


@contextlib.contextmanager
def writing(directory: Path) -> Iterator[None]:
    """Turn an OSError in `with`, while the files of `directory` are written, into a UserError."""
    try:
        yield
    except OSError as error:
        if directory.exists() and not directory.is_dir():
            raise UserError(f"{directory} is a file, not a folder: name another folder.") from None
        raise UserError(f"{directory} cannot be written ({error.strerror}): name another folder.") from None
