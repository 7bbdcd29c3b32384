"""A whole game of Primates on both runtimes: equal digests, the same dice, no allocation where there must be none."""

from engine_core.errors import RuleError
from engine_core.games.primates import PrimatesGame
from engine_core.moves import ACTION, ADD, CONFIRM, ENVIRONMENT, FINAL, NEXT, NO_SEAT
from engine_core.setup_reading import read_setup
from engine_core.table import Table
from tests.kit.shared.heap import allocates_nothing

SETUP = "game primates\nseats Ana Ben Cho\nset actions on\nset direction counterclockwise\nset seed 4711\n"
HEARTS = "set hearts 0 1 2 4 6 8 11 14 17\n"


def sit(text: str = SETUP) -> "tuple[Table, PrimatesGame]":
    """A new table; its game comes along, typed."""
    table = Table(read_setup(text))
    game = table.game
    assert isinstance(game, PrimatesGame)
    return table, game


def whole_turn(table: Table, number: int) -> None:
    """One turn with an action and, now and then, hearts."""
    table.play(ACTION, NO_SEAT, number % 3)
    if number % 4 == 1:
        table.play(ADD, number % 3, 0, 1 + number % 2)
    table.play(ENVIRONMENT, NO_SEAT)
    table.play(NEXT, NO_SEAT)


def whole_game(table: Table, game: PrimatesGame) -> "list[int]":
    """Play to the confirmation; the digest after every turn and every value entered."""
    digests = []
    for number in range(game.rounds * game.seats):
        whole_turn(table, number)
        digests.append(table.digest())
    for seat in range(game.seats):
        for category in range(len(game.CATEGORIES)):
            table.play(FINAL, seat, category, 7 * seat + category)
            digests.append(table.digest())
    table.play(CONFIRM, NO_SEAT)
    digests.append(table.digest())
    return digests


def test_pr10_a_whole_game_has_these_digests_on_every_runtime() -> None:
    table, game = sit(SETUP + HEARTS)
    digests = whole_game(table, game)
    assert (digests[0], digests[26], digests[-1]) == DIGESTS, [hex(digests[i]) for i in (0, 26, -1)]
    assert [game.total(seat) for seat in range(3)] == TOTALS
    assert game.winners() == [2]


def test_c1_the_whole_game_is_taken_back_and_played_again() -> None:
    table, game = sit()
    start = table.digest()
    end = whole_game(table, game)[-1]
    steps = table.steps()
    for _ in range(steps):
        table.undo()
    assert table.digest() == start
    table.redo(steps)
    assert table.digest() == end
    assert game.decided()


def test_pr14_the_dice_are_these_on_every_runtime() -> None:
    table, game = sit()
    rolled = []
    for number in range(6):
        rolled.append(game.dice(0) + game.dice(1))
        whole_turn(table, number)
    assert rolled == DICE, rolled


def test_pr5_the_answer_out_of_step() -> None:
    table, game = sit()
    for number in range(7):
        whole_turn(table, number)
    assert (game.missing(8), game.missing(7), game.missing(6)) == (4, 1, -2)


def test_pr10_a_confirmation_too_early_says_what_is_missing() -> None:
    table, _ = sit()
    for number in range(27):
        whole_turn(table, number)
    table.play(FINAL, 1, 2, 5)
    before = table.digest()
    refusal = RuleError("", "accepted")
    try:
        table.play(CONFIRM, NO_SEAT)
    except RuleError as error:
        refusal = error
    assert refusal.code == "value", refusal.message
    assert "bonus of Ana, Cho; food of Ana, Ben, Cho" in refusal.message, refusal.message
    assert table.digest() == before


def test_pr12_hearts_and_turns_allocate_nothing() -> None:
    table, game = sit()
    whole_turn(table, 0)

    def play() -> None:
        table.play(ADD, 0, 0, 1, True)
        table.play(ADD, 0, 0, 1, True)
        table.play(ADD, 1, 0, 2)
        table.play(ADD, 0, 0, -1)
        table.play(ACTION, NO_SEAT, 1)
        table.play(ENVIRONMENT, NO_SEAT)
        table.play(NEXT, NO_SEAT)

    allocates_nothing(play)
    assert (game.value(0, 0), game.value(0, 1), game.turn()) == (1, 2, 1)


def test_a_question_allocates_nothing_and_changes_nothing() -> None:
    table, game = sit()
    whole_game(table, game)
    before = table.digest(), table.version

    def ask() -> None:
        for seat in range(game.seats):
            game.total(seat)
            game.value(0, seat)
            game.final(3, seat)
            for source in range(6):
                game.source(source, seat)
        game.due()
        game.round()
        game.rounds_left()
        game.turn()
        game.over()
        game.decided()
        game.action()
        game.reminder_due()
        game.missing(3)

    allocates_nothing(ask)
    assert before == (table.digest(), table.version)


# Reckoned once on CPython; the tests' point is that no runtime gives others.
DIGESTS = (0x15B8D825, 0x961F455A, 0x75828FA3)
TOTALS = [13, 46, 86]
DICE = [[3, 3, 2, 2, 2], [3, 2, 2, 1, 1], [2, 1, 3, 3, 3], [3, 1, 3, 3, 2], [2, 1, 1, 3, 2], [1, 3, 1, 3, 2]]
