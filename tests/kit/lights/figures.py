"""Pictures of the panel for the docs: what the strips show, unrolled, blinking as they do, with every zone named."""

from html import escape
from typing import NamedTuple

from engine_core.board import Board
from engine_core.lights.palette import SLOT_MS
from engine_core.settings import Settings
from tests.kit.lights import states
from tests.kit.lights.pictures import TWO_SECONDS, Device, read_board
from tests.kit.lights.states import APE, COMPLETE, PRIMATES, SIX, State

PITCH = {80: 12, 30: 24}  # pixels from LED to LED, by the length of the strip
MARGIN = 20
WIDTH = 80 * 12 + 2 * MARGIN
ROW = 64  # pixels from strip to strip
TOP = 40


class Figure(NamedTuple):
    """One picture of the docs: a state, and what each zone shows in it."""

    state: State
    labels: dict[str, str]


FIGURES = {
    "after_us": Figure(
        State("After Us, phase 2", SIX, "1*12 2*25 3*37 4*44 5*55 6*68 M 1*5 2*3 3*9 5*2 6*12 M M N"),
        {
            "score": "points, a faint tick every ten",
            "seats": "bright: has rage for a card",
            "phase": "phase",
            "mode": "mode",
            "due": "due",
            "track": "rage 1 to 12, a tick at 4, 8, 12",
        },
    ),
    "after_us_end": Figure(
        State("After Us: seat 2 has won with 84", SIX, "1*30 2*84 3*12 4*61 5*47 6*70 N"),
        {"score": "the winner has a halo; the faint light behind it is the lap done", "seats": "the winner"},
    ),
    "primates": Figure(
        State("Primates: seat 2 is on turn and has yet to draw the environment card", PRIMATES, "1*3 2*2 3*7 4*5 5 N"),
        {
            "score": "hearts: four lights a space, one a seat; every five spaces a tick in the colour of the turn",
            "seats": "bright: on turn",
            "due": "card, last, end",
            "mode": "mode",
            "rounds": "rounds left",
        },
    ),
    "primates_end": Figure(
        State("Primates: end scoring, extinct; seat 1 has entered it", PRIMATES, states.PRIMATES_END),
        {
            "score": "all points so far",
            "seats": "lit: entered",
            "due": "card, last, end",
            "mode": "hearts and five categories",
            "rounds": "none left",
        },
    ),
    "ape_town": Figure(
        State("Ape Town: seat 1 is on turn", APE, "1*23 2*31 3*7 4*85 " + states.BARS, states.NINE),
        {
            "score": "points; ticks in the colour of the turn",
            "regions": "nine regions: how full, who leads; white flash: one space left",
            "turn": "turn",
            "due": "due",
        },
    ),
    "ape_town_place": Figure(
        State("Ape Town: placing a lemur in the fourth region", APE, states.PLACING, states.NINE),
        {
            "score": "left: the spaces of the region, the chosen one blinks; right: six kinds of tiles, one chosen",
            "regions": "the chosen region blinks",
            "turn": "turn",
            "due": "due",
        },
    ),
    "ape_town_money": Figure(
        State("Ape Town: money", APE, "M 1*3 U2*2 3*5 U4*4", states.NINE),
        {
            "score": "a bar a seat, in blocks of five",
            "regions": "nine regions, still empty",
            "turn": "turn",
            "due": "due",
        },
    ),
    "ape_town_payout": Figure(
        State("Ape Town: the first region is complete and pays seat 1 six points", APE, COMPLETE, states.NINE_FILLED),
        {
            "score": "left: tens; right: ones",
            "regions": "the region that pays flashes twice",
            "turn": "who",
            "due": "more",
        },
    ),
    "read_out": Figure(
        State("Any game: MODE + seat 1 reads out 47", SIX, "1*47 M1"),
        {"score": "left half: tens; right half: ones, in blocks of five"},
    ),
}


def draw(figure: Figure) -> str:
    """The picture as SVG; it moves for as long as two seconds, again and again."""
    state = figure.state
    board = read_board(state.board)
    device = Device(state.setup, state.map_text, board, Settings()).press(state.presses)
    films = _film(device)
    height = TOP + ROW * len(board.strips) + 8
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}">',
        f"<title>{escape(state.title)}</title>",
        f'<rect width="{WIDTH}" height="{height}" rx="8" fill="#14161a"/>',
        _text(MARGIN, 24, state.title, 15),
    ]
    game = device.table.game.NAME
    for strip in range(len(board.strips)):
        y = TOP + ROW * strip + 14
        parts += _draw_strip(films[strip], y)
        parts += _draw_zones(board, game, strip, y, figure.labels)
    return "\n".join([*parts, "</svg>", ""])


def _film(device: Device) -> list[list[tuple[int, ...]]]:
    """By strip and LED the colours of the next two seconds, a slot each."""
    films: list[list[list[int]]] = [[[] for _ in range(strip.leds)] for strip in device.board.strips]
    for _ in range(TWO_SECONDS):
        device.settle()
        device.slot += 1
        for strip, frame in enumerate(device.painter.frames):
            for led in range(len(frame) // 3):
                films[strip][led].append(frame[3 * led] << 16 | frame[3 * led + 1] << 8 | frame[3 * led + 2])
    return [[tuple(led) for led in strip] for strip in films]


def _draw_strip(leds: list[tuple[int, ...]], y: int) -> list[str]:
    pitch = PITCH.get(len(leds), 12)
    length = pitch * len(leds)
    parts = [f'<rect x="{MARGIN - 4}" y="{y - 9}" width="{length + 8}" height="18" rx="9" fill="#22262c"/>']
    for i, film in enumerate(leds):
        x = MARGIN + pitch * i + pitch // 2
        circle = f'<circle cx="{x}" cy="{y}" r="{min(7, pitch // 2 - 1)}" fill="{_shown(film[0])}"'
        parts.append(circle + "/>" if len(set(film)) == 1 else f"{circle}>{_animate(film)}</circle>")
    return parts


def _animate(film: tuple[int, ...]) -> str:
    values = ";".join(_shown(colour) for colour in film)
    seconds = len(film) * SLOT_MS / 1000
    return (
        f'<animate attributeName="fill" calcMode="discrete" dur="{seconds:g}s" repeatCount="indefinite" '
        f'values="{values}"/>'
    )


def _shown(colour: int) -> str:
    """An LED's linear light as a screen shows it, with faint ones lifted: eyes see them well in a dark room."""
    channels = [colour >> 16, colour >> 8 & 255, colour & 255]
    if not any(channels):
        return "#2e333b"
    return "#" + "".join(f"{round(255 * (0.12 + 0.88 * (value / 255) ** 0.45)):02x}" for value in channels)


def _draw_zones(board: Board, game: str, strip: int, y: int, labels: dict[str, str]) -> list[str]:
    pitch = PITCH.get(board.strips[strip].leds, 12)
    parts = []
    for zone in board.game_zones(game):
        if zone.strip == strip and zone.show in labels:
            left = MARGIN + pitch * zone.start + 2
            right = MARGIN + pitch * (zone.start + zone.leds) - 2
            parts.append(f'<path d="M{left} {y + 13}v5H{right}v-5" fill="none" stroke="#7d8794"/>')
            parts.append(_text(left, y + 32, labels[zone.show], 12))
    return parts


def _text(x: int, y: int, words: str, size: int) -> str:
    return f'<text x="{x}" y="{y}" font-family="sans-serif" font-size="{size}" fill="#e6e9ee">{escape(words)}</text>'
