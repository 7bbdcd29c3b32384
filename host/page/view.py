"""Makes what a page or a terminal shows of the device, in words and plain data. It has no rules of the games."""

from engine_core.board import BUTTONS, Board
from engine_core.lights.palette import COLOURS
from engine_core.menu import TITLES
from engine_core.setup import GAMES
from firmware.state_types import Counted, State
from host.page.hints import Hints, amount, hints
from host.page.sheet import (
    Button,
    Column,
    Layout,
    Panel,
    Region,
    Seat,
    Sheet,
    ShownRegion,
    ShownSpace,
    Space,
    Words,
    Zone,
)
from host.printable import one_line, printable_in

LOOP_LEDS = 40  # a strip of so many LEDs or more is drawn as a loop around the panel, a shorter one as a bar
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
DUE_IN = {("ape_town", "scoring"): "count the money; NEXT confirms the end"}  # other words for one game
COLUMNS = {"score": "points"}
EMPTY = "-"  # not yet entered in end scoring
FREE = "free"  # label of a seat button without a function
# Labels of the seat buttons without a player, in a game of two to four.
LABELS = {
    "primates": {"seat5": "card", "seat6": "reminder"},
    "ape_town": {"seat5": "region", "seat6": "tile"},
}
GESTURES = (  # (buttons that the gesture needs besides those of seats, what it does)
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
SUBSTITUTE = {  # button that the board lacks -> the gesture that replaces it
    "mode": "NEXT held alone for most of a second: the next track. UNDO + NEXT for two seconds: a new game.",
    "next": "MODE held alone for most of a second: the end of the phase or turn; confirms.",
}


def panel(board: Board) -> Panel:
    """The buttons (names) of the board, and the gestures (sentences) for which it has the buttons."""
    buttons = [button.name for button in board.buttons]
    gestures = [text for needs, text in GESTURES if set(needs) <= set(buttons)]
    gestures += [text for lacks, text in SUBSTITUTE.items() if lacks not in buttons and {"mode", "next"} & set(buttons)]
    return {"buttons": buttons, "gestures": gestures}


def strips(board: Board, game: str) -> Layout:
    """How to draw the strips of a board in a game ("" for none), see sheet.Layout."""
    longest = max(strip.leds for strip in board.strips)
    loops = [i for i, strip in enumerate(board.strips) if strip.leds == longest and longest >= LOOP_LEDS]
    return {
        "marks": MARKS,
        "strips": [
            {"name": strip.name, "leds": strip.leds, "loop": i in loops[:1], "zones": _zones(board, game, i)}
            for i, strip in enumerate(board.strips)
        ],
    }


def _zones(board: Board, game: str, strip: int) -> list[Zone]:
    """The zones of one strip in LED order; LEDs that belong to none are zones without a name."""
    here = sorted((zone for zone in board.game_zones(game) if zone.strip == strip), key=lambda zone: zone.start)
    found: list[Zone] = []
    at = 0
    for zone in here:
        if zone.start > at:
            found.append({"name": "", "leds": zone.start - at})
        found.append({"name": zone.show, "leds": zone.leds})
        at = zone.start + zone.leds
    if at < board.strips[strip].leds:
        found.append({"name": "", "leds": board.strips[strip].leds - at})
    return found


def no_words() -> Words:
    """Empty words, for when nothing is known besides the state; see sheet.Words."""
    return {"heading": "", "todo": [], "info": [], "last": "", "regions": [], "table": {}, "city": [], "tiles": []}


def table(state: State, words: Words | None = None) -> Sheet:
    """The state in words. words: what the panel shows by lights only (notes.py); None for a board."""
    menu = state["menu"]
    storage = state.get("storage", "")  # firmware of an earlier version does not send it
    said = words or no_words()
    seat = state.get("reading")
    if words is None and seat is not None:
        said = {**said, "todo": [_read_out(state, seat)]}
    due = [] if said["heading"] else [_due(word, state["game"] or "") for word in state.get("due", ())]
    due = [*said["todo"], *due] if state.get("mode") == "action" else [*due, *said["todo"]]  # PR2
    shown: Sheet = {
        "game": title(state["game"]),
        "phase": menu["title"] if menu else said["heading"] or phase(state),
        "due": [] if menu else [text for text in due if text],
        "info": [] if menu else said["info"],
        "storage": storage,
        "message": _message(state, storage),
        "refused": state["refused"],
        "ignored": state.get("ignored", []),
        "last": "" if menu else said["last"],
        "stored": state["stored"],
        "columns": [],
        "shown": "",
        "seats": [],
        "regions": [],
        "city": [],
        "tiles": [] if menu else said["tiles"],
        "menu": menu,
        "buttons": _buttons(state, hints(state, bool(said["heading"]), said["table"])),
    }
    if state["game"]:
        tracks = _tracks(state)
        shown["columns"] = ["points", *(track["name"] for track in tracks)]
        shown["shown"] = "" if state["over"] and state["decided"] else COLUMNS.get(state["mode"], state["mode"])
        seats = [_seat(state, seat, tracks) for seat in range(len(state["seats"]))]
        shown["seats"] = sorted(seats, key=lambda seat: seat["place"])
        shown["regions"] = [_region(state, region) for region in said["regions"]]
        shown["city"] = [_space(state, space) for space in said["city"]]
    printable: Sheet = printable_in(shown)
    return printable


def _message(state: State, storage: str) -> str:
    """What people were told since the last press, without what is shown elsewhere (menu title, storage)."""
    message = str(state["message"])
    if state["menu"] and message == state["menu"]["title"]:
        return ""
    return one_line(message.replace(storage, "").strip() if storage else message)


def _read_out(state: State, seat: int) -> str:
    """The number of the seat whose button is held with MODE, for a board, of which only the state is known."""
    if seat >= len(state["seats"]):
        return ""
    counted = {track["name"]: track["values"] for track in state["tracks"]}
    entered = state.get("entered")
    if entered is not None:
        counted[state["mode"]] = [value or 0 for value in entered]
    track = state["mode"] if state["mode"] in counted and not state["decided"] else "points"
    values = counted[track] if track in counted else state["totals"]
    return f"{state['seats'][seat]}: {amount(values[seat], track)}"


def _due(word: str, game: str) -> str:
    return DUE_IN.get((game, word), DUE[word])


def _tracks(state: State) -> list[Column]:
    """The columns besides the points: the tracks, or the sources of the points when the game is decided."""
    if state["decided"]:
        return [_column(source) for source in state["sources"] if any(source["values"])]
    tracks = [_column(track) for track in state["tracks"] if track["name"] != "score"]
    entered = state.get("entered")  # firmware of an earlier version does not send it
    if entered is not None:
        tracks.append({"name": state["mode"], "values": [EMPTY if value is None else value for value in entered]})
    return tracks


def _column(counted: Counted) -> Column:
    return {"name": counted["name"], "values": list(counted["values"])}


def _seat(state: State, seat: int, tracks: list[Column]) -> Seat:
    colour = state["colours"][seat]
    turn, wins = state["turn"] == seat and not state["over"], seat in state["winners"]
    return {
        "name": state["seats"][seat],
        "button": f"seat{seat + 1}",
        "colour": css(COLOURS[colour]),
        "colour_name": colour,
        "values": [state["totals"][seat], *(track["values"][seat] for track in tracks)],
        "turn": turn,
        "wins": wins,
        "mark": "on turn" if turn else _victory(state) if wins else "",
        "place": state["places"][seat] if state["decided"] and "places" in state else 0,
    }


def _victory(state: State) -> str:
    return "wins" if len(state["winners"]) == 1 else "shares the victory"


def _region(state: State, region: Region) -> ShownRegion:
    leader = region["leader"]
    return {
        "letter": region["letter"],
        "filled": region["filled"],
        "size": region["size"],
        "colour": "" if leader is None else css(COLOURS[state["colours"][leader]]),
        "leader": "" if leader is None else state["seats"][leader],
    }


def _space(state: State, space: Space) -> ShownSpace:
    seat = space["seat"]
    return {
        **space,
        "disk": "" if seat is None else css(COLOURS[state["colours"][seat]]),
        "owner": "" if seat is None else state["seats"][seat],
    }


def _buttons(state: State, does: Hints) -> dict[str, Button]:
    """Name -> label, colour and hints, for every button that a board may have."""
    found: dict[str, Button] = {}
    menu = state["menu"]
    for name in BUTTONS:
        label, colour = name.upper(), ""
        if name.startswith("seat"):
            seat = int(name[4:]) - 1
            label = _label(state, name, seat)
            if menu and not menu["labels"] and seat < menu["seats"]:
                colour = css(COLOURS[menu["colours"][seat]])
            elif not menu and state["game"] and seat < len(state["seats"]):
                colour = css(COLOURS[state["colours"][seat]])
        found[name] = {
            "label": label,
            "colour": colour,
            "does": {held: texts[name] for held, texts in does.items() if texts.get(name)},
        }
    return found


def _label(state: State, name: str, seat: int) -> str:
    """The label of a seat's button: a choice of the menu, the seat's name, or its function in this game."""
    if state["menu"]:
        return state["menu"]["buttons"][seat] or FREE
    if state["game"] and seat < len(state["seats"]):
        return str(state["seats"][seat])
    return FREE if state.get("over") else LABELS.get(state["game"] or "", {}).get(name, FREE)


def title(game: str | None) -> str:
    """The printed title of the game; "" without one."""
    return TITLES[GAMES.index(game)] if game else ""


def phase(state: State) -> str:
    """The point of the game: "Round 2, phase 1: Assembling the Tribe"; its outcome when it is over."""
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
    """An LED's colour 0xRRGGBB as a CSS colour for a screen: the same hue at full brightness."""
    channels = [colour >> 16 & 255, colour >> 8 & 255, colour & 255]
    peak = max(*channels, 1)
    return "#" + "".join(f"{round(255 * (channel / peak) ** 0.6):02x}" for channel in channels)
