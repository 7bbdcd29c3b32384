"""Runs code on a board without writing to its flash: files are put into a file system in the board's memory.

What that code imports from engine_core and firmware is imported from the board's flash.
"""

from host.build import compile_module
from host.layers import ROOT
from host.link.link import Link

RAM = "/ram"

# A read-only file system that holds what was sent to it. The importer asks for `stat` and `open` only.
_MOUNT = """
import gc, io, os, sys, vfs
class Ram:
    def __init__(self):
        self.files = {}
    def mount(self, readonly, mkfs):
        pass
    def umount(self):
        pass
    def chdir(self, path):
        pass
    def stat(self, path):
        path = "/" + path.strip("/")
        if path in self.files:
            return (0x8000, 0, 0, 0, 0, 0, len(self.files[path]), 0, 0, 0)
        for name in self.files:
            if name.startswith(path + "/"):
                return (0x4000, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        raise OSError(2)
    def open(self, path, mode):
        path = "/" + path.strip("/")
        if path not in self.files:
            raise OSError(2)
        data = self.files[path]
        return io.BytesIO(data) if "b" in mode or path.endswith(".mpy") else io.StringIO(str(data, "utf-8"))
    def receive(self, path, sizes):
        self.files[path] = b""
        def add(data):
            self.files[path] += data
        pieces(sizes, add)
ram = Ram()
vfs.mount(ram, "/ram")
sys.path[:] = ["/ram", "/lib", ".frozen"]
os.chdir("/ram")
"""


class OnBoard:
    """Empties the memory of the board at the end of `link`, to run code there. Raises UserError."""

    def __init__(self, link: Link) -> None:
        self._link = link
        link.clean()
        link.run(_MOUNT)

    def put(self, path: str, content: bytes) -> None:
        """Put a file into the board's memory; `path` is relative to RAM. It stays until the memory is emptied."""
        self._link.give([(f"ram.receive({'/' + path!r}, SIZES)", content)])

    def put_module(self, path: str) -> None:
        """Compile a module of the source tree, such as "tests/shared/run.py", and put it into the board's memory."""
        self.put(path[:-3] + ".mpy", compile_module(ROOT / path, path))

    def run(self, code: str, patience: int = 1) -> str:
        """Run `code` and return what it printed. patience: as for Link.run. Raises BoardFault when it raises."""
        return self._link.run(code, patience=patience)
