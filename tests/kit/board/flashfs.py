"""The file system within the whole flash of a board."""

from host.emulated import flash_image
from host.emulated.flash_image import BLOCK, BLOCKS, FLASH_SIZE, START, make

__all__ = ["FLASH_SIZE", "START", "make", "read"]


def read(flash: bytes) -> dict[str, bytes]:
    """{path: content} of the file system in `flash`; a LittleFSError when it cannot be mounted."""
    return flash_image.read(flash[START : START + BLOCK * BLOCKS])
