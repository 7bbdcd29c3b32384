"""What a page or a terminal shows of the device, in words and plain data. It knows the games' words, no rules."""

from typing import Any

from engine_core.board import Board
from engine_core.menu import TITLES
from engine_core.palette import COLOURS
from engine_core.setup import GAMES

State = dict[str, Any]

LOOP_LEDS = 40  # a strip of so many LEDs is drawn as a loop around the panel, a shorter one as a bar
MARKS = 10  # every tenth square of the loop is numbered

PHASES = ("Assembling the Tribe", "Attracting New Apes", "Resting")
DUE = {
    "environment": "draw and resolve the environment card",
    "last_round": "last round",
    "last_rage": "80 reached: spend rage now, before NEXT",
    "reveal": "reveal the next section of the territory track",
    "shortage": "cards run short: the highest card number chooses first",
    "scoring": "enter the end scores, then NEXT confirms",
}
COLUMNS = {"score": "points"}
EMPTY = "-"  # what end scoring does not have yet
# Seat buttons that no player has, and what they do in a game of two to four.
SPARE = {
    "primates": {"seat5": "card drawn", "seat6": "reminder"},
    "ape_town": {"seat5": "region", "seat6": "tile"},
}
GESTURES = (  # the buttons it takes besides the seats, and what it does
    ((), "Seat: +1 on the track that is shown, at once."),
    (("undo",), "UNDO: one step back. UNDO + seat: one less."),
    (("next",), "NEXT: the end of the phase or turn; confirms."),
    (
        ("next",),
        "NEXT + seat: the special move: points +5; rage: spend 4 and take an ape out; hearts +2; end scoring +10.",
    ),
    (("mode",), "MODE: the next track. MODE + seat: that seat's number in tens and ones, until MODE is let go."),
    (("undo", "next"), "UNDO + NEXT: forward again."),
    (("mode", "next"), "MODE + NEXT: brightness."),
    (
        ("undo", "mode"),
        "UNDO + MODE for two seconds: a new game. In the menu MODE goes through the choices, NEXT goes on, UNDO back.",
    ),
)


def panel(board: Board) -> State:
    """buttons (names), gestures (sentences; those that the board has the buttons for)."""
    buttons = [button.name for button in board.buttons]
    return {"buttons": buttons, "gestures": [text for needs, text in GESTURES if set(needs) <= set(buttons)]}


def strips(board: Board, game: str) -> State:
    """strips: of each its name, leds, loop (draw it as one), zones (name, leds), in LED order; marks: see MARKS."""
    longest = max(strip.leds for strip in board.strips)
    loops = [i for i, strip in enumerate(board.strips) if strip.leds == longest and longest >= LOOP_LEDS]
    return {
        "marks": MARKS,
        "strips": [
            {"name": strip.name, "leds": strip.leds, "loop": i in loops[:1], "zones": _zones(board, game, i)}
            for i, strip in enumerate(board.strips)
        ],
    }


def _zones(board: Board, game: str, strip: int) -> list[State]:
    """The zones of one strip in LED order; LEDs that belong to none are zones without a name."""
    here = sorted((zone for zone in board.game_zones(game) if zone.strip == strip), key=lambda zone: zone.start)
    found: list[State] = []
    at = 0
    for zone in here:
        if zone.start > at:
            found.append({"name": "", "leds": zone.start - at})
        found.append({"name": zone.show, "leds": zone.leds})
        at = zone.start + zone.leds
    if at < board.strips[strip].leds:
        found.append({"name": "", "leds": board.strips[strip].leds - at})
    return found


def table(state: State, note: str) -> State:
    """The state (firmware/state.py) in words: game, phase, due, message, refused, columns, shown, seats, menu, labels.

    note: see notes.py; it comes after what is due. columns: what is counted, the total first; shown: the one
    that the seat buttons change. seats: name, button, colour (CSS), colour_name, values (one a column), turn,
    wins. labels: button -> what it does, where that is not a seat's own.
    """
    menu = state["menu"]
    shown: State = {
        "game": title(state["game"]),
        "phase": menu["title"] if menu else phase(state),
        "due": [] if menu else [text for text in (*(DUE[word] for word in state.get("due", ())), note) if text],
        "message": state["message"] if not menu or state["message"] != menu["title"] else "",
        "refused": state["refused"],
        "stored": state["stored"],
        "columns": [],
        "shown": "",
        "seats": [],
        "menu": menu,
        "labels": _labels(menu["buttons"]) if menu else SPARE.get(state["game"] or "", {}),
    }
    if state["game"]:
        tracks = [track for track in state["tracks"] if track["name"] != "score"]
        entered = state.get("entered")  # not from a board of an earlier version
        if entered is not None:
            tracks.append({"name": state["mode"], "values": [EMPTY if value is None else value for value in entered]})
        shown["columns"] = ["points", *(track["name"] for track in tracks)]
        shown["shown"] = COLUMNS.get(state["mode"], state["mode"])
        shown["seats"] = [_seat(state, seat, tracks) for seat in range(len(state["seats"]))]
    return shown


def _seat(state: State, seat: int, tracks: list[State]) -> State:
    colour = state["colours"][seat]
    return {
        "name": state["seats"][seat],
        "button": f"seat{seat + 1}",
        "colour": css(COLOURS[colour]),
        "colour_name": colour,
        "values": [state["totals"][seat], *(track["values"][seat] for track in tracks)],
        "turn": state["turn"] == seat and not state["over"],
        "wins": seat in state["winners"],
    }


def _labels(words: list[str]) -> dict[str, str]:
    """Seat button -> what it chooses in the menu."""
    return {f"seat{seat + 1}": word for seat, word in enumerate(words) if word}


def title(game: str | None) -> str:
    """The game as people say it; "" without one."""
    return TITLES[GAMES.index(game)] if game else ""


def phase(state: State) -> str:
    """Where the game is: "Round 2, phase 1: Assembling the Tribe"; how it ended when it has."""
    if not state["game"]:
        return ""
    if state["over"]:
        return str(state["outcome"])
    parts = []
    if state["round"]:
        parts.append(f"Round {state['round']}")
    if state["phase"]:
        parts.append(f"phase {state['phase']}: {PHASES[state['phase'] - 1]}")
    if state["turn"] >= 0:
        parts.append(f"{state['seats'][state['turn']]}'s turn")
    return ", ".join(parts)


def css(colour: int) -> str:
    """An LED's colour 0xRRGGBB as a screen shows it: the same hue, at full strength."""
    channels = [colour >> 16 & 255, colour >> 8 & 255, colour & 255]
    peak = max(*channels, 1)
    return "#" + "".join(f"{round(255 * (channel / peak) ** 0.6):02x}" for channel in channels)
