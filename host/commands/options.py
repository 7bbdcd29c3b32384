"""Options that several commands share."""

from typing import Annotated

import typer

DEFAULT_BOARD = "pico_w_reference"
BoardOption = Annotated[str, typer.Option(help="A board that is shipped, by name, or a board file of your own.")]
PortOption = Annotated[
    str, typer.Option(help="Which board: a serial port, id:SERIAL_NUMBER or socket://HOST:PORT. Found when left out.")
]
