"""Areas: only what changes is written, tokens take turns, nothing outside is touched."""

from hypothesis import given
from hypothesis import strategies as st

from engine_core.lights.area import Area, Canvas
from engine_core.lights.look import Look
from engine_core.lights.palette import FLASH, GAP, HALF, PERIOD, STEADY, TICK
from engine_core.lights.shapes import number
from engine_core.moves import NO_SEAT
from tests.kit.lights.pictures import letters

RED = 0xDC0000
BLUE = 0x1400C8
GREEN = 0x00641E

LEDS = 12
START = 3
WITHIN = 6
cells = st.lists(
    st.tuples(
        st.booleans(),
        st.integers(-1, WITHIN),
        st.sampled_from([RED, BLUE, GREEN]),
        st.sampled_from([STEADY, GAP, HALF, FLASH]),
    ),
    max_size=6,
)
pictures = st.lists(st.tuples(st.integers(0, 3), cells, st.integers(0, 40)), min_size=1, max_size=6)


def area_of(leds: int = LEDS) -> tuple[Area, Canvas]:
    canvas = Canvas(leds, bytearray(1), 0)
    return Area(canvas, 0, leds), canvas


def draw(area: Area, every: int, picture: list[tuple[bool, int, int, int]], slot: int) -> None:
    tokens = [cell[1:] for cell in picture if cell[0]]
    area.begin(every, TICK)
    area.tokens([at for at, _, _ in tokens], [colour for _, colour, _ in tokens], [mask for _, _, mask in tokens])
    for is_token, at, colour, mask in picture:
        if not is_token:
            area.put(at, colour, mask)
    area.end(slot)


@given(pictures=pictures, reverse=st.booleans(), later=st.integers(1, 30))
def test_a_picture_does_not_depend_on_the_one_before(
    pictures: list[tuple[int, list[tuple[bool, int, int, int]], int]], reverse: bool, later: int
) -> None:
    canvas = Canvas(LEDS, bytearray(1), 0)
    area = Area(canvas, START, WITHIN, reverse)
    slot = 0
    for every, picture, passed in pictures:
        draw(area, every, picture, slot)
        for _ in range(passed):
            slot += 1
            area.step(slot)
        fresh_canvas = Canvas(LEDS, bytearray(1), 0)
        fresh = Area(fresh_canvas, START, WITHIN, reverse)
        draw(fresh, every, picture, slot // (2 * PERIOD) * 2 * PERIOD)
        for moment in range(slot // (2 * PERIOD) * 2 * PERIOD, slot + 1):
            fresh.step(moment)
        draw(fresh, every, picture, slot)
        assert letters(canvas.frame) == letters(fresh_canvas.frame)
        outside = canvas.frame[: 3 * START] + canvas.frame[3 * (START + WITHIN) :]
        assert not any(outside)


def test_two_tokens_on_one_led_take_turns_of_a_whole_rhythm() -> None:
    area, canvas = area_of()
    draw(area, 0, [(True, 2, RED, STEADY), (True, 2, BLUE, GAP)], 0)
    seen = ""
    for slot in range(2 * PERIOD):
        area.step(slot)
        seen += letters(canvas.frame)[2]
    assert seen == "RRRRRRRRRRBBBBBBBB.."


def test_four_tokens_on_one_led_are_seen_within_two_seconds() -> None:
    area, canvas = area_of()
    draw(area, 0, [(True, 2, colour, STEADY) for colour in (RED, BLUE, GREEN, RED)], 0)
    seen = ""
    for slot in range(2 * PERIOD):
        area.step(slot)
        seen += letters(canvas.frame)[2]
    assert seen == "RRRRRBBBBBGGGGGRRRRR"


def test_time_that_passes_marks_only_what_changes() -> None:
    area, canvas = area_of()
    draw(area, 0, [(True, 2, RED, STEADY), (True, 5, BLUE, HALF)], 0)
    changed = []
    for slot in range(1, 2 * PERIOD):
        canvas.dirty[0] = 0
        area.step(slot)
        if canvas.dirty[0]:
            changed.append(slot)
    assert changed == [5, 10, 15]


def test_the_same_picture_again_changes_nothing() -> None:
    area, canvas = area_of()
    picture = [(True, 2, RED, STEADY), (False, 3, BLUE, STEADY)]
    draw(area, 5, picture, 0)
    canvas.dirty[0] = 0
    draw(area, 5, picture, 0)
    assert canvas.dirty[0] == 0


def test_a_cell_gives_way_to_one_that_is_there() -> None:
    area, canvas = area_of()
    draw(area, 0, [(True, 2, RED, STEADY), (False, 2, BLUE, STEADY)], 0)
    assert letters(canvas.frame)[2] == "R"


def test_fill_puts_many_cells_and_stays_in_the_area() -> None:
    area, canvas = area_of(6)
    area.begin()
    area.put(3, RED)
    area.fill(-2, 20, BLUE)
    area.end(0)
    assert letters(canvas.frame) == "BBBRBB"


def test_a_spark_is_lit_at_once_and_goes_when_no_cell_comes_to_it() -> None:
    area, canvas = area_of(6)
    draw(area, 3, [(True, 1, RED, STEADY)], 0)
    area.spark(3, BLUE)
    assert letters(canvas.frame) == ",R.B.."
    area.spark(2, BLUE)
    assert letters(canvas.frame) == ",RB,.."
    draw(area, 3, [(True, 2, RED, STEADY)], 0)
    assert letters(canvas.frame) == ",.R,.."
    area.spark(5, BLUE)
    draw(area, 3, [(True, 2, RED, STEADY)], 0)
    assert letters(canvas.frame) == ",.R,.."
    area.spark(6, BLUE)
    area.spark(-1, BLUE)
    assert letters(canvas.frame) == ",.R,.."


def test_ticks_come_out_where_a_token_was() -> None:
    area, canvas = area_of()
    draw(area, 4, [(True, 4, RED, STEADY)], 0)
    assert letters(canvas.frame) == ",...R...,..."
    draw(area, 4, [(True, 5, RED, STEADY)], 0)
    assert letters(canvas.frame) == ",...,R..,..."
    draw(area, 3, [(True, 5, RED, STEADY)], 0)
    assert letters(canvas.frame) == ",..,.R,..,.."


def test_wipe_leaves_a_dark_area_that_wants_to_be_drawn() -> None:
    area, canvas = area_of()
    draw(area, 4, [(True, 4, RED, STEADY)], 0)
    area.wipe()
    assert not any(canvas.frame)
    assert area.stale
    area.step(5)
    assert not any(canvas.frame)
    draw(area, 4, [(True, 4, RED, STEADY)], 0)
    assert letters(canvas.frame) == ",...R...,..."


def test_a_number_takes_20_leds_to_be_whole() -> None:
    for leds, shown in ((20, 9), (19, 9), (18, 8)):
        area, canvas = area_of(leds)
        number(area, Look(), NO_SEAT, 9)
        assert letters(canvas.frame)[leds // 2 + 1 :].count("#") == shown
