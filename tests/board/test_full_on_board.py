"""The flash of the emulated board is full: what is acknowledged is stored, the rest is white, and it is said."""

from functools import cache

import pytest
from littlefs.errors import LittleFSError

from engine_core.board_reading import load_board
from engine_core.moves import ADD
from engine_core.settings import Settings
from firmware.resume import resume
from tests.kit.board import flashfs
from tests.kit.board.asking import ask
from tests.kit.board.bench import Bench
from tests.kit.board.rig import PINS, SCORE, built, storage, stored_game, switched_on
from tests.kit.journal.evening import power_up

pytestmark = [pytest.mark.runtime("pico"), pytest.mark.timeout(900)]

IN_TAIL = 28  # moves that lie in the tail, which takes no more: the next one needs a block of flash


@cache
def full() -> dict[str, bytes]:
    """The files of a board in mid-game, and one that is not ours and takes all the room there is."""
    files = built() | stored_game()
    stored = storage(files)
    board = load_board(files["board.json"].decode())
    app = resume(board, Settings(), stored, lambda *frame: None, lambda samples: 0, pytest.fail)
    for i in range(40 + IN_TAIL):
        app.play(ADD, i % 3, 0, 1)
        assert app.journal.flush()
        if i == 39:
            app.journal.game.append_tail()
    files |= {f"data/{name}": content for name, content in stored.files.items()}
    size = flashfs.FLASH_SIZE - flashfs.START
    while True:
        try:
            flashfs.make(files | {"filler.bin": bytes(size)})
            return files | {"filler.bin": bytes(size)}
        except LittleFSError:
            size -= 4096


def has_white(bench: Bench, since_ms: float) -> bool:
    """Whether a white token was on the strip: three equal bytes."""
    frames = bench.frames(SCORE, since_ms)
    return any(
        frame.data[at] and frame.data[at] == frame.data[at + 1] == frame.data[at + 2]
        for frame in frames
        for at in range(0, len(frame.data), 3)
    )


def test_what_is_not_stored_is_white_and_said_until_there_is_room() -> None:
    bench = switched_on(full())
    began = bench.ms
    bench.press(bench.ms + 60, PINS["seat2"])
    bench.run(250)
    state = ask(bench)
    assert (state["stored"], state["message"]) == (False, state["storage"])
    assert "it is full: make room" in str(state["storage"])
    assert str(state["storage"]) in bench.text()
    bench.press(bench.ms + 10, PINS["seat3"])
    bench.run(200)
    state = ask(bench)
    assert (state["moves"], state["stored"], state["message"]) == (40 + IN_TAIL + 2, False, "")
    assert "it is full: make room" in str(state["storage"])
    assert has_white(bench, began + 150)
    table = power_up(storage(flashfs.read(bench.pull_plug()))).table
    assert table is not None
    assert table.count == 40 + IN_TAIL
