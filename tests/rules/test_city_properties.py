"""Random cities and random rubbish: neighbours, names, and one clear error for whatever is no map (AT2)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine_core.city import NO_NEIGHBOUR
from engine_core.city_building import inspect, read_city
from engine_core.errors import TextError
from tests.kit.rules.cities import Witness, maps

rubbish = st.one_of(
    st.text(max_size=200),
    st.text("ABab \t\n#greyblackwhite", max_size=200),
    st.lists(st.sampled_from(["A B", " A B", "A", "", "grey A", "black B", "white", "  C  ", "#"])).map("\n".join),
)


@given(maps())
def test_at2_a_drawn_city_is_read_as_it_is_drawn(text: str) -> None:
    city = read_city(text)
    drawn = Witness(text, 2, False)
    spaces = sorted(drawn.region)
    assert [city.letters[region] for region in city.region] == [drawn.region[at] for at in spaces]
    for space, at in enumerate(spaces):
        near = {other for other in city.neighbours[6 * space : 6 * space + 6] if other != NO_NEIGHBOUR}
        assert near == {spaces.index(other) for other in drawn.beside(at)}


@given(maps())
def test_at2_neighbours_and_borders_go_both_ways(text: str) -> None:
    city = read_city(text)
    for space in range(city.spaces):
        for side in range(6):
            other = city.neighbours[6 * space + side]
            assert other == NO_NEIGHBOUR or space in city.neighbours[6 * other : 6 * other + 6]
    for a in range(city.regions):
        assert city.borders[a * city.regions + a] == 0
        for b in range(city.regions):
            assert city.borders[a * city.regions + b] == city.borders[b * city.regions + a]


@given(maps())
def test_at2_every_space_is_found_by_its_name(text: str) -> None:
    city = read_city(text)
    names = [city.name(space) for space in range(city.spaces)]
    assert [city.find(name) for name in names] == list(range(city.spaces))
    assert sum(city.size) == city.spaces


@given(maps())
def test_at2_a_good_map_has_no_faults_and_its_warnings_point_at_a_space_or_at_none(text: str) -> None:
    city, faults, warnings = inspect(text)
    assert city is not None
    assert faults == []
    lines = text.split("\n")
    for warning in warnings:
        assert warning.line == 0 or lines[warning.line - 1][warning.column - 1].isupper()


@given(maps(), st.data())
def test_at2_one_character_changed_is_the_same_city_another_city_or_a_fault_where_it_was(
    text: str, data: st.DataObject
) -> None:
    """A slip of the finger in the rows never passes unseen: the fingerprint changes, or a fault is told."""
    rows = text.split("\ngrey")[0].split("\nblack")[0].split("\nwhite")[0]
    at = data.draw(st.integers(0, len(rows) - 1))
    new = data.draw(st.sampled_from("ABCI ax.\t"))
    changed = text[:at] + new + text[at + 1 :]
    city, faults, _ = inspect(changed)
    before = read_city(text)
    if city is not None and city.fingerprint() == before.fingerprint():
        assert changed.split() == text.split()
    assert (city is None) == bool(faults)


@given(rubbish)
def test_at2_whatever_is_no_map_gets_faults_with_places_and_nothing_else(text: str) -> None:
    city, faults, _ = inspect(text)
    assert (city is None) == bool(faults)
    lines = text.lstrip("\ufeff").split("\n")
    for fault in faults:
        assert 1 <= fault.line <= max(1, len(lines))
        assert 1 <= fault.column <= max(1, len(lines[fault.line - 1]) + 1)
        assert all(ord(letter) >= 32 for letter in fault.message)
    assert [(f.line, f.column) for f in faults] == sorted((f.line, f.column) for f in faults)
    if not faults:
        read_city(text)
        return
    with pytest.raises(TextError) as caught:
        read_city(text)
    assert caught.value.message == faults[0].message
