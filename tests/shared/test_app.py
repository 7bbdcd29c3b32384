"""The whole device on both runtimes: buttons to lights and storage, power cuts, and that a tick allocates nothing."""

from engine_core.settings import Settings
from engine_core.setup_reading import read_setup
from firmware.buttons import QUIET_MS
from firmware.new_game import CITY, begin
from firmware.resume import resume
from firmware.state import state_of
from tests.kit.shared.desk import Desk
from tests.kit.shared.heap import allocates_nothing
from tests.kit.shared.memory import MemoryFiles

WHITE = b"\xff\xff\xff"


def frame_has(desk: Desk, strip: int, colour: bytes) -> bool:
    """Whether an LED of the strip (three channels) has exactly this colour on the wire."""
    wire = desk.wires[strip]
    return any(wire[at : at + 3] == colour for at in range(0, len(wire), 3))


# -- pressing ------------------------------------------------------------------------------------
def test_press_is_a_point_a_light_and_stored() -> None:
    desk = Desk()
    desk.begin()
    before = desk.wires[0]
    desk.tap("seat2")
    assert desk.score() == [0, 1, 0]
    assert desk.wires[0] != before
    assert desk.app.stored


def test_undo_redo_minus_by_buttons() -> None:
    desk = Desk()
    desk.begin()
    for keys, score in (("seat1", 1), ("seat3", 1), ("undo", 1), ("undo+next", 1), ("undo+seat1", 0)):
        desk.tap(keys)
        assert desk.score()[0] == score, keys
    assert desk.score() == [0, 0, 1]


def test_undo_and_redo_take_a_claim_with_its_tile() -> None:
    desk = Desk()
    setup = read_setup("game ape_town\nseats Ana Ben\nset claims on", "A A B\n C C\ngrey A\nblack B\nwhite C\n")
    begin(desk.app, setup)
    desk.run(50)
    table = desk.app.table
    assert table is not None
    counts = []
    for keys in ("seat5", "next", "undo", "undo+next", "undo"):
        desk.tap(keys)
        counts.append(table.count)
    assert counts == [0, 2, 0, 2, 0]
    assert desk.app.stored
    assert Desk(desk.files).app.table.digest() == table.digest()  # type: ignore[union-attr]


def test_refused_press_says_why_and_changes_nothing() -> None:
    desk = Desk()
    desk.begin()
    desk.tap("undo+seat1")
    assert desk.score() == [0, 0, 0]
    assert desk.app.refused
    assert desk.said[-1] == desk.app.message
    desk.tap("seat1")
    assert not desk.app.refused


def test_frame_comes_before_the_write_and_white_until_stored() -> None:
    """A press is on the strip before storage is touched; its token is white until the record is flushed."""
    desk = Desk()
    desk.begin()
    desk.run(2000)
    before = desk.files.changes
    desk.changes.clear()
    desk.hold("seat1")
    while desk.files.changes == before:
        desk.tick()
    assert desk.changes[0] == before
    white = max(desk.wires[0])
    assert frame_has(desk, 0, bytes([white]) * 3)
    desk.run(500)
    assert not frame_has(desk, 0, bytes([white]) * 3)


def test_storage_that_fails_leaves_the_token_white_and_the_game_goes_on() -> None:
    desk = Desk()
    desk.begin()
    desk.files.broken = True
    desk.tap("seat1")
    desk.tap("seat1")
    assert desk.score() == [2, 0, 0]
    assert desk.app.stored is False
    white = max(desk.wires[0])
    assert frame_has(desk, 0, bytes([white]) * 3)
    desk.files.broken = False
    desk.run(7000)
    assert state_of(desk.app)["stored"]
    assert Desk(desk.files).score() == [2, 0, 0]


# -- power ---------------------------------------------------------------------------------------
def test_game_is_there_again_after_power_up() -> None:
    desk = Desk()
    desk.begin()
    for keys in ("seat1", "seat1", "seat2", "next", "undo", "mode", "seat3"):
        desk.tap(keys)
    table = desk.app.table
    assert table is not None
    again = Desk(desk.files)
    again.run(50)
    assert again.app.table is not None
    assert again.app.table.digest() == table.digest()
    assert again.app.menu is None
    again.tap("undo")
    assert again.app.table.count == table.count - 1


def test_key_held_at_power_on_never_scores() -> None:
    files = MemoryFiles()
    desk = Desk(files)
    desk.begin()
    again = Desk(files)
    again.app = resume(again.board, Settings(), files, again.show, again.read, again.said.append)
    again.hold("seat1")
    again.run(500)
    assert again.score() == [0, 0, 0]
    again.hold("")
    again.run(100)
    again.tap("seat1")
    assert again.score() == [1, 0, 0]


def test_presses_of_a_long_stall_come_in_order() -> None:
    """400 ms without a tick, as during a flash erase: the samples are all there, and nothing is lost."""
    desk = Desk()
    desk.begin()
    desk.stall([(60, "seat1"), (60, ""), (60, "seat2"), (60, ""), (60, "seat1"), (100, "")])
    assert desk.score() == [2, 1, 0]


def test_a_device_that_nobody_touches_for_weeks_stays_quiet() -> None:
    desk = Desk()
    desk.begin()
    desk.tap("seat1")
    desk.run(QUIET_MS + 500)
    for _ in range(28):  # days
        desk.keep = False
        for _ in range(24):
            desk.now += 3_600_000  # an hour at a time, without its samples
            desk.tick()
            assert desk.app.quiet()
            assert desk.app.resting
    desk.keep = True
    desk.tap("seat1")
    assert desk.score() == [2, 0, 0]


def test_clock_wraps_without_a_trace() -> None:
    """The board's millisecond clock starts again at 0 after 2^30 ms."""
    desk = Desk(start=(1 << 30) - 300)
    desk.begin()
    for _ in range(8):
        desk.now &= (1 << 30) - 1
        desk.tap("seat1")
    assert desk.score() == [8, 0, 0]


# -- the menu ------------------------------------------------------------------------------------
def test_first_game_comes_from_the_menu() -> None:
    desk = Desk()
    assert state_of(desk.app)["game"] is None
    pages = 0
    while desk.app.menu is not None:
        desk.tap("next")
        pages += 1
        assert pages < 20
    assert desk.app.table is not None
    desk.tap("seat1")
    assert desk.score()[0] == 1


def test_trouble_at_power_up_is_told_beside_the_menu() -> None:
    desk = Desk()
    desk.begin()
    desk.tap("seat1")
    name = next(name for name in desk.files.names() if name.endswith(".playing"))
    for content in (b"", b"garbage", b"\0" * 200):
        files = MemoryFiles()
        files.write(name, content)
        again = Desk(files)
        assert again.app.menu is not None
        assert "kept as 00001.bad" in again.app.message, again.app.message
        assert again.app.menu.title() in again.said


class HugeCity(MemoryFiles):
    """A city file that does not fit into memory."""

    def read(self, name: str, start: int = 0, size: int = -1) -> bytes:
        if name == CITY:
            raise MemoryError
        return MemoryFiles.read(self, name, start, size)


def test_city_file_that_cannot_be_read_stops_no_game() -> None:
    for text in (None, b"", b"\xff\xfe", b"A" * 5000):
        files = MemoryFiles() if text else HugeCity()
        if text is not None:
            files.write(CITY, text)
        desk = Desk(files)
        for _ in range(20):
            if desk.app.menu is not None:
                desk.tap("next")
        assert desk.app.table is not None


def test_menu_cannot_be_left_without_a_game() -> None:
    desk = Desk()
    desk.tap("undo")
    assert desk.app.menu is not None


def test_menu_hold_let_go_early_does_nothing_and_full_opens_it() -> None:
    desk = Desk()
    desk.begin()
    desk.tap("seat1")
    desk.hold("undo mode")
    desk.run(1500)
    desk.hold("")
    desk.run(300)
    assert state_of(desk.app)["menu"] is None
    assert desk.score() == [1, 0, 0]
    desk.hold("undo mode")
    desk.run(2300)
    desk.hold("")
    desk.run(300)
    menu = state_of(desk.app)["menu"]
    assert menu is not None
    assert menu["page"] == 0
    desk.tap("undo")
    assert state_of(desk.app)["menu"] is None
    assert desk.score() == [1, 0, 0]


def test_brightness_is_shown_at_once_and_stored_in_quiet() -> None:
    desk = Desk()
    desk.begin()
    desk.tap("seat1")
    level = desk.app.settings.brightness
    desk.tap("mode+next")
    assert desk.app.settings.brightness != level
    desk.run(QUIET_MS + 500)
    assert b'"brightness": %d' % desk.app.settings.brightness in desk.files.files["settings.json"]


def test_state_is_plain_and_complete() -> None:
    import json

    desk = Desk()
    desk.begin()
    desk.tap("seat2")
    state = json.loads(json.dumps(state_of(desk.app)))
    assert state["game"] == "after_us"
    assert state["seats"] == ["Ana", "Ben", "Cho"]
    assert state["totals"] == [0, 1, 0]
    assert state["tracks"][0]["values"] == [0, 1, 0]
    assert (state["phase"], state["round"], state["turn"]) == (1, 1, -1)
    assert (state["mode"], state["menu"]) == ("score", None)
    assert (state["can_undo"], state["can_redo"]) == (True, False)


# -- memory --------------------------------------------------------------------------------------
def quiet_desk() -> Desk:
    """A desk in the middle of a game whose test doubles allocate nothing either."""
    desk = Desk()
    desk.begin()
    desk.tap("seat1")
    desk.tap("seat2")
    desk.run(QUIET_MS + 2000)
    desk.keep = False
    return desk


def test_idle_ticks_and_blinking_allocate_nothing() -> None:
    desk = quiet_desk()
    shown = desk.shown

    def two_seconds() -> None:
        for _ in range(400):
            desk.tick()

    allocates_nothing(two_seconds)
    assert desk.shown > shown  # something did blink


def test_held_keys_and_read_out_allocate_nothing() -> None:
    desk = quiet_desk()
    low = []
    for names in ("mode", "mode seat1", "undo", "undo mode", ""):
        desk.hold(names)
        low.append(desk.level)

    def hold_them() -> None:
        for level in low:
            desk.level = level
            for _ in range(100):
                desk.tick()

    allocates_nothing(hold_them)


def test_accepted_taps_allocate_nothing_but_what_storage_takes() -> None:
    """Keys, gesture, move, record and picture: everything of an accepted tap but the write itself."""
    desk = quiet_desk()
    desk.files.broken = True  # found out at the next tap, not tried again for seconds
    desk.tap("seat3")
    desk.hold("seat1")
    down = desk.level
    score = desk.score()

    def taps() -> None:
        for _ in range(8):
            desk.level = down
            for _ in range(8):
                desk.tick()
            desk.level = 0xFFFF
            for _ in range(8):
                desk.tick()

    allocates_nothing(taps)
    assert desk.score() == [score[0] + 8, score[1], score[2]]
