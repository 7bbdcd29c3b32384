"""`troop map`: checks and shows a city that is drawn as text."""

from pathlib import Path
from typing import Annotated

import typer

from engine_core.city import City
from engine_core.city_building import inspect
from engine_core.errors import TextError
from engine_core.map_reading import MAX_FAULTS
from host.errors import CheckFailed, UserError, content_is_checked
from host.maps import map_text
from host.printable import console

app = typer.Typer(help="Ape Town's city, drawn as text: check it, show it.", no_args_is_help=True)

MapFile = Annotated[str, typer.Argument(metavar="FILE", help="A map file, or the name of a shipped map: sample_city.")]


@app.command()
def check(file: MapFile) -> None:
    """Find every fault of a map with line and column, and warn of what is seldom meant. Exit 1 on a fault."""
    from host.city_picture import in_words, regions_by_colour

    with content_is_checked():
        text = map_text(file)
    city, faults, warnings = inspect(text)
    lines = text.split("\n")
    for fault in faults:
        _tell(file, fault, fault.message, lines)
    for warning in warnings:
        _tell(file, warning, f"warning: {warning.message}", lines)
    if city is None:
        count = f"at least {MAX_FAULTS} faults" if len(faults) == MAX_FAULTS else _count(len(faults), "fault")
        raise CheckFailed(f"{file} has {count}: correct the file and check again.")
    verdict = f"good, with {_count(len(warnings), 'warning')}" if warnings else "good"
    print(f"{file}: {verdict}. {in_words(city)}; {'; '.join(regions_by_colour(city))}.")


@app.command()
def show(
    file: MapFile,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw it into this SVG file.")] = None,
    png: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw it into this PNG file.")] = None,
) -> None:
    """Show a city with its spaces numbered: here in colour, or drawn into a file."""
    from host.city_picture import drawing, terminal
    from host.wiring.canvas import save

    city = _read(file)
    if svg is None and png is None:
        console().print(terminal(city), soft_wrap=True)
        return
    save(drawing(city), svg, png)


def _read(file: str) -> City:
    """The city of a map. UserError with the first fault of a bad map."""
    city, faults, _ = inspect(map_text(file))
    if city is None:
        raise UserError(f"{_where(file, faults[0])}: {faults[0].message}. 'troop map check' tells all faults.")
    return city


def _tell(file: str, found: TextError, message: str, lines: list[str]) -> None:
    """Print a fault or warning with FILE:LINE:COLUMN, and below it the line with a mark under the column."""
    print(f"{_where(file, found)}: {message}")
    if found.line and len(lines[found.line - 1]) <= 100:
        # Exactly one character per column, so that the mark is at the right place.
        shown = "".join(letter if letter.isprintable() else "?" for letter in lines[found.line - 1].rstrip("\r"))
        print(f"    {shown}\n    {' ' * (found.column - 1)}^")


def _where(file: str, found: TextError) -> str:
    return f"{file}:{found.line}:{found.column}" if found.line else file


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"
