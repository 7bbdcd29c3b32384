"""The city on both runtimes: the same tables, the same faults, and little memory (AT2)."""

import gc

from engine_core.city import NO_NEIGHBOUR, City
from engine_core.city_building import inspect, read_city
from engine_core.errors import TextError
from tests.kit.shared.full_city import FULL
from tests.kit.shared.heap import allocates_nothing


def test_at2_the_tables_of_a_city_are_these_on_every_runtime() -> None:
    city = read_city("A A B\n A   B\nC B\ngrey A\nblack B\nwhite C\n")
    assert (city.letters, bytes(city.colour), bytes(city.size)) == ("ABC", b"\x00\x01\x02", b"\x03\x03\x01")
    assert bytes(city.region) == b"\x00\x00\x01\x00\x01\x02\x01"
    assert bytes(city.borders) == b"\x00\x01\x01\x01\x00\x01\x01\x01\x00"
    assert bytes(city.neighbours[18:24]) == bytes((NO_NEIGHBOUR, NO_NEIGHBOUR, 0, 1, 5, 6))
    assert city.fingerprint() == 0x4E19AB26, hex(city.fingerprint())


def test_at2_names_go_there_and_back() -> None:
    city = read_city(FULL)
    assert (city.spaces, city.regions) == (80, 9)
    assert [city.find(city.name(space)) for space in range(80)] == list(range(80))
    for wrong in ("", "A", "A0", "A01", "A99", "a1", "A\u0661", "Q1", "11"):
        assert city.find(wrong) == -1, wrong


def test_at2_every_fault_is_told_in_reading_order() -> None:
    faults = inspect("A A a\n A AB\nD\tD E\ngrey A A\ngray B\nblack D Q\n")[1]
    places = [(fault.line, fault.column) for fault in faults]
    assert places == [(1, 5), (2, 5), (3, 2), (3, 5), (4, 8), (5, 1), (6, 9)], places


def test_at2_every_warning_is_told() -> None:
    warnings = inspect("A B A\ngrey A\nblack B\n")[2]
    assert [(w.line, w.column) for w in warnings] == [(1, 5), (0, 0), (0, 0)]


def test_at2_rubbish_ends_in_a_fault_whatever_its_size() -> None:
    for piece, times in (
        ("", 1),
        ("\n", 7000),
        ("a", 7999),
        ("a ", 3999),
        ("A\n", 3999),
        ("A\n A\n", 1599),
        ("A", 20000),
        ("grey\n", 1500),
        ("grey ", 1500),
        ("\x00\xff", 1),
    ):
        text = piece * times
        code = 0
        try:
            read_city(text)
        except TextError:
            code = 1
        assert code == 1, piece


def test_at2_a_city_takes_little_memory() -> None:
    read_city(FULL)
    gc.collect()
    before = free()
    city = read_city(FULL)
    gc.collect()
    assert before - free() < 3000, before - free()
    assert isinstance(city, City)


def free() -> int:
    """Free heap in bytes; 0 on CPython, where nobody can say."""
    return int(gc.mem_free()) if hasattr(gc, "mem_free") else 0


def test_at2_tables_are_read_without_allocating() -> None:
    city = read_city(FULL)

    def ask() -> None:
        total = 0
        for i in range(6 * city.spaces):
            total += city.neighbours[i]
        for region in range(city.regions):
            total += city.size[region] + city.colour[region] + city.borders[region * city.regions]

    allocates_nothing(ask)
