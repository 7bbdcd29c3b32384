"""Every panel: what is refused changes nothing."""

import pytest

from engine_core.errors import RuleError
from engine_core.moves import NO_SEAT
from tests.kit.lights.pictures import Device
from tests.kit.lights.states import NINE

SETUPS = {
    "after_us": ("game after_us\nseats Ana Ben Cho\n", ""),
    "primates": ("game primates\nseats Dian Mary\n", ""),
    "ape_town": ("game ape_town\nseats Ana Ben Cho\n", NINE),
}


@pytest.mark.parametrize("game", SETUPS)
def test_what_a_panel_refuses_has_a_message_and_changes_nothing(game: str) -> None:
    device = Device(*SETUPS[game])
    for action in range(12):
        for seat in (0, 1, 3, 4, 5, NO_SEAT):
            before = device.table.digest()
            made = False
            said = "."
            try:
                made = device.panel.act(action, seat, False)
            except RuleError as error:
                said = error.message
            assert said.endswith(".")
            assert made == (device.table.digest() != before)
