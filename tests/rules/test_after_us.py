"""After Us, rule by rule (AU1-AU18); the rulebook's worked examples are among the scripts in test_script_cases.py."""

import pytest

from engine_core.errors import RuleError, TextError
from engine_core.games.after_us_aids import FIRST_OBJECTS, draw_objects, priority
from engine_core.games.after_us_cards import OBJECTS, TYPES
from engine_core.games.after_us_parts import GOAL, RESOURCES
from engine_core.moves import ADD, ATTRACT, COPY, DISC, OBJECT, PLACE, REMOVE
from tests.kit.rules.scripted import holds, play, refusal, sit

ALL_OBJECTS = ("objects phone minibar boombox", "objects console pinball computer", "objects moped computer phone")


def test_au1_one_to_six_players_start_with_nothing_and_eight_cards() -> None:
    for seats in range(1, 7):
        table = sit("after_us", seats)
        for seat in range(seats):
            assert [table.game.value(track, seat) for track in range(3)] == [0, 0, 8]
    with pytest.raises(TextError, match="at most 6 seats, not 7"):
        sit("after_us", 7)


def test_au2_the_core_counts_past_the_loop_of_80_squares() -> None:
    table = sit()
    play(table, "Ana +79", "Ana +2")
    holds(table, "score Ana=81")
    assert GOAL == 80


def test_au3_three_phases_a_round_and_everybody_at_once() -> None:
    table = sit()
    seen = []
    for _ in range(7):
        seen.append((table.game.round(), table.game.phase()))
        play(table, "Cho +1", "Ana +1", "next")  # any seat, any order, in any phase
        holds(table, "turn none")
    assert seen == [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3), (3, 1)]


def test_au4_points_count_at_once_in_any_phase() -> None:
    table = sit()
    for points in (1, 2, 3):
        play(table, "Ben +1")
        holds(table, f"score Ben={points}", f"source Ben hand={points}")
        play(table, "next")


def test_au5_rage_past_the_printed_track_is_lost() -> None:
    table = sit()
    play(table, "Ana rage +11", "Ana rage +3", "Ben rage +999")
    holds(table, "rage Ana=12 Ben=12 Cho=0")
    play(table, "Ana rage -1")
    holds(table, "rage Ana=11")


def test_au5_where_the_track_ends_can_be_set() -> None:
    table = sit("after_us", 2, "rage_cap 20")
    play(table, "Ana rage +25", "next", "Ben disc gorilla", "Ana disc gorilla")
    holds(table, "rage Ana=20 Ben=2")


@pytest.mark.parametrize("value", ["3", "100", "many", "12 12"])
def test_au5_an_end_that_cannot_be(value: str) -> None:
    with pytest.raises(TextError, match="'set rage_cap' takes one whole number from 4 to 99") as caught:
        sit("after_us", 2, f"rage_cap {value}")
    assert caught.value.line == 3


def test_au6_four_rage_take_a_card_out_of_the_game() -> None:
    table = sit()
    play(table, "Ana rage +9", "Ana remove ape", "next", "Ana remove tamarin")
    holds(table, "rage Ana=1", "cards Ana=6 Ben=8")
    assert refusal(table, "Ana remove ape") == "rage"
    play(table, "next", "Ana rage +3")
    assert refusal(table, "Ana remove ape") == "phase"  # the assembly is put away


def test_au6_never_below_four_cards() -> None:
    table = sit()
    for _ in range(4):
        play(table, "Ana rage +4", "Ana remove ape")
    play(table, "Ana rage +4")
    holds(table, "cards Ana=4")
    assert refusal(table, "Ana remove tamarin") == "cards"
    play(table, "next", "Ana attract gorilla 1", "Ana remove tamarin")
    holds(table, "cards Ana=4")


def test_au7_what_a_removed_card_gives() -> None:
    table = sit("after_us", 2, "resources on")
    play(table, "Ana rage +8", "Ana remove ape", "Ana remove tamarin grains")
    holds(table, "score Ana=3", "source Ana removal=3", "grains Ana=1", "flowers Ana=0")
    for resource in RESOURCES:
        assert refusal(table, f"Ana remove ape {resource}") == "unknown"  # an ape gives points, no resource
        play(table, "Ben rage +4", f"Ben remove tamarin {resource}", "Ben cards +1")
    holds(table, *[f"{resource} Ben=1" for resource in RESOURCES])
    play(table, "Ana rage +4", "Ana remove tamarin")  # the table has not said which: it adds it by hand
    holds(table, "score Ana=3", "grains Ana=1")
    plain = sit()
    play(plain, "Ana rage +4", "Ana remove tamarin grains")
    holds(plain, "score Ana=0", "cards Ana=7")


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


@pytest.mark.parametrize("phase", [1, 2, 3])
def test_au12_the_game_ends_with_the_phase_in_which_someone_reaches_80(phase: int) -> None:
    table = sit()
    play(table, *["next"] * (phase - 1), "Ana +79", "Ben +80")
    holds(table, "over no")
    play(table, "Ana +5")  # everyone finishes the phase
    holds(table, "over no")
    play(table, "next")
    holds(table, "over yes", "winners Ana", f"phase {phase}", "round 1")
    assert refusal(table, "next") == "over"


def test_au12_a_slip_corrected_before_the_phase_ends_ends_nothing() -> None:
    table = sit()
    play(table, "Ana +80", "Ana -1", "next")
    holds(table, "over no", "phase 2")


def test_au13_the_last_rage_is_called_out_in_phase_1() -> None:
    table = sit()
    play(table, "Ana +80")
    holds(table, "due nothing")
    play(table, "Cho rage +4")
    holds(table, "due last_rage")
    play(table, "Cho remove ape")
    holds(table, "due nothing", "score Cho=3")
    play(table, "Cho rage +3")
    holds(table, "due nothing")
    play(table, "Cho cards -3", "Cho rage +1")  # rage enough, but only four cards
    holds(table, "cards Cho=4", "due nothing")
    play(table, "Cho cards +1", "next")
    holds(table, "due nothing", "over yes")


def test_au13_not_before_80_and_not_in_another_phase() -> None:
    table = sit()
    play(table, "Ana +79", "Cho rage +4")
    holds(table, "due nothing")
    play(table, "next", "Ana +1")
    holds(table, "due nothing")


def test_au14_most_points_win_and_equal_points_share() -> None:
    table = sit()
    play(table, "Ana +81", "Cho +81", "Ben +80", "next")
    holds(table, "winners Ana Cho")
    assert table.game.win_reason() == "equal points"
    play(table, "undo", "Ben +2", "next")
    holds(table, "winners Ben")
    assert table.game.win_reason() == "most points"


def test_au15_a_shortage_ends_the_game_with_its_round() -> None:
    table = sit()
    assert refusal(table, "shortage") == "phase"
    play(table, "Ben +3", "next", "shortage")
    holds(table, "due shortage", "over no")
    assert refusal(table, "shortage") == "used"
    play(table, "next", "Ana +1")
    assert refusal(table, "shortage") == "phase"  # the reason that comes before: already noted
    holds(table, "due shortage", "over no")
    play(table, "next")
    holds(table, "over yes", "winners Ben", "due nothing", "phase 3", "round 1")
    play(table, "undo 4")
    holds(table, "due nothing", "over no", "phase 2")


def test_au16_who_decides_first_when_cards_run_short() -> None:
    assert priority([12, 0, 118, 40]) == [2, 3, 0]
    assert priority([0, 0]) == []
    with pytest.raises(RuleError, match="same card number"):
        priority([5, 9, 5])


def test_au17_undo_that_takes_the_leader_back_under_80_cancels_the_ending() -> None:
    table = sit()
    play(table, "Ana +80", "next")
    holds(table, "over yes")
    play(table, "undo 2")
    holds(table, "over no", "score Ana=0", "phase 1")
    play(table, "next")
    holds(table, "over no", "phase 2")
    play(table, "undo", "Ana +80", "next", "undo", "Ana -1", "next")
    holds(table, "over no", "phase 2")


def test_au18_resources_are_counted_only_where_the_table_wants_it() -> None:
    plain = sit()
    assert refusal(plain, "Ana flowers +1") == "unknown"
    assert refusal(plain, "Ana rage +1") == "accepted"
    table = sit("after_us", 2, "resources on")
    play(table, "Ana flowers +3", "Ana fruits +999", "Ana grains +1", "Ana energy +2")
    holds(table, "flowers Ana=3 Ben=0", "fruits Ana=999", "grains Ana=1", "energy Ana=2")
    play(table, "next", "next", "next")
    holds(table, "round 2", "flowers Ana=3")  # they carry over
    assert refusal(table, "Ana energy -3") == "value"
    with pytest.raises(TextError, match="'set resources' takes off or on"):
        sit("after_us", 2, "resources maybe")


def test_an_option_the_game_does_not_have() -> None:
    with pytest.raises(
        TextError, match="after_us has no option 'hearts'; it has objects, resources, rage_cap"
    ) as caught:
        sit("after_us", 2, "resources on", "hearts 0 17")
    assert caught.value.line == 4


NOBODY = 6  # no such seat, at a table of three
NONSENSE = [  # moves that no line of a script can say, but a damaged journal or a faulty panel might
    (ADD, 0, -1, 1, "unknown"),
    (ADD, 0, 3, 1, "unknown"),  # resources are not counted here
    (ADD, 0, 0, 0, "value"),
    (ADD, 0, 0, 1000, "value"),
    (ADD, NOBODY, 0, 1, "seat"),
    (REMOVE, 0, 2, -1, "unknown"),
    (REMOVE, 0, -1, -1, "unknown"),
    (REMOVE, 0, 1, 4, "unknown"),
    (REMOVE, 0, 1, -2, "unknown"),
    (REMOVE, NOBODY, 0, -1, "seat"),
    (OBJECT, 0, 7, 0, "unknown"),
    (OBJECT, 0, -1, 0, "unknown"),
    (OBJECT, 0, 5, 3, "value"),
    (OBJECT, 0, 5, -1, "value"),
    (OBJECT, NOBODY, 5, 0, "seat"),
    (DISC, 0, 4, 0, "unknown"),
    (DISC, 0, -1, 0, "unknown"),
    (DISC, NOBODY, 0, 0, "seat"),
    (COPY, 0, 1, 4, "unknown"),
    (COPY, 0, 1, -2, "unknown"),
    (COPY, 0, NOBODY, -1, "seat"),
    (COPY, 0, -1, -1, "seat"),
    (COPY, NOBODY, 0, -1, "seat"),
    (ATTRACT, 0, 4, 1, "unknown"),
    (ATTRACT, 0, -1, 1, "unknown"),
    (ATTRACT, 0, 0, 0, "value"),
    (ATTRACT, 0, 0, 3, "value"),
    (ATTRACT, 0, 0, 1 + 16 * 4, "unknown"),
    (ATTRACT, 0, 0, -1, "unknown"),
    (ATTRACT, NOBODY, 0, 1, "seat"),
    (PLACE, 0, 0, 0, "unknown"),
    (99, 0, 0, 0, "unknown"),
]


@pytest.mark.parametrize(("kind", "seat", "a", "b", "code"), NONSENSE)
def test_numbers_that_no_name_stands_for(kind: int, seat: int, a: int, b: int, code: str) -> None:
    table = sit("after_us", 3)
    play(table, "Ana rage +9", "next", "Ben disc gorilla")
    state = table.game.pack()
    with pytest.raises(RuleError) as caught:
        table.play(kind, seat, a, b)
    assert caught.value.code == code
    assert table.game.pack() == state


REASONS = [  # each line has every reason named, and is refused with the first (the order of the codes)
    ("Zoe +1000", "unknown"),
    ("Ana object toaster 3", "unknown"),
    ("Ana attract lion 9", "unknown"),
    ("Ana attract gorilla 9", "value"),  # and the phase
    ("Ana +1000", "value"),
    ("Ana object phone 3", "value"),  # and not in this game
    ("Ana object console 1", "object"),  # and the phase
    ("Ana object moped 1", "phase"),  # and the cost
    ("Ana copy Cho", "phase"),  # and no neighbour, no disc
    ("Ana remove ape", "phase"),
]


@pytest.mark.parametrize(("line", "code"), REASONS)
def test_of_several_reasons_the_first(line: str, code: str) -> None:
    table = sit("after_us", 4, "resources on", "objects minibar moped computer")
    if line == "Ana remove ape":
        play(table, "next", "next")
    assert refusal(table, line) == code


def test_of_several_reasons_the_first_in_phase_2() -> None:
    table = sit("after_us", 4, "resources on")
    play(table, "next")
    assert refusal(table, "Ana copy Cho") == "neighbour"  # and no disc, cannot pay
    assert refusal(table, "Ana copy Ben") == "disc"  # and cannot pay
    play(table, "Ana grains +3", "Ana disc gorilla", "Ana attract gorilla 1")
    assert refusal(table, "Ana attract mandrill 1") == "disc"  # and used, cannot pay
    assert refusal(table, "Ana attract gorilla 1") == "used"  # and cannot pay
    play(table, "Ana cards -5")
    holds(table, "cards Ana=4")
    assert refusal(table, "Ana remove ape") == "rage"  # and only 4 cards
    play(table, "over")
    assert refusal(table, "Ana attract lion 9") == "over"
    assert refusal(table, "Ana copy Cho") == "over"
