"""`troop board`: lists and checks boards, and tells makers how to build one: wiring and parts."""

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from engine_core.board import Board, Zone
from host.boards import board_names, board_text, read_board
from host.errors import CheckFailed, content_is_checked
from host.printable import console
from host.wiring.parts import PICO_NAMES, amperes, metres, power_of, shopping
from host.wiring.pins import pico_pin
from host.wiring.wires import wires

app = typer.Typer(help="Boards: list, show, check; how to wire one, what to buy for it.", no_args_is_help=True)

BoardName = Annotated[str, typer.Argument(metavar="NAME|FILE", help="A shipped board, by name, or a board file.")]
WIDEST = 160  # columns of output that does not go to a terminal


@app.command(name="list")
def list_boards() -> None:
    """The boards that are shipped."""
    table = _table("board", "chip", "strips", "buttons", "fed by")
    for name in board_names():
        board, _ = read_board(name)
        power = power_of(board)
        strips = " + ".join(str(strip.leds) for strip in board.strips) + " LEDs"
        source = f"5 V supply, {amperes(power.supply_a)}" if power.supply_a else "its USB cable"
        table.add_row(name, PICO_NAMES[board.chip], strips, str(len(board.buttons)), source)
    _print(table)


@app.command()
def show(name: BoardName) -> None:
    """What a board file says: pins, strips, buttons, what each game shows where, currents."""
    board, _ = read_board(name)
    print(f"{board.name}: {PICO_NAMES[board.chip]}, {'with a' if board.shifter else 'without'} level shifter")
    table = _table("part", "GPIO", "pin", "is")
    for strip in board.strips:
        length = f"{metres(strip.leds):.2f} m at 60 a metre"
        pin = str(pico_pin(strip.pin))
        table.add_row(f"strip {strip.name}", f"GP{strip.pin}", pin, f"{strip.leds} LEDs, {strip.order}, {length}")
    for button in board.buttons:
        table.add_row(button.name, f"GP{button.pin}", str(pico_pin(button.pin)), "button to GND")
    _print(table)
    for game, zones in board.zones.items():
        print(f"{game}: {', '.join(_zone(board, zone) for zone in zones)}")
    print(_currents(board))


@app.command()
def check(name: BoardName) -> None:
    """Find every fault of a board file. Exit 1 when there is one."""
    from host.board_check import MOST_FAULTS, faults

    with content_is_checked():
        text = board_text(name)
    found = faults(text)
    for fault in found:
        print(f"{name}: {fault}")
    if found:
        count = f"at least {MOST_FAULTS} faults" if len(found) == MOST_FAULTS else _count(len(found), "fault")
        raise CheckFailed(f"{name} has {count}: correct the file and check again.")
    board, _ = read_board(name)
    games = ", ".join(board.zones) or "no game"
    strips, buttons = _count(len(board.strips), "strip"), _count(len(board.buttons), "button")
    print(f"{name}: good. {strips} with {_count(power_of(board).leds, 'LED')}, {buttons}; shows {games}.")


@app.command()
def wiring(
    name: BoardName,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw it into this SVG file.")] = None,
    png: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw it into this PNG file.")] = None,
) -> None:
    """How to wire a board: every wire as a list here, or as a picture in a file."""
    from host.wiring.canvas import save
    from host.wiring.picture import draw_wiring

    board, _ = read_board(name)
    if svg is not None or png is not None:
        save(draw_wiring(board), svg, png)
        return
    table = _table("from", "to", "with, in the wire")
    for wire in wires(board):
        table.add_row(str(wire.start), str(wire.end), wire.through)
    _print(table)


@app.command()
def parts(name: BoardName) -> None:
    """What to buy for a board, with currents, supply, fuse and wire."""
    board, _ = read_board(name)
    table = _table("number", "part", "for")
    for item in shopping(board):
        table.add_row(*item)
    _print(table)
    print(_currents(board))


@app.command()
def wokwi(
    name: BoardName,
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="Where to; made if it is not there.")],
    image: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A MicroPython image (.uf2), for Wokwi in VS Code.")
    ] = None,
) -> None:
    """Write a project for the Wokwi simulator: the same program, the same wiring, no hardware."""
    from host.wiring.wokwi import run

    run(name, directory, image)


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _zone(board: Board, zone: Zone) -> str:
    """A zone in words: "score on score 0 to 79"."""
    last = f" to {zone.start + zone.leds - 1}" if zone.leds > 1 else ""
    way = " backwards" if zone.reverse else ""
    return f"{zone.show} on {board.strips[zone.strip].name} {zone.start}{last}{way}"


def _currents(board: Board) -> str:
    """The currents of a board and its supply, in words."""
    power = power_of(board)
    source = f"a 5 V supply of {amperes(power.supply_a)}" if power.supply_a else "the USB cable"
    return (
        f"Currents: {power.leds} LEDs all white would take {power.white_ma} mA; the device keeps them within"
        f" {power.budget_ma} mA (budget_ma). With the Pico {power.load_ma} mA, from {source},"
        f" through a fuse of {amperes(power.fuse_a)} and wire of {power.wire_mm2} mm2 (AWG {power.wire_awg})."
    )


def _table(*titles: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for title in titles:
        table.add_column(title, overflow="fold")
    return table


def _print(table: Table) -> None:
    """Print a table as wide as the terminal; into a file or a pipe, with at most WIDEST columns."""
    shown = console()
    if not shown.is_terminal:
        shown.width = WIDEST
    shown.print(table)
