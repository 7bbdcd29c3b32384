"""`troop play`: which game, on which board, kept where; then the page or the terminal."""

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

_OWN_NAME = re.compile("[a-z0-9_-]+")  # of a board whose folder can be called as it is
_SUFFIX = re.compile("-[0-9a-f]{8}$")  # what the folders of all others end with
ADDRESS = "address"  # of the page, in the folder of the game while it is open
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
    """`troop play` with its options; ends when the user ends it."""
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
            """The game in play is touched last, when nothing else can go wrong."""
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
    """The new game that the options ask for (None: not given); None when they ask for none. UserError when an option is
    empty, the board cannot play it, or the map cannot be played on."""
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
    """How many seats have a button on this board."""
    return sum(button.name.startswith("seat") for button in board.buttons)


def begin(device: Device, files: FolderFiles, setup: Setup) -> None:
    """Begin `setup` on the device; UserError when it cannot be.

    The same set-up as that of the game in play goes on with it: the command was only given again. A game that ends
    before its end is kept among the last ten, and it is said where. A city that `setup` brings becomes the table's own.
    What the device says of its storage meanwhile is printed.
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
            print("A new game begins. The one before was not at its end, and is kept: troop log --local.")
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
    """The device has stopped: say so when it could not store all."""
    lost = device.app.journal.pending
    if lost:
        print(f"The last {lost} moves are lost, they could not be stored. {device.app.journal.trouble}")


def own_city(files: FolderFiles) -> str:
    """The map of the table's own city; of the sample, and that is said, when it cannot be read."""
    try:
        return files.read(CITY).decode()
    except (OSError, UnicodeDecodeError):
        print(f"{files.folder / CITY} cannot be read: you play in the sample city. For another one: --map FILE.")
        return map_text(SAMPLE)


@contextlib.contextmanager
def game_folder(board: str, fresh: bool) -> Iterator[Path]:
    """The folder where this board's game is kept, for us alone; with `fresh` one that is gone afterwards."""
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
    """Hold this folder, which is made when it is missing, for us alone. UserError when that cannot be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = open_file(folder.parent / f"{folder.name}.lock", os.O_RDWR | os.O_CREAT)
    except OSError as error:
        raise _no_folder(folder, error) from None
    with lock:
        _lock(lock, folder)
        tell_address(folder, "")  # of one that was killed
        try:
            yield
        finally:
            tell_address(folder, "")


def tell_address(folder: Path, url: str) -> None:
    """Note in `folder` where its game is to be seen, for whoever opens it a second time; "": nowhere yet."""
    with contextlib.suppress(OSError):  # it only helps
        if url:
            (folder / ADDRESS).write_text(url, "utf-8")
        else:
            (folder / ADDRESS).unlink(missing_ok=True)


def open_files(folder: Path) -> FolderFiles:
    """The files in `folder`. UserError when it cannot be read: what is in it must not be taken for nothing."""
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
    """Where this board's game is kept between two sittings: a folder of its own, also where a disk does not tell small
    letters from capitals."""
    name = _plain(board)
    if not _OWN_NAME.fullmatch(board) or _SUFFIX.search(board):  # another board may have the same plain name
        name += "-" + hashlib.sha256(board.encode()).hexdigest()[:8]
    return platformdirs.user_data_path("troopkeeper") / "boards" / name


def kept_in(board: str) -> Path:
    """Where this board's games lie now: `folder_of`, or where version 0.1 kept them and nobody has moved them since."""
    folder = folder_of(board)
    old = folder.with_name(_plain(board))
    usable = old.name == board.replace(" ", "_") and old.is_dir() and not folder.exists()
    return old if usable and _owner(old) in ("", board) else folder


def _move_in(board: str) -> None:
    """Copy the games that an earlier version kept into the folder that is this board's alone.

    A copy: another board may have used the old folder as well. Where there is no room for one, the old folder stays.
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
    """The name of the board that has last used this folder; "" when it does not say."""
    try:
        return load_board(read_file(folder / GOOD_BOARD, MOST_TEXT).decode()).name
    except (OSError, ValueError, BoardError):
        return ""


def _plain(board: str) -> str:
    return "".join(letter if letter.isalnum() or letter in "-_" else "_" for letter in board)


def _lock(file: BinaryIO, folder: Path) -> None:
    """Hold `file` until it is closed. UserError, with the page of the other one, when another process holds it: two
    devices would mix their games."""
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
    """What to do about the process that holds the game in `folder`."""
    try:
        url = (folder / ADDRESS).read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return "close that one first"
    return f"play on at {url} or close that one first"
