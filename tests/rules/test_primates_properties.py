"""Any sequence of moves at a table of Primates: undo and redo, refusals, sums (C1, C4)."""

from functools import partial

from hypothesis import given
from hypothesis import strategies as st

from engine_core.games.primates import PrimatesGame
from engine_core.moves import ACTION, ADD, CONFIRM, ENVIRONMENT, FINAL, NEXT, NO_SEAT, OVER, REMOVE
from engine_core.standings import win_reason
from engine_core.table import Table
from tests.kit.rules.primates_table import enter, sit
from tests.kit.rules.walks import Move, attempt, goes_back_and_forth, goes_to_the_start_and_back, is_its_script, state

seats = st.integers(0, 4)
moves = st.one_of(
    st.tuples(st.just(ADD), seats, st.integers(0, 1), st.integers(-3, 3)),
    st.tuples(st.just(FINAL), seats, st.integers(0, 5), st.integers(-1, 60)),
    st.tuples(st.sampled_from([NEXT, ENVIRONMENT, ACTION]), st.sampled_from([NO_SEAT, 0, 1]), seats, st.just(0)),
    st.tuples(st.sampled_from([CONFIRM, CONFIRM, OVER, REMOVE]), st.just(NO_SEAT), st.just(0), st.just(0)),
)
option_sets = st.lists(
    st.sampled_from(["direction counterclockwise", "one_press on", "actions on", "hearts 0 3 3 9 17"]), unique=True
)


@st.composite
def tables(draw: st.DrawFn) -> tuple[Table, PrimatesGame]:
    """A table somewhere in its game: at the start, near the end, or with the end scoring open or filled."""
    count = draw(st.integers(2, 4))
    table, game = sit(count, *draw(option_sets))
    whole = game.rounds * count
    for _ in range(draw(st.sampled_from([0, 1, whole - 1, whole, whole]))):
        whole_turn(table)
    if game.over() and draw(st.booleans()):
        for seat in range(count):
            enter(table, seat, *draw(st.tuples(*[st.integers(0, 20)] * 4)))
    return table, game


def whole_turn(table: Table) -> None:
    for kind in (ACTION, ENVIRONMENT, NEXT):
        attempt(table, (kind, NO_SEAT, 0, 0))


def answers(game: PrimatesGame) -> tuple[object, ...]:
    """Everything that can be asked."""
    who = range(game.seats)
    return (
        (game.round(), game.turn(), game.due(), game.over(), game.decided(), game.reminder_due(), game.action()),
        [game.value(0, seat) for seat in who],
        [[game.source(i, seat) for i in range(len(game.SOURCES))] for seat in who],
        (game.winners(), win_reason(game), game.missing_finals(), game.missing(1), game.dice(0)),
    )


@given(tables(), st.lists(moves, max_size=40))
def test_c1_undo_goes_back_move_by_move_and_redo_forth_again(
    start: tuple[Table, PrimatesGame], played: list[Move]
) -> None:
    table, game = start
    ask = partial(answers, game)
    history = [state(table, ask)]
    for move in played:
        if attempt(table, move):
            history.append(state(table, ask))
    goes_back_and_forth(table, history, ask)


@given(tables(), st.lists(moves, max_size=40))
def test_c1_undo_to_the_first_move_is_the_start(start: tuple[Table, PrimatesGame], played: list[Move]) -> None:
    table, game = start
    goes_to_the_start_and_back(table, played, partial(answers, game))


@given(tables(), st.lists(moves, max_size=40))
def test_c4_totals_are_the_sum_of_their_sources(start: tuple[Table, PrimatesGame], played: list[Move]) -> None:
    table, game = start
    for move in played:
        attempt(table, move)
        for seat in range(game.seats):
            parts = [game.source(i, seat) for i in range(len(game.SOURCES))]
            assert min(parts) >= 0
            assert game.total(seat) == sum(parts)
            assert 0 <= game.source(0, seat) <= 17
            assert 0 <= game.value(0, seat) < len(game.heart_values)


@given(tables(), st.lists(moves, max_size=40))
def test_pr11_winners_have_the_most_points_and_then_the_most_heart_points(
    start: tuple[Table, PrimatesGame], played: list[Move]
) -> None:
    table, game = start
    confirmed = False
    for move in [*played, (CONFIRM, NO_SEAT, 0, 0)]:
        complete = not game.missing_finals()
        accepted = attempt(table, move)
        if move[0] == CONFIRM and accepted:
            assert complete
            confirmed = True
    winners = game.winners()
    assert bool(winners) == bool(win_reason(game)) == confirmed
    for winner in winners:
        for seat in range(game.seats):
            ahead = (game.total(winner), game.source(0, winner)) >= (game.total(seat), game.source(0, seat))
            assert ahead
            if seat not in winners:
                assert (game.total(winner), game.source(0, winner)) != (game.total(seat), game.source(0, seat))


@given(tables())
def test_pr3_no_turn_ends_without_its_environment_card(start: tuple[Table, PrimatesGame]) -> None:
    """By asking for the cards drawn after every turn: one for each turn ended."""
    table, game = start
    while not game.over():
        whole_turn(table)
        if not game.over() and game.reminder_due():
            assert game.missing(game.reminder_due()) == 0
    assert game.missing(1) == game.seats


@given(tables(), st.lists(moves, max_size=20))
def test_c1_the_log_as_a_script_plays_to_the_same_state(start: tuple[Table, PrimatesGame], played: list[Move]) -> None:
    table, _ = start
    for move in played:
        attempt(table, move)
    is_its_script(table)
