"""docs/boards.md: its board file is good, and it names all that a board file may say."""

import json
import re

import pytest

from engine_core.board import BUTTONS
from engine_core.board_reading import CHIPS, ZONES, load_board
from engine_core.lights.wire import ORDERS
from host.commands.board import app
from host.layers import ROOT
from host.wiring.parts import FEED_BOTH_ENDS, PICO_MA, PICO_ON_USB_MA, USB_MA, power_of
from host.wiring.picture import draw_wiring
from tests.kit.host.board_files import SHIPPED

TEXT = (ROOT / "docs" / "boards.md").read_text("utf-8")
EXAMPLES = re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL)
WORDS = set(re.findall(r"`([\w]+)`", TEXT))


@pytest.mark.parametrize("text", EXAMPLES)
def test_its_board_files_are_good_and_can_be_wired(text: str) -> None:
    assert draw_wiring(load_board(text)).svg()


def test_it_names_all_that_a_board_file_may_say() -> None:
    assert EXAMPLES
    data = json.loads(EXAMPLES[0])
    keys = set(data) | {key for part in [*data["strips"], *data["buttons"], *data["zones"]["after_us"]] for key in part}
    assert keys | set(data["power"]) <= WORDS | {"pin", "name", "leds", "strip"}
    assert set(ORDERS) | set(CHIPS) | set(SHIPPED) <= WORDS
    assert set(BUTTONS) - {f"seat{n}" for n in range(2, 6)} <= WORDS
    for game, zones in ZONES.items():
        assert f"| `{game}` | {' '.join(f'`{zone}`' for zone in zones)} |" in TEXT


def test_it_shows_every_command_as_it_is() -> None:
    for command in app.registered_commands:
        name = command.name or getattr(command.callback, "__name__", "")
        assert f"troop board {name}" in TEXT


def test_its_numbers_are_those_of_the_program() -> None:
    for words in (
        f"+ {PICO_MA} mA",
        f"({PICO_ON_USB_MA} mA when USB",
        f"at most {USB_MA} mA",
        f"than {FEED_BOTH_ENDS} LEDs",
    ):
        assert words in TEXT
    white = power_of(load_board((ROOT / "boards" / "pico_w_reference.json").read_text("utf-8"))).white_ma
    assert f"{white / 1000:.1f} A" in TEXT
