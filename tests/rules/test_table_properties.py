"""Any sequence of moves at any table: undo, redo, refusals, bursts, and the log that is written of it (C1)."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from engine_core.moves import (
    ADD,
    JOINED,
    LIMIT,
    REDO,
    UNDO,
)
from engine_core.scripts.log import write_log
from engine_core.scripts.replay import replay
from engine_core.table import Table
from tests.kit.rules.random_moves import CITY, MOVES, Op, do, sit_and_draw

games = st.builds(
    sit_and_draw, st.sampled_from(tuple(MOVES)), st.integers(0, 1), st.integers(0, 2**32), st.integers(0, 500)
)


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
