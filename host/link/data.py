"""Reads the folder in which a board stores games, settings and errors."""

from engine_core.board import Board
from engine_core.board_reading import load_board
from engine_core.errors import BoardError
from firmware import BOARD_FILE, DATA
from host.errors import UserError
from host.link.from_board import Folder, understand
from host.link.link import Link

# Defines send(folder, wanted), which prints the files of a folder in the format of from_board.Folder.
_READ = """
import os, binascii
def send(folder, wanted):
    try:
        names = os.listdir(folder)
    except OSError:
        names = []
    b = bytearray(768)
    for name in names:
        path = folder + "/" + name
        if (wanted and name not in wanted) or os.stat(path)[0] & 0x4000:
            continue
        print(binascii.hexlify(name.encode()).decode())
        with open(path, "rb") as f:
            while True:
                n = f.readinto(b)
                if not n:
                    break
                print(binascii.b2a_base64(memoryview(b)[:n]).decode(), end="")
        print(".")
"""


class ReadFiles:
    """A read-only copy of a folder, with the interface of engine_core.storage.files.Files: changes raise OSError."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self.files = files

    def names(self) -> list[str]:
        return sorted(self.files)

    def read(self, name: str, start: int = 0, size: int = -1) -> bytes:
        if name not in self.files:
            raise OSError(2, "no such file", name)
        data = self.files[name][start:]
        return data if size < 0 else data[:size]

    def text(self, name: str) -> str | None:
        """The file as text; None when it does not exist. Bytes that are not UTF-8 become replacement characters."""
        return self.files[name].decode("utf-8", "replace") if name in self.files else None

    def append(self, name: str, data: bytes | bytearray) -> None:
        raise OSError(30, "only to be read", name)

    def write(self, name: str, data: bytes | bytearray) -> None:
        raise OSError(30, "only to be read", name)

    def rename(self, old: str, new: str) -> None:
        raise OSError(30, "only to be read", old)

    def remove(self, name: str) -> None:
        raise OSError(30, "only to be read", name)


def read_folder(link: Link, folder: str = DATA, *names: str) -> ReadFiles:
    """Read the files in `folder` of the board; only those called `names`, if any are given. Raises UserError.

    Empty when there is no such folder.
    """
    read = Folder()
    link.ask(f"{_READ}send({folder!r}, {names!r})", read.take)
    return ReadFiles(understand(lambda _: read.whole(), "a file that was cut short"))


def own_board(link: Link) -> tuple[Board, str] | None:
    """The board of the board file on the board, and the file's text; None when it has none.

    Raises UserError when the file is faulty.
    """
    name = BOARD_FILE.lstrip("/")
    text = read_folder(link, "/", name).text(name)
    if text is None:
        return None
    try:
        return load_board(text), text
    except BoardError as error:
        raise UserError(
            f"The board file on the board: {error} To put another in its place: 'troop flash --board FILE'."
        ) from None


def replace(link: Link, path: str, content: bytes) -> None:
    """Replace the board's file `path` by `content`, atomically."""
    link.write(path + ".new", content)
    link.run(f"import os; os.rename({path + '.new'!r}, {path!r})")
