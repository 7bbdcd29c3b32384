"""Moves by chance for tables of every game: most of them some table accepts at some time."""

from random import Random

from engine_core.errors import RuleError
from engine_core.moves import (
    ACTION,
    ADD,
    ATTRACT,
    CLAIM,
    CONFIRM,
    COPY,
    DISC,
    ENVIRONMENT,
    FINAL,
    JOINED,
    NEXT,
    NO_SEAT,
    OBJECT,
    OVER,
    PLACE,
    REDO,
    REMOVE,
    SHORTAGE,
    UNDO,
)
from engine_core.setup_reading import read_setup
from engine_core.table import Table

CITY = "A A B B\n A B B C\nD D C C\ngrey A\nblack B C\nwhite D\n"
AFTER_US = (
    "game after_us\nseats Ana Ben Cho\nset objects phone moped computer\nset resources on\n",
    "game after_us\nseats Ana Ben\n",
)
PRIMATES = (
    "game primates\nseats Ana Ben\nset hearts 0 3 5 17\nset actions on\n",
    "game primates\nseats Ana Ben Cho\nset one_press on\n",
)
APE_TOWN = (
    "game ape_town\nseats Ana Ben Cho\nset map city.map\n",
    "game ape_town\nseats Ana Ben\nset map city.map\nset claims on\nset extort proportional\n",
)
Op = tuple[int, int, int, int, int]
Numbers = tuple[int, ...]
NAMES: Numbers = (-1, 0, 1, 2, 3)

# What may be tried: kind, a, b. Most of it some table accepts at some time.
COMMON: list[tuple[int, Numbers, Numbers]] = [
    (ADD, (0,), (1,)),
    (ADD, (0,), (1,)),
    (ADD, (0, 1, 2, 3), (1, 2, 5, -1, -2)),
    (NEXT, (0,), (0,)),
]
MOVES: dict[tuple[str, ...], list[tuple[int, Numbers, Numbers]]] = {
    AFTER_US: [
        (ADD, (1, 2, 3, 4, 5, 6), (2, 4, 6)),
        (REMOVE, (0, 1), NAMES),
        (OBJECT, (0, 1, 5, 6), (0, 1, 2)),
        (DISC, NAMES, (0,)),
        (COPY, (0, 1, 2), NAMES),
        (ATTRACT, NAMES, (1, 2, 17, 18, 33, 50)),
    ],
    PRIMATES: [(ENVIRONMENT, (0,), (0,)), (ACTION, (0, 1, 2, 3), (0,)), (NEXT, (0,), (0,))],
    APE_TOWN: [(PLACE, tuple(range(13)), tuple(range(7))), (CLAIM, (0, 1, 2), (0, 0, 1, 256))],
}
ENDS: list[tuple[int, Numbers, Numbers]] = [
    (ADD, (0,), (79, -40)),
    (SHORTAGE, (0,), (0,)),
    (OVER, (0,), (0,)),
    (FINAL, (0, 1, 2, 3, 4), (0, 7, -1)),
    (CONFIRM, (0,), (0,)),
]


def random_op(chance: Random, game: tuple[str, ...]) -> Op:
    """One operation: mostly a move of this game, now and then a step back or forth, an end, or nonsense."""
    dice = chance.random()
    if dice < 0.02:
        wild = [chance.randint(-40000, 40000) for _ in range(3)]
        return chance.randint(0, 40), wild[0] % 400, wild[1], wild[2], 0
    if dice < 0.10:
        return chance.choice((UNDO, UNDO, REDO)), NO_SEAT, chance.choice((0, 0, 0, 1, 2, 5)), 0, 0
    kind, a, b = chance.choice(ENDS if dice > 0.98 else COMMON + 2 * MOVES[game])
    seat = chance.choice((0, 0, 1, 1, 2, NO_SEAT) if kind == ADD else (0, 1, 2, NO_SEAT))
    return kind, seat, chance.choice(a), chance.choice(b), chance.choice((0, JOINED))


def sit_and_draw(game: tuple[str, ...], which: int, seed: int, length: int) -> tuple[Table, list[Op]]:
    """A new table and `length` operations; of one seed a shorter list is the beginning of a longer one."""
    chance = Random(seed)
    return Table(read_setup(game[which], CITY)), [random_op(chance, game) for _ in range(length)]


def do(table: Table, op: Op) -> bool:
    """Apply one operation; whether it was accepted."""
    try:
        table.apply(*op)
    except RuleError:
        return False
    return True
