"""`troop ask`: answers questions of After Us that are no moves: which objects to lay out, who decides first."""

import secrets
from typing import Annotated

import typer

from engine_core.errors import RuleError
from engine_core.games.after_us_aids import FIRST_OBJECTS, draw_objects, priority
from host.errors import UserError

app = typer.Typer(help="After Us: which objects to lay out, who decides first.", no_args_is_help=True)
LONGEST = 3  # digits of a card's number


@app.command()
def objects(
    first: Annotated[
        bool, typer.Option("--first", help="The three that the rules recommend for a first game.")
    ] = False,
) -> None:
    """Draw three of the seven objects for a game."""
    drawn = FIRST_OBJECTS if first else draw_objects(secrets.randbelow(1 << 30))
    print(f"{', '.join(drawn)}  (in a script: set objects {' '.join(drawn)})")


@app.command(name="priority")
def tell_priority(
    numbers: Annotated[
        list[str], typer.Argument(metavar="NAME=NUMBER...", help="Each player's highest card number; 0 wants no card.")
    ],
) -> None:
    """Who decides first when cards run short: whose assembly holds the highest card number, then the next."""
    names, cards = [], []
    for pair in numbers:
        name, _, number = pair.rpartition("=")
        if not name or not (number.isascii() and number.isdigit()) or len(number) > LONGEST:
            raise UserError(f"{pair[:40]!r} is not NAME=NUMBER with a number from 0 to 999, such as Ana=118.")
        if name in names:
            raise UserError(f"{name} is given twice: give one number for each player, the highest.")
        names.append(name)
        cards.append(int(number))
    try:
        order = priority(cards)
    except RuleError as error:
        raise UserError(f"{error.message} Look at the cards again.") from None
    if not order:
        print("Nobody wants a card.")
    for place, seat in enumerate(order, 1):
        print(f"{place}. {names[seat]} (card {cards[seat]})")
