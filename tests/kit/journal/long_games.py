"""Games as long as the table allows, as they lie in storage."""

from engine_core.moves import ADD, NEXT, NO_SEAT, PLACE
from engine_core.setup_reading import read_setup
from engine_core.storage.journal import Journal
from engine_core.table import Table
from host.maps import SAMPLE, map_text
from tests.kit.shared.memory import MemoryFiles

# As many seats as each game takes, for the largest states.
SETUPS = {
    "after_us": "game after_us\nseats Ana Ben Cho Dan Eva Fay",
    "primates": "game primates\nseats Ana Ben Cho Dan",
    "ape_town": "game ape_town\nseats Ana Ben Cho Dan",
}
TURN = 15  # points at which a seat falls back to 0
PAUSE = 40  # moves from one quiet time, in which checkpoints are stored, to the next


def new_table(game: str) -> Table:
    """A table of `game` with as many seats as it takes; Ape Town in the shipped city of nine regions."""
    return Table(read_setup(SETUPS[game], map_text(SAMPLE) if game == "ape_town" else ""))


def long_move(table: Table) -> "tuple[int, int, int, int]":
    """The next move of a game that never ends: points come and go, a phase ends now and then, tiles lie in the city."""
    seat = table.count % table.game.seats
    if table.game.NAME == "after_us" and table.count % 50 == 49:
        return NEXT, NO_SEAT, 0, 0
    if table.game.NAME == "ape_town" and table.count % 40 == 0 and table.count // 40 < 30:
        return PLACE, NO_SEAT, table.count // 40, 5 if table.count // 40 < 20 else 0
    return ADD, seat, 0, 1 if table.game.value(0, seat) < TURN else -TURN


def long_game(game: str, moves: int) -> "tuple[MemoryFiles, Table]":
    """A game of `moves` moves in storage, with its checkpoints, and the table it came from."""
    files = MemoryFiles()
    said: list[str] = []
    journal = Journal(files, said.append)
    table = new_table(game)
    journal.begin(table)
    now = 0
    while table.count < moves:
        move = long_move(table)
        table.play(*move)
        journal.record(*move)
        assert journal.flush()
        if table.count % PAUSE == 0:
            for _ in range(4):
                now += 2500
                journal.idle(now)
    assert said == []
    return files, table
