"""Makes a city of a map text, and finds what is unusual about it. Used when a game begins, and by `troop map`."""

from .city import COLOURS, NO_NEIGHBOUR, SIDES, City
from .errors import TextError
from .map_reading import MapText

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .setup import Setup


def _build(read: MapText) -> City:
    """The city of a map text without faults."""
    letters = "".join(sorted(set(read.letters)))
    colour = bytearray([read.colours[letter] for letter in letters])
    region = bytearray([letters.find(letter) for letter in read.letters])
    return City(letters, colour, region, bytearray(read.rows), bytearray([c - read.left for c in read.columns]))


def read_city(text: str) -> City:
    """The city of the map `text`. Raises TextError with line and column of the first fault."""
    read = MapText(text)
    if read.faults:
        raise read.faults[0]
    return _build(read)


def city_of(setup: "Setup") -> City:
    """The city of this set-up. Raises TextError with the place of the first fault in the map."""
    if not setup.map_text:
        raise setup.fault("map", "Ape Town needs its city: add a line such as 'set map FILE'.")
    try:
        return read_city(setup.map_text)
    except TextError as fault:
        where = "line %d, column %d of the map: " % (fault.line, fault.column) if fault.line else ""
        raise setup.fault("map", "The city cannot be read: " + where + fault.message)


def inspect(text: str) -> "tuple[City | None, list[TextError], list[TextError]]":
    """(city, faults, warnings) of a map text, each in reading order; the city is None when there are faults.

    A warning is about something that is allowed but seldom intended, such as a region in two pieces.
    """
    read = MapText(text)
    if read.faults:
        return None, read.faults, []
    city = _build(read)
    return city, [], _warnings(city, read)


def _warnings(city: City, read: MapText) -> "list[TextError]":
    found = []
    for region in range(city.regions):
        for space in _pieces(city, region)[1:]:
            message = "region %s is in more than one piece: this one begins at %s" % (
                city.letters[region],
                city.name(space),
            )
            found.append(read.at_space(message, space))
    for space in _pieces(city, -1)[1:]:
        found.append(
            read.at_space("the city is in more than one piece: %s does not touch it" % city.name(space), space)
        )
    found.sort(key=lambda warning: (warning.line, warning.column, warning.message))
    for number in range(len(COLOURS)):
        if number not in list(city.colour):  # MicroPython has no `in` for a bytearray
            message = "no region is %s: a tile claimed from %s could go anywhere" % (COLOURS[number], COLOURS[number])
            found.append(TextError(message))
    if city.regions != 9:
        found.append(TextError("the number of regions is %d; on Ape Town's board it is 9" % city.regions))
    return found


def _pieces(city: City, region: int) -> "list[int]":
    """The first space of each connected piece of `region`, or of the whole city when it is -1."""
    seen = bytearray(city.spaces)
    firsts = []
    for start in range(city.spaces):
        if seen[start] or (region >= 0 and city.region[start] != region):
            continue
        firsts.append(start)
        seen[start] = 1
        open_spaces = [start]
        while open_spaces:
            space = open_spaces.pop()
            for side in range(SIDES):
                other = city.neighbours[SIDES * space + side]
                if other != NO_NEIGHBOUR and not seen[other] and (region < 0 or city.region[other] == region):
                    seen[other] = 1
                    open_spaces.append(other)
    return firsts
