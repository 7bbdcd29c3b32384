"""Games as long as a device allows: what is said, that they are there again, and what undo costs."""

from array import array
from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from engine_core.board_reading import load_board
from engine_core.controls import TAP
from engine_core.errors import RuleError
from engine_core.games import new_game
from engine_core.moves import ADD, OVER
from engine_core.scripts.log import write_log
from engine_core.settings import Settings
from engine_core.snapshots import Snapshots
from engine_core.storage.folder import CHECKPOINTS
from engine_core.storage.kept_games import load_game
from engine_core.storage.open_game import replay
from engine_core.table import Table
from firmware.app import App
from firmware.resume import resume
from host.boards import board_text
from tests.kit.journal.evening import power_up
from tests.kit.journal.long_games import SETUPS, long_game, long_move, new_table
from tests.kit.shared.journals import journal_of
from tests.kit.shared.memory import MemoryFiles

if TYPE_CHECKING:
    from engine_core.games.base import Game

OLD_LONGEST = 8190  # moves of a game that was stored when there was no limit but that of the log
FILE = "00001.playing"
LONGEST = 4000  # moves of After Us; fewer of Ape Town


def most(game: str) -> int:
    return new_table(game).game.LONGEST


def switched_on(files: MemoryFiles) -> "tuple[App, list[str]]":
    """A device with these files, and what it says."""
    said: list[str] = []

    def no_samples(samples: "array[int]") -> int:
        return 0

    board = load_board(board_text("pico_w_reference"))
    return resume(board, Settings(), files, lambda strip, wire: None, no_samples, said.append), said


# -- the limit ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", SETUPS)
def test_a_game_near_the_limit_says_so_and_at_the_limit_what_to_do(game: str) -> None:
    longest = most(game)
    files, table = long_game(game, longest * 9 // 10 - 10)
    app, said = switched_on(files)
    assert app.table is not None
    assert app.table.count == table.count
    assert said == []
    while app.table.count < longest:
        app.play(*long_move(app.table))
        app.journal.flush()
    left = [f"This game has room for {moves} more moves" for moves in range(longest // 10, 0, -100)]
    assert [text.split(",")[0] for text in said[:-1]] == left
    assert said[-1] == app.table.full()
    with pytest.raises(RuleError, match=f"{longest} moves, the most .* note the scores, begin a new one") as caught:
        app.play(ADD, 0, 0, 1)
    assert caught.value.code == "over"
    app.close()
    again, words = switched_on(files)
    assert again.table is not None
    assert (again.table.count, again.table.digest()) == (longest, app.table.digest())
    assert words == [app.table.full()]
    again.undo()
    again.play(OVER, 255)  # there is room again


def test_a_press_beyond_the_limit_is_refused_with_words() -> None:
    files, _ = long_game("after_us", LONGEST)
    app, said = switched_on(files)
    app.act(TAP, 0, False)
    assert app.refused
    assert app.table is not None
    assert said[-1] == app.message == app.table.full() != ""


def test_a_game_that_was_stored_longer_is_there_whole() -> None:
    files, table = long_game("after_us", OLD_LONGEST)
    _, read = load_game(files, FILE, pytest.fail)
    assert len(list(write_log(read.setup, read))) > OLD_LONGEST
    assert read.digest() == table.digest()
    app, said = switched_on(files)
    assert app.table is not None
    assert app.table.digest() == table.digest()
    assert said == [app.table.full()]
    app.undo()


class SmallMemory(MemoryFiles):
    """There is no memory for more than the beginning of a game."""

    def read(self, name: str, start: int = 0, size: int = -1) -> bytes:
        if name == FILE and start > 2000:
            raise MemoryError
        return super().read(name, start, size)


@pytest.mark.parametrize("lost", [(), (CHECKPOINTS,)])
def test_a_game_too_long_for_the_memory_is_kept_whole_and_said(lost: "tuple[str, ...]") -> None:
    stored, table = long_game("after_us", 3000)
    files = SmallMemory()
    files.files = {name: data for name, data in stored.files.items() if name not in lost}
    app, said = switched_on(files)
    assert app.table is None
    assert app.menu is not None
    assert "more moves than this device has memory for" in said[0]
    kept = MemoryFiles()
    kept.files = dict(files.files)
    assert [name for name in kept.files if name.endswith((".playing", ".bad"))] == []
    assert load_game(kept, "00001.game", pytest.fail)[1].digest() == table.digest()


# -- states ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", SETUPS)
def test_states_of_a_long_game_take_bounded_memory_the_last_ones_close_together(game: str) -> None:
    table = new_table(game)
    states = Snapshots(table.game)
    last = OLD_LONGEST // 32
    for number in range(1, last + 1):
        states.keep(number)
    kept = [number for number in range(last + 1) if states.mark(number)]
    most = max(24 * table.game.packed_size(), 16384 + 2 * table.game.packed_size())
    assert len(kept) * table.game.packed_size() <= most
    assert kept[0] == 0
    assert kept[-9:] == list(range(last - 8, last + 1))
    gaps = [after - before for before, after in pairwise(kept)]
    assert max(gaps) <= 4 * max(1, last // len(kept))


@pytest.mark.parametrize("game", SETUPS)
def test_states_near_the_one_that_is_kept_stay(game: str) -> None:
    """On either side of it: undo and redo go on from there."""
    states = Snapshots(new_table(game).game)
    for number in range(1, 600):
        states.keep(number)
    for number in (*range(590, 0, -1), *range(1, 590)):
        near = [other for other in range(max(0, number - 8), number + 9) if states.mark(other)]
        states.keep(number)
        assert all(states.mark(other) for other in near), number


def test_a_state_is_the_one_that_was_kept_whatever_was_given_up() -> None:
    table = new_table("ape_town")
    states, game = Snapshots(table.game), table.game
    wanted: dict[int, bytes] = {0: game.pack()}
    for number in [*range(1, 120), *range(60, 90), *range(20, 30)]:
        game.play(ADD, number % 4, 0, 1)
        states.keep(number)
        wanted[number] = game.pack()
    states.forget_from(80)
    for number, state in wanted.items():
        assert states.get(number) in ((state, None) if number < 80 else (None,))
    assert states.get(29) == wanted[29]


@pytest.mark.parametrize("game", SETUPS)
def test_undo_goes_all_the_way_back_in_a_long_game(game: str) -> None:
    table = new_table(game)
    digests = [table.digest()]
    for _ in range(LONGEST):
        table.play(*long_move(table))
        digests.append(table.digest())
    while table.count:
        table.undo(min(table.count, 37))
        assert table.digest() == digests[table.count]
    table.redo(LONGEST)
    assert table.digest() == digests[-1]


# -- after power-up ----------------------------------------------------------------------------------
def counted(game: "Game") -> "Callable[[], int]":
    """How many moves `game` has played since the last time it was asked."""
    played = 0
    play = game.play

    def count(kind: int, seat: int, a: int, b: int) -> None:
        nonlocal played
        played += 1
        play(kind, seat, a, b)

    def ask() -> int:
        nonlocal played
        found, played = played, 0
        return found

    game.play = count  # type: ignore[method-assign]
    return ask


@pytest.mark.parametrize("game", SETUPS)
def test_no_undo_after_power_up_plays_the_whole_game_again(game: str) -> None:
    files, table = long_game(game, most(game))
    device = power_up(files)
    assert device.table is not None
    played = counted(device.table.game)
    for back in range(1, 400):
        device.table.undo()
        assert played() <= max(64, 2 * back)
    assert device.table.count == most(game) - 399
    again = Table(table.setup)
    for number in range(most(game) - 399):
        again.play(*table.move(number)[:4])
    assert device.table.digest() == again.digest()


def test_a_state_of_another_game_is_refused() -> None:
    with pytest.raises(ValueError, match="bytes"):
        Snapshots(new_game(new_table("primates").setup)).put(1, b"")


def test_without_checkpoints_the_game_is_the_same_and_life_is_shown() -> None:
    files, table = long_game("ape_town", most("ape_town"))
    signs: list[int] = []
    for lost in (False, True):
        if lost:
            files.remove(CHECKPOINTS)
        journal, setup = journal_of(files, pytest.fail, lambda: signs.append(1))
        assert setup is not None
        again = Table(setup)
        replay(journal, again)
        assert again.digest() == table.digest()
        assert len(signs) > (60 if lost else 10)
        signs.clear()
