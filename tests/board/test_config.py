"""Board file, settings and error ring of the device, on the laptop: what is at fault never costs the last good copy."""

from pathlib import Path

import pytest

from engine_core.errors import BoardError
from engine_core.settings import SETTINGS_FILE, Settings
from engine_core.settings_writing import text_of
from firmware.config import GOOD_BOARD, GOOD_SETTINGS, Config, load_config, salvage
from firmware.errorlog import BOOTS, MOST, NAME, ErrorLog
from tests.kit.shared.memory import MemoryFiles

BOARD = (Path(__file__).parents[2] / "boards" / "pico_w_reference.json").read_text("utf-8")


def missing() -> str:
    raise OSError(2)


def stored(settings: Settings) -> MemoryFiles:
    files = MemoryFiles()
    files.write(SETTINGS_FILE, text_of(settings).encode())
    return files


def loaded(files: MemoryFiles, text: str = BOARD) -> Config:
    """As the device loads them."""
    config = load_config(files, lambda: text)
    config.keep(files)
    return config


def test_good_files_are_kept_as_copies_once() -> None:
    files = stored(Settings())
    assert loaded(files).faults == []
    assert files.files[GOOD_BOARD] == BOARD.encode()
    assert files.files[GOOD_SETTINGS] == files.files[SETTINGS_FILE]
    changes = files.changes
    loaded(files)
    assert files.changes == changes


@pytest.mark.parametrize("damage", [b"", b"{", b"\xff\xfe", b'{"brightness": 99}', b'{"nonsense": 1}', b"[" * 5000])
def test_settings_at_fault_give_the_last_good_ones_and_one_line(damage: bytes) -> None:
    settings = Settings()
    settings.brightness = 1
    files = stored(settings)
    loaded(files)
    files.files[SETTINGS_FILE] = damage
    config = loaded(files)
    assert config.settings.brightness == 1
    assert len(config.faults) == 1
    assert "settings" in config.faults[0]
    assert files.files[GOOD_SETTINGS] == text_of(settings).encode()


def test_settings_at_fault_without_a_copy_give_the_defaults() -> None:
    files = MemoryFiles()
    files.write(SETTINGS_FILE, b"{")
    config = load_config(files, lambda: BOARD)
    assert text_of(config.settings) == text_of(Settings())
    assert len(config.faults) == 1


def test_no_settings_at_all_is_no_fault() -> None:
    assert load_config(MemoryFiles(), lambda: BOARD).faults == []


def test_board_file_at_fault_gives_the_last_good_one() -> None:
    files = MemoryFiles()
    loaded(files)
    config = load_config(files, lambda: BOARD.replace('"leds": 80,', '"leds": 8000,'))
    assert config.board.strips[0].leds == 80
    assert "8000" in config.faults[0]


@pytest.mark.parametrize("text", ["", "{", BOARD.replace("GRB", "GXB"), BOARD.replace('"pin": 3,', '"pin": 2,')])
def test_board_file_at_fault_without_a_copy_is_one_error(text: str) -> None:
    with pytest.raises(BoardError):
        load_config(MemoryFiles(), lambda: text)


def test_board_file_that_is_not_there_gives_the_last_good_one() -> None:
    files = MemoryFiles()
    loaded(files)
    config = load_config(files, missing)
    assert config.board.strips[0].leds == 80
    assert "not on the device" in config.faults[0]


def test_board_file_that_is_not_there_says_what_to_do() -> None:
    with pytest.raises(BoardError, match="flash"):
        load_config(MemoryFiles(), missing)


def test_orders_that_fit_no_strip_are_a_fault_and_the_board_stays() -> None:
    settings = Settings()
    settings.orders = {"nowhere": "RGB"}
    config = load_config(stored(settings), lambda: BOARD)
    assert len(config.faults) == 1
    assert config.board.strips[0].order == "GRB"


@pytest.mark.parametrize(
    ("text", "strips"),
    [
        (BOARD.replace('"leds": 80,', '"leds": -1,'), [(2, "GRB"), (3, "GRB")]),
        ('{"strips": [{"pin": 5, "order": "GRBW"}, {"pin": 99}, 7, {"pin": 6, "order": "XYZ"}]}', [(5, "GRBW")]),
        ('{"strips": {"pin": 5}}', []),
        ("{}", []),
        ("null", []),
        ("", []),
    ],
)
def test_salvage_finds_the_strips_that_can_be_lit(text: str, strips: list[tuple[int, str]]) -> None:
    assert salvage(text) == strips


def test_error_ring_counts_starts_and_stays_small() -> None:
    files = MemoryFiles()
    for number in range(1, 4):
        log = ErrorLog(files, 0)
        assert log.boot == number
        log.count_boot()
    for i in range(1000):
        log.add(1000 * i, f"fault {i}\nwith a second line")
    assert len(files.files[NAME]) <= MOST
    assert log.last() == "boot 3, 999 s: fault 999 | with a second line"
    assert all(line.startswith(b"boot 3, ") for line in files.files[NAME].splitlines())


def test_error_ring_survives_damage_and_storage_that_fails() -> None:
    files = MemoryFiles()
    files.files.update({NAME: b"\xff\xfe\n", BOOTS: b"-1x"})
    log = ErrorLog(files, 0)
    assert (log.boot, log.last()) == (1, "")
    log.add(0, "fault")
    assert log.last() == "boot 1, 0 s: fault"
    files.broken = True
    log.count_boot()
    log.add(0, "not stored")
    assert log.last() == "boot 1, 0 s: fault"
