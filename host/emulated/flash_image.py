"""Makes and reads the file system in the flash of a Pico W: littlefs with MicroPython's layout for 2 MB of flash."""

from pathlib import PurePosixPath
from typing import Any

from littlefs import LittleFS, UserContext

FLASH_SIZE = 2 * 1024 * 1024
BLOCK = 4096
BLOCKS = 212  # of the file system, which is at the end of the flash
START = FLASH_SIZE - BLOCK * BLOCKS  # its offset in the flash
DISK_VERSION = 0x00020000  # the oldest format, which every MicroPython can mount
SHAPE: dict[str, Any] = {"block_size": BLOCK, "block_count": BLOCKS, "prog_size": 256}


def make(files: dict[str, bytes]) -> bytes:
    """The bytes of a file system with `files` (path -> content)."""
    context = UserContext(buffsize=BLOCK * BLOCKS)
    fs = LittleFS(context=context, disk_version=DISK_VERSION, **SHAPE)
    for path, content in files.items():
        folder = str(PurePosixPath(path).parent)
        if folder != ".":
            fs.makedirs(folder, exist_ok=True)
        with fs.open(path, "wb") as file:
            file.write(content)
    fs.unmount()
    return bytes(context.buffer)


def read(image: bytes) -> dict[str, bytes]:
    """Path -> content of the file system `image`. LittleFSError when it cannot be mounted."""
    context = UserContext(buffsize=BLOCK * BLOCKS)
    context.buffer = bytearray(image)
    fs = LittleFS(context=context, mount=False, **SHAPE)
    fs.mount()  # separate, because the constructor would format what it cannot mount
    files = {}
    for root, _, names in fs.walk("/"):
        for name in names:
            path = f"{root.rstrip('/')}/{name}"
            with fs.open(path, "rb") as file:
                files[path.lstrip("/")] = file.read()
    return files
