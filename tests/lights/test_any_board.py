"""Whatever a board lacks is left out: any zones, any buttons, any length of strip, and nothing crashes."""

from hypothesis import given
from hypothesis import strategies as st

from engine_core.board import BUTTONS, Board, Button, Power, Strip, Zone
from engine_core.board_reading import ZONES
from engine_core.controls import MINUS, MODE, NEXT, SPECIAL, TAP
from engine_core.errors import RuleError
from engine_core.lights.painter import Painter
from engine_core.lights.palette import PERIOD, SLOT_MS
from engine_core.menu import Menu
from engine_core.moves import NO_SEAT
from engine_core.panels import new_panel
from engine_core.settings import Settings
from engine_core.setup_reading import read_setup
from engine_core.table import Table
from tests.kit.shared.lights import CITY

SETUPS = {
    "after_us": [("", 1, 6), ("set resources on\n", 1, 6)],
    "primates": [("", 2, 4), ("set actions on\n", 2, 4), ("set one_press on\n", 2, 4)],
    "ape_town": [("", 2, 4), ("set entry region\n", 2, 4), ("set claims on\n", 2, 4)],
}
NAMES = ["Ana", "Ben", "Cho", "Dee", "Eva", "Fay"]


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """A board that the loader could have made, for one game each."""
    leds = draw(st.lists(st.integers(1, 40), min_size=1, max_size=3))
    strips = [Strip(f"s{i}", i, leds[i], "GRB") for i in range(len(leds))]
    names = draw(st.lists(st.sampled_from(BUTTONS), unique=True))
    buttons = [Button(names[i], 4 + i) for i in range(len(names))]
    board = Board("any", "pico_w", strips, buttons, Power(2000, 20, 1))
    for game, shows in ZONES.items():
        free = [0] * len(leds)
        zones = []
        for show in draw(st.lists(st.sampled_from(shows), unique=True)):
            strip = draw(st.integers(0, len(leds) - 1))
            room = leds[strip] - free[strip]
            if room:
                length = draw(st.integers(1, room))
                zones.append(Zone(show, strip, free[strip], length, draw(st.booleans())))
                free[strip] += length
        board.zones[game] = zones
    return board


gestures = st.lists(
    st.tuples(
        st.sampled_from([TAP, TAP, TAP, MINUS, SPECIAL, NEXT, NEXT, MODE]), st.integers(0, 5), st.integers(0, 300)
    ),
    max_size=40,
)


@given(board=boards(), game=st.sampled_from(sorted(SETUPS)), played=gestures, rhythm=st.booleans(), data=st.data())
def test_any_board_plays_any_game(
    board: Board, game: str, played: list[tuple[int, int, int]], rhythm: bool, data: st.DataObject
) -> None:
    options, least, most = data.draw(st.sampled_from(SETUPS[game]))
    seats = data.draw(st.integers(least, most))
    setup = read_setup(f"game {game}\nseats {' '.join(NAMES[:seats])}\n{options}", CITY)
    table = Table(setup)
    settings = Settings()
    settings.rhythm = rhythm
    panel = new_panel(table, board, table.play)
    painter = Painter(board, settings)
    painter.open(panel)
    now = 0
    for action, seat, passed in played:
        seat = NO_SEAT if action in (NEXT, MODE) else seat
        try:
            if panel.act(action, seat, False):
                painter.pending(seat)
        except RuleError:
            painter.refuse(seat)
        painter.paint(now)
        now += passed
        painter.paint(now)
        assert panel.mode_name() in panel.modes()
        if seat < 6 and passed % 3 == 0:
            painter.read(seat)
            painter.paint(now)
            painter.read_end()
        painter.hold(passed % 101)
        if passed % 2:
            painter.stored()
    painter.hold(0)
    for _ in range(9):
        painter.paint(now)
    check_zones(board, game, painter)


def check_zones(board: Board, game: str, painter: Painter) -> None:
    """Nothing is lit outside the zones of the game."""
    inside = {(zone.strip, led) for zone in board.game_zones(game) for led in range(zone.start, zone.start + zone.leds)}
    for strip, frame in enumerate(painter.frames):
        for led in range(len(frame) // 3):
            assert (strip, led) in inside or not any(frame[3 * led : 3 * led + 3])


@given(board=boards(), presses=st.lists(st.tuples(st.sampled_from([TAP, MODE, NEXT]), st.integers(0, 5)), max_size=20))
def test_any_board_shows_the_menu(board: Board, presses: list[tuple[int, int]]) -> None:
    settings = Settings()
    menu = Menu(board, settings, True)
    painter = Painter(board, settings)
    painter.open_menu(menu)
    for slot, (action, seat) in enumerate(presses):
        painter.paint(slot * SLOT_MS)
        menu.act(action, seat)
    lit = False
    for slot in range(len(presses), len(presses) + PERIOD):
        painter.paint(slot * SLOT_MS)
        lit |= any(painter.frames[0])
    assert lit
