"""After Us, rule by rule: AU8-AU11 are in test_after_us_objects.py, the rulebook's examples among the scripts."""

import pytest

from engine_core.errors import RuleError, TextError
from engine_core.games.after_us_aids import priority
from engine_core.games.after_us_parts import GOAL, RESOURCES
from engine_core.moves import ADD, ATTRACT, COPY, DISC, OBJECT, PLACE, REMOVE
from engine_core.standings import win_reason
from tests.kit.rules.scripted import holds, play, refusal, sit


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
    assert win_reason(table.game) == "equal points"
    play(table, "undo", "Ben +2", "next")
    holds(table, "winners Ben")
    assert win_reason(table.game) == "most points"


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
