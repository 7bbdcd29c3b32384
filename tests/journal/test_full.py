"""The board's storage, real littlefs, is full wherever something is written: nothing that was acknowledged is lost,
it is said until there is room, and then everything is stored."""

import pytest

from engine_core.errors import TextError
from engine_core.setup import Setup
from engine_core.storage.kept_games import load_game
from engine_core.table import Table
from firmware.config import Config
from firmware.errorlog import ErrorLog
from tests.kit.journal import evening
from tests.kit.journal.evening import kept_states, state_of
from tests.kit.journal.flash import BLOCK
from tests.kit.journal.full import DAN, Board, all_is_stored
from tests.kit.shared.journals import journal_of

CITY = evening.CITY + "# a file of more than 512 bytes takes a block of its own\n" * 20


@pytest.mark.parametrize("free", [0, 2])
@pytest.mark.parametrize("before", [0, 28, 200])
def test_full_in_play_is_said_until_there_is_room(before: int, free: int) -> None:
    board = Board()
    board.play(before)
    board.fill(free)
    board.play(2 * BLOCK // 16 * (free + 1))
    assert board.journal.pending
    assert board.found() == board.acknowledged
    assert "it is full" in board.journal.trouble
    assert board.said[-1] == board.journal.trouble
    assert len(board.said) % 2  # it may have worked for a few moves, which was said, too
    board.make_room()
    all_is_stored(board)


def test_storage_is_tried_again_while_people_play_on() -> None:
    board = Board()
    board.fill()
    board.play(100)
    assert board.journal.pending
    board.make_room()
    board.play(4, every_ms=2000)
    assert (board.journal.pending, board.journal.trouble) == (0, "")


def test_full_at_a_roll_is_said_and_goes_on_in_the_same_file() -> None:
    board = Board()
    board.play(45)  # the file has blocks of its own
    board.journal.game.append_tail()
    board.fill()
    board.play(14)
    board.pass_ms(4000)  # quiet: the tail is to be added to it
    assert "it is full" in board.journal.trouble
    assert board.found() == board.acknowledged == state_of(board.table)
    names = [name for _, name in board.journal.games()]
    board.play(5)
    assert board.journal.pending == 5
    assert board.found() == board.acknowledged
    board.pass_ms(20_000)
    assert board.journal.pending == 5
    board.make_room()
    all_is_stored(board)
    assert [name for _, name in board.journal.games()] == names


def test_full_at_a_checkpoint_does_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board()
    append = board.files.append
    failed = []

    def watch(name: str, data: "bytes | bytearray") -> None:
        try:
            append(name, data)
        except OSError:
            failed.append(name)
            raise

    monkeypatch.setattr(board.files, "append", watch)
    for _ in range(10):
        board.play(64)
        board.pass_ms(1900)
        board.journal.game.append_tail()
        board.fill()
        board.pass_ms(10_000)
        assert board.journal.trouble == ""
        assert board.found() == state_of(board.table)
        board.make_room()
    assert failed == ["checkpoints"]


def test_full_when_a_game_begins_leaves_the_one_before() -> None:
    board = Board()
    board.play(100)
    board.pass_ms(5000)
    before = state_of(board.table)
    board.fill()
    board.begin(DAN, CITY)
    assert "it is full" in board.journal.trouble
    board.play(40)
    assert board.journal.pending == 40
    assert kept_states(board.files, board.journal) == [before]
    board.make_room()
    all_is_stored(board)
    assert kept_states(board.files, board.journal) == [before, state_of(board.table)]


def test_newest_moves_of_the_game_before_wait_for_room_too() -> None:
    """They are in the tail, which the new game would overwrite, and its file cannot grow."""
    board = Board()
    board.play(60)
    board.pass_ms(4000)
    board.play(12)
    before = state_of(board.table)
    board.fill()
    board.begin(DAN)
    board.play(50)
    assert before in kept_states(board.files, board.journal)
    board.make_room()
    all_is_stored(board)
    assert kept_states(board.files, board.journal) == [before, state_of(board.table)]


def test_game_that_is_not_stored_is_given_up_only_when_it_is_said_twice() -> None:
    board = Board()
    board.fill()
    board.play(100)
    assert board.journal.pending
    lost = state_of(board.table)
    with pytest.raises(TextError, match="would lose it"):
        board.begin(DAN)
    board.play(1)
    assert state_of(board.table) != lost
    board.begin(DAN)
    board.make_room()
    all_is_stored(board)
    assert board.table.setup.names == DAN


def test_game_that_is_not_stored_is_stored_when_there_is_room_for_the_next_one() -> None:
    board = Board()
    board.fill()
    board.play(100)
    board.make_room()
    before = state_of(board.table)
    board.begin(DAN)
    assert kept_states(board.files, board.journal) == [before, state_of(board.table)]


def test_oldest_goes_first_and_never_the_game_that_has_just_ended() -> None:
    board = Board(["g0", "Ben"])
    for number in range(1, 6):
        board.play(100)
        board.pass_ms(5000)
        board.begin([f"g{number}", "Ben"])
    assert "checkpoints" in board.files.names()
    board.fill()
    board.play(1500)
    board.pass_ms(20_000)
    assert "checkpoints" not in board.files.names()  # they only spare time
    removed = [line for line in board.said if "was removed" in line]
    assert removed == [f"Storage is full: the oldest game (0000{number}.game) was removed." for number in range(1, 5)]
    assert [name for _, name in board.journal.games()] == ["00005.game", "00006.playing"]
    assert board.found() == board.acknowledged
    board.make_room()
    all_is_stored(board)


# -- what else lies beside the games -------------------------------------------------------------------
def test_full_at_other_files_leaves_them_as_they_were() -> None:
    board = Board()
    files = board.files
    for name in ("errors.txt", "boots.txt", "settings.json", "board.good"):
        files.write(name, b"5\n" * 50)
    board.fill()
    before = {name: files.read(name) for name in files.names()}
    log = ErrorLog(files, 0)
    for i in range(10):
        log.add(i, "a fault with a long story " * 10)
    log.count_boot()
    Config(None, None, [], [("board.good", "{}" * 2000), ("settings.good", "{}" * 2000)]).keep(files)  # type: ignore[arg-type]
    with pytest.raises(OSError, match="NOSPC"):
        files.write("settings.json", bytes(2000))
    after = {name: files.read(name) for name in files.names()}
    assert after["errors.txt"].startswith(b"5\n" * 50)
    assert after["boots.txt"] in (before["boots.txt"], b"51\n", b"1\n")
    assert after["board.good"] == before["board.good"]
    assert after["settings.json"] == before["settings.json"]
    board.play(60)
    assert board.found() == board.acknowledged


# -- the tail of another game --------------------------------------------------------------------------
def test_game_that_is_declined_takes_no_tail_of_another() -> None:
    """The tail still holds the moves of the game before when a new one has begun and none is made in it."""
    board = Board()
    board.play(12)
    before = state_of(board.table)
    board.begin(DAN)
    journal, setup = journal_of(board.files, board.said.append)
    assert setup is not None
    journal.archive()
    for _, name in journal.games():
        load_game(board.files, name, pytest.fail)
    assert kept_states(board.files, journal) == [before, state_of(Table(Setup("after_us", DAN)))]


@pytest.mark.parametrize("error", [5, 30])
def test_other_faults_are_said_until_storage_works_too(error: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Input/output error, read-only: nothing can be written."""
    board = Board()
    board.play(40)

    def fail(*_: object) -> None:
        raise OSError(error, "it does not work")

    for name in ("append", "write", "rename", "remove"):
        monkeypatch.setattr(board.files, name, fail)
    board.play(80)
    board.pass_ms(20_000)
    assert "it does not work" in board.journal.trouble
    assert [line for line in board.said if "Storage fails" in line] == [board.journal.trouble]
    assert board.found() == board.acknowledged
    monkeypatch.undo()
    all_is_stored(board)


def test_a_file_that_fails_is_no_reason_to_lose_the_next_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worn block under the file of the game that ends: its moves go into another file, and the new game is stored."""
    board = Board()
    board.play(60)
    before = state_of(board.table)
    append = board.files.append

    def fail(name: str, data: "bytes | bytearray") -> None:
        if name == "00001.playing":
            raise OSError(5, "worn")
        append(name, data)

    monkeypatch.setattr(board.files, "append", fail)
    board.begin(DAN)
    board.play(30)
    assert kept_states(board.files, board.journal) == [before, state_of(board.table)]
