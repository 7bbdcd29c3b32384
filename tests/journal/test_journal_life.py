"""Resume, archive, begin, kept games, and what is stored when it is quiet."""

import random

import pytest

from engine_core.errors import TextError
from engine_core.moves import ADD, NO_SEAT, REDO, UNDO
from engine_core.setup import Setup
from engine_core.storage.journal import Journal
from engine_core.storage.kept_games import load_game
from engine_core.storage.open_game import replay
from engine_core.storage.record import SIZE
from engine_core.table import Table
from tests.kit.journal.evening import State, kept_states, power_up, random_move, state_of
from tests.kit.journal.played import new_table, play, quiet
from tests.kit.journal.stored import PLAYING, Stored, found
from tests.kit.shared.journals import journal_of
from tests.kit.shared.memory import MemoryFiles

CITY = "A A B\n A B B\ngrey A\nblack B\n"


# -- power-up ------------------------------------------------------------------------------------------


def test_new_device_has_no_game() -> None:
    files = MemoryFiles()
    journal, setup = journal_of(files, pytest.fail)
    assert setup is None
    assert journal.games() == []
    assert files.changes == 0


@pytest.mark.parametrize("game", ["after_us", "primates"])
@pytest.mark.parametrize("seed", range(5))
def test_game_is_back_after_every_flush(game: str, seed: int) -> None:
    stored = Stored(0, 0, seed, game)
    rng = random.Random(seed)
    for _ in range(120):
        if random_move(stored.table, stored.journal.record, rng):
            assert stored.journal.flush()
        if rng.random() < 0.1:
            quiet(stored.journal, start=rng.randrange(1 << 30))
        assert found(stored.files, pytest.fail) == state_of(stored.table)


def test_what_was_not_flushed_may_be_gone_but_nothing_else() -> None:
    stored = Stored(10, 5)
    stored.table.play(ADD, 0, 0, 1)
    stored.journal.record(ADD, 0, 0, 1)
    assert stored.journal.pending == 1
    assert found(stored.files) == stored.states[10]


def test_undo_and_redo_reach_as_far_as_before() -> None:
    stored = Stored(80, 60, seed=4)
    stored.table.undo()
    stored.journal.record(UNDO, NO_SEAT)
    assert stored.journal.flush()
    back = power_up(stored.files).table
    assert back is not None
    assert back.can_redo()
    back.redo()
    stored.table.redo()
    while stored.table.can_undo():
        assert state_of(back) == state_of(stored.table)
        back.undo()
        stored.table.undo()
    assert state_of(back) == stored.states[0]


def test_a_move_after_power_up_leaves_the_game_s_file_alone() -> None:
    """It costs one write of the tail; only a damaged game is written anew."""
    stored = Stored(40, 20)
    before = stored.file
    device = power_up(stored.files)
    assert device.table is not None
    changes = stored.files.changes
    play(device.journal, device.table, 1)
    assert stored.file == before
    assert stored.files.changes == changes + 1


def test_burst_is_one_step_after_power_up_too() -> None:
    files = MemoryFiles()
    journal = Journal(files, pytest.fail)
    table = new_table()
    journal.begin(table)
    for i in range(5):
        table.play(ADD, 0, 0, 1, join=i > 0)
        journal.record(ADD, 0, 0, 1)
    table.play(ADD, 1, 0, 1, join=True)  # another seat: the table does not join it
    journal.record(ADD, 1, 0, 1)
    assert journal.flush()
    back = power_up(files).table
    assert back is not None
    assert [back.move(i)[4] for i in range(6)] == [table.move(i)[4] for i in range(6)] == [0, 1, 1, 1, 1, 0]
    back.undo(2)
    assert back.count == 0


def test_record_without_a_game_is_a_mistake_of_the_caller() -> None:
    journal = Journal(MemoryFiles(), pytest.fail)
    with pytest.raises(ValueError, match="no game"):
        journal.record(ADD, 0, 0, 1)
    with pytest.raises(ValueError, match="found no game"):
        replay(journal, new_table())


# -- archive, begin, kept games ------------------------------------------------------------------------


@pytest.mark.parametrize("replayed", [False, True])
def test_resume_can_be_declined_and_the_game_is_kept(replayed: bool) -> None:
    stored = Stored(60, 45)
    journal, setup = journal_of(stored.files, pytest.fail)
    assert setup is not None
    if replayed:
        replay(journal, Table(setup))
    journal.archive()
    assert journal_of(stored.files, pytest.fail)[1] is None
    assert kept_states(stored.files, journal) == [stored.states[60]]
    journal.begin(new_table(2))
    assert kept_states(stored.files, journal) == [stored.states[60], state_of(new_table(2))]


def test_ten_games_before_this_one_are_kept() -> None:
    files = MemoryFiles()
    journal = Journal(files, pytest.fail)
    last: list[State] = []
    for number in range(25):
        table = new_table(number)
        journal.begin(table)
        play(journal, table, number + 3, seed=number)
        last.append(state_of(table))
    assert kept_states(files, journal) == last[-11:]
    assert [name for _, name in journal.games()][-1].endswith(".playing")
    assert sorted(number for number, _ in journal.games()) == list(range(15, 26))


@pytest.mark.parametrize("number", [1, 2, 256, 257])
def test_records_of_a_game_that_is_gone_never_count_in_a_new_one(number: int) -> None:
    """Full storage or a laptop took the game's file away; the tail still holds its newest records."""
    files = MemoryFiles()
    files.write(f"{number - 1:05}.game", b"")
    journal = Journal(files, pytest.fail)
    table = new_table()
    journal.begin(table)
    play(journal, table, 5)
    files.remove(journal.games()[-1][1])
    journal, setup = journal_of(files, pytest.fail)
    assert setup is None
    journal.begin(new_table())
    assert found(files, pytest.fail) == state_of(new_table())


def test_begin_stores_what_was_still_waiting_in_the_game_before() -> None:
    stored = Stored(10, 0)
    stored.table.play(ADD, 0, 0, 1)
    stored.journal.record(ADD, 0, 0, 1)
    stored.journal.begin(new_table(2))
    assert kept_states(stored.files, stored.journal)[0] == state_of(stored.table)


def test_map_and_options_are_part_of_the_game() -> None:
    files = MemoryFiles()
    journal = Journal(files, pytest.fail)
    options = [("entry", ["region"]), ("extort", ["proportional"])]
    journal.begin(Table(Setup("ape_town", ["Ana", "Bén"], options, CITY)))
    setup = journal_of(files, pytest.fail)[1]
    assert setup is not None
    assert (setup.game, setup.names, setup.options, setup.map_text) == ("ape_town", ["Ana", "Bén"], options, CITY)
    kept, table = load_game(files, PLAYING, pytest.fail)
    assert kept.map_text == CITY
    assert state_of(table) == found(files)


def test_map_that_is_too_long_changes_nothing() -> None:
    stored = Stored(20, 10)
    before = dict(stored.files.files)
    table = new_table(2)
    table.setup.map_text = "A B\n" * 5000
    with pytest.raises(TextError, match="too long"):
        stored.journal.begin(table)
    assert stored.files.files == before
    play(stored.journal, stored.table, 3)
    assert found(stored.files) == state_of(stored.table)


# -- the laptop reads them -----------------------------------------------------------------------------


def test_load_game_gives_set_up_and_table_and_changes_nothing() -> None:
    stored = Stored(60, 45)
    before = dict(stored.files.files)
    setup, table = load_game(stored.files, PLAYING, pytest.fail)
    assert setup.names == ["Ana", "Ben", "Cho"]
    assert state_of(table) == stored.states[60]
    assert stored.files.files == before


def test_load_game_says_where_a_damaged_one_ends() -> None:
    stored = Stored(60, 60)
    stored.file = stored.file[: stored.end_of(30) + 3]
    said: list[str] = []
    assert state_of(load_game(stored.files, PLAYING, said.append)[1]) == stored.states[30]
    assert "is damaged: it ends after move" in said[0]


@pytest.mark.parametrize("name", ["00001.game", "settings.json"])
def test_load_game_of_nothing_that_is_a_game(name: str) -> None:
    files = MemoryFiles()
    files.files["settings.json"] = b"{}"
    with pytest.raises(TextError, match="no stored game"):
        load_game(files, name, pytest.fail)


# -- quiet --------------------------------------------------------------------------------------------


def test_full_page_is_added_to_the_game_after_two_quiet_seconds_and_not_before() -> None:
    files = MemoryFiles()
    journal = Journal(files, pytest.fail)
    table = new_table()
    journal.begin(table)
    play(journal, table, 13)
    [name] = [name for name in files.names() if name.endswith(PLAYING)]
    journal.idle(5000)  # notes when the last move was
    size = len(files.files[name])
    journal.idle(6999)
    assert len(files.files[name]) == size
    journal.idle(7000)
    assert len(files.files[name]) == size + 13 * SIZE


@pytest.mark.parametrize("broken", [False, True])
def test_file_that_was_being_made_is_no_game_and_goes(broken: bool) -> None:
    stored = Stored(20, 10)
    stored.files.files["new"] = stored.file if broken else b"half a header"
    assert found(stored.files, pytest.fail) == stored.states[20]
    power_up(stored.files).journal.begin(new_table(2))
    assert "new" not in stored.files.files


def test_redo_of_steps_and_undo_of_several_come_back() -> None:
    files = MemoryFiles()
    journal = Journal(files, pytest.fail)
    table = new_table()
    journal.begin(table)
    for i in range(10):
        table.play(ADD, i % 3, 0, 1)
        journal.record(ADD, i % 3, 0, 1)
    table.undo(6)
    journal.record(UNDO, NO_SEAT, 6)
    table.redo(2)
    journal.record(REDO, NO_SEAT, 2)
    assert journal.flush()
    assert found(files) == state_of(table)
    assert len(files.files["tail"]) == 12 * SIZE
