"""The shapes of what a page or a terminal shows: plain data, as view.py makes it and the page's script reads it."""

from typing import TypedDict

from firmware.state_types import MenuState


class Zone(TypedDict):
    """A part of a strip; LEDs that belong to no zone have no name."""

    name: str
    leds: int


class StripLayout(TypedDict):
    """One strip. loop: it is drawn as a loop around the panel. zones: in LED order."""

    name: str
    leds: int
    loop: bool
    zones: list[Zone]


class Layout(TypedDict):
    """How to draw the strips of a game. marks: every so many squares of the loop one is numbered."""

    marks: int
    strips: list[StripLayout]


class Panel(TypedDict, total=False):
    """What is built once. gestures: sentences. plug, command: of the emulated board only."""

    buttons: list[str]
    gestures: list[str]
    plug: bool
    command: str


class Region(TypedDict):
    """A region of Ape Town's city. leader: seat or None."""

    letter: str
    filled: int
    size: int
    leader: int | None


class Space(TypedDict):
    """A space of Ape Town's city. tile: "" when it is free. seat: whose disk lies there, or None."""

    name: str
    row: int
    column: int
    colour: str
    tile: str
    seat: int | None
    chosen: bool


class Tile(TypedDict):
    """A kind of Ape Town's tiles."""

    name: str
    left: int
    chosen: bool


class Ways(TypedDict, total=False):
    """How this table plays. Ape Town: tiles are entered by space; with claims. Primates: NEXT is first the card."""

    space: bool
    claims: bool
    card: bool


class Words(TypedDict):
    """What a panel shows in lights only, in words.

    heading: instead of the phase, with nothing else due; "" for the phase. todo: sentences that want something, or
    answer. info: sentences to know. last: the last step, much as scripts say it; "" before the first.
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
    """As Region; colour: CSS, "" without a leader. leader: a name, or ""."""

    letter: str
    filled: int
    size: int
    leader: str
    colour: str


class ShownSpace(Space):
    """As Space; disk: CSS, or "". owner: a name, or ""."""

    disk: str
    owner: str


class Column(TypedDict):
    """Something that is counted, and what to show for each seat."""

    name: str
    values: "list[int | str]"


class Seat(TypedDict):
    """A player. values: one a column. mark: words beside the name. place: 0 before the end."""

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
    """A button. colour: CSS, or "". does: held button, "" for none -> what it does then."""

    label: str
    colour: str
    does: dict[str, str]


class Sheet(TypedDict, total=False):
    """Everything that is shown of a table."""

    game: str
    phase: str
    due: list[str]  # sentences that want something
    info: list[str]  # to know
    storage: str  # what is wrong with it, as long as it is
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
