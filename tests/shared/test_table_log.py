"""The table on both runtimes: undo, redo, bursts, digest, and what must not allocate (C1)."""

from engine_core.errors import RuleError
from engine_core.moves import ADD, JOINED, NEXT, NO_SEAT, REDO, REMOVE, SIZE, UNDO, pack_into
from engine_core.setup_reading import read_setup
from engine_core.storage.table_reading import load, load_checkpoint, play_to_end
from engine_core.table import Table
from tests.kit.shared.heap import allocates_nothing

SETUP = "game after_us\nseats Ana Ben Cho\nset objects boombox computer moped\n"


def _table() -> Table:
    return Table(read_setup(SETUP))


def _refusal(table: Table, kind: int) -> str:
    """The code with which a move is refused; "" when it is accepted. A refused one has changed nothing."""
    before = table.digest(), table.count, table.version
    code = ""
    try:
        table.apply(kind, NO_SEAT, 0, 0, 0)
    except RuleError as error:
        code = error.code
    assert not code or before == (table.digest(), table.count, table.version)
    return code


def test_c1_back_to_the_first_and_forth_to_the_last() -> None:
    table = _table()
    digests = [table.digest()]
    for i in range(600):
        if i % 20 == 19:
            table.play(NEXT, NO_SEAT)
        else:
            table.play(ADD, i % 3, 1, 1 if i % 5 else 3)
        digests.append(table.digest())
    for i in range(599, -1, -1):
        table.undo()
        assert table.digest() == digests[i], i
    assert _refusal(table, UNDO) == "nothing"
    table.redo(599)
    assert table.digest() == digests[599]
    table.redo()
    assert table.digest() == digests[600]
    assert _refusal(table, REDO) == "nothing"


def test_the_digest_is_this_number_on_every_runtime() -> None:
    # Two numbers that change only with the layout of the state.
    table = _table()
    assert table.digest() == 0x9B79AC4E, hex(table.digest())
    table.play(ADD, 1, 0, 300)
    table.play(ADD, 2, 1, 7)
    table.play(REMOVE, 2, 0, -1)
    assert table.digest() == 0x57CF8E1E, hex(table.digest())


def test_a_burst_is_one_step() -> None:
    table = _table()
    table.play(ADD, 0, 0, 1, join=True)
    table.play(ADD, 0, 0, 1, join=True)
    table.play(ADD, 0, 0, 1, join=True)
    table.play(ADD, 1, 0, 1, join=True)  # another seat: a step of its own
    assert table.steps() == 2
    assert [table.move(i)[4] & JOINED for i in range(4)] == [0, 1, 1, 0]
    table.undo(2)
    assert table.count == 0
    table.redo()
    assert (table.count, table.game.total(0)) == (3, 3)


def test_a_tap_after_undo_or_redo_is_a_step_of_its_own() -> None:
    for kinds in ((UNDO,), (UNDO, REDO)):
        table = _table()
        table.play(ADD, 0, 0, 1)
        table.play(ADD, 0, 0, 1)
        for kind in kinds:
            table.apply(kind, NO_SEAT, 0, 0, 0)
        table.play(ADD, 0, 0, 1, join=True)
        assert table.steps() == 3 - len(kinds) % 2


def test_a_burst_that_no_line_of_a_script_could_say_is_two_steps() -> None:
    table = _table()
    table.play(ADD, 0, 0, 998)
    table.play(ADD, 0, 0, 1, join=True)
    table.play(ADD, 0, 0, 1, join=True)
    table.play(ADD, 0, 0, 1, join=True)
    assert [table.move(i)[4] for i in range(4)] == [0, JOINED, 0, JOINED]
    for amount in (999, 1, -997, -1, -1, -1):
        table.play(ADD, 1, 0, amount, join=True)
    assert [table.move(i)[4] for i in range(4, 10)] == [0, 0, 0, JOINED, JOINED, 0]


def test_there_is_no_move_after_the_last() -> None:
    table = _table()
    for amount in (1, 2, 3):
        table.play(ADD, 0, 0, amount)
    table.undo()
    assert table.move(2)[3] == 3  # undone
    for number in (-1, 3, 4):
        try:
            table.move(number)
        except IndexError:
            continue
        raise AssertionError(number)


def test_a_full_log_refuses_and_can_still_be_taken_back() -> None:
    table = _table()
    while _plays(table) or _plays(table):  # what a refusal frees may be room for one more
        pass
    assert table.count >= 2048  # more than any game; how many more depends on the memory there is
    before = table.digest(), table.count
    assert not _plays(table)
    assert before == (table.digest(), table.count)
    table.undo(40)
    assert _plays(table)


def _plays(table: Table) -> bool:
    try:
        table.play(NEXT, NO_SEAT)
    except RuleError as error:
        return error.code != "over"
    return True


def _recorded(table: Table) -> bytearray:
    """The moves of a table as a journal holds them, with an undo and a redo at the end."""
    data = bytearray((table.count + 2) * SIZE)
    for i in range(table.count):
        kind, seat, a, b, flags = table.move(i)
        pack_into(data, i * SIZE, kind, seat, a, b, flags)
    pack_into(data, table.count * SIZE, UNDO, NO_SEAT, 3, 0, 0)
    pack_into(data, (table.count + 1) * SIZE, REDO, NO_SEAT, 2, 0, 0)
    return data


def test_a_loaded_log_is_the_played_one() -> None:
    played = _table()
    for i in range(100):
        played.play(ADD, i % 3, 1, 1 if i % 3 else 2, join=i % 2 == 1)
    data = bytes(_recorded(played))
    state = played.checkpoint(2)
    assert state is not None
    for kept in (False, True):  # with the state that was stored on the way, and without any
        loaded = _table()
        load(loaded, data, 0, len(data), SIZE)
        if kept:
            load_checkpoint(loaded, 2, state)
        play_to_end(loaded)
        played.undo(3)
        played.redo(2)
        assert (loaded.digest(), loaded.count, loaded.steps()) == (played.digest(), played.count, played.steps())
        loaded.undo(loaded.steps())
        assert loaded.digest() == _table().digest()
        loaded.redo(100)
        played.redo()
        assert (loaded.digest(), loaded.can_redo()) == (played.digest(), False)


def test_a_loaded_log_ends_before_a_move_that_is_refused() -> None:
    data = bytearray(3 * SIZE)
    pack_into(data, 0, ADD, 0, 0, 5, 0)
    pack_into(data, SIZE, ADD, 0, 0, -9, 0)
    pack_into(data, 2 * SIZE, ADD, 0, 0, 1, 0)
    table = _table()
    load(table, bytes(data), 0, len(data), SIZE)
    code = ""
    try:
        play_to_end(table)
    except RuleError as error:
        code = error.code
    assert (code, table.count, table.game.total(0), table.can_redo()) == ("value", 1, 5, False)


def test_another_state_under_a_number_has_another_mark() -> None:
    table = _table()
    for _ in range(70):
        table.play(ADD, 0, 0, 1)
    marks = [table.checkpoint_mark(number) for number in range(5)]
    assert len(set(marks[:3])) == 3
    assert 0 not in marks[:3]
    assert marks[3:] == [0, 0]
    table.undo(10)
    assert table.checkpoint_mark(2) == marks[2]  # it can still be redone
    table.undo(10)
    table.play(ADD, 1, 0, 1)
    assert table.checkpoint_mark(2) == 0
    assert table.checkpoint(2) is None
    for _ in range(70):
        table.play(ADD, 1, 0, 1)
    assert table.checkpoint_mark(1) == marks[1]
    assert table.checkpoint_mark(2) not in (0, marks[2])


def test_a_tap_allocates_nothing() -> None:
    table = _table()
    table.play(ADD, 0, 0, 1)
    game = table.game

    def tap() -> None:
        table.play(ADD, 0, 0, 1, True)
        table.play(ADD, 1, 0, 1, False)
        table.play(ADD, 2, 1, 4)
        table.play(ADD, 0, 2, 1)
        table.play(ADD, 0, 0, -1)
        table.play(REMOVE, 2, 0, -1)
        table.play(NEXT, NO_SEAT)

    allocates_nothing(tap)
    assert (game.total(0), game.total(2), game.phase()) == (1, 3, 2)


def test_a_question_allocates_nothing_and_changes_nothing() -> None:
    table = _table()
    table.play(ADD, 0, 0, 80)
    before = table.digest(), table.version
    game = table.game

    def ask() -> None:
        for seat in range(game.seats):
            game.total(seat)
            game.value(1, seat)
            game.source(0, seat)
        game.due()
        game.phase()
        game.round()
        game.turn()
        game.over()
        table.can_undo()
        table.can_redo()

    allocates_nothing(ask)
    assert before == (table.digest(), table.version)
