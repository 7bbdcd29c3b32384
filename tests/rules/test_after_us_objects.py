"""After Us: what objects, apes, discs and copies cost and bring, and how often in a round (AU8-AU11)."""

import pytest

from engine_core.errors import TextError
from engine_core.games.after_us_aids import FIRST_OBJECTS, draw_objects
from engine_core.games.after_us_cards import OBJECTS, TYPES
from tests.kit.rules.scripted import holds, play, refusal, sit

ALL_OBJECTS = ("objects phone minibar boombox", "objects console pinball computer", "objects moped computer phone")
PHASES = {
    "phone": {1},
    "minibar": {1, 2},
    "boombox": {1},
    "console": {3},
    "pinball": {1},
    "computer": {1, 2, 3},
    "moped": {2},
}


@pytest.mark.parametrize("name", OBJECTS)
def test_au8_each_object_in_its_phase_once_a_round(name: str) -> None:
    option = next(option for option in ALL_OBJECTS if name in option)
    table = sit("after_us", 2, option)
    for phase in (1, 2, 3):
        if phase in PHASES[name]:
            play(table, f"Ana object {name}")
            assert refusal(table, f"Ana object {name}") == "used"
            play(table, f"Ben object {name}", "undo 2")
        else:
            assert refusal(table, f"Ana object {name}") == "phase"
        play(table, "next")
    play(table, *["next"] * (min(PHASES[name]) - 1), f"Ana object {name}")  # again in the next round


ENERGY = [
    ("phone 1", 2),
    ("phone 2", 3),
    ("minibar", 1),
    ("boombox", 2),
    ("console 1", 3),
    ("console 2", 5),
    ("pinball", 4),
    ("computer", 5),
    ("moped 1", 6),
    ("moped 2", 9),
]


@pytest.mark.parametrize(("use", "energy"), ENERGY, ids=[use for use, _ in ENERGY])
def test_au8_au18_what_an_object_costs(use: str, energy: int) -> None:
    name = use.split()[0]
    option = next(option for option in ALL_OBJECTS if name in option)
    table = sit("after_us", 2, option, "resources on")
    play(table, *["next"] * (min(PHASES[name]) - 1))
    if energy > 1:
        play(table, f"Ana energy +{energy - 1}")
    assert refusal(table, f"Ana object {use}") == "cost"
    play(table, "Ana energy +3", f"Ana object {use}")
    holds(table, "energy Ana=2")


def test_au8_what_an_object_brings() -> None:
    table = sit("after_us", 2, "objects computer moped minibar")
    play(table, "Ana object computer", "Ana object minibar", "next", "Ben object moped 2")
    holds(table, "score Ana=5 Ben=0", "source Ana object=5 hand=0", "cards Ana=8 Ben=9")


def test_au8_a_level_that_decides_the_cost_must_be_said_where_costs_are_kept() -> None:
    assert refusal(sit("after_us", 2, "objects phone moped computer", "resources on"), "Ana object phone") == "value"
    assert refusal(sit("after_us", 2, "objects phone moped computer"), "Ana object phone") == "accepted"


def test_au8_only_three_objects_are_in_the_game() -> None:
    table = sit("after_us", 2, "objects phone minibar console")
    assert refusal(table, "Ana object moped") == "object"
    assert refusal(table, "Ana object toaster") == "unknown"


def test_au8_a_table_that_did_not_say_which_may_use_any() -> None:
    table = sit()
    play(table, *[f"Ana object {name}" for name in ("phone", "minibar", "boombox", "pinball", "computer")])


def test_au9_the_objects_for_a_first_game() -> None:
    assert FIRST_OBJECTS == ("boombox", "computer", "moped")
    table = sit("after_us", 2, "objects " + " ".join(FIRST_OBJECTS))
    play(table, "Ana object boombox", "Ana object computer", "next", "Ana object moped")
    assert refusal(table, "Ana object phone") == "object"


def test_au9_three_objects_drawn_at_random() -> None:
    draws = [draw_objects(seed) for seed in range(200)]
    assert all(len(set(draw)) == 3 and set(draw) <= set(OBJECTS) for draw in draws)
    assert len({tuple(draw) for draw in draws}) == 35  # every choice of three comes up
    assert draw_objects(7) == draw_objects(7)
    sit("after_us", 2, "objects " + " ".join(draws[0]))


@pytest.mark.parametrize(
    ("objects", "message"),
    [
        ("moped computer", "three different objects"),
        ("moped computer moped", "three different objects"),
        ("moped computer phone console", "three different objects"),
        ("moped computer toaster", "no object 'toaster': there are phone, minibar,"),
    ],
)
def test_au9_objects_that_cannot_be(objects: str, message: str) -> None:
    with pytest.raises(TextError, match=message) as caught:
        sit("after_us", 2, f"objects {objects}")
    assert caught.value.line == 3


def test_au10_one_ape_a_round_of_the_disc_and_the_moped_on_top() -> None:
    table = sit()
    assert refusal(table, "Ana attract gorilla 1") == "phase"
    play(table, "next", "Ana disc gorilla")
    assert refusal(table, "Ana attract mandrill 1") == "disc"
    play(table, "Ana attract gorilla 2")
    assert refusal(table, "Ana attract gorilla 1") == "used"
    play(table, "Ana object moped 1", "Ben attract orangutan 1")  # no disc entered: any type
    holds(table, "cards Ana=10 Ben=9 Cho=8")
    play(table, "next")
    assert refusal(table, "Cho attract gorilla 1") == "phase"
    play(table, "next", "next", "Ana attract mandrill 1", "Ben disc mandrill")
    for kind in TYPES[1:]:
        assert refusal(table, f"Ben attract {kind} 1") == "disc"
    play(table, "Ben attract mandrill 1")


FOOD = [("mandrill", "flowers"), ("orangutan", "fruits"), ("gorilla", "grains")]


@pytest.mark.parametrize(("kind", "food"), [*FOOD, *[("chimpanzee", food) for _, food in FOOD]])
@pytest.mark.parametrize(("level", "cost"), [(1, 3), (2, 6)])
def test_au10_what_an_ape_costs(kind: str, food: str, level: int, cost: int) -> None:
    table = sit("after_us", 2, "resources on")
    play(table, "next", f"Ana {food} +{cost - 1}", "Ana energy +9")
    said = f"Ana attract {kind} {level} {food}"
    assert refusal(table, said) == "cost"
    play(table, f"Ana {food} +2", said)
    holds(table, f"{food} Ana=1", "energy Ana=9", "cards Ana=9")


def test_au10_the_food_need_not_be_said_but_for_a_chimpanzee() -> None:
    table = sit("after_us", 2, "resources on")
    play(table, "next", *[f"{name} {food} +9" for name in ("Ana", "Ben") for food in ("flowers", "fruits", "grains")])
    assert refusal(table, "Ana attract chimpanzee 1") == "cost"
    assert refusal(table, "Ana attract orangutan 1 grains") == "cost"
    assert refusal(table, "Ana attract orangutan 1 flowers") == "cost"
    assert refusal(table, "Ana attract mandrill 1 fruits") == "cost"
    play(table, "Ana attract orangutan 1", "Ben attract chimpanzee 2 grains")
    holds(table, "fruits Ana=6 Ben=9", "grains Ana=9 Ben=3")
    assert refusal(table, "Ben attract gorilla 3") == "value"
    assert refusal(table, "Ben attract gorilla 3 energy") == "unknown"  # named before the number is looked at


def test_au11_what_a_disc_brings() -> None:
    table = sit("after_us", 4, "resources on")
    assert refusal(table, "Ana disc mandrill") == "phase"
    play(table, "next", "Ana disc mandrill", "Ben disc orangutan", "Cho disc gorilla", "Dee disc chimpanzee")
    holds(table, "score Ana=2 Ben=0 Cho=0 Dee=0", "source Ana disc=2", "energy Ben=2 Dee=0", "rage Cho=2 Dee=0")
    assert refusal(table, "Ana disc gorilla") == "used"
    play(table, "next")
    assert refusal(table, "Ana disc mandrill") == "phase"
    play(table, "next", "next", "Ana disc gorilla")


def test_au11_copying_a_direct_neighbour_once_a_round() -> None:
    table = sit("after_us", 4, "resources on")
    play(table, "Cho energy +4", "Dee fruits +1")
    assert refusal(table, "Cho copy Ben") == "phase"
    play(table, "next")
    assert refusal(table, "Cho copy Ana energy") == "neighbour"
    assert refusal(table, "Cho copy Cho energy") == "neighbour"
    assert refusal(table, "Cho copy Ben energy") == "disc"
    play(table, "Ben disc mandrill", "Ana disc gorilla")
    assert refusal(table, "Cho copy Ben") == "cost"  # which resource pays was not said
    assert refusal(table, "Cho copy Ben fruits") == "cost"
    assert refusal(table, "Dee copy Ana fruits") == "cost"  # the last seat sits beside the first
    play(table, "Cho copy Ben energy")
    holds(table, "score Cho=2", "source Cho disc=2", "energy Cho=2")
    assert refusal(table, "Cho copy Ben energy") == "used"
    play(table, "Dee fruits +1", "Dee copy Ana fruits")
    holds(table, "rage Dee=2 Ana=2", "fruits Dee=0")
    play(table, "next")
    assert refusal(table, "Ben copy Ana energy") == "phase"
    play(table, "next", "next", "Ben disc orangutan", "Cho copy Ben energy")
    holds(table, "energy Cho=2")


def test_au8_au10_au11_one_thing_done_this_round_is_not_forgotten_for_another() -> None:
    table = sit("after_us", 2, "objects computer moped minibar")
    once = ("object computer", "disc gorilla", "copy Ben", "attract gorilla 1", "object moped", "object minibar")
    play(table, "next", "Ben disc mandrill", *[f"Ana {line}" for line in once])
    for line in once:
        assert refusal(table, f"Ana {line}") == "used"
    holds(table, "score Ana=7", "rage Ana=2", "cards Ana=10")


@pytest.mark.parametrize(("seats", "neighbours"), [(1, set()), (2, {"Ben"}), (3, {"Ben", "Cho"}), (6, {"Ben", "Fay"})])
def test_au11_who_sits_beside_the_first_seat(seats: int, neighbours: set[str]) -> None:
    table = sit("after_us", seats)
    play(table, "next", *[f"{name} disc mandrill" for name in table.game.names])
    accepted = set()
    for name in table.game.names:
        if refusal(table, f"Ana copy {name}") == "accepted":
            accepted.add(name)
            play(table, "undo")
    assert accepted == neighbours
