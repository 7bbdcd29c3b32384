"""Moves that are refused, for the tests of every game."""

import pytest

from engine_core.errors import RuleError
from engine_core.moves import NO_SEAT
from engine_core.table import Table


def refused(table: Table, code: str, kind: int, seat: int = NO_SEAT, a: int = 0, b: int = 0) -> str:
    """The move is refused with `code` and changes nothing; gives the message."""
    before = (table.digest(), table.count, table.can_redo())
    with pytest.raises(RuleError) as caught:
        table.play(kind, seat, a, b)
    assert caught.value.code == code
    assert (table.digest(), table.count, table.can_redo()) == before
    return caught.value.message
