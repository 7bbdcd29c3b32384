"""The virtual device in a terminal: taps, held keys, chords, and a terminal that is too small."""

import asyncio
import os
import pty
import select
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from textual.events import Key
from textual.pilot import Pilot

from engine_core.keys import STUCK_MS
from engine_core.setup import Setup
from host.boards import board_text
from host.files import FolderFiles
from host.layers import ROOT
from host.page.device import Device
from host.page.tty import REPEAT_S, Fingers, Terminal

Step = Callable[[Terminal, "Pilot[None]"], Awaitable[None]]


def play(folder: Path, step: Step, size: tuple[int, int] = (80, 24)) -> None:
    """Run `step` on a terminal of `size` that shows a three-seat game."""

    async def run() -> None:
        device = Device(board_text("pico_w_reference"), FolderFiles(folder))
        device.begin(Setup("after_us", ["Ana", "Ben", "Cho"]))
        terminal = Terminal(device)
        async with terminal.run_test(size=size) as pilot:
            await until(lambda: device.state() != {})
            await step(terminal, pilot)

    asyncio.run(run())


async def press(pilot: "Pilot[None]", *keys: str) -> None:
    """Keys as a person types them."""
    for key in keys:
        await pilot.press(key)
        await asyncio.sleep(0.15)


async def until(done: Callable[[], object]) -> None:
    """Wait until `done()`, on a busy machine too; what comes after says what is wrong when that takes for ever."""
    ended = time.monotonic() + 120
    while not done() and time.monotonic() < ended:
        await asyncio.sleep(0.02)


async def shows(terminal: Terminal, **expected: list[int]) -> None:
    """Wait until the seats have these points, rage and cards."""
    await until(lambda: values(terminal).items() >= expected.items())
    assert values(terminal).items() >= expected.items()


async def holds(terminal: Terminal, *expected: str) -> None:
    """Wait until these buttons are held."""
    await until(lambda: terminal.device.held() == list(expected))
    assert terminal.device.held() == list(expected)


def values(terminal: Terminal) -> dict[str, list[int | str]]:
    """Points, rage and cards of every seat, once the device has seen the last press."""
    return {seat["name"]: seat["values"] for seat in terminal.device.state()["seats"]}


def test_taps_chords_and_latches(tmp_path: Path) -> None:
    async def step(terminal: Terminal, pilot: "Pilot[None]") -> None:
        await press(pilot, "1", "1", "2")
        await shows(terminal, Ana=[2, 0, 8], Ben=[1, 0, 8], Cho=[0, 0, 8])
        await press(pilot, "U")
        await holds(terminal, "undo")
        await press(pilot, "1", "U")
        await holds(terminal)
        await shows(terminal, Ana=[1, 0, 8], Ben=[1, 0, 8], Cho=[0, 0, 8])
        await press(pilot, "u")
        await shows(terminal, Ana=[2, 0, 8])
        picture = terminal.picture().plain
        assert "Round 1, phase 1: Assembling the Tribe" in picture
        assert "Ana" in picture
        assert "q switches off" in picture

    play(tmp_path, step)


def test_keys_that_are_typed_without_a_pause_are_all_pressed_and_are_no_chord(tmp_path: Path) -> None:
    async def step(terminal: Terminal, pilot: "Pilot[None]") -> None:
        for key in "1n2m3":
            terminal.post_message(Key(key, key))
        await shows(terminal, Ana=[1, 0, 8], Ben=[1, 0, 8], Cho=[0, 1, 8])  # m: rage
        assert "Round 1, phase 2" in terminal.picture().plain

    play(tmp_path, step)


def test_a_repetition_is_told_by_when_the_keys_were_pressed_not_by_when_they_are_read(tmp_path: Path) -> None:
    """A terminal that was busy hands over a second's keys at once."""

    async def step(terminal: Terminal, pilot: "Pilot[None]") -> None:
        now = time.monotonic()
        for key, ago in (("1", 0.9), ("1", 0.6), ("1", 0.3), ("1", 0.3 - REPEAT_S / 2), ("2", 0.0)):
            event = Key(key, key)
            event.time = now - ago
            terminal.post_message(event)
        await shows(terminal, Ana=[3, 0, 8], Ben=[1, 0, 8], Cho=[0, 0, 8])

    play(tmp_path, step)


def test_a_number_is_read_out_while_mode_is_latched_and_escape_lets_go(tmp_path: Path) -> None:
    async def step(terminal: Terminal, pilot: "Pilot[None]") -> None:
        before = dict(terminal.device.frames)
        await press(pilot, "M", "2")
        await holds(terminal, "mode")
        await until(lambda: terminal.device.frames != before)
        assert terminal.device.frames != before
        await press(pilot, "escape")
        await holds(terminal)
        await press(pilot, "3")
        await shows(terminal, Ana=[0, 0, 8], Ben=[0, 0, 8], Cho=[1, 0, 8])  # a read-out scores nothing

    play(tmp_path, step)


def test_the_menu_opens_with_two_latched_keys(tmp_path: Path) -> None:
    async def step(terminal: Terminal, pilot: "Pilot[None]") -> None:
        await press(pilot, "U", "M")
        await until(lambda: "Which game?" in terminal.picture().plain)
        await press(pilot, "escape")
        assert "Which game?" in terminal.picture().plain
        assert "Primates" in terminal.picture().plain

    play(tmp_path, step)


def test_a_key_that_the_terminal_repeats_is_one_press(tmp_path: Path) -> None:
    device = Device(board_text("pico_w_reference"), FolderFiles(tmp_path))
    fingers = Fingers(device)
    assert fingers.press("1", 10.0) == "seat1"
    fingers.release("seat1")
    assert fingers.press("1", 10.0 + REPEAT_S / 2) is None
    assert fingers.press("1", 10.0 + 3 * REPEAT_S) == "seat1"


def test_a_key_that_is_held_down_for_too_long_is_let_go(tmp_path: Path) -> None:
    """The device takes the button for stuck and ignores it: then it must not look as if it were held."""

    async def step(terminal: Terminal, pilot: "Pilot[None]") -> None:
        await press(pilot, "N")
        await holds(terminal, "next")
        real = terminal.device.now
        terminal.device.now = lambda: real() + STUCK_MS  # type: ignore[method-assign]
        await holds(terminal)
        await until(lambda: terminal.device.app.ignored() == [])
        await press(pilot, "1")
        await shows(terminal, Ana=[1, 0, 8])

    play(tmp_path, step)


def test_a_terminal_that_gets_too_small_says_the_size_it_needs(tmp_path: Path) -> None:
    async def step(terminal: Terminal, pilot: "Pilot[None]") -> None:
        said = terminal.picture().plain
        assert "60 columns and 20 lines; 80 and 24 are needed: make it larger." in said.replace("\n", " ")
        assert max(map(len, said.split("\n"))) <= 60

    play(tmp_path, step, size=(60, 20))


def test_a_slow_start_is_drawn_all_the_same(tmp_path: Path) -> None:
    """The clock of the picture may tick before the picture is on the screen, and after it has left it."""
    kept: list[Terminal] = []

    async def step(terminal: Terminal, pilot: "Pilot[None]") -> None:
        await terminal.query_one("#picture").remove()
        terminal.device.hold("seat1", "test", True)
        await shows(terminal, Ana=[1, 0, 8])
        terminal.redraw()
        kept.append(terminal)

    play(tmp_path, step)
    assert values(kept[0])["Ana"][0] == 1


def run_in_a_terminal(home: Path, rows: int, columns: int, keys: str) -> tuple[int, str]:
    """`troop play --tty` in a real pseudo terminal; (exit code, what it wrote)."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_DATA_HOME": str(home), "TERM": "xterm-256color"}
    environment |= {"LINES": str(rows), "COLUMNS": str(columns)}
    command = [sys.executable, "-m", "troopkeeper", "play", "--tty", "--seats", "Ana Ben Cho"]
    process = subprocess.Popen(command, env=environment, stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    written = b""
    coming = list(keys)
    ended = time.monotonic() + 120
    while time.monotonic() < ended:
        if select.select([ours], [], [], 0.3)[0]:
            try:
                written += os.read(ours, 65536)
            except OSError:
                break
        if coming and b"Assembling" in written:
            os.write(ours, coming.pop(0).encode())
    os.close(ours)
    process.kill()
    return process.wait(120), written.decode("utf-8", "replace")


def test_a_small_terminal_is_one_line_and_exit_2(tmp_path: Path) -> None:
    code, written = run_in_a_terminal(tmp_path, 20, 60, "")
    assert code == 2
    assert "60 columns and 20 lines; 80 and 24 are needed: make it larger." in written
    assert "Traceback" not in written


def test_a_real_terminal_plays_and_quits(tmp_path: Path) -> None:
    code, written = run_in_a_terminal(tmp_path, 24, 80, "1112q")
    assert code == 0, written[-500:]
    assert "Traceback" not in written
    games = [path for path in tmp_path.rglob("*") if path.is_file() and path.stat().st_size > 40]
    assert games, "the game was not kept"
