"""What every random game is held to: refusals change nothing, undo and redo lead back and forth, and its log is a
script that leads to the same state (C1)."""

from collections.abc import Callable, Iterable

from engine_core.errors import RuleError
from engine_core.scripts.log import write_log
from engine_core.scripts.replay import replay
from engine_core.table import Table

Move = tuple[int, int, int, int]
State = tuple[int, object]  # digest, and all answers
Answers = Callable[[], object]


def attempt(table: Table, move: Move) -> bool:
    """Play `move`; whether it was accepted. A refusal has changed nothing."""
    before = (table.digest(), table.count, table.version, table.can_redo())
    try:
        table.play(*move)
    except RuleError:
        assert (table.digest(), table.count, table.version, table.can_redo()) == before
        return False
    assert table.count == before[1] + 1
    return True


def state(table: Table, answers: Answers) -> State:
    """The table now. answers: everything that can be asked of its game."""
    return table.digest(), answers()


def goes_back_and_forth(table: Table, history: list[State], answers: Answers) -> None:
    """Undo step by step to the first of `history`, the state before each step and the present one; then redo all."""
    for before in history[-2::-1]:
        table.undo()
        assert state(table, answers) == before
    for after in history[1:]:
        table.redo()
        assert state(table, answers) == after
    assert not table.can_redo()


def goes_to_the_start_and_back(table: Table, moves: Iterable[Move], answers: Answers) -> None:
    """Play what is accepted of `moves`; all undone at once is a new table, all redone the same as before."""
    for move in moves:
        attempt(table, move)
    last, steps = state(table, answers), table.steps()
    if steps:
        table.undo(steps)
    assert table.digest() == Table(table.setup).digest()
    if steps:
        table.redo(steps)
    assert state(table, answers) == last


def is_its_script(table: Table, city: str = "") -> None:
    """The log, played as a script, leads to the same state and the same log. city: the map's text, for Ape Town."""
    script = list(write_log(table.setup, table))
    with_map = ["set map city.map"] if city else []
    again = replay([*script[:2], *with_map, *script[2:]], lambda name: city).table
    assert again.digest() == table.digest()
    assert [line for line in write_log(again.setup, again) if line not in with_map] == script
