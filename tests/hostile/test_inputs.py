"""Everything that reads text, with text at random; and both Pythons with the same lines."""

import pytest

from tests.kit.hostile.inputs import READERS, lines_differ, soak
from tests.kit.rules.on_micropython import command


def test_text_at_random_is_read_or_refused_with_an_error_of_ours() -> None:
    tally = soak(400 * len(READERS))
    assert tally.faults == []
    assert tally.refused > tally.inputs // 4


@pytest.mark.runtime("micropython")
def test_both_pythons_make_the_same_of_a_line() -> None:
    command()  # skips where there is none
    assert lines_differ(3000)[:5] == []
