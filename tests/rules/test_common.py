"""What all three games share, rule by rule (C1-C5)."""

import pytest

from engine_core.errors import RuleError, TextError
from engine_core.games import new_game
from engine_core.moves import ADD
from engine_core.setup import Setup
from engine_core.setup_reading import read_setup
from engine_core.standings import order, outcome, standings
from engine_core.table import Table
from tests.kit.rules.scripted import holds, play, refusal, sit

FINALS = tuple(f"{name} final {of} 0" for name in ("Ana", "Ben") for of in ("extant", "extinct", "bonus", "food"))
SMALL_CITY = "A A B B\n A B B C\nD D C C\ngrey A\nblack B C\nwhite D\n"


ROUND = (
    "Ana +70",
    "Ana rage +4",
    "Ana remove ape",
    "Ben energy +5",
    "Ben object computer",
    "next",
    "Ben disc gorilla",
    "shortage",
    "Cho attract gorilla 1",
    "next",
    "next",  # the game ends
    "Ana -1",
)
TURNS = ("action group", "environment", "next")
CITY = ("place A2 mandrill", "place B1 depot", "place A1 orangutan", "next", "Ben money -2")


@pytest.mark.parametrize(
    ("table", "lines"),
    [
        (sit("after_us", 3, "resources on"), (*ROUND[:8], "Cho grains +3", *ROUND[8:])),
        (sit("primates", 2, "actions on"), ("Ana +2", *TURNS * 20, "Ana final food 3")),
        (sit("ape_town", 2, map_text=SMALL_CITY), CITY),
    ],
    ids=["after_us", "primates", "ape_town"],
)
def test_c1_undo_takes_back_everything_a_move_caused(table: Table, lines: tuple[str, ...]) -> None:
    states = []
    for line in lines:
        states.append(table.game.pack())
        play(table, line)
        assert table.game.pack() != states[-1], line
    for state in reversed(states):
        play(table, "undo")
        assert table.game.pack() == state
    assert refusal(table, "undo") == "nothing"


def test_c1_redo_until_a_new_move_is_made() -> None:
    table = sit()
    play(table, "Ana +1", "Ben +2", "Cho +3", "undo 3", "redo")
    holds(table, "score Ana=1 Ben=0 Cho=0")
    assert refusal(table, "Zoe +1") == "unknown"  # a refused move is no new move
    assert refusal(table, "Ana -2") == "value"
    play(table, "redo")
    holds(table, "score Ana=1 Ben=2 Cho=0")
    play(table, "Ana +5")
    assert refusal(table, "redo") == "nothing"
    holds(table, "score Ana=6 Ben=2 Cho=0")
    play(table, "undo 3", "redo 3")
    holds(table, "score Ana=6 Ben=2 Cho=0")


def test_c1_more_steps_than_there_are_change_nothing() -> None:
    table = sit()
    play(table, "Ana +1", "Ana +1", "undo")
    assert refusal(table, "undo 2") == "nothing"
    assert refusal(table, "redo 2") == "nothing"
    assert refusal(table, "undo 0") == "value"
    assert refusal(table, "redo 0") == "value"
    holds(table, "score Ana=1")


def test_c2_a_slip_is_corrected_without_undoing_what_came_later() -> None:
    table = sit("after_us", 2, "resources on")
    play(table, "Ana +10", "Ana energy +3", "Ana rage +5", "Ben +4", "next", "Ana -3", "Ana energy -3", "Ana rage -1")
    holds(table, "score Ana=7 Ben=4", "energy Ana=0", "rage Ana=4", "phase 2")


@pytest.mark.parametrize("track", ["", "rage ", "cards ", "grains "])
def test_c2_never_below_0(track: str) -> None:
    table = sit("after_us", 2, "resources on")
    have = table.game.value({"": 0, "rage ": 1, "cards ": 2, "grains ": 5}[track], 0)
    play(table, f"Ana {track}+2")
    assert refusal(table, f"Ana {track}-{have + 3}") == "value"
    play(table, f"Ana {track}-{have + 2}")


def test_c2_a_correction_leaves_what_the_other_sources_gave() -> None:
    table = sit()
    play(table, "Ana object computer", "Ana -2")
    holds(table, "score Ana=3", "source Ana hand=-2 object=5")
    assert refusal(table, "Ana -4") == "value"


def test_c3_what_comes_too_early_or_too_late_is_told_the_way_out() -> None:
    table = sit("primates", 2)
    play(table, *TURNS[1:] * 20)
    with pytest.raises(RuleError, match="The last turn is over: only the end scores are open"):
        play(table, "next")
    table = sit("ape_town", 2, map_text=SMALL_CITY)
    for line in ("Ana final money 5", "confirm"):
        with pytest.raises(RuleError, match="End scoring comes after the last region"):
            play(table, line)


def test_c5_a_seat_that_nobody_has_is_named_by_its_number() -> None:
    for name in ("after_us", "primates", "ape_town"):
        table = sit(name, 3, map_text=SMALL_CITY)
        with pytest.raises(RuleError, match="There is no seat 4 at this table"):
            table.play(ADD, 3, 0, 1)


@pytest.mark.parametrize("end", ["next", "over"])
def test_c3_after_the_end_only_undo_redo_and_corrections(end: str) -> None:
    table = sit("after_us", 3)
    play(table, "Ana +82", "Ben +80", "Cho rage +4", end)
    holds(table, "over yes")
    late = ("Ana +1", "Cho rage +1", "next", "Cho remove ape", "Ana object computer", "shortage", "over", "Zoe +1")
    for line in (*late, "Ana +1000", "Ana fly", "confirm", "place C4 depot"):
        assert refusal(table, line) == "over", line
    assert refusal(table, "Ana -83") == "value"
    assert refusal(table, "Zoe -1") == "unknown"
    play(table, "Ana -2")
    holds(table, "score Ana=80", "over yes", "winners Ana Ben" if end == "next" else "winners none")
    play(table, "undo 2")
    holds(table, "over no")
    play(table, "redo")
    holds(table, "over yes")


@pytest.mark.parametrize(
    ("game", "end"),
    [
        ("after_us", ["Ana +80", "next"]),
        ("primates", [*["environment", "next"] * 20, *FINALS, "confirm"]),
        ("ape_town", ["place A lemur", "confirm"]),
    ],
)
def test_c3_a_forgotten_point_goes_in_as_the_refusal_says(game: str, end: list[str]) -> None:
    options = ["entry region"] if game == "ape_town" else []
    table = sit(game, 2, *options, map_text="A\ngrey A\n" if game == "ape_town" else "")
    play(table, *end)
    before = table.game.total(0)
    with pytest.raises(RuleError, match="UNDO takes the end back; add what is missing, end it again") as caught:
        play(table, "Ana +1")
    assert caught.value.code == "over"
    play(table, "undo", "Ana +1", end[-1])
    assert (table.game.total(0), table.game.decided()) == (before + 1, True)


@pytest.mark.parametrize(
    ("game", "line", "last"),
    [("primates", "environment", ["environment", "next"] * 20), ("ape_town", "place A lemur", ["place A lemur"])],
)
def test_c3_after_the_last_turn_the_refusal_names_end_scoring(game: str, line: str, last: list[str]) -> None:
    options = ["entry region"] if game == "ape_town" else []
    table = sit(game, 2, *options, map_text="A\ngrey A\n" if game == "ape_town" else "")
    play(table, *last)
    with pytest.raises(RuleError, match="UNDO takes that turn back"):
        play(table, line)
    play(table, "Ana +1")


def test_c4_standings_show_order_points_by_source_ties_and_the_rule() -> None:
    table = sit()
    assert order(table.game) == [(1, 0), (1, 1), (1, 2)]
    play(table, "Ana +10", "Ben +76", "Cho rage +4", "Cho remove ape", "Cho +7", "Ben object computer")
    assert order(table.game) == [(1, 1), (2, 0), (2, 2)]
    assert standings(table.game) == [
        "1. Ben            81  hand 76, object 5",
        "2. Ana            10  hand 10",
        "2. Cho            10  hand 7, removal 3",
        "Not over: round 1, phase 1.",
    ]
    play(table, "next")
    assert outcome(table.game) == "Ben wins: most points."


def test_c4_how_it_ended_in_words() -> None:
    table = sit()
    play(table, "Ana +80", "Ben +80", "Cho +80", "next")
    assert outcome(table.game) == "Ana, Ben and Cho share the victory: equal points."
    play(table, "undo", "over")
    assert outcome(table.game) == "Stopped early: no winner."
    primates = sit("primates", 2)
    assert outcome(primates.game) == "Not over: round 1, Ana's turn."
    play(primates, *["environment", "next"] * 20)
    assert outcome(primates.game) == "The last turn is played; end scoring is open."


def test_c4_equal_points_stand_in_the_order_of_the_tie_break() -> None:
    table = sit("primates", 2, "hearts 0 17")
    play(table, "Ben +1", *["environment", "next"] * 20, "Ana final extant 20", "Ben final extant 3")
    assert order(table.game) == [(1, 1), (2, 0)]  # 20 points each, but Ben has the heart points


@pytest.mark.parametrize(
    ("game", "seats", "map_text"), [("after_us", 1, ""), ("primates", 2, ""), ("ape_town", 2, SMALL_CITY)]
)
def test_c4_sources_add_up_to_the_total(game: str, seats: int, map_text: str) -> None:
    table = sit(game, seats, map_text=map_text)
    play(table, "Ana +3", "Ana -1")
    points = [table.game.source(i, 0) for i in range(len(table.game.SOURCES))]
    assert sum(points) == table.game.total(0)


def test_c5_seats_sit_clockwise_in_the_order_given() -> None:
    setup = read_setup("game primates\nseats Zoë Ana x-1\n")
    assert setup.names == ["Zoë", "Ana", "x-1"]
    table = sit("primates", 3)
    for name in ("Ana", "Ben", "Cho", "Ana"):
        holds(table, f"turn {name}")
        play(table, "environment", "next")


SEATS = [
    ("Ana Ben Ana", "Two seats are called 'Ana'"),
    ("Ana next", "No seat can be called 'next'"),
    ("Ana rage", "No seat can be called 'rage'"),
    ("Ana 12", "No seat can be called '12'"),
    ("Ana +3", r"No seat can be called '\+3'"),
    ("Ana none", "No seat can be called 'none'"),
    ("Ana Bartholomew-IX", "The name 'Bartholomew-IX' must have 1 to 12 characters"),
    ("Ana B=3", "has a blank, '#' or '=' in it"),
    ("Ana B\x07", r"control character U\+0007"),
    ("A B C D E F G", "at most 6 seats, not 7"),
]


@pytest.mark.parametrize(("seats", "message"), SEATS, ids=[seats for seats, _ in SEATS])
def test_c5_names_that_scripts_could_not_tell_apart(seats: str, message: str) -> None:
    with pytest.raises(TextError, match=message) as caught:
        read_setup(f"\ngame after_us\nseats {seats}\n")
    assert caught.value.line == 3


@pytest.mark.parametrize(("game", "least", "most"), [("after_us", 1, 6), ("primates", 2, 4), ("ape_town", 2, 4)])
def test_au1_pr1_at1_so_many_seats_a_game_has(game: str, least: int, most: int) -> None:
    for seats in range(1, 7):
        setup = Setup(game, [f"seat{i}" for i in range(seats)], map_text="A B\ngrey A\nblack B\n")
        if least <= seats <= most:
            assert new_game(setup).seats == seats
        else:
            with pytest.raises(TextError, match=f"{game} is for {least} to {most} seats, not {seats}"):
                new_game(setup)


SETUPS = [
    ("seats Ana\n", "The game is missing", 0),
    ("game after_us\n", "The seats are missing", 0),
    ("game chess\nseats Ana\n", "There is no game 'chess': it is one of after_us, primates, ape_town", 1),
    ("game after_us primates ape_town\n", "A script holds one game: take 'primates ape_town' out.", 1),
    ("game after_us\ngame after_us\n", "The game was named before", 2),
    ("game after_us\nseats Ana\nseats Ben\n", "The seats were named before", 3),
    ("game after_us\nseats\n", "'seats' needs something after it", 2),
    ("game after_us\nset resources\n", "'set resources' needs a value", 2),
    ("game after_us\nset resources on\nset resources on\n", "'resources' was set before", 3),
    ("game after_us\nAna +3\n", "'Ana' is no line of a set-up", 2),
]


@pytest.mark.parametrize(("text", "message", "line"), SETUPS, ids=[message for _, message, _ in SETUPS])
def test_c5_a_set_up_that_cannot_be_read(text: str, message: str, line: int) -> None:
    with pytest.raises(TextError, match=message) as caught:
        read_setup(text)
    assert caught.value.line == line


def test_c5_a_set_up_is_read_back_as_it_was_written() -> None:
    options = [("objects", ["phone", "moped", "computer"]), ("resources", ["on"])]
    setup = Setup("after_us", ["Ana", "Zoë"], options)
    again = read_setup(setup.text())
    assert (again.game, again.names, again.options) == (setup.game, setup.names, setup.options)
    assert (
        again.text()
        == setup.text()
        == "game after_us\nseats Ana Zoë\nset objects phone moped computer\nset resources on\n"
    )
