"""Updates the files of a board. An update that is interrupted at any point leaves the old version or the new one.

The new files are written beside the old ones as NAME.new, and their hashes are checked. Then one rename puts the list
of files to rename and remove at /update.txt. From then on the update will be completed: by this program, or by
firmware/root_main.py at power-on if this program is interrupted. A board without /main.py runs nothing, so there all
files but that one are written under their own names.
"""

import hashlib
import zlib
from collections.abc import Callable
from pathlib import PurePosixPath

from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from firmware import root_main
from host import printable
from host.build import MAIN, UNPACK, Files, is_ours
from host.errors import UserError
from host.layers import ROOT
from host.link.from_board import Checksums, Digests, nonsense
from host.link.link import Link

PACK = root_main.PACK.lstrip("/")
BLOCK = 4096  # bytes; a file takes whole blocks of the board's flash
AT_ONCE = 8  # files to hash or rename with one command: few, as an emulated board is a hundred times as slow
PATIENCE = 4  # unpacking takes so many times the usual time at most
LOAD = 4096  # bytes of files to send with one command

# Defines check(path), which prints the checksum and the path of a file, and look(folder), which does it for all below.
_LOOK = """
import os, binascii, hashlib
os.chdir("/")
def read(path, add, value):
    b = bytearray(1024)
    with open(path, "rb") as f:
        while True:
            n = f.readinto(b)
            if not n:
                return value
            value = add(memoryview(b)[:n], value)
def check(path):
    try:
        print(read(path, binascii.crc32, 0), path)
    except OSError:
        pass
def look(folder):
    try:
        entries = list(os.ilistdir(folder))
    except OSError:
        return
    for entry in entries:
        path = folder + "/" + entry[0]
        if entry[1] == 0x4000:
            look(path)
        else:
            check(path)
"""
_LIST = """
for path in ("main.py", "board.json", "data/city.map", "update.txt", {pack!r}):
    check(path)
    check(path + ".new")
for path in ("lib/engine_core", "lib/firmware"):
    look(path)
s = os.statvfs("/")
print(s[0] * s[3], "free")
"""
_MAKE_FOLDERS = """
for folder in {folders!r}:
    try:
        os.mkdir("/" + folder)
    except OSError:
        pass
"""
_REMOVE = """
for path in {paths!r}:
    os.remove(path)
"""
_HASH = """
for path in {paths!r}:
    h = hashlib.sha256()
    read(path, lambda data, value: h.update(data), None)
    print(binascii.hexlify(h.digest()).decode())
"""


class Update:
    """One update of the board at the end of `link` to `files` (path -> content).

    keep: those of these files that are not replaced if the board has them.
    """

    def __init__(self, link: Link, files: Files, keep: tuple[str, ...] = ()) -> None:
        self.link = link
        self.files = dict(files)
        self.keep = keep
        self.there: dict[str, int] = {}  # path on the board -> CRC-32
        self.free = 0
        self.blank = False  # the board has no /main.py, so it runs nothing
        link.run(_LOOK)

    def run(self, may_replace_main: Callable[[], None]) -> bool:
        """Do the update. Returns False when there was nothing to do. Raises UserError.

        may_replace_main: called before a /main.py that is not troopkeeper's is replaced; it raises to forbid it.
        """
        self.look()
        if "update.txt" in self.there or PACK in self.there:
            carry_through(self.link)
            self.look()
        for path in self.keep:
            if path in self.there:
                self.files.pop(path, None)
        changed = [path for path in self.files if not self._has(path, path)]
        kept = {*self.files, *map(self._written, changed)}
        stale = [path for path in self.there if path.startswith("lib/") and path not in kept]
        if not changed and not stale:
            return False
        foreign = "main.py" in self.there and not is_ours(self.link.run(_HEAD_OF_MAIN).encode())
        if foreign:
            may_replace_main()
        left = self._left(changed)
        if not self.blank and self._need(left) > self.free:
            changed, stale = self.pack(changed, stale), []
            left = self._left(changed)
        self.write(left)
        self.prove(changed)
        if foreign:
            self.link.run(_KEEP_MAIN)
        self.commit([*stale, *(path for path in changed if self._written(path) != path)], stale)
        carry_through(self.link)
        return True

    def look(self) -> None:
        """Read which files of troopkeeper are on the board, and how much flash is free."""
        read = Checksums()
        self.link.ask(_LIST.format(pack=PACK), read.take)
        self.there = read.there
        self.free = read.free
        self.blank = "main.py" not in self.there

    def write(self, paths: list[str]) -> None:
        """Write the files `paths` under their temporary names. Raises UserError when there is too little room."""
        need = self._need(paths)
        if need > self.free:
            raise UserError(
                f"The board has {self.free // 1024} KB free and the update needs {need // 1024} KB: remove files of"
                " your own from it, then run this again."
            )
        self.link.run(_MAKE_FOLDERS.format(folders=_folders(paths)))
        with _progress() as bar:
            task = bar.add_task("Copying", total=sum(len(self.files[path]) for path in paths))
            for load in _loads({path: self.files[path] for path in paths}):
                self.link.write_all({f"/{self._written(path)}": content for path, content in load.items()})
                bar.advance(task, sum(map(len, load.values())))

    def prove(self, paths: list[str]) -> None:
        """Check by SHA-256 that all files written arrived unchanged. Raises UserError when one did not."""
        with _progress() as bar:
            task = bar.add_task("Checking", total=len(paths))
            for group in _groups(paths):
                read = Digests(len(group))
                self.link.ask(_HASH.format(paths=[self._written(path) for path in group]), read.take)
                if len(read.found) != len(group):
                    raise nonsense(" ".join(read.found), self.link.port)
                for path, digest in zip(group, read.found, strict=True):
                    if digest != hashlib.sha256(self.files[path]).hexdigest():
                        raise UserError(
                            f"{path} came out different on the board; nothing is changed yet. Run this again."
                        )
                bar.advance(task, len(group))

    def commit(self, paths: list[str], stale: list[str]) -> None:
        """Write /update.txt, the list of what is left to do, atomically. main.py comes last in it."""
        last = sorted(paths, key=lambda path: path == "main.py")
        lines = "".join(f"-/{path}\n" if path in stale else f"/{path}\n" for path in last)
        self.link.write("/update.tmp", lines.encode())
        self.link.run("import os; os.rename('/update.tmp', '/update.txt')")

    def pack(self, changed: list[str], stale: list[str]) -> list[str]:
        """Put the update into one file, which main.py unpacks: the new files have no room beside the old ones.

        Returns the files that are to be written instead: the pack, and main.py if it is not of this version.
        """
        self.link.run(_REMOVE.format(paths=[f"/{path}" for path in self.there if path.endswith(".new")]))
        self.look()
        self.link.run(_MAKE_FOLDERS.format(folders=_folders(changed)))
        code = (ROOT / UNPACK).read_bytes()
        content = f"{len(code)}\n".encode() + code
        content += b"".join(f"-/{path}\n".encode() for path in stale if not path.endswith(".new"))
        for path in changed:
            if path != "main.py":
                content += f"/{path} {len(self.files[path])}\n".encode() + self.files[path]
        self.files[PACK] = content
        return [PACK, *(path for path in changed if path == "main.py")]

    def _need(self, paths: list[str]) -> int:
        """Bytes of flash that the files `paths` take, with some for new folders and longer lists of names."""
        blocks = sum(len(self.files[path]) // BLOCK + 1 for path in paths)
        return (blocks + 4 + 2 * len(_folders(paths))) * BLOCK

    def _left(self, paths: list[str]) -> list[str]:
        """Those of `paths` that were not written yet by a run that was cut short."""
        return [path for path in paths if not self._has(self._written(path), path)]

    def _written(self, path: str) -> str:
        """The name under which the file `path` is written at first."""
        return path if self.blank and path != "main.py" else path + ".new"

    def _has(self, name: str, path: str) -> bool:
        """Whether the board's file `name` has the content of the file `path`."""
        return self.there.get(name) == zlib.crc32(self.files[path])


_HEAD_OF_MAIN = "with open('/main.py') as f: print(f.read(40))"
# Copies the foreign /main.py, atomically: the board has a /main.py at every moment until ours replaces it.
_KEEP_MAIN = """
import os
kept = "main.py.kept"
while kept in os.listdir("/"):
    kept += "+"
with open("/main.py", "rb") as old, open("/main.py.tmp", "wb") as new:
    while True:
        data = old.read(1024)
        if not data:
            break
        new.write(data)
os.rename("/main.py.tmp", "/" + kept)
"""


def carry_through(link: Link) -> None:
    """Do what /update.txt on the board lists, if it is there, with the code of firmware/root_main.py."""
    if link.run(f"import os; print('update.txt' in os.listdir('/') or {PACK!r} in os.listdir('/'))").strip() != "True":
        return
    definitions = (ROOT / MAIN).read_text("utf-8").partition("\nif __name__")[0]
    listed = link.run(f"{definitions}\nprint(*names())").split()
    with _progress() as bar:
        task = bar.add_task("Switching", total=len(listed))
        for group in _groups(listed):
            link.run(f"for name in {group!r}: do(name)")
            bar.advance(task, len(group))
    link.run("finish_update()")
    link.run("finish_pack()", patience=PATIENCE)


def _progress() -> Progress:
    """A progress bar with the time that is left; none unless standard error is a terminal."""
    console = printable.console(stderr=True)
    columns = TextColumn("{task.description:10}"), BarColumn(), TimeRemainingColumn()
    return Progress(*columns, console=console, disable=not console.is_terminal)


def _loads(files: Files) -> list[Files]:
    """`files` in loads of about LOAD bytes."""
    loads: list[Files] = []
    room = 0
    for path, content in files.items():
        if not loads or len(content) > room:
            loads.append({})
            room = LOAD
        loads[-1][path] = content
        room -= len(content)
    return loads


def _groups(paths: list[str]) -> list[list[str]]:
    """`paths` in groups of at most AT_ONCE."""
    return [paths[start : start + AT_ONCE] for start in range(0, len(paths), AT_ONCE)]


def _folders(paths: list[str]) -> list[str]:
    """The folders of `paths`, each after those above it: "lib/a/b.mpy" needs "lib" and "lib/a"."""
    return sorted({str(parent) for path in paths for parent in PurePosixPath(path).parents} - {"."})
