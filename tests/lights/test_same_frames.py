"""The same presses give the same frames on CPython and on MicroPython."""

import pytest

from tests.kit.rules.on_micropython import run
from tests.kit.shared.lights import GAMES, Device
from tests.kit.shared.painting import film

CODE = "from tests.kit.shared.lights import Device; from tests.kit.shared.painting import film; print(film(Device({})))"


@pytest.mark.runtime("micropython")
@pytest.mark.parametrize("number", range(len(GAMES)))
def test_the_same_presses_give_the_same_frames(number: int) -> None:
    done = run("-c", CODE.format(number))
    assert done.stdout.strip() == str(film(Device(number))), done.stderr
