"""Ape Town's city: its spaces, their neighbours and its regions (AT2).

The rules do not contain the printed board, so a city is data: map_reading.py reads a map file, and city_building.py
makes a City of it. The game and the pictures read its tables, which are small and made of bytes.
"""

from binascii import crc32

from .compat import const

COLOURS = ("grey", "black", "white")

NO_NEIGHBOUR = const(255)  # no neighbour on that side
SIDES = const(6)
# The six sides of a space as (rows down, columns right): left, right, then the two above and the two below.
_SIDES = ((0, -2), (0, 2), (-1, -1), (-1, 1), (1, -1), (1, 1))


class City:
    """One city. Spaces are numbered from 0 in reading order of the map, regions from 0 in alphabetical order.

    letters: one capital letter per region. Bytes by region: `colour` (index in COLOURS), `size` (spaces),
    `borders[a * regions + b]` (1 when a and b touch). Bytes by space: `region`, `row`, `column` (0 is the
    top and the left of the drawing), `neighbours[6 * space + side]` (a space, or NO_NEIGHBOUR).
    """

    def __init__(self, letters: str, colour: bytearray, region: bytearray, row: bytearray, column: bytearray) -> None:
        self.letters = letters
        self.colour = colour
        self.region = region
        self.row = row
        self.column = column
        self.regions = len(letters)
        self.spaces = len(region)
        self.size = bytearray(self.regions)
        for i in range(self.spaces):
            self.size[region[i]] += 1
        self.neighbours = _neighbours(row, column)
        self.borders = self._find_borders()

    def _find_borders(self) -> bytearray:
        borders = bytearray(self.regions * self.regions)
        for i in range(len(self.neighbours)):
            other = self.neighbours[i]
            if other != NO_NEIGHBOUR:
                here = self.region[i // SIDES]
                there = self.region[other]
                if here != there:
                    borders[here * self.regions + there] = 1
        return borders

    def name(self, space: int) -> str:
        """The name of a space, such as "C4": its region's letter and its number in that region, from 1."""
        region = self.region[space]
        number = 0
        for i in range(space + 1):
            if self.region[i] == region:
                number += 1
        return "%s%d" % (self.letters[region], number)

    def find(self, name: str) -> int:
        """The number of the space called `name` ("C4"); -1 when the city has none of that name."""
        digits = name[1:]
        region = self.find_region(name[:1])
        if region < 0 or not 1 <= len(digits) <= 2 or digits[0] == "0":
            return -1
        from .setup import read_number  # here, because only scripts need it

        number = read_number(digits)
        for i in range(self.spaces):
            if self.region[i] == region:
                number -= 1
                if number == 0:
                    return i
        return -1

    def find_region(self, letter: str) -> int:
        """The number of the region called `letter`; -1 when the city has none of that name."""
        return self.letters.find(letter) if len(letter) == 1 else -1

    def fingerprint(self) -> int:
        """CRC-32 of all that matters in play: not of comments, indent and line endings of the map."""
        # The rows need not be included: neighbouring rows differ in the parity of their columns.
        data = b"".join((self.letters.encode(), bytes(self.colour), bytes(self.region)))
        return crc32(bytes(self.column), crc32(data)) & 0xFFFFFFFF


def _neighbours(row: bytearray, column: bytearray) -> bytearray:
    """The neighbours of all spaces: SIDES entries per space, each a space or NO_NEIGHBOUR."""
    spaces = len(row)
    at = {}
    for i in range(spaces):
        at[row[i] << 8 | column[i]] = i
    found = bytearray(SIDES * spaces)
    for i in range(spaces):
        for side in range(SIDES):
            down, right = _SIDES[side]
            r = row[i] + down
            c = column[i] + right
            found[SIDES * i + side] = at.get(r << 8 | c, NO_NEIGHBOUR) if r >= 0 and c >= 0 else NO_NEIGHBOUR
    return found
