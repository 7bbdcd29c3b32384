"""Our code run on a board without touching its flash: modules lie in a file system in the board's memory.

Scripts and tests are the laptop's own; what they import (engine_core, firmware) is what lies on the board.
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
    """A board at the end of `link` with empty memory, where our code is about to run."""

    def __init__(self, link: Link) -> None:
        self._link = link
        link.clean()
        link.run(_MOUNT)

    def put(self, path: str, content: bytes) -> None:
        """Lay a file into the board's memory; `path` is relative to RAM. It stays until the memory is emptied."""
        self._link.give([(f"ram.receive({'/' + path!r}, SIZES)", content)])

    def put_module(self, path: str) -> None:
        """Compile a module of the source tree, such as "tests/shared/run.py", and lay it into the board's memory."""
        self.put(path[:-3] + ".mpy", compile_module(ROOT / path, path))

    def run(self, code: str, patience: int = 1) -> str:
        """Run `code`; what it printed. Raises BoardFault."""
        return self._link.run(code, patience=patience)
