"""Any sequence of moves at any table: undo, redo, refusals, bursts, and the log that is written of it (C1)."""

from itertools import pairwise
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

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
    LIMIT,
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
from engine_core.scripts.log import write_log
from engine_core.scripts.replay import replay
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


games = st.builds(
    sit_and_draw, st.sampled_from(tuple(MOVES)), st.integers(0, 1), st.integers(0, 2**32), st.integers(0, 500)
)


def do(table: Table, op: Op) -> bool:
    """Apply one operation; whether it was accepted."""
    try:
        table.apply(*op)
    except RuleError:
        return False
    return True


def applied(table: Table) -> list[Op]:
    return [table.move(i) for i in range(table.count)]


@settings(max_examples=150, deadline=None)
@given(games)
def test_c1_a_refused_move_changes_nothing(game: tuple[Table, list[Op]]) -> None:
    table, played = game
    for op in played:
        before = (table.game.pack(), applied(table), table.version, table.can_redo(), table.steps())
        if do(table, op):
            assert table.version != before[2]
        else:
            assert before == (table.game.pack(), applied(table), table.version, table.can_redo(), table.steps())


@settings(max_examples=150, deadline=None)
@given(games)
def test_c1_play_then_undo_is_identity_and_redo_restores(game: tuple[Table, list[Op]]) -> None:
    table, played = game
    for op in played:
        state, log = table.game.pack(), applied(table)
        if not do(table, op) or op[0] in (UNDO, REDO):
            continue
        after, longer = table.game.pack(), applied(table)
        table.undo()
        if not longer[-1][4] & JOINED:
            assert (table.game.pack(), applied(table)) == (state, log)
        table.redo()
        assert (table.game.pack(), applied(table)) == (after, longer)


@settings(max_examples=150, deadline=None)
@given(games)
def test_c1_the_table_is_what_a_list_of_steps_says(game: tuple[Table, list[Op]]) -> None:
    table, played = game
    start = table.game.pack()
    done: list[tuple[bytes, int]] = []  # state and number of moves after each step
    undone: list[tuple[bytes, int]] = []
    for op in played:
        if not do(table, op):
            continue
        if op[0] == UNDO:
            for _ in range(op[2] or 1):
                undone.append(done.pop())
        elif op[0] == REDO:
            for _ in range(op[2] or 1):
                done.append(undone.pop())
        else:
            undone.clear()
            if table.move(table.count - 1)[4] & JOINED:
                done.pop()
            done.append((table.game.pack(), table.count))
        assert (table.game.pack(), table.count) == (done[-1] if done else (start, 0))
        assert (table.steps(), table.can_undo(), table.can_redo()) == (len(done), bool(done), bool(undone))


@settings(max_examples=150, deadline=None)
@given(games)
def test_c1_back_to_the_first_and_forth_to_the_last(game: tuple[Table, list[Op]]) -> None:
    table, played = game
    start = table.game.pack()
    for op in played:
        do(table, op)
    state, log, count = table.game.pack(), applied(table), table.steps()
    for _ in range(count):
        table.undo()
    assert table.game.pack() == start
    for _ in range(count):
        table.redo()
    assert (table.game.pack(), applied(table)) == (state, log)


@settings(max_examples=150, deadline=None)
@given(games)
def test_only_taps_of_one_seat_on_one_track_join_into_a_step(game: tuple[Table, list[Op]]) -> None:
    table, played = game
    for op in played:
        do(table, op)
    log = applied(table)
    total = 0
    for before, move in pairwise(log):
        total = total + abs(move[3]) if move[4] & JOINED else abs(move[3])
        if move[4] & JOINED:
            assert before[:3] == move[:3]
            assert move[0] == ADD
            assert (before[3] > 0) == (move[3] > 0)
            assert total <= LIMIT


@settings(max_examples=150, deadline=None)
@given(games)
def test_a_script_written_of_a_table_leads_to_it_and_is_written_again(game: tuple[Table, list[Op]]) -> None:
    table, played = game
    for op in played:
        do(table, op)
    lines = list(write_log(table.setup, table))
    report = replay(lines, lambda name: {"city.map": CITY}[name])
    assert report.table.game.pack() == table.game.pack()
    assert report.table.digest() == table.digest()
    assert report.table.count == table.steps()  # a line is a step
    assert list(write_log(report.table.setup, report.table)) == lines
