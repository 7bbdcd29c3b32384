"""`troop play`: which game, on which board, kept where; then the page or the terminal."""

import asyncio
import contextlib
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO

import platformdirs

from engine_core.errors import RuleError, TextError
from engine_core.setup import GAMES, Setup
from firmware.beginning import CITY
from host.boards import read_board
from host.device import Device
from host.errors import UserError
from host.files import FolderFiles
from host.maps import good_map
from host.real_strip import RealStrips


def run(
    board_name: str,
    *,
    game: str,
    seats: str,
    map_file: str,
    fresh: bool,
    tty: bool,
    browser: bool,
    port: int,
    strips: Sequence[str] = (),
) -> None:
    """`troop play` with its options; ends when the user ends it."""
    board, text = read_board(board_name)
    setup = new_setup(game, seats, map_file)
    with game_folder(board.name, fresh) as folder:
        files = FolderFiles(folder)
        if map_file:
            files.write(CITY, good_map(map_file).encode())
        device = Device(text, files)
        if setup is not None:
            begin(device, files, setup)
        with RealStrips(device.board, strips) as real:
            device.wired = real.show
            for number, pin in real.pins.items():
                print(f"Strip {device.board.strips[number].name} is on pin {pin}.")
            if tty:
                from host.tty import run as run_tty

                run_tty(device)
            else:
                from host.web import serve

                with contextlib.suppress(KeyboardInterrupt):
                    asyncio.run(serve(device, port, browser))


def new_setup(game: str, seats: str, map_file: str) -> Setup | None:
    """The new game that the options ask for; None when they ask for none."""
    if not (game or seats or map_file):
        return None
    return Setup(game or ("ape_town" if map_file else GAMES[0]), seats.split() or ["Ana", "Ben", "Cho"])


def begin(device: Device, files: FolderFiles, setup: Setup) -> None:
    """Begin `setup` on the device; the game before it is kept among the last ten. UserError when it cannot be."""
    if setup.game == "ape_town":
        setup.map_text = files.read(CITY).decode()
    hearts = device.app.settings.hearts
    if setup.game == "primates" and hearts:  # as the menu does
        setup.options.append(("hearts", [str(points) for points in hearts]))
    try:
        setup.check()
        device.begin(setup)
    except (TextError, RuleError) as error:
        raise UserError(str(error)) from None


@contextlib.contextmanager
def game_folder(board: str, fresh: bool) -> Iterator[Path]:
    """The folder where this board's game is kept, for us alone; with `fresh` one that is gone afterwards."""
    if fresh:
        with tempfile.TemporaryDirectory(prefix="troopkeeper-") as name:
            yield Path(name)
        return
    folder = folder_of(board)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder.parent / f"{folder.name}.lock").open("w")
    except OSError as error:
        raise UserError(f"No game can be kept in {folder} ({error.strerror}): use --fresh to play without.") from None
    with lock:
        _lock(lock)
        yield folder


def folder_of(board: str) -> Path:
    """Where this board's game is kept between two sittings."""
    name = "".join(letter if letter.isalnum() or letter in "-_" else "_" for letter in board)
    return platformdirs.user_data_path("troopkeeper") / "boards" / name


def _lock(file: IO[str]) -> None:
    """Hold `file` until it is closed. UserError when another process holds it: two devices would mix their games."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise UserError(
            "This game is open in another 'troop play': close that one, or use --fresh for another."
        ) from None
