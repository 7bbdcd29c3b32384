"""The options of `troop log`, `monitor`, `doctor`, `selftest` and `emulate`. Each is implemented in its own module."""

from pathlib import Path
from typing import Annotated

import typer

from host.commands.options import DEFAULT_BOARD, BoardOption, PortOption

app = typer.Typer()


@app.command()
def log(
    port: PortOption = "",
    game: Annotated[int, typer.Option(min=0, help="This game only, by its number.")] = 0,
    out: Annotated[Path | None, typer.Option(help="Write every game into this folder, maps beside them.")] = None,
    local: Annotated[bool, typer.Option("--local", help="The games of 'troop play' on this machine.")] = False,
    board: Annotated[str, typer.Option(help="With --local: the board that was played on.")] = DEFAULT_BOARD,
) -> None:
    """Read the games on a board, the running one and those before it, as scripts that 'troop replay' plays."""
    from host.commands.log import run

    run(port, board, game, out, local)


@app.command()
def monitor(
    port: PortOption = "",
    once: Annotated[bool, typer.Option("--once", help="Show the table once and end.")] = False,
) -> None:
    """Show the table of a board live, while the game goes on."""
    from host.commands.monitor import run

    run(port, once)


@app.command()
def doctor(port: PortOption = "") -> None:
    """Say on one page how a board is, and for each problem what to do. Its game goes on afterwards."""
    from host.commands.doctor import run

    run(port)


@app.command()
def selftest(
    port: PortOption = "",
    guide: Annotated[
        bool, typer.Option("--guide/--no-guide", help="Also check every LED and button with a person.")
    ] = True,
    quick: Annotated[bool, typer.Option("--quick", help="Without the tests, which take minutes.")] = False,
    only: Annotated[list[str] | None, typer.Option(help="Run only this test or script; may be repeated.")] = None,
) -> None:
    """Run the project's tests and scripts on a board, then check every LED and every button with you."""
    from host.commands.selftest import run

    run(port, guide, quick, only or [])


@app.command()
def emulate(
    image: Annotated[
        Path | None, typer.Option(help="A MicroPython image for the Pico W (.uf2); found or downloaded when left out.")
    ] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Of the page on 127.0.0.1; 0 takes a free one.")] = 8713,
    usb_port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help="Its USB is this TCP port with a token (0: a free one), not a local port."),
    ] = None,
    wifi: Annotated[
        str, typer.Option(help="What its Wi-Fi reaches: nothing, or loopback: this machine's own ports, as 10.0.0.1.")
    ] = "nothing",
    board: BoardOption = DEFAULT_BOARD,
    fresh: Annotated[bool, typer.Option("--fresh", help="Begin without a game, and forget it afterwards.")] = False,
    blank: Annotated[
        bool, typer.Option("--blank", help="Begin with nothing but MicroPython, for 'troop flash'; forget it, too.")
    ] = False,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Serve the page, open nothing.")] = False,
) -> None:
    """Run the real firmware on an emulated Pico W, with the page of 'troop play' as its lights and buttons."""
    from host.commands.emulate import run

    run(board, image=image, port=port, usb_port=usb_port, wifi=wifi, fresh=fresh, blank=blank, browser=not no_browser)
