"""Random cities and games of Ape Town for hypothesis, and a plain second opinion on what a completion pays."""

import random
from dataclasses import dataclass, field

from hypothesis import strategies as st

from engine_core.city import COLOURS
from engine_core.games.ape_town import ApeTownGame
from engine_core.games.ape_town_scoring import TILES, VALUES
from engine_core.moves import CLAIM, NO_SEAT, PLACE
from engine_core.table import Table
from tests.kit.rules.ape_town_table import sit


@st.composite
def maps(draw: st.DrawFn) -> str:
    """The text of a random city: up to 7 rows of up to 9 spaces, up to nine regions, holes here and there."""
    letters = "ABCDEFGHI"[: draw(st.integers(1, 9))]
    width, height = draw(st.integers(1, 9)), draw(st.integers(1, 7))
    cells = draw(st.lists(st.sampled_from(letters * 3 + " "), min_size=width * height, max_size=width * height))
    rows = [" ".join(cells[row * width : (row + 1) * width]) for row in range(height)]
    indent = draw(st.integers(0, 1))
    lines = [(" " * ((row + indent) % 2) + text).rstrip() for row, text in enumerate(rows)]
    while lines and not lines[0]:
        lines.pop(0)
    lines = lines[: lines.index("")] if "" in lines else lines
    used = sorted(set("".join(lines)) - {" "})
    if not used:
        return "A\ngrey A\n"
    colours = {letter: draw(st.sampled_from(COLOURS)) for letter in used}
    for colour in draw(st.permutations(COLOURS)):
        own = [letter for letter in used if colours[letter] == colour]
        if own:
            lines.append(f"{colour} {' '.join(own)}")
    return "\n".join(lines) + "\n"


@dataclass
class Witness:
    """Keeps its own account of a game by space, straight from the map's text and the rule's words."""

    text: str
    seats: int
    proportional: bool
    region: dict[tuple[int, int], str] = field(default_factory=dict)
    tiles: dict[tuple[int, int], tuple[str, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        rows = [line for line in self.text.split("\n") if line and not line[0].islower()]
        self.region = {(r, c): letter for r, row in enumerate(rows) for c, letter in enumerate(row) if letter != " "}

    def beside(self, at: tuple[int, int]) -> list[tuple[int, int]]:
        r, c = at
        around = [(r, c - 2), (r, c + 2), (r - 1, c - 1), (r - 1, c + 1), (r + 1, c - 1), (r + 1, c + 1)]
        return [other for other in around if other in self.region]

    def lay(self, space: int, tile: str, seat: int) -> tuple[int, list[int], list[int]]:
        """(points at once, dominance by seat, extortion by seat) of one tile."""
        at = sorted(self.region)[space]
        near = [self.tiles[other][0] for other in self.beside(at) if other in self.tiles]
        value = dict(zip(TILES, VALUES, strict=True))
        at_once = sum(map(value.__getitem__, near)) if tile == "depot" else value[tile] * near.count("depot")
        self.tiles[at] = (tile, seat)
        letter = self.region[at]
        if any(self.region[other] == letter and other not in self.tiles for other in self.region):
            return at_once, [0] * self.seats, [0] * self.seats
        return at_once, self.dominance(letter), self.extortion(letter)

    def inside(self, letter: str) -> list[tuple[str, int]]:
        return [self.tiles[at] for at in self.tiles if self.region[at] == letter]

    def worth(self, letter: str) -> int:
        return sum(VALUES[TILES.index(tile)] for tile, _ in self.inside(letter))

    def count(self, letter: str, tile: str) -> list[int]:
        return [self.inside(letter).count((tile, seat)) for seat in range(self.seats)]

    def dominance(self, letter: str) -> list[int]:
        for tile in ("orangutan", "lemur"):
            counts = self.count(letter, tile)
            if max(counts) and counts.count(max(counts)) == 1:
                return [self.worth(letter) * (count == max(counts)) for count in counts]
        return [0] * self.seats

    def extortion(self, letter: str) -> list[int]:
        own = self.count(letter, "lemur")
        around = {self.region[b] for a in self.region if self.region[a] == letter for b in self.beside(a)} - {letter}
        gained = [0] * self.seats
        for other in around:
            if sum(self.count(other, "lemur")) < sum(own):
                owners = sum(count > 0 for count in own)
                for seat in range(self.seats):
                    parts = own[seat] if self.proportional else int(own[seat] > 0)
                    whole = sum(own) if self.proportional else owners
                    gained[seat] += (self.worth(other) * parts + whole - 1) // whole
        return gained


@dataclass
class Play:
    """A random game on a random city, one tile at a time."""

    text: str
    seats: int
    options: tuple[str, ...]
    chance: random.Random

    def __post_init__(self) -> None:
        self.table: Table
        self.game: ApeTownGame
        self.table, self.game = sit(self.seats, *self.options, city=self.text)
        self.witness = Witness(self.text, self.seats, "extort proportional" in self.options)

    def step(self) -> tuple[int, int, int]:
        """One turn with a tile that is allowed: (space, tile, seat)."""
        game = self.game
        seat = game.turn()
        if game.track.with_claims:
            colour = self.chance.choice(list(game.city.colour))
            passed = self.chance.randint(0, min(3, game.value(1, seat)))
            taken = self.chance.randint(0, min(3, game.track.money_on_tiles()))
            self.table.play(CLAIM, NO_SEAT, colour, passed + 256 * taken)
        empty = [space for space in range(game.city.spaces) if game.tile(space) < 0 and self._fits(space)]
        space = self.chance.choice(empty)
        tiles = [t for t in range(6) if game.supply(t) and (t not in (3, 4) or game.disks(seat))]
        tile = self.chance.choice(tiles)
        self.table.play(PLACE, NO_SEAT, space, tile)
        return space, tile, seat

    def _fits(self, space: int) -> bool:
        claimed = self.game.track.claimed()
        colour = self.game.city.colour[self.game.city.region[space]]
        return claimed in (-1, colour) or not self.game.regions.has_room(claimed)


@st.composite
def plays(draw: st.DrawFn) -> Play:
    options = draw(st.lists(st.sampled_from(["claims on", "extort proportional"]), unique=True))
    return Play(draw(maps()), draw(st.integers(2, 4)), tuple(options), random.Random(draw(st.integers(0, 2**32))))
