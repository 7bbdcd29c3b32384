"""Types of the state that a running table sends (state.py). For type checkers and the laptop; not on the board."""

from typing import TypedDict


class Counted(TypedDict):
    """A track or a source of points, with its value for each seat."""

    name: str
    values: list[int]  # by seat


class MenuState(TypedDict):
    """The new-game menu while it is open."""

    title: str
    labels: list[str]  # one for each lamp
    buttons: list[str]  # what each seat's button chooses; "" for nothing
    choice: int
    page: int
    pages: int
    seats: int
    colours: list[str]  # by seat


class State(TypedDict, total=False):
    """Plain data: only dicts, lists, strings, numbers, True, False and None."""

    # Always there.
    game: str | None
    message: str  # what people were told since the last press
    refused: bool  # the last press was refused
    stored: bool  # every move is in storage
    storage: str  # one sentence as long as storage fails; "" when it works
    brightness: int
    current_ma: int
    ignored: list[str]  # buttons that are stuck or chatter
    menu: MenuState | None

    # With a game.
    seats: list[str]  # names
    colours: list[str]  # names, by seat
    tracks: list[Counted]
    totals: list[int]  # by seat
    sources: list[Counted]
    places: list[int]  # by seat, from 1
    phase: int
    round: int
    turn: int  # seat, or -1
    due: list[str]  # words, see games/base.py
    mode: str
    modes: list[str]
    over: bool
    decided: bool
    winners: list[int]  # seats
    outcome: str  # a sentence
    standings: list[str]  # lines
    moves: int
    can_undo: bool
    can_redo: bool
    entered: list[int | None] | None  # points entered in end scoring, by seat, if `mode` is a category and no track
    reading: int | None  # seat, 0 to 5, whose number is read out on the lamps

    # From a board only.
    start: int  # number of this start
    restarts: int  # in a row before this start
    uptime_s: int
    free_memory: int  # bytes
