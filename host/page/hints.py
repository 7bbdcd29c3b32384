"""Tells what each button does now, in two or three words, alone and while another is held, as in docs/controls.md."""

from firmware.state_types import MenuState, State
from host.page.sheet import Ways

Hints = dict[str, dict[str, str]]  # held button ("" for none) -> button -> what it does then

UNITS = {"score": "point", "points": "point", "hearts": "heart", "cards": "card"}  # others: the name of the track
# In a game of two to four: what the seat buttons without a player do alone, with UNDO and with MODE.
SPARE = {
    "primates": {"seat5": ("draw, resolve", "", "roll: group"), "seat6": ("next number", "", "roll: solitary")},
    "ape_town": {"seat5": ("next one", "one before", "spaces free"), "seat6": ("next one", "one before", "tiles left")},
}
NO_TAPS = ("", "", "")


def hints(state: State, goes_on: bool = False, table: Ways | None = None) -> Hints:
    """The hints for a state (firmware/state.py). goes_on: the completion of a region of Ape Town is shown, and NEXT
    continues. table: the variants of this table, see notes.py."""
    menu, game = state["menu"], state["game"]
    if menu:
        return _menu(menu, game is not None)
    if game is None:
        return {}
    table = table or {}
    found: Hints = {
        "": {"undo": "a step back", "mode": _mode(state), "next": "goes on" if goes_on else _next(state, table)},
        "undo": {"next": "forward again", "mode": "2 s: new game"},
        "mode": {"next": "brightness", "undo": "2 s: new game"},
        "next": {"undo": "forward again", "mode": "brightness"},
    }
    for seat in range(6):
        name = f"seat{seat + 1}"
        if seat < len(state["seats"]):
            tap, minus, special = NO_TAPS if goes_on else _seat(state, seat, table)
            read = "reads out"
        elif state["over"] or goes_on:
            continue
        else:
            tap, minus, read = SPARE.get(game, {}).get(name, NO_TAPS)
            special = ""
            if tap and game == "ape_town" and state["mode"] != "place":
                tap, minus = "place a tile", ""
        for held, text in (("", tap), ("undo", minus), ("mode", read), ("next", special)):
            found[held][name] = text
    return found


def _seat(state: State, seat: int, table: Ways) -> tuple[str, str, str]:
    """What the button of `seat` does alone, with UNDO and with NEXT."""
    mode, game = state["mode"], state["game"]
    if state["decided"]:
        return "", "-1", ""
    if mode == "action":
        return ("group", "solitary", "rest", "")[min(seat, 3)], "", ""
    if mode == "place":
        if seat != state["turn"]:
            return NO_TAPS
        claims = ("passed +1", "money +1") if table.get("claims") else ("", "")
        return "next space" if table.get("space", True) else "", *claims
    if game == "primates":
        entered = state.get("entered")
        minus = "enters 0" if entered and entered[seat] is None else "-1"
        return "+" + amount(1, mode), minus, "+2 hearts" if mode == "hearts" else "+10"
    if game == "ape_town":
        return "+" + amount(1, mode), "-1", "+10" if state["over"] and mode == "money" else "+5"
    if mode in ("rage", "cards") and state["phase"] == 3:
        return "+" + amount(1, mode), "-1", ""  # phase 3: there is no assembly any more
    special = {"score": "+5", "rage": "4 rage: ape", "cards": "4 rage: Tamarin"}.get(mode, f"pays 3 {mode}")
    return "+" + amount(1, mode), "-1", special


def amount(number: int, track: str) -> str:
    """A number with the unit of a track: "1 point", "3 hearts", "2 rage"."""
    unit = UNITS.get(track)
    return f"{number} {track if unit is None else unit if number == 1 else unit + 's'}"


def _mode(state: State) -> str:
    """The track or category to which MODE goes, as a hint; "" when there is only one."""
    modes = state["modes"]
    if len(modes) < 2:
        return ""
    following = modes[(modes.index(state["mode"]) + 1) % len(modes)]
    return f"to {'points' if following == 'score' else following}"


def _next(state: State, table: Ways) -> str:
    if state["decided"]:
        return ""
    if state["over"]:
        return "confirms"
    if state["game"] == "after_us":
        return f"ends phase {state['phase']}"
    if state["game"] == "primates":
        return "card is drawn" if table.get("card") and "environment" in state["due"] else "ends the turn"
    return "places" if state["mode"] == "place" else "passes the turn"


def _menu(menu: MenuState, in_game: bool) -> Hints:
    """The hints in the new-game menu. What the seat buttons choose there is written on the buttons themselves."""
    last = menu["page"] == menu["pages"] - 1
    alone = {"next": "goes on", "undo": "back a page" if menu["page"] else "back to the game" if in_game else ""}
    with_undo = {}
    if menu["labels"]:
        alone["mode"] = "next choice"
    if last:
        alone["next"] = "starts" if not menu["labels"] or menu["choice"] else "keeps it"
    elif not menu["labels"]:  # the page of the seats' colours
        for seat in range(menu["seats"]):
            alone[f"seat{seat + 1}"] = "next colour"
            with_undo[f"seat{seat + 1}"] = "colour before"
    return {"": alone, "undo": with_undo, "mode": {}, "next": {}}
