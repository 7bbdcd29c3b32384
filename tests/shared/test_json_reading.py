"""JSON on every version of MicroPython: a text is read as a whole or not at all."""

import json

from engine_core import json_reading
from engine_core.errors import BoardError
from engine_core.settings import Settings
from engine_core.settings_reading import read_settings
from engine_core.settings_writing import text_of
from engine_core.setup_reading import read_setup
from tests.kit.shared.lights import board_text


class Lenient:
    """Takes what was cut short for a whole, as MicroPython 1.25 does."""

    def loads(self, text: str) -> object:
        try:
            return json.loads(text)
        except ValueError:
            return {}


def _is_refused(text: str) -> bool:
    try:
        _parsed(text)
    except BoardError:
        return True
    return False


def _parsed(text: str) -> object:
    return json_reading.parse(text, "The file", 10000, 500, "{}")


def _fault(text: str) -> str:
    try:
        read_settings(text)
    except BoardError as error:
        return str(error)
    return ""


def _cuts_are_refused() -> None:
    settings = Settings()
    settings.orders = {"score": "RGB"}
    settings.last = read_setup("game primates\nseats red blue")
    for text, step in ((text_of(settings).strip(), 1), (board_text().strip(), 37)):
        assert _parsed(text) == json.loads(text)
        for end in range(1, len(text), step):
            assert _is_refused(text[:end]), text[:end]


def test_text_that_was_cut_short_is_refused() -> None:
    _cuts_are_refused()


def test_text_that_was_cut_short_is_refused_where_json_takes_it() -> None:
    names = json_reading.__dict__
    usual = names["json"]
    names["json"] = Lenient()
    try:
        _cuts_are_refused()
        read_settings('{"brightness": 4}')
        said = _fault('{"brightness": 4')
    finally:
        names["json"] = usual
    assert "not JSON" in said
