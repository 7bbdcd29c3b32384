"""`troop log`: writes the games on a board, or those of the virtual device, as scripts for `troop replay`."""

import re
import sys
from collections.abc import Callable, Iterator
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from engine_core.errors import RuleError, TextError
from engine_core.scripts.log import write_log
from engine_core.setup import Setup
from engine_core.storage.folder import ASIDE, KEPT, PLAYING, Folder
from engine_core.storage.kept_games import load_game
from engine_core.table import Table
from host.boards import read_board
from host.commands.play import kept_in
from host.errors import CheckFailed, UserError
from host.files import MOST_GAME, FolderFiles, read_file, writing
from host.link.data import read_folder
from host.link.from_board import file_name
from host.link.link import visit
from host.link.ports import choose_port
from host.page.view import title
from host.printable import tell

if TYPE_CHECKING:
    from engine_core.storage.files import Files

_POINTS = re.compile(r"(.* [+-])(\d+)")  # a line of a script whose number grows with further presses


class Game:
    """One stored game. number: counts the games of the device. playing: it is the game in play."""

    def __init__(self, number: int, name: str, setup: Setup, table: Table) -> None:
        self.number = number
        self.playing = name.endswith(PLAYING)
        self.setup = setup
        self.table = table

    def __str__(self) -> str:
        state = "in play" if self.playing else "over" if self.table.game.decided() else "not finished"
        who = ", ".join(self.setup.names)
        return f"game {self.number}: {title(self.setup.game)}, {who}: {self.table.count} moves, {state}"

    def script(self, map_name: str = "") -> str:
        """The game as a script. map_name: name in it of the file with Ape Town's city; "" keeps the old name."""
        setup = self.setup
        if map_name and setup.map_text:
            options = [(key, values) for key, values in setup.options if key != "map"]
            setup = Setup(setup.game, setup.names, [("map", [map_name]), *options], setup.map_text)
        return "".join(line + "\n" for line in write_log(setup, self.table))


def run(port: str, board: str, number: int, out: Path | None, local: bool) -> None:
    """`troop log` with its options."""
    if local:
        source = "the virtual device"
        files: Files = _local_files(board)
    else:
        port = choose_port(port)
        source = f"the board at {port}"
        with visit(port) as link:
            files = read_folder(link)
    games, unreadable = load_games(files, tell)
    if number:
        games = [game for game in games if game.number == number] or _no_such(number, games, source)
    damaged = [name for _, name in Folder(files, tell).find(ASIDE)]
    if not games and not unreadable and not (damaged and out):
        kept = f" What was damaged there is kept as {', '.join(damaged)}: --out DIR copies it." if damaged else ""
        raise UserError(f"There is no game on {source} yet.{kept}")
    if out is None:
        _print(games, number)
    else:
        write_all(games, out, source)
        _copy_damaged(files, out)
    if unreadable:
        raise CheckFailed(f"{', '.join(unreadable)} on {source} cannot be read: see above. The others are all right.")


def load_games(files: "Files", say: Callable[[str], None]) -> tuple[list[Game], list[str]]:
    """The stored games, oldest first and the one in play last; and the names of the files that cannot be read."""
    folder = Folder(files, say)
    games, unreadable = [], []
    for number, name in folder.find(KEPT) + folder.find(PLAYING):
        try:
            games.append(Game(number, name, *load_game(files, name, say)))
        except (TextError, RuleError) as error:
            say(error.message)
            unreadable.append(name)
        except OSError as error:
            say(f"{name} cannot be read ({error.strerror}).")
            unreadable.append(name)
    return games, unreadable


def _local_files(board_name: str) -> FolderFiles:
    """The folder where `troop play` keeps the games of this board."""
    board, _ = read_board(board_name)
    folder = kept_in(board.name)
    try:
        if not folder.exists():
            raise UserError(f"There is no game in {folder} yet: 'troop play' begins one.")
        files = FolderFiles(folder)
        files.names()
        files.check()
    except OSError as error:
        raise UserError(
            f"The games in {folder} cannot be read ({error.strerror}): see to whom it belongs and what it lets you do."
        ) from None
    return files


def _no_such(number: int, games: list[Game], source: str) -> list[Game]:
    listed = ", ".join(str(game.number) for game in games) or "none"
    raise UserError(f"There is no game {number} on {source} (there are: {listed}).")


def _print(games: list[Game], number: int) -> None:
    """Print the newest game on standard output, and the list of the others on standard error."""
    if not games:
        return
    game = games[-1]
    sys.stdout.write(f"# {game}\n{game.script()}")
    sys.stdout.flush()
    if game.setup.map_text:
        tell("The city is not part of a script: --out DIR writes both, one beside the other.")
    for other in games[:-1]:
        tell(f"Also there: {other}. Print it with --game {other.number}; --out DIR writes all.")


# -- writing files ---------------------------------------------------------------------------------
def write_all(games: list[Game], out: Path, source: str) -> None:
    """Write every game to `out` as NUMBER.troop, with its city beside it. Files of other games are not overwritten.

    UserError when `out` cannot be written.
    """
    with writing(out):
        folder = FolderFiles(out)  # keeps the old file when the disk is full
        for game in games:
            name = _free_name(game, out)
            head = f"# {game}\n# read from {source}, {datetime.now().astimezone():%Y-%m-%d %H:%M %z}\n"
            if game.setup.map_text:
                folder.write(f"{name}.map", game.setup.map_text.encode())
            folder.write(f"{name}.troop", (head + game.script(f"{name}.map")).encode())
            print(f"{out / name}.troop  {game}")


def _free_name(game: Game, out: Path) -> str:
    """A name that is free in `out`, or that has only an earlier state of the same game."""
    for name in _names(file_name(f"{game.number:05d}")):
        script = out / f"{name}.troop"
        if game.setup.map_text and not _is_free(out / f"{name}.map", game.setup.map_text.encode()):
            continue
        if not script.exists() or _is_earlier(script, game.script(f"{name}.map")):
            return name
    raise AssertionError("there is always another name")


def _names(name: str) -> Iterator[str]:
    """Yields `name`, then NAME-2, NAME-3 and so on."""
    yield name
    for copy in count(2):
        yield f"{name}-{copy}"


def _is_free(path: Path, data: bytes) -> bool:
    """Whether there is no file at `path`, or one that contains exactly `data`. OSError if the folder is unreadable."""
    try:
        return read_file(path, MOST_GAME) == data
    except OSError:  # no such file; or a folder or a file that may not be read
        return not path.exists()


def _is_earlier(path: Path, script: str) -> bool:
    """Whether the script at `path` is the beginning of `script`, so that overwriting it loses nothing.

    The number in its last line may have grown, because a burst of presses is one line.
    """
    try:
        old = read_file(path, MOST_GAME).decode().split("\n")
        old = [line for line in old if line and not line.startswith("#")]
    except (OSError, UnicodeDecodeError):
        return False
    new = script.removesuffix("\n").split("\n")
    if not old or len(old) > len(new):
        return False
    last = len(old) - 1
    return old[:last] == new[:last] and (old[last] == new[last] or _has_grown(old[last], new[last]))


def _has_grown(old: str, new: str) -> bool:
    """Whether the line `new` is `old` with a larger number: `Ana rage +2` and `Ana rage +5`."""
    before, after = _POINTS.fullmatch(old), _POINTS.fullmatch(new)
    return bool(before and after and before[1] == after[1] and int(before[2]) <= int(after[2]))


def _copy_damaged(files: "Files", out: Path) -> None:
    """Copy the damaged files that the device has set aside to `out`, unchanged, for a bug report.

    UserError when one cannot be written; the others are copied nevertheless.
    """
    failure: UserError | None = None
    for _, name in Folder(files, tell).find(ASIDE):
        try:
            data = files.read(name)
        except OSError as error:
            tell(f"{name} is damaged and was kept aside, and cannot be read ({error.strerror}).")
            continue
        stem = file_name(name, ASIDE).removesuffix(ASIDE)
        try:
            with writing(out):
                copy = next(each for each in _names(stem) if _is_free(out / f"{each}{ASIDE}", data)) + ASIDE
                FolderFiles(out).write(copy, data)
        except UserError as error:
            failure = error
            continue
        tell(f"{name} is damaged and was kept aside: it is {out / copy} as it was, for a bug report.")
    if failure:
        raise failure
