"""A board without a chip: the MicroPython unix port on a pseudo terminal, its files on littlefs of a Pico W's size.

mpremote drives it as it drives a board: raw REPL, interrupts, files. Killing it is pulling the plug.
"""

import os
import pty
import subprocess
import tty
from pathlib import Path

from tests.kit.host.programs import find_program

# Mounts the file `flash` as the root file system, as a Pico W does with its flash. After `fuse` writes or
# erases the program ends in the middle of nothing: the plug is pulled.
_MOUNT = """
import os, sys, vfs
class Flash:
    def __init__(self, path, blocks, fuse):
        try:
            self.file = open(path, "r+b")
        except OSError:
            self.file = open(path, "w+b")
            for _ in range(blocks):
                self.file.write(b"\\xff" * 4096)
        self.blocks = blocks
        self.fuse = fuse
    def burn(self):
        self.fuse -= 1
        if self.fuse == 0:
            os.system("kill -9 $PPID")
    def readblocks(self, block, buffer, offset=0):
        self.file.seek(block * 4096 + offset)
        self.file.readinto(buffer)
    def writeblocks(self, block, buffer, offset=0):
        self.burn()
        self.file.seek(block * 4096 + offset)
        self.file.write(buffer)
        self.file.flush()
    def ioctl(self, op, arg):
        if op == 4:
            return self.blocks
        if op == 5:
            return 4096
        if op == 6:
            self.burn()
            self.file.seek(arg * 4096)
            self.file.write(b"\\xff" * 4096)
            return 0
def mount(path, fuse):
    flash = Flash(path, 212, fuse)
    try:
        fs = vfs.VfsLfs2(flash, progsize=256, readsize=32)
    except OSError:
        vfs.VfsLfs2.mkfs(flash, progsize=256, readsize=32)
        fs = vfs.VfsLfs2(flash, progsize=256, readsize=32)
    vfs.umount("/")
    vfs.mount(fs, "/")
    os.chdir("/")
    sys.path[:] = ["", "/lib"]
"""


class UnixBoard:
    """One power-on of the board whose flash is the file `flash`. Use it in `with`; `.port` is for mpremote.

    fuse: the plug is pulled at that many-th flash operation (0: never).
    """

    def __init__(self, flash: Path, fuse: int = 0) -> None:
        self.flash = flash
        self.fuse = fuse

    def __enter__(self) -> "UnixBoard":
        board_side, our_side = pty.openpty()
        tty.setraw(our_side)
        code = f"{_MOUNT}\nmount({str(self.flash)!r}, {self.fuse})"
        command = [find_program("micropython"), "-X", "heapsize=512k", "-i", "-c", code]
        self._process = subprocess.Popen(command, stdin=board_side, stdout=board_side, stderr=board_side)
        os.close(board_side)  # the other end notices when the board goes
        self._our_side = our_side
        self.port = os.ttyname(our_side)
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait(120)
        os.close(self._our_side)
