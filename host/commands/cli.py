"""The command `troop`: its sub-commands and their options. Each sub-command is implemented in its own module.

Exit codes: 0 success, 1 a check failed or the output cannot be written, 2 wrong use. Every error is one line on stderr
that says what to do.
"""

import contextlib
import errno
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from host.commands.ask import app as ask_app
from host.commands.board import app as board_app
from host.commands.map import app as map_app
from host.commands.options import DEFAULT_BOARD, BoardOption, PortOption
from host.commands.tools import app as tools_app
from host.errors import CheckFailed, UserError
from host.printable import guarded, tell

NO_OUTPUT = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EPIPE)  # errors of writing the output

app = typer.Typer(
    name="troop",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.add_typer(board_app, name="board")
app.add_typer(map_app, name="map")
app.add_typer(ask_app, name="ask")
app.add_typer(tools_app)  # without a name, so that its commands are direct sub-commands of `troop`


def _say_version(wanted: bool) -> None:
    if wanted:
        from host.extras import version

        print(f"troop {version()}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_say_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Keeps the score of After Us, Primates and Ape Town on lights and buttons."""


MapOption = Annotated[str, typer.Option("--map", help="Ape Town's city: a map file, or the name of a shipped map.")]


@app.command()
def play(
    tty: Annotated[bool, typer.Option("--tty", help="In this terminal instead of the browser.")] = False,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Serve the page, open nothing.")] = False,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Of the page on 127.0.0.1; 0 takes a free one.")] = 8712,
    board: BoardOption = DEFAULT_BOARD,
    game: Annotated[str | None, typer.Option(help="after_us, primates or ape_town; begins a new game.")] = None,
    seats: Annotated[
        str | None,
        typer.Option(help="Names, clockwise, with blanks or commas between: 'Ana Ben Cho'; begins a new game."),
    ] = None,
    map_file: Annotated[
        str | None,
        typer.Option("--map", help="Ape Town's city: a map file, or a shipped map's name; begins a new game."),
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Play a separate game that is not kept.")] = False,
    strip: Annotated[
        list[str] | None,
        typer.Option(metavar="[NAME=]PIN", help="A real strip on this machine's pin, as on a Raspberry Pi: D18."),
    ] = None,
) -> None:
    """Play the device on this screen: the same program as on the board, with its board file."""
    from host.commands.play import run

    run(
        board,
        game=game,
        seats=seats,
        map_file=map_file,
        fresh=fresh,
        tty=tty,
        browser=not no_browser,
        port=port,
        strips=strip or [],
    )


@app.command()
def replay(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Games as scripts (.troop).")],
    runtime: Annotated[
        str, typer.Option(help="cpython, or micropython: the unix port with a 192 KB heap.")
    ] = "cpython",
    port: Annotated[
        str, typer.Option(help="Play them on the board at this serial port, id:SERIAL_NUMBER or socket://HOST:PORT.")
    ] = "",
) -> None:
    """Replay scripts, print the standings, and stop at the first line that fails."""
    from host.commands.replay import run

    raise typer.Exit(run(files, runtime, port))


@app.command()
def build(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="Where to; made if it is not there.")],
    board: BoardOption = DEFAULT_BOARD,
    map_file: MapOption = "",
) -> None:
    """Write exactly the files that a board gets."""
    from host.build import run

    run(board, directory, map_file)


@app.command()
def flash(
    port: PortOption = "",
    board: Annotated[
        str, typer.Option(help=f"A shipped board or a board file; by default the one it has, or {DEFAULT_BOARD}.")
    ] = "",
    map_file: MapOption = "",
    yes: Annotated[bool, typer.Option("--yes", help="Replace a main.py that is not ours, and keep a copy.")] = False,
    uf2: Annotated[
        Path | None, typer.Option(help="First put this MicroPython image on the board that waits in BOOTSEL mode.")
    ] = None,
) -> None:
    """Install or update the device on a board. Settings and game are kept; an interrupted update does no harm."""
    from host.commands.flash import run

    run(port, board, map_file, yes, uf2)


def main() -> None:
    """Run `troop` and end the process."""
    with guarded():
        sys.exit(_to_the_end())


def _to_the_end() -> int:
    """Run `troop` and flush its output. Returns the exit code."""
    try:
        code = _run()
    except OSError as error:
        if error.filename is not None or error.errno not in NO_OUTPUT:
            raise  # not an error of the output
        code = _say_no_output(error)
    if sys.stdout is not None:
        try:
            sys.stdout.flush()
        except OSError as error:
            code = code or _say_no_output(error)
            _forget_output()
    return code


def _run() -> int:
    """Run `troop`. Returns the exit code."""
    command = typer.main.get_command(app)
    try:
        code = command.main(prog_name="troop", standalone_mode=False)
    except typer.TyperException as error:
        code = _say_wrong_use(error)
    except typer.Abort:
        code = _say("Stopped.", 2)
    except UserError as error:
        code = _say(str(error), 2)
    except CheckFailed as error:
        code = _say(str(error), 1)
    except SystemExit as end:  # the reader of the output pipe is gone
        code = end.code
    return code if isinstance(code, int) else 0


def _say_wrong_use(error: typer.TyperException) -> int:
    """Print what is wrong with the command line and how to see its help. Returns the exit code."""
    message = " ".join(error.format_message().split())
    if not message:
        return 0  # `troop` without arguments: the help is already printed
    stop = "" if message.endswith((".", "?", "!")) else "."
    context = getattr(error, "ctx", None)  # of the command that was called, such as `troop board show`
    named = context.command_path if context else "troop"
    return _say(f"{message}{stop} See '{named} --help'.", 2)


def _say_no_output(error: OSError) -> int:
    """Print why the output cannot be written; nothing if its reader is gone. Returns the exit code."""
    if error.errno == errno.EPIPE:
        return 1
    return _say(f"The output cannot be written ({error.strerror}): send it to another place.", 1)


def _forget_output() -> None:
    """Discard the output that cannot be written: Python would try again when it ends, and print an error."""
    with contextlib.suppress(OSError):  # a replaced stdout in tests has no file descriptor
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _say(line: str, code: int) -> int:
    with contextlib.suppress(OSError):  # stderr may be full, too; the exit code still tells
        tell(line)
    return code
