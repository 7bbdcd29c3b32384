"""`troop flash` through the real mpremote, on a board whose plug is pulled at every flash operation."""

import contextlib
import random
from pathlib import Path

import pytest

from host.build import UNPACK, Files
from host.emulated import flash_image
from host.errors import UserError
from host.layers import ROOT
from host.link import cable
from host.link import update as update_module
from host.link.link import Link, check_identity
from host.link.update import BLOCK, Update
from tests.kit.host.unix_board import UnixBoard
from tests.kit.host.versions import BEFORE_PACKS, NEW, OLD, START

pytestmark = pytest.mark.runtime("micropython")

# What /main.py does at power-on before it runs the device.
FINISH = """
exec(open('/main.py').read().split('    try:\\n        from firmware')[0], {'__name__': '__main__'})
"""
FILLER = "filler"  # a file of the user that takes much room; it is not read back
GAME = {"tail.log": b"the running game", "settings.json": b"{}"}


def never() -> None:
    raise AssertionError("asked about a main.py that is ours")


def update(port: str, files: Files) -> bool:
    with Link(port) as link:
        return Update(link, files).run(never)


def read_files(flash: Path, finish: bool = True) -> Files:
    """What is on the board after it has been powered on (and main.py has finished what was cut short)."""
    with UnixBoard(flash) as board, Link(board.port) as link:
        if finish and "main.py" in link.run("import os; print(os.listdir('/'))"):
            link.run(FINISH)
            link.run(FINISH)  # the first start may have brought a newer main.py, which has more to do
        found = link.run(
            "import os, binascii\n"
            "def walk(path):\n"
            "    for name in os.listdir(path):\n"
            "        below = path + '/' + name\n"
            "        if os.stat(below)[0] & 0x4000: walk(below)\n"
            f"        elif name != {FILLER!r}:\n"
            "            with open(below, 'rb') as f: print(below, binascii.hexlify(f.read()).decode())\n"
            "walk('')"
        )
    lines = [line.partition(" ") for line in found.splitlines()]
    return {path.lstrip("/"): bytes.fromhex(content) for path, _, content in lines}


def lay(flash: Path, files: Files) -> None:
    with UnixBoard(flash) as board, Link(board.port) as link:
        for folder in ("/lib", "/lib/engine_core", "/lib/firmware"):
            link.run(f"import os; os.mkdir({folder!r})")
        for path, content in files.items():
            link.write("/" + path, content)


def test_a_blank_board_gets_exactly_the_files_and_a_second_run_does_nothing(tmp_path: Path) -> None:
    flash = tmp_path / "flash"
    with UnixBoard(flash) as board:
        assert update(board.port, NEW) is True
        assert update(board.port, NEW) is False
    assert read_files(flash, finish=False) == NEW


def test_settings_and_the_running_game_stay_and_old_modules_go(tmp_path: Path) -> None:
    flash = tmp_path / "flash"
    lay(flash, {**OLD, **GAME})
    with UnixBoard(flash) as board:
        assert update(board.port, NEW) is True
    assert read_files(flash, finish=False) == {**NEW, **GAME}


def test_a_copy_cut_at_any_flash_operation_leaves_the_old_or_the_new_device(tmp_path: Path) -> None:
    clean = tmp_path / "clean"
    lay(clean, {**OLD, **GAME})
    outcomes = []
    cut_lines: list[str] = []
    for fuse in random.Random(5).sample(range(1, 120), 25):
        flash = tmp_path / f"flash{fuse}"
        flash.write_bytes(clean.read_bytes())
        try:
            with UnixBoard(flash, fuse) as board:
                update(board.port, NEW)
        except UserError as error:
            cut_lines.append(str(error))
        found = {path: content for path, content in read_files(flash).items() if not path.endswith((".new", ".tmp"))}
        assert found in ({**OLD, **GAME}, {**NEW, **GAME}), f"mixed after a cut at operation {fuse}"
        outcomes.append(found == {**NEW, **GAME})
        with UnixBoard(flash) as board:
            update(board.port, NEW)  # and the next run carries it to its end
        assert read_files(flash, finish=False) == {**NEW, **GAME}
    assert set(outcomes) == {True, False}, "the cuts missed one side of the switch"
    assert all("plug it" in line for line in cut_lines), cut_lines


def test_an_update_without_room_beside_the_old_files_is_cut_at_any_flash_operation(tmp_path: Path) -> None:
    """The new files come in a pack. The main.py of the version before knows nothing of packs."""
    clean = tmp_path / "clean"
    before = {**OLD, "main.py": BEFORE_PACKS, **GAME}
    lay(clean, before)
    with UnixBoard(clean) as board, Link(board.port) as link:
        free = int(link.run("import os; s = os.statvfs('/'); print(s[0] * s[3])"))
        size = free - Update(link, NEW)._need(list(NEW)) + 2 * BLOCK  # so much room is missing
        link.run(f"with open('/{FILLER}', 'wb') as file: [file.write(bytes(1024)) for _ in range({size // 1024})]")
    outcomes = []
    for fuse in random.Random(6).sample(range(1, 160), 25):
        flash = tmp_path / f"flash{fuse}"
        flash.write_bytes(clean.read_bytes())
        with contextlib.suppress(UserError), UnixBoard(flash, fuse) as board:
            update(board.port, NEW)
        found = {path: content for path, content in read_files(flash).items() if not path.endswith((".new", ".tmp"))}
        assert found in (before, {**NEW, **GAME}), f"mixed after a cut at operation {fuse}"
        outcomes.append(found == {**NEW, **GAME})
        with UnixBoard(flash) as board:
            update(board.port, NEW)  # and the next run carries it to its end
        assert read_files(flash, finish=False) == {**NEW, **GAME}
    assert set(outcomes) == {True, False}, "the cuts missed one side of the switch"


def test_a_blank_board_runs_nothing_before_it_has_everything(tmp_path: Path) -> None:
    """Whenever the copy is cut there is no main.py yet, or all of the new device; the next run goes on."""
    outcomes = []
    for fuse in random.Random(7).sample(range(3, 80), 8):
        flash = tmp_path / f"flash{fuse}"
        with UnixBoard(flash):
            pass  # it makes its file system
        with contextlib.suppress(UserError), UnixBoard(flash, fuse) as board:
            update(board.port, NEW)
        found = read_files(flash)
        assert "main.py" not in found or found == NEW, f"begun after a cut at operation {fuse}"
        outcomes.append(found == NEW)
        with UnixBoard(flash) as board:
            update(board.port, NEW)
        assert read_files(flash, finish=False) == NEW
    assert set(outcomes) == {True, False}, "the cuts missed one side of the switch"


def test_a_foreign_main_is_asked_about_and_a_copy_kept(tmp_path: Path) -> None:
    flash = tmp_path / "flash"
    asked = []
    with UnixBoard(flash) as board, Link(board.port) as link:
        for content in (b"print('mine')", b"print('mine too')"):
            link.write("/main.py", content)
            Update(link, NEW).run(lambda: asked.append(1))
    assert asked == [1, 1]
    kept = {"main.py.kept": b"print('mine')", "main.py.kept+": b"print('mine too')"}
    assert read_files(flash, finish=False) == {**NEW, **kept}


def test_a_foreign_main_that_is_not_to_be_replaced_stays(tmp_path: Path) -> None:
    def refuse() -> None:
        raise UserError("Nothing was changed.")

    flash = tmp_path / "flash"
    with UnixBoard(flash) as board, Link(board.port) as link:
        link.write("/main.py", b"print('mine')")
        with pytest.raises(UserError, match="Nothing was changed"):
            Update(link, NEW).run(refuse)
    assert read_files(flash, finish=False) == {"main.py": b"print('mine')"}


def test_a_board_with_a_foreign_main_has_one_after_any_cut(tmp_path: Path) -> None:
    """The foreign program starts, or ours does and the foreign one is kept: never neither."""
    foreign = b"print('mine')"
    clean = tmp_path / "clean"
    with UnixBoard(clean) as board, Link(board.port) as link:
        link.write("/main.py", foreign)
    outcomes = set()
    for fuse in random.Random(6).sample(range(1, 90), 12):
        flash = tmp_path / f"flash{fuse}"
        flash.write_bytes(clean.read_bytes())
        with contextlib.suppress(UserError), UnixBoard(flash, fuse) as board, Link(board.port) as link:
            Update(link, NEW).run(lambda: None)
        found = read_files(flash, finish=False)
        ours = found["main.py"] == NEW["main.py"]
        assert ours or found["main.py"] == foreign, f"cut at operation {fuse}"
        if ours:
            assert found["main.py.kept"] == foreign
            assert {path: found.get(path) for path in NEW} == NEW
        outcomes.add(ours)
    assert outcomes == {True, False}, "the cuts missed one side of the switch"


def test_a_city_of_the_tables_own_stays_until_another_is_named(tmp_path: Path) -> None:
    flash = tmp_path / "flash"
    city = {**NEW, "data/city.map": b"the sample"}
    with UnixBoard(flash) as board, Link(board.port) as link:
        Update(link, city, keep=("data/city.map",)).run(never)
        link.write("/data/city.map", b"our own city")
        assert Update(link, city, keep=("data/city.map",)).run(never) is False
        assert link.run("print(open('/data/city.map').read())") == "our own city\n"
        assert Update(link, city).run(never) is True
    assert read_files(flash, finish=False) == city


def test_no_room_is_said_before_anything_is_written(tmp_path: Path) -> None:
    flash = tmp_path / "flash"
    lay(flash, OLD)
    with UnixBoard(flash) as board, pytest.raises(UserError, match="KB free and the update needs"):
        update(board.port, {**NEW, "lib/engine_core/large.mpy": bytes(900_000)})
    assert read_files(flash, finish=False) == OLD


def test_a_file_system_that_fills_up_all_the_same_leaves_the_old_device(tmp_path: Path) -> None:
    flash = tmp_path / "flash"
    lay(flash, OLD)
    files = {**NEW, "lib/engine_core/large.mpy": random.Random(2).randbytes(900_000)}
    with UnixBoard(flash) as board, Link(board.port) as link:
        update = Update(link, files)
        update.look = lambda: _look_with_room(update)  # type: ignore[method-assign]
        with pytest.raises(UserError, match="file system is full: remove files of your own"):
            update.run(never)
    found = flash_image.read(flash.read_bytes())
    assert {path: content for path, content in found.items() if not path.endswith(".new")} == OLD


def _look_with_room(update: Update) -> None:
    """What is on the board, and more room than there is: another program takes it meanwhile."""
    Update.look(update)
    update.free = 10_000_000


def test_the_board_says_what_it_is(tmp_path: Path) -> None:
    with UnixBoard(tmp_path / "flash") as board, Link(board.port) as link:
        assert check_identity(link, "pico_w").startswith("MicroPython 1.")


def test_a_board_that_is_full_in_mid_copy_is_one_line_and_stays_as_it_was(tmp_path: Path) -> None:
    """The room was reckoned with, and then it is not there; what was still to come never lies in the way."""

    class Hopeful(Update):
        def look(self) -> None:
            super().look()
            self.free = 1 << 30

    flash = tmp_path / "flash"
    lay(flash, OLD)
    with UnixBoard(flash) as board, Link(board.port) as link:
        with pytest.raises(UserError, match="file system is full: remove files of your own from it, then run this"):
            Hopeful(link, {**NEW, "lib/engine_core/large.mpy": bytes(900_000)}).run(never)
        assert link.run("print(6 * 7)") == "42\n"
    found = {path: content for path, content in read_files(flash).items() if not path.endswith(".new")}
    assert found == OLD


def test_a_board_that_hashes_slowly_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each hash is an answer: only bytes that are none may not come for longer than TALK_S."""
    slow = update_module._HASH.replace("    h =", "    __import__('time').sleep(0.3)\n    h =")
    monkeypatch.setattr(update_module, "_HASH", slow)
    monkeypatch.setattr(cable, "TALK_S", 0.45)
    with UnixBoard(tmp_path / "flash") as board:
        assert update(board.port, NEW)
    assert read_files(tmp_path / "flash") == NEW


def test_a_pack_that_was_not_renamed_yet_is_unpacked_by_the_next_start(tmp_path: Path) -> None:
    """That start must not run the old version with a new main.py."""
    code = (ROOT / UNPACK).read_bytes()
    lay(tmp_path / "flash", {"main.py": START, "lib/engine_core/table.mpy": b"old"})
    with UnixBoard(tmp_path / "flash") as board, Link(board.port) as link:
        link.write("/update.pack.new", f"{len(code)}\n".encode() + code + b"/lib/engine_core/table.mpy 3\nnew")
        link.write("/update.txt", b"/update.pack\n")
        link.run(FINISH)
    assert read_files(tmp_path / "flash", finish=False) == {"main.py": START, "lib/engine_core/table.mpy": b"new"}
