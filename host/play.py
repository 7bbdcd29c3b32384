"""`troop play`: which game, on which board, kept where; then the page or the terminal."""

import asyncio
import contextlib
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO

import platformdirs

from engine_core.board import Board
from engine_core.errors import RuleError, TextError
from engine_core.setup import GAMES, Setup
from firmware.beginning import CITY
from host.boards import read_board
from host.device import Device
from host.errors import UserError
from host.files import FolderFiles
from host.maps import good_map
from host.real_strip import RealStrips

DEFAULT_SEATS = ("Ana", "Ben", "Cho")


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
    setup = new_setup(board, game, seats, map_file)
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


def new_setup(board: Board, game: str, seats: str, map_file: str) -> Setup | None:
    """The new game that the options ask for; None when they ask for none. UserError when the board cannot play it."""
    if not (game or seats or map_file):
        return None
    setup = Setup(game or ("ape_town" if map_file else GAMES[0]), seats.split() or [*DEFAULT_SEATS[: places(board)]])
    if map_file and setup.game != "ape_town":
        raise UserError(f"--map is for ape_town, and {setup.game} needs none: leave out one of the two.")
    shown = [name for name in GAMES if board.game_zones(name)]
    most = places(board)
    if setup.game in GAMES and setup.game not in (shown or GAMES):
        raise UserError(f"Board {board.name} has no lights for {setup.game}, only for {', '.join(shown)}: see --board.")
    if len(setup.names) > most:
        raise UserError(f"Board {board.name} has buttons for at most {most} seats, not for {len(setup.names)}.")
    return setup


def places(board: Board) -> int:
    """How many seats have a button on this board."""
    return sum(button.name.startswith("seat") for button in board.buttons)


def begin(device: Device, files: FolderFiles, setup: Setup) -> None:
    """Begin `setup` on the device; UserError when it cannot be.

    The same set-up as that of the game in play goes on with it: the command was only given again. A game that ends
    before its end is kept among the last ten, and it is said where.
    """
    if setup.game == "ape_town":
        setup.map_text = files.read(CITY).decode()
    hearts = device.app.settings.hearts
    if setup.game == "primates" and hearts:  # as the menu does
        setup.options.append(("hearts", [str(points) for points in hearts]))
    try:
        setup.check()
        before = device.app.table
        if before is None or before.count == 0 or before.game.decided():
            device.begin(setup)
        elif (before.setup.text(), before.setup.map_text) == (setup.text(), setup.map_text):
            print("The game in play has these seats: it goes on. For a new one hold UNDO and MODE, or use --fresh.")
        else:
            device.begin(setup)
            print("A new game begins. The one before was not at its end, and is kept: troop log --local.")
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
