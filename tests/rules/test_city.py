"""The city as text: its spaces, neighbours and regions, and every fault with its place (AT2)."""

import pytest

from engine_core.city import COLOURS, NO_NEIGHBOUR
from engine_core.city_building import inspect, read_city
from engine_core.errors import TextError
from tests.kit.rules.ape_town_table import SAMPLE, SMALL

# The format's own example.
EXAMPLE = """\
A A A B B C
 A A B B C C
D D E E C C
grey A E
black B D
white C
"""


def names(text: str, name: str) -> set[str]:
    """The neighbours of one space, by name."""
    city = read_city(text)
    space = city.find(name)
    return {city.name(other) for other in city.neighbours[6 * space : 6 * space + 6] if other != NO_NEIGHBOUR}


def faults(text: str) -> list[tuple[int, int]]:
    """Line and column of every fault."""
    return [(fault.line, fault.column) for fault in inspect(text)[1]]


def warnings(text: str) -> list[str]:
    city, bad, found = inspect(text)
    assert city is not None
    assert bad == []
    return [warning.message for warning in found]


# -- what a text says --------------------------------------------------------------------------------
def test_at2_spaces_are_numbered_by_region_in_reading_order() -> None:
    city = read_city(EXAMPLE)
    assert (city.spaces, city.regions, city.letters) == (18, 5, "ABCDE")
    assert [city.name(space) for space in range(6)] == ["A1", "A2", "A3", "B1", "B2", "C1"]
    assert [city.name(space) for space in range(6, 12)] == ["A4", "A5", "B3", "B4", "C2", "C3"]
    assert [city.name(space) for space in range(12, 18)] == ["D1", "D2", "E1", "E2", "C4", "C5"]
    assert [city.find(city.name(space)) for space in range(18)] == list(range(18))
    assert list(city.size) == [5, 4, 5, 2, 2]


def test_at2_neighbours_are_two_columns_aside_and_one_in_the_rows_above_and_below() -> None:
    assert names(EXAMPLE, "A5") == {"A4", "B3", "A2", "A3", "D2", "E1"}
    assert names(EXAMPLE, "A1") == {"A2", "A4"}
    assert names(EXAMPLE, "C3") == {"C2", "C1", "C5"}
    assert names(EXAMPLE, "D1") == {"D2", "A4"}


def test_at2_a_hole_is_nobodys_neighbour() -> None:
    assert names("A   A\n A A\ngrey A\n", "A1") == {"A3"}


def test_at2_each_region_has_its_colour() -> None:
    city = read_city(EXAMPLE)
    assert [COLOURS[colour] for colour in city.colour] == ["grey", "black", "white", "black", "grey"]


def test_at2_regions_touch_where_their_spaces_do() -> None:
    city = read_city(EXAMPLE)
    touching = {city.letters[a] + city.letters[b] for a in range(5) for b in range(5) if city.borders[a * 5 + b]}
    assert touching == {"AB", "BA", "AD", "DA", "AE", "EA", "BC", "CB", "BE", "EB", "CE", "EC", "DE", "ED"}


@pytest.mark.parametrize(
    "name", ["", "A", "A0", "A6", "A01", "A1x", "a1", "Z1", "1A", "AA1", "A-1", "A1 ", "A\u0661", "A100", "Á1"]
)
def test_at2_no_space_of_that_name(name: str) -> None:
    assert read_city(EXAMPLE).find(name) == -1


@pytest.mark.parametrize("name", ["", "Z", "a", "AB", "A1"])
def test_at2_no_region_of_that_name(name: str) -> None:
    assert read_city(EXAMPLE).find_region(name) == -1


def test_at2_comments_blanks_line_endings_and_a_byte_order_mark_say_nothing() -> None:
    other = "\ufeff# my city\r\n\r\n" + "".join("  " + line + "   # row\r\n" for line in EXAMPLE.split("\n")[:3])
    other += "\r\n  white C\r\nblack  D B\r\n#\r\ngrey A E"
    assert read_city(other).fingerprint() == read_city(EXAMPLE).fingerprint()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("A A A B B C", "A A B B B C"),
        ("grey A E\nblack B D", "grey A D\nblack B E"),
        ("D D E E C C", "D D E E C"),
        ("C C\nD", "C  \nD"),
    ],
)
def test_at2_a_map_edited_between_two_sittings_has_another_fingerprint(old: str, new: str) -> None:
    assert EXAMPLE.count(old) == 1
    assert read_city(EXAMPLE.replace(old, new)).fingerprint() != read_city(EXAMPLE).fingerprint()


def test_at2_a_full_city_has_as_many_spaces_as_there_are_tiles() -> None:
    rows = "\n".join(" " * (row % 2) + "A " * 10 for row in range(8))
    assert read_city(rows + "\ngrey A").spaces == 80


# -- faults ------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "places", "words"),
    [
        ("", [(1, 1)], "no spaces"),
        ("# only words\n\n", [(1, 1)], "no spaces"),
        ("grey A\n", [(1, 6)], "no space of a region A"),
        ("A B\n A\ngrey A\n", [(1, 3)], "region B has no colour"),
        ("A B\nB\n", [(1, 1), (1, 3), (2, 1)], "region A has no colour"),
        ("A B\ngrey A B C\n", [(2, 10)], "no space of a region C"),
        ("A B\ngrey A B A\n", [(2, 10)], "region A is grey already"),
        ("A B\ngrey A B\nblack B\n", [(3, 7)], "region B is grey already"),
        ("A B\ngrey A\ngrey B\n", [(1, 3), (3, 1)], "region B has no colour"),
        ("A B\ngray A B\n", [(2, 1)], "no colour 'gray'"),
        ("A B\nGrey A B\n", [(2, 1)], "no colour 'Grey'"),
        ("A B\ngrey A B\nwhite\n", [(3, 1)], "letters of the regions that are white"),
        ("A B\ngrey AB\n", [(1, 1), (1, 3), (2, 6)], "region A has no colour"),
        ("A B\ngrey a B\n", [(1, 1), (2, 6)], "region A has no colour"),
        ("A b\ngrey A\n", [(1, 3)], "'b' is no space"),
        ("A 7 .\ngrey A\n", [(1, 3), (1, 5)], "'7' is no space"),
        ("A\tA\ngrey A\n", [(1, 2)], "tab"),
        ("A \x1bA\ngrey A\n", [(1, 3), (1, 4)], "'\\x1b' is no space"),
        ("A\rA\ngrey A\n", [(1, 2)], "'\\r' is no space"),
        ("AA A\ngrey A\n", [(1, 2), (1, 4)], "two columns apart"),
        ("AAA\ngrey A\n", [(1, 2)], "two columns apart"),
        ("A A\nA A\ngrey A\n", [(2, 1)], "straight below"),
        ("  A A\n A A\n   A\ngrey A\n", [(3, 4)], "straight below"),
        ("A A\n\n A A\ngrey A\n", [(2, 1)], "empty line"),
        ("A A\ngrey A\n A A\n", [(3, 1)], "before the lines of the colours"),
        ("A" + " " * 249 + "A\ngrey A", [(1, 251)], "too long"),
        ("A" * 8001, [(0, 0)], "8001 characters"),
    ],
)  # fmt: skip
def test_at2_every_fault_has_its_place(text: str, places: list[tuple[int, int]], words: str) -> None:
    assert faults(text) == places
    with pytest.raises(TextError) as caught:
        read_city(text)
    assert (caught.value.line, caught.value.column) == places[0]
    assert words in caught.value.message


def test_at2_all_faults_are_told_at_once_in_reading_order() -> None:
    text = "A A a\n A AB\nD\tD E\ngrey A A\ngray B\nblack D Q\n"
    assert faults(text) == [(1, 5), (2, 5), (3, 2), (3, 5), (4, 8), (5, 1), (6, 9)]


def test_at2_more_spaces_than_tiles_is_told_at_the_first_one_too_many() -> None:
    rows = "\n".join(" " * (row % 2) + "A " * 10 for row in range(8)) + "\nA B B\n"
    assert faults(rows + "grey A\nblack B\n") == [(9, 1)]


def test_at2_rubbish_gets_a_bounded_number_of_faults() -> None:
    assert len(faults("a " * 100)) == 50


# -- warnings ----------------------------------------------------------------------------------------
def test_at2_the_sample_is_nine_regions_in_three_colours_and_says_that_it_is_a_sample() -> None:
    city = read_city(SAMPLE)
    assert warnings(SAMPLE) == []
    assert "sample" in SAMPLE.split("\n")[0].lower()
    assert city.spaces <= 80
    assert sorted(city.colour) == [0, 0, 0, 1, 1, 1, 2, 2, 2]
    same = [(a, b) for a in range(9) for b in range(9) if city.borders[a * 9 + b] and city.colour[a] == city.colour[b]]
    assert same == []


def test_at2_a_region_in_two_pieces_is_allowed_with_a_warning() -> None:
    _, _, found = inspect("A A B A\n B B B\ngrey A\nblack B\n")
    assert (found[0].line, found[0].column) == (1, 7)
    assert "region A is in more than one piece: this one begins at A3" in found[0].message


def test_at2_a_city_in_two_pieces_is_allowed_with_a_warning() -> None:
    _, _, found = inspect("A A   B\ngrey A\nblack B\n")
    assert (found[0].line, found[0].column) == (1, 7)
    assert "B1 does not touch it" in found[0].message


def test_at2_a_colour_without_regions_and_another_number_of_regions_are_warned_about() -> None:
    assert warnings("A A\nblack A\n") == [
        "no region is grey: a tile claimed from grey could go anywhere",
        "no region is white: a tile claimed from white could go anywhere",
        "the number of regions is 1; on Ape Town's board it is 9",
    ]
    assert warnings(SMALL) == ["the number of regions is 4; on Ape Town's board it is 9"]
