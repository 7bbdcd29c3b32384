"""The emulated board when it restarts itself: as a real one it leaves USB and comes back with what is in its flash."""

import pytest

from tests.kit.board.bench import Bench
from tests.kit.board.rig import image

pytestmark = [pytest.mark.runtime("pico"), pytest.mark.timeout(600)]


def test_board_that_restarts_comes_back_and_hears_what_was_typed_meanwhile() -> None:
    bench = Bench(image(), files={"main.py": b"with open('/starts', 'a') as file: file.write('+')\n"})
    bench.run_until(lambda: bench.connected)
    bench.type(b"import machine; machine.reset()\rprint('the old program')\r")
    bench.run_until(lambda: not bench.connected)
    mark = len(bench.text())
    bench.type(b"print(6 * 7)\r")
    bench.run_until(lambda: "\r\n42\r\n" in bench.text()[mark:])
    assert "the old program" not in bench.text()[mark:]
    assert len(bench.resets) == 1
    assert bench.files()["starts"] == b"++"
