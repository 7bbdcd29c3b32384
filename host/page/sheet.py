"""Types of the data that a page or a terminal shows: plain data that view.py makes and the page's script reads."""

from typing import TypedDict

from firmware.state_types import MenuState


class Zone(TypedDict):
    """A part of a strip. name: "" for LEDs that belong to no zone."""

    name: str
    leds: int


class StripLayout(TypedDict):
    """One strip. loop: it is drawn as a loop around the panel. zones: in LED order."""

    name: str
    leds: int
    loop: bool
    zones: list[Zone]


class Layout(TypedDict):
    """How to draw the strips of a game. marks: every marks-th square of the loop is numbered."""

    marks: int
    strips: list[StripLayout]


class Panel(TypedDict, total=False):
    """What a page builds once. gestures: sentences. plug, command: for the emulated board only."""

    buttons: list[str]
    gestures: list[str]
    plug: bool
    command: str


class Region(TypedDict):
    """A region of Ape Town's city. filled, size: numbers of spaces. leader: seat, or None."""

    letter: str
    filled: int
    size: int
    leader: int | None


class Space(TypedDict):
    """A space of Ape Town's city. tile: "" when it is free. seat: whose disk is on it, or None."""

    name: str
    row: int
    column: int
    colour: str
    tile: str
    seat: int | None
    chosen: bool


class Tile(TypedDict):
    """A kind of tile of Ape Town. left: how many are in the supply."""

    name: str
    left: int
    chosen: bool


class Ways(TypedDict, total=False):
    """Variants of this table. space, claims (Ape Town): tiles are entered by space; claims are played.

    card (Primates): NEXT first stands for the environment card.
    """

    space: bool
    claims: bool
    card: bool


class Words(TypedDict):
    """What a panel shows by lights only, in words.

    heading: shown instead of the phase and all that is due; "" for the phase. todo: sentences that ask for something
    or answer a question. info: sentences for information. last: the last step, nearly as in scripts; "" before the
    first.
    """

    heading: str
    todo: list[str]
    info: list[str]
    last: str
    table: Ways
    regions: list[Region]
    tiles: list[Tile]
    city: list[Space]


class ShownRegion(TypedDict):
    """As Region. colour: of the leader in CSS, "" without one. leader: a name, or ""."""

    letter: str
    filled: int
    size: int
    leader: str
    colour: str


class ShownSpace(Space):
    """As Space. disk: its colour in CSS, or "". owner: a name, or ""."""

    disk: str
    owner: str


class Column(TypedDict):
    """A column of the table: what is counted, and its value for each seat."""

    name: str
    values: "list[int | str]"


class Seat(TypedDict):
    """A player. values: one for each column. mark: words beside the name. place: 0 before the end of the game."""

    name: str
    button: str
    colour: str  # CSS
    colour_name: str
    values: "list[int | str]"
    turn: bool
    wins: bool
    mark: str
    place: int


class Button(TypedDict):
    """A button. colour: CSS, or "". does: name of the held button ("" for none) -> what this button does then."""

    label: str
    colour: str
    does: dict[str, str]


class Sheet(TypedDict, total=False):
    """Everything that is shown of a table."""

    game: str
    phase: str
    due: list[str]  # sentences that ask for something
    info: list[str]  # sentences for information
    storage: str  # a sentence as long as storage fails; "" when it works
    message: str
    refused: bool
    ignored: list[str]  # buttons that do nothing until they are let go
    last: str  # the step that UNDO takes back
    stored: bool
    columns: list[str]  # what is counted, the total first
    shown: str  # the column that the seat buttons change
    seats: list[Seat]  # in the order of the places, when there are any
    regions: list[ShownRegion]
    city: list[ShownSpace]
    tiles: list[Tile]
    menu: MenuState | None
    buttons: dict[str, Button]
    speed: str  # how fast the emulated board runs, in words
