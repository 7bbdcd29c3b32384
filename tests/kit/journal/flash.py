"""The board's flash on the laptop: real littlefs on a simulated chip, whose power can go at every operation."""

import random
from collections.abc import Callable
from typing import TypeVar

from littlefs import LittleFS, UserContext, lfs
from littlefs.errors import LittleFSError

T = TypeVar("T")

BLOCK = 4096
BLOCKS = 212  # the Pico W's file system: 848 KB
PAGE = 256
ERASE_MS = 45.0  # typical of the board's chip
PROGRAM_MS = 0.4


class Flash(UserContext):
    """NOR flash: an erase sets all bits of a block, a program can only clear bits.

    erases, pages: done so far. cut: when set, it is called at every operation with what flash holds if power
    goes in the middle of it.
    """

    def __init__(self, image: "bytes | None" = None, seed: int = 0, blocks: int = BLOCKS) -> None:
        super().__init__(buffsize=BLOCK * blocks)
        if image is not None:
            self.buffer = bytearray(image)
        self.blocks = blocks
        self.erases = 0
        self.pages = 0
        self.cut: Callable[[bytes], None] | None = None
        self._rng = random.Random(seed)

    def prog(self, cfg: lfs.LFSConfig, block: int, off: int, data: bytes) -> int:
        start = block * cfg.block_size + off
        old = self.buffer[start : start + len(data)]
        self.pages += len(data) // PAGE
        self._change(start, bytes(a & b for a, b in zip(old, data, strict=True)))
        return 0

    def erase(self, cfg: lfs.LFSConfig, block: int) -> int:
        self.erases += 1
        self._change(block * cfg.block_size, b"\xff" * cfg.block_size)
        return 0

    def busy_ms(self) -> float:
        """How long the chip was busy in all."""
        return self.erases * ERASE_MS + self.pages * PROGRAM_MS

    def _change(self, start: int, new: bytes) -> None:
        end = start + len(new)
        if self.cut is not None:
            image = self.buffer.copy()
            image[start:end] = torn(bytes(image[start:end]), new, self._rng)
            self.cut(bytes(image))
        self.buffer[start:end] = new


def torn(old: bytes, new: bytes, rng: random.Random) -> bytes:
    """`old` on its way to `new` when the power went: some of the bits, or the first so many bytes, or nothing yet."""
    way = rng.random()
    if way < 0.1:
        return old
    if way < 0.4:
        done = rng.randrange(len(new) + 1)
        return new[:done] + old[done:]
    share = rng.random()
    half = bytearray(old)
    for i in range(len(old)):
        if old[i] != new[i]:
            for bit in range(8):
                if rng.random() < share:
                    half[i] = (half[i] & ~(1 << bit)) | (new[i] & (1 << bit))
    return bytes(half)


class FlashFiles:
    """The folder `games` on littlefs, as firmware/files.py has it on the board. Raises OSError, also when mounting."""

    def __init__(self, flash: Flash) -> None:
        self.flash = flash
        self._fs = LittleFS(
            context=flash,
            mount=False,
            block_size=BLOCK,
            block_count=flash.blocks,
            read_size=32,
            prog_size=PAGE,
            cache_size=1024,
            lookahead_size=32,
            block_cycles=100,
        )
        self._kept: lfs.LFSFile | None = None  # open, as on the board, for more to be added
        self._kept_name = ""

    def format(self) -> "FlashFiles":
        """An empty file system."""
        _checked(self._fs.format)
        self.mount()
        _checked(self._fs.mkdir, "games")
        return self

    def mount(self) -> "FlashFiles":
        """What a board does at power-up; where this fails the board formats everything."""
        _checked(self._fs.mount)
        return self

    def names(self) -> list[str]:
        return [str(name) for name in _checked(self._fs.listdir, "games")]

    def read(self, name: str, start: int = 0, size: int = -1) -> bytes:
        file = self._open(name, "rb")
        try:
            _checked(lfs.file_seek, self._fs.fs, file, start, 0)
            left = max(0, _checked(lfs.file_size, self._fs.fs, file) - start)
            return bytes(_checked(lfs.file_read, self._fs.fs, file, left if size < 0 else min(size, left)))
        finally:
            _checked(lfs.file_close, self._fs.fs, file)

    def append(self, name: str, data: bytes | bytearray) -> None:
        erases = self.flash.erases
        try:
            if self._kept is None or name != self._kept_name:
                self.close()
                self._kept = self._open(name, "ab")  # here that makes no new file
                self._kept_name = name
            _checked(lfs.file_write, self._fs.fs, self._kept, bytes(data))
            _checked(lfs.file_sync, self._fs.fs, self._kept)
        except OSError:
            self.close()
            raise
        if self.flash.erases != erases:  # the board sees it by the time it takes
            self.close()

    def write(self, name: str, data: bytes | bytearray) -> None:
        self._let_go(name)
        self._put(name, data, "wb")

    def rename(self, old: str, new: str) -> None:
        self._let_go(old)
        self._let_go(new)
        _checked(self._fs.rename, "games/" + old, "games/" + new)

    def remove(self, name: str) -> None:
        self._let_go(name)
        _checked(self._fs.remove, "games/" + name)

    def close(self) -> None:
        file, self._kept = self._kept, None
        if file is not None:
            _checked(lfs.file_close, self._fs.fs, file)

    def _let_go(self, name: str) -> None:
        if name == self._kept_name:
            self.close()

    def _open(self, name: str, mode: str) -> lfs.LFSFile:
        return _checked(lfs.file_open, self._fs.fs, "games/" + name, mode)

    def _put(self, name: str, data: bytes | bytearray, mode: str) -> None:
        file = self._open(name, mode)
        try:
            _checked(lfs.file_write, self._fs.fs, file, bytes(data))
        finally:
            _checked(lfs.file_close, self._fs.fs, file)


def _checked(call: Callable[..., T], *args: object) -> T:
    """Call littlefs; its errors become those that MicroPython raises."""
    try:
        return call(*args)
    except LittleFSError as error:
        raise OSError(-error.code, str(error)) from error
