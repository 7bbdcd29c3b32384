"""The shape of the state that a running table tells (state.py). For type checkers and the laptop: not on the board."""

from typing import TypedDict


class Counted(TypedDict):
    """Something that each seat has a number of: a track, or a source of points."""

    name: str
    values: list[int]  # by seat


class MenuState(TypedDict):
    """The new-game menu while it is open."""

    title: str
    labels: list[str]  # a lamp each
    buttons: list[str]  # what each seat's button chooses, or ""
    choice: int
    page: int
    pages: int
    seats: int
    colours: list[str]  # by seat


class State(TypedDict, total=False):
    """Plain data: only dicts, lists, strings, numbers, True, False and None."""

    # Always there.
    game: str | None
    message: str  # what was said since the last press
    refused: bool  # the last press was
    stored: bool  # no move waits for storage
    storage: str  # a sentence as long as storage fails, or ""
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
    entered: list[int | None] | None  # in end scoring, by seat, when `mode` is a category that is no track
    reading: int | None  # the seat button, 0 to 5, whose number is read out

    # From a board only.
    start: int  # its number
    restarts: int  # in a row before this start
    uptime_s: int
    free_memory: int  # bytes
