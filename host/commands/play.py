"""`troop play`: chooses the game, the board and the folder for the game, then runs the page or the terminal."""

import asyncio
import contextlib
import hashlib
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import BinaryIO

import platformdirs

from engine_core.board import Board
from engine_core.board_reading import load_board
from engine_core.errors import BoardError, RuleError, TextError
from engine_core.setup import GAMES, Setup
from engine_core.setup_reading import check
from engine_core.words import words_in
from firmware.config import GOOD_BOARD
from firmware.new_game import CITY
from host.boards import read_board
from host.errors import UserError
from host.files import MOST_TEXT, FolderFiles, open_file, read_file
from host.maps import SAMPLE, good_map, map_text
from host.page.device import Device
from host.page.real_strip import RealStrips

_OWN_NAME = re.compile("[a-z0-9_-]+")  # name of a board whose folder has the same name
_SUFFIX = re.compile("-[0-9a-f]{8}$")  # ending of the folder names of all other boards
ADDRESS = "address"  # file with the address of the page, in the folder of the game while it is open
DEFAULT_SEATS = ("Ana", "Ben", "Cho")


def run(
    board_name: str,
    *,
    game: str | None,
    seats: str | None,
    map_file: str | None,
    fresh: bool,
    tty: bool,
    browser: bool,
    port: int,
    strips: Sequence[str] = (),
) -> None:
    """`troop play` with its options. Returns when the user ends it."""
    board, text = read_board(board_name)
    setup = new_setup(board, game, seats, map_file)
    if tty:
        from host.page.tty import check_terminal
        from host.page.tty import run as run_tty

        check_terminal()
    with game_folder(board.name, fresh) as folder:
        files = open_files(folder)
        device = Device(text, files)

        def start() -> None:
            """Begin the new game. Called last, so that the game in play is kept if anything else fails."""
            if setup is not None:
                begin(device, files, setup)

        with RealStrips(device.board, strips) as real:
            device.wired = real.show
            for number, pin in real.pins.items():
                print(f"Strip {device.board.strips[number].name} is on pin {pin}.")
            if tty:
                start()
                run_tty(device)
            else:
                from host.page.web import serve

                with contextlib.suppress(KeyboardInterrupt):
                    asyncio.run(serve(device, port, browser, start, partial(tell_address, folder)))
        tell_what_is_lost(device)


def new_setup(board: Board, game: str | None, seats: str | None, map_file: str | None) -> Setup | None:
    """The new game that the options ask for (None: option not given); None when they ask for none. UserError when an
    option is empty, the board cannot show the game, or the map is not valid."""
    if game is None and seats is None and map_file is None:
        return None
    names = [*DEFAULT_SEATS[: places(board)]] if seats is None else words_in(seats.replace(",", " "))
    for option, value, example in (
        ("--game", game, "after_us"),
        ("--seats", " ".join(names), "'Ana Ben Cho'"),
        ("--map", map_file, SAMPLE),
    ):
        if value is not None and not value.strip():
            raise UserError(f"{option} is empty: say it with a value, such as {option} {example}, or leave it out.")
    setup = Setup(game or ("ape_town" if map_file else GAMES[0]), names)
    if map_file and setup.game != "ape_town":
        raise UserError(f"--map is for ape_town, and {setup.game} needs none: leave out one of the two.")
    shown = [name for name in GAMES if board.game_zones(name)]
    most = places(board)
    if setup.game in GAMES and setup.game not in (shown or GAMES):
        raise UserError(f"Board {board.name} has no lights for {setup.game}, only for {', '.join(shown)}: see --board.")
    if len(setup.names) > most:
        raise UserError(f"Board {board.name} has buttons for at most {most} seats, not for {len(setup.names)}.")
    if map_file:
        setup.map_text = good_map(map_file)
    return setup


def places(board: Board) -> int:
    """The number of seat buttons of this board."""
    return sum(button.name.startswith("seat") for button in board.buttons)


def begin(device: Device, files: FolderFiles, setup: Setup) -> None:
    """Begin a game with `setup` on the device. UserError when it cannot be played.

    If the game in play has the same set-up, it goes on, because the command was probably only repeated. An unfinished
    game goes into the archive of the last ten, and a message says how to read it. A map in `setup` is stored for the
    next games, too. Messages of the device about its storage are printed.
    """
    said = len(device.said)
    new_city = setup.map_text
    if setup.game == "ape_town" and not new_city:
        setup.map_text = own_city(files)
    hearts = device.app.settings.hearts
    if setup.game == "primates" and hearts:  # as the menu does
        setup.options.append(("hearts", [str(points) for points in hearts]))
    try:
        check(setup)
        before = device.app.table
        if before is None or before.count == 0 or before.game.decided():
            device.begin(setup)
        elif (before.setup.text(), before.setup.map_text) == (setup.text(), setup.map_text):
            print("The game in play has these seats: it goes on. For a new one hold UNDO and MODE, or use --fresh.")
        else:
            device.begin(setup)
            print("A new game begins. The one before was not finished; 'troop log --local' shows it.")
    except (TextError, RuleError) as error:
        raise UserError(str(error)) from None
    for line in device.said[said:]:
        print(line)
    if new_city:
        try:
            files.write(CITY, new_city.encode())
        except OSError as error:
            print(f"The city is that of this game only: it cannot be kept for the next one ({error.strerror}).")


def tell_what_is_lost(device: Device) -> None:
    """Print how many moves are lost, if the device has stopped and could not store all of them."""
    lost = device.app.journal.pending
    if lost:
        print(f"The last {lost} moves are lost, they could not be stored. {device.app.journal.trouble}")


def own_city(files: FolderFiles) -> str:
    """The map stored in the folder of the game. When it cannot be read: the sample, and a message is printed."""
    try:
        return files.read(CITY).decode()
    except (OSError, UnicodeDecodeError):
        print(f"{files.folder / CITY} cannot be read: you play in the sample city. For another one: --map FILE.")
        return map_text(SAMPLE)


@contextlib.contextmanager
def game_folder(board: str, fresh: bool) -> Iterator[Path]:
    """The folder for this board's game, locked for this process; with `fresh` a temporary one. Raises UserError."""
    if fresh:
        try:
            temporary = tempfile.TemporaryDirectory(prefix="troopkeeper-")
        except OSError as error:
            raise UserError(
                f"No temporary folder can be made ({error.strerror}): free some room on the disk, or set TMPDIR to a"
                " folder that can be written."
            ) from None
        with temporary as name:
            yield Path(name)
        return
    _move_in(board)
    folder = kept_in(board)
    with _locked(folder):
        yield folder


@contextlib.contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Lock this folder for this process; it is made when it is missing. UserError when that fails."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = open_file(folder.parent / f"{folder.name}.lock", os.O_RDWR | os.O_CREAT)
    except OSError as error:
        raise _no_folder(folder, error) from None
    with lock:
        _lock(lock, folder)
        tell_address(folder, "")  # remove the address of a process that was killed
        try:
            yield
        finally:
            tell_address(folder, "")


def tell_address(folder: Path, url: str) -> None:
    """Write the address of the page into `folder`, for a second process that opens the game; "" removes it."""
    with contextlib.suppress(OSError):  # it is not essential
        if url:
            (folder / ADDRESS).write_text(url, "utf-8")
        else:
            (folder / ADDRESS).unlink(missing_ok=True)


def open_files(folder: Path) -> FolderFiles:
    """The files in `folder`. UserError when it cannot be read: it must not be taken for an empty folder."""
    try:
        files = FolderFiles(folder)
        files.names()
        files.check()
    except OSError as error:
        raise _no_folder(folder, error) from None
    return files


def _no_folder(folder: Path, error: OSError) -> UserError:
    return UserError(f"No game can be kept in {folder} ({error.strerror}): use --fresh to play without.")


def folder_of(board: str) -> Path:
    """The folder where this board's game is kept. It is different for each board, even on a file system that ignores
    upper and lower case."""
    name = _plain(board)
    if not _OWN_NAME.fullmatch(board) or _SUFFIX.search(board):  # different boards may have the same plain name
        name += "-" + hashlib.sha256(board.encode()).hexdigest()[:8]
    return platformdirs.user_data_path("troopkeeper") / "boards" / name


def kept_in(board: str) -> Path:
    """The folder where this board's games are now: `folder_of`, or that of version 0.1 if they were not moved yet."""
    folder = folder_of(board)
    old = folder.with_name(_plain(board))
    usable = old.name == board.replace(" ", "_") and old.is_dir() and not folder.exists()
    return old if usable and _owner(old) in ("", board) else folder


def _move_in(board: str) -> None:
    """Copy the games of an earlier version into the folder of this board.

    Another board may have used the old folder, too. If there is no room for a copy, the old folder stays in use.
    """
    folder, old = folder_of(board), kept_in(board)
    if folder == old:
        return
    part = folder.with_name(folder.name + ".part")
    with _locked(old):
        shutil.rmtree(part, ignore_errors=True)
        try:
            shutil.copytree(old, part)
            part.rename(folder)
        except OSError:
            shutil.rmtree(part, ignore_errors=True)


def _owner(folder: Path) -> str:
    """The name of the board that used this folder last; "" when it is not known."""
    try:
        return load_board(read_file(folder / GOOD_BOARD, MOST_TEXT).decode()).name
    except (OSError, ValueError, BoardError):
        return ""


def _plain(board: str) -> str:
    return "".join(letter if letter.isalnum() or letter in "-_" else "_" for letter in board)


def _lock(file: BinaryIO, folder: Path) -> None:
    """Lock `file` until it is closed. UserError, with the address of the other page, when another process has the lock:
    two devices would mix their games."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise UserError(
            f"Another 'troop' has this game open: {_place(folder)}, or use --fresh for another game."
        ) from None


def _place(folder: Path) -> str:
    """What to do about the other process that has the game in `folder` open."""
    try:
        url = (folder / ADDRESS).read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return "close that one first"
    return f"play on at {url} or close that one first"
