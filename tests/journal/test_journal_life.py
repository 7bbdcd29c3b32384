"""Resume, decline, begin, kept games, storage that is full or fails, checkpoints."""

import random
from itertools import pairwise

import pytest

from engine_core.errors import TextError
from engine_core.moves import ADD, NO_SEAT, REDO, UNDO
from engine_core.setup import Setup
from engine_core.storage.journal import Journal
from engine_core.storage.kept_games import load_game
from engine_core.storage.open_game import find_game, replay
from engine_core.storage.record import SIZE
from engine_core.table import Table
from tests.kit.journal.evening import State, kept_states, power_up, random_move, state_of
from tests.kit.journal.stored import PLAYING, Stored, found, plays_on
from tests.kit.shared.memory import MemoryFiles

CITY = "A A B\n A B B\ngrey A\nblack B\n"


def new_table(number: int = 1) -> Table:
    return Table(Setup("after_us", [f"Ana{number}", "Ben", "Cho"]))


def play(journal: Journal, table: Table, moves: int, seed: int = 1) -> None:
    """So many moves, each flushed."""
    rng = random.Random(seed)
    while moves:
        if random_move(table, journal.record, rng):
            assert journal.flush()
            moves -= 1


def quiet(journal: Journal, ticks: int = 5, start: int = 0) -> None:
    for tick in range(ticks):
        journal.idle(start + tick * 2500)


# -- power-up ------------------------------------------------------------------------------------------


def test_new_device_has_no_game() -> None:
    files = MemoryFiles()
    journal, setup = find_game(files, pytest.fail)
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


# -- decline, begin, kept games ------------------------------------------------------------------------


@pytest.mark.parametrize("replayed", [False, True])
def test_resume_can_be_declined_and_the_game_is_kept(replayed: bool) -> None:
    stored = Stored(60, 45)
    journal, setup = find_game(stored.files, pytest.fail)
    assert setup is not None
    if replayed:
        replay(journal, Table(setup))
    journal.decline()
    assert find_game(stored.files, pytest.fail)[1] is None
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
    journal, setup = find_game(files, pytest.fail)
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
    setup = find_game(files, pytest.fail)[1]
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


# -- storage is full, or fails -------------------------------------------------------------------------


def test_full_storage_removes_the_oldest_game_first_and_never_this_one() -> None:
    files = MemoryFiles(room=12_000)
    said: list[str] = []
    journal = Journal(files, said.append)
    for number in range(8):
        table = new_table(number)
        journal.begin(table)
        play(journal, table, 120, seed=number)
        quiet(journal)
    names = [name for _, name in journal.games()]
    removed = [line for line in said if line.startswith("Storage is full")]
    assert names == [f"{number:05d}.game" for number in range(9 - len(names), 8)] + ["00008.playing"]
    assert len(removed) == 8 - len(names)
    assert len(names) > 2
    play(journal, table, 250)
    quiet(journal)
    assert found(files) == state_of(table)
    assert journal.games()[-1][1] == "00008.playing"


def test_full_storage_with_nothing_to_remove_keeps_the_game_in_mind_until_there_is_room() -> None:
    stored = Stored(20, 10)
    stored.files.room = sum(len(content) for content in stored.files.files.values()) + 40
    journal, table = stored.journal, stored.table
    rng = random.Random(3)
    for i in range(300):
        random_move(table, journal.record, rng)
        if journal.flush():
            acknowledged = state_of(table)
        quiet(journal, 2, i * 5000)
        assert journal.pending or found(stored.files) == state_of(table)
    assert journal.pending
    assert [line for line in stored.said if "it is full" in line]
    assert found(stored.files) == acknowledged
    stored.files.room = None
    quiet(journal, 6, 300 * 5000)
    assert journal.pending == 0
    assert "Storage works again" in stored.said[-1]
    assert found(stored.files) == state_of(table)
    plays_on(stored.files)


def test_storage_that_fails_is_said_once_and_tried_again_after_a_while() -> None:
    stored = Stored(20, 10)
    stored.files.broken = True
    for i in range(200):  # more than can wait
        stored.table.play(ADD, 0, 0, 1)
        stored.journal.record(ADD, 0, 0, 1)
        assert not stored.journal.flush()
        assert stored.journal.pending == i + 1
    assert len(stored.said) == 1
    stored.journal.idle(0)
    stored.journal.idle(4000)
    stored.files.broken = False
    stored.journal.idle(4900)
    assert stored.journal.pending == 200
    stored.journal.idle(5100)
    assert stored.journal.pending == 0
    assert len(stored.said) == 2
    assert found(stored.files) == state_of(stored.table)
    assert [name for _, name in stored.journal.games()] == ["00002.playing"]
    assert found(stored.files, pytest.fail) == state_of(stored.table)
    plays_on(stored.files)


def test_more_moves_than_can_wait_are_stored_at_the_next_flush() -> None:
    stored = Stored(5, 0)
    for _ in range(500):
        stored.table.play(ADD, 0, 0, 1)
        stored.journal.record(ADD, 0, 0, 1)
    assert stored.journal.flush()
    assert found(stored.files, pytest.fail) == state_of(stored.table)


def test_storage_that_fails_at_power_up_or_in_the_menu_raises_nothing() -> None:
    stored = Stored(40, 20)
    stored.file = stored.file[:-3]  # something to mend
    stored.files.broken = True
    device = power_up(stored.files)
    assert state_of(device.table) == stored.states[19]
    assert device.said
    device.journal.decline()
    device.journal.begin(new_table(2))
    stored.files.broken = False
    quiet(device.journal, 6)
    assert found(stored.files) == state_of(new_table(2))


@pytest.mark.parametrize("replayed", [False, True])
def test_game_that_cannot_be_put_away_is_said(replayed: bool) -> None:
    stored = Stored(40, 20)
    said: list[str] = []
    journal, setup = find_game(stored.files, said.append)
    assert setup is not None
    if replayed:
        replay(journal, Table(setup))
    stored.files.broken = True
    journal.decline()
    assert len(said) == 1
    assert said[0].startswith("The game before cannot be put away (")
    assert "broken" in said[0]


def test_file_without_a_number_is_no_game() -> None:
    stored = Stored(40, 20)
    content = stored.file
    others = ("holiday.game", "x1.game", "0.game", "evening.playing", "0.playing", "7.txt", "game", "8")
    for name in others:
        stored.files.files[name] = content
    device = power_up(stored.files)
    assert state_of(device.table) == stored.states[40]
    assert [number for number, _ in device.journal.games()] == [1]
    for number in range(15):
        device.journal.begin(new_table(number))
    assert {name: stored.files.files.get(name) for name in others} == dict.fromkeys(others, content)


def test_storage_that_only_reads_still_gives_the_newest_game() -> None:
    """Beside it lie an older one that a power cut has left and one that is damaged."""
    stored = Stored(40, 20)
    stored.files.files["00003.playing"] = b"damaged"
    stored.files.files["00000-2.playing"] = stored.files.files["00002.playing"] = stored.file
    stored.files.broken = True
    device = power_up(stored.files)
    assert state_of(device.table) == stored.states[40]
    assert "00003.playing cannot be played" in device.said[0]
    stored.files.broken = False
    power_up(stored.files).journal.decline()
    assert find_game(stored.files, pytest.fail)[1] is None
    assert [name for _, name in device.journal.games()] == ["00001.game", "00002.game"]


class Unreadable(MemoryFiles):
    """Reads fail from the `after`-th on."""

    after = 0

    def read(self, name: str, start: int = 0, size: int = -1) -> bytes:
        self.after -= 1
        if self.after < 0:
            raise OSError(5)
        return super().read(name, start, size)


@pytest.mark.parametrize("after", range(8))
def test_file_that_cannot_be_read_is_never_given_up(after: int) -> None:
    stored = Stored(400, 390)
    files = Unreadable()
    files.files = stored.files.files
    content, tail = stored.file, stored.tail
    files.after = after
    device = power_up(files)
    files.after = 1 << 30
    if device.table is not None:
        play(device.journal, device.table, 5)
    kept = list(files.files.values())
    assert content + tail in kept or (content in kept and tail in kept)
    plays_on(files)


def test_tail_that_cannot_be_read_is_kept_aside_and_said() -> None:
    class NoTail(MemoryFiles):
        def read(self, name: str, start: int = 0, size: int = -1) -> bytes:
            if name == "tail":
                raise OSError(5, "broken")
            return super().read(name, start, size)

    stored = Stored(60, 45)
    files = NoTail()
    files.files = stored.files.files
    tail = stored.tail
    said: list[str] = []
    assert found(files, said.append) == stored.states[45]
    assert "they cannot be read" in said[0]
    assert files.files["00001.bad"] == tail


# -- checkpoints ---------------------------------------------------------------------------------------


def with_checkpoints(moves: int = 300, seed: int = 1) -> Stored:
    """A long game with a pause now and then."""
    stored = Stored(0, 0, seed)
    for i in range(moves // 20):
        play(stored.journal, stored.table, 20, seed + i)
        quiet(stored.journal, start=i * 100_000)
    assert stored.files.files["checkpoints"]
    return stored


@pytest.mark.parametrize("seed", range(6))
def test_checkpoints_change_nothing_but_the_time(seed: int) -> None:
    stored = with_checkpoints(seed=seed)
    with_them = power_up(stored.files).table
    del stored.files.files["checkpoints"]
    without = power_up(stored.files).table
    assert with_them is not None
    assert without is not None
    while True:
        assert state_of(with_them) == state_of(without)
        assert with_them.game.pack() == without.game.pack()
        if not without.can_undo():
            break
        with_them.undo()
        without.undo()


def test_checkpoints_spare_playing_the_whole_game(monkeypatch: pytest.MonkeyPatch) -> None:
    stored = with_checkpoints(600)
    setup = find_game(stored.files, pytest.fail)[1]
    assert setup is not None
    for kept, most in ((True, 64), (False, 10_000)):
        if not kept:
            del stored.files.files["checkpoints"]
        table = Table(setup)
        played: list[int] = []
        original = table.game.play
        monkeypatch.setattr(table.game, "play", lambda *move, o=original, p=played: (p.append(1), o(*move)))
        journal, _ = find_game(stored.files, pytest.fail)
        replay(journal, table)
        assert len(played) <= most
        assert kept or len(played) > 64
        assert state_of(table) == state_of(stored.table)


def test_undo_after_power_up_plays_a_few_moves_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Checkpoints are laid while the game is played again, too."""
    stored = with_checkpoints(300)
    del stored.files.files["checkpoints"]
    table = power_up(stored.files).table
    assert table is not None
    original = table.game.play
    played: list[int] = []

    def play_one(kind: int, seat: int, a: int, b: int) -> None:
        played.append(kind)
        original(kind, seat, a, b)

    monkeypatch.setattr(table.game, "play", play_one)
    for _ in range(20):
        played.clear()
        table.undo()
        assert len(played) <= 32


def test_checkpoints_of_the_longest_game_take_8_kb_at_most() -> None:
    stored = Stored(0, 0)
    sizes = []
    for i in range(2600):
        stored.table.play(ADD, i % 3, 0, 1)
        stored.journal.record(ADD, i % 3, 0, 1)
        if i % 26 == 25:
            assert stored.journal.flush()
            quiet(stored.journal, start=i * 1000)
            sizes.append(len(stored.files.files.get("checkpoints", b"")))
    assert 4096 < max(sizes) <= 8192
    begun_anew = [after for before, after in pairwise(sizes) if after < before]
    assert set(begun_anew) == {7 * (stored.table.game.packed_size() + 40)}, "the newest, five before it, the first"


@pytest.mark.parametrize("seed", range(40))
def test_checkpoints_that_are_damaged_are_not_used(seed: int) -> None:
    stored = with_checkpoints(100)
    rng = random.Random(seed)
    data = bytearray(stored.files.files["checkpoints"])
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    cut = rng.choice((len(data), rng.randrange(len(data))))
    stored.files.files["checkpoints"] = bytes(data[:cut])
    assert found(stored.files, pytest.fail) == state_of(stored.table)
    plays_on(stored.files)


def test_checkpoints_of_another_game_or_another_firmware_are_not_used() -> None:
    stored, other = with_checkpoints(100, seed=1), with_checkpoints(100, seed=2)
    stored.files.files["checkpoints"] = other.files.files["checkpoints"]
    assert found(stored.files, pytest.fail) == state_of(stored.table)


def test_game_file_that_was_damaged_since_is_proved_record_by_record() -> None:
    stored = with_checkpoints(200)
    data = bytearray(stored.file)
    data[stored.end_of(50) + 5] ^= 1
    stored.file = bytes(data)
    said: list[str] = []
    assert found(stored.files, said.append).count < stored.table.count
    assert "checksum wrong" in said[0]
    plays_on(stored.files)


def test_idle_does_nothing_in_between() -> None:
    stored = with_checkpoints(100)
    changes = stored.files.changes
    quiet(stored.journal, 50, 10_000_000)
    assert stored.files.changes == changes


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
