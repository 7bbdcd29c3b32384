"""Replays scripts on a board, in its memory. The output must be the same as on the laptop."""

import contextlib
from pathlib import Path

from engine_core.errors import TextError
from engine_core.scripts.script import read_lines
from engine_core.words import split
from host.errors import CheckFailed
from host.files import MOST_TEXT, open_file, read_file
from host.link.from_board import lines_of, understand
from host.link.link import BoardFault, Link
from host.link.on_board import OnBoard

PATIENCE = 4  # a long script takes an emulated board minutes

# Defines play(name), which prints the exit code of a script (as of scripts.replay.replay_files) and then its output.
_PLAY = """
from engine_core.errors import TextError
from engine_core.scripts.replay import Failed, replay
from engine_core.scripts.script import read_lines
def read_map(name):
    if not ram.files["/map"]:
        raise OSError(2)
    with open("/ram/map", "rb") as file:
        return "".join(list(read_lines(file)))
def play(name):
    try:
        with open("/ram/script", "rb") as file:
            report = replay(read_lines(file), read_map, name)
    except Failed as error:
        print("1\\n%s:%d: %s" % (name, error.line, error.reason))
    except TextError as error:
        print("2\\n%s:%d: %s" % (name, error.line, error.message))
    else:
        print("0\\n%s\\n%s" % (name, report.text()), end="")
"""


class Player:
    """Replays scripts on the board at the end of `link`, whose table has been interrupted."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._board: OnBoard | None = None  # None: its memory must be emptied first

    def play(self, path: str) -> tuple[int, list[str]]:
        """Replay the script at `path` on this machine. Returns its exit code and lines of output, as replay_files does.

        Raises CheckFailed when the board has too little memory for it.
        """
        try:
            script = read_script(Path(path))
        except TextError as error:
            return 2, [f"{path}:{error.line}: {error.message}"]
        except OSError:
            return 2, [f"{path}: there is no such file, or it cannot be opened."]
        fresh = self._board is None
        try:
            return self._play(path, script)
        except BoardFault as error:
            if "MemoryError" not in error.fault:
                raise
        self._board = None
        if not fresh:  # other scripts may have left fragmented memory: empty it and try again
            return self.play(path)
        raise CheckFailed(f"{path} is too long for the memory of the board.")

    def _play(self, path: str, script: str) -> tuple[int, list[str]]:
        if self._board is None:
            self._board = OnBoard(self._link)
            self._board.run(_PLAY)
        self._board.put("script", script.encode())
        self._board.put("map", _map_text(script, Path(path).parent))
        return understand(_report, self._board.run(f"play({path!r})\ngc.collect()", patience=PATIENCE))


def _report(said: str) -> tuple[int, list[str]]:
    """Exit code and lines, as `play` prints them. ValueError for anything else."""
    code, *words = lines_of(said) or [""]
    if code not in ("0", "1", "2") or not words:
        raise ValueError(said)
    return int(code), words


def read_script(path: Path) -> str:
    """The text of a script. TextError when its content cannot be a script, OSError when it cannot be opened."""
    with open_file(path) as file:
        return "".join(read_lines(file))


def map_of(script: str, folder: Path) -> list[Path]:
    """The path of the map file that a script names, below `folder`, in a list; empty when it names none."""
    found = [split(line) for line in script.split("\n")]
    return [folder / " ".join(words[2:]) for words in found if words[:2] == ["set", "map"]][:1]


def _map_text(script: str, folder: Path) -> bytes:
    """The content of the map file that a script names; empty when it names none or the file cannot be read."""
    for path in map_of(script, folder):
        with contextlib.suppress(OSError, ValueError):
            return read_file(path, MOST_TEXT)
    return b""
