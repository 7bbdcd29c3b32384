"""`troop selftest`: runs the project's tests and scripts on a board, then checks every LED and every button.

The tests of tests/shared and the scripts of tests/scripts also run on the laptop. They are in the board's memory while
they run. Only the settings are written to its flash, and only if they change.
"""

import re
import sys
import time
from collections.abc import Callable
from pathlib import Path

import typer
from rich.status import Status

from engine_core.board import Board
from engine_core.errors import BoardError
from engine_core.scripts.replay import replay_files
from engine_core.settings import SETTINGS_FILE, Settings
from engine_core.settings_reading import read_settings
from engine_core.settings_writing import text_of
from firmware import DATA
from host.errors import CheckFailed, UserError
from host.layers import BOARDS, ROOT
from host.link.compare import Difference, compare
from host.link.data import read_folder, replace
from host.link.from_board import lines_of, understand
from host.link.guide import Guide, LinkedSide
from host.link.link import BoardFault, Link, check_identity, visit
from host.link.on_board import OnBoard
from host.link.ports import choose_port
from host.link.scripts import Player
from host.printable import console, one_line

SHARED = ROOT / "tests" / "shared"
SCRIPTS = ROOT / "tests" / "scripts"
PATIENCE = 12  # times the link's usual timeout: some tests process minutes of samples
Say = Callable[[str], None]


def run(port: str, guided: bool, quick: bool, only: list[str]) -> None:
    """`troop selftest`. CheckFailed when a check failed."""
    tests, scripts = choose(only, quick)
    with visit(choose_port(port)) as link:
        failed = Selftest(link, print).run(tests, scripts, guided)
    if failed:
        raise CheckFailed(f"{len(failed)} of the checks failed: {'; '.join(failed)}")
    print("All checks passed. The board goes on with its game.")


def choose(only: list[str], quick: bool = False) -> tuple[list[Path], list[Path]]:
    """The test files and the scripts to run: all, or those named in `only`. quick: no tests but those named."""
    tests = sorted(SHARED.glob("test_*.py"))
    scripts = sorted(SCRIPTS.rglob("*.troop"))
    if not tests or not scripts:
        raise UserError(f"The tests are missing in {SHARED.parent}: install troopkeeper again.")
    if not only:
        return [] if quick else tests, scripts
    there = {path.stem.removeprefix("test_"): path for path in (*tests, *scripts)}
    names = [name.removeprefix("test_") for name in only]
    unknown = [name for name in names if name not in there]
    if unknown:
        raise UserError(f"There is no test and no script {unknown[0]!r}: say one of {', '.join(there)}.")
    chosen = [there[name] for name in names]
    return [path for path in chosen if path in tests], [path for path in chosen if path in scripts]


class Selftest:
    """Checks the board at the end of `link`. say: takes one line of the report."""

    def __init__(self, link: Link, say: Say) -> None:
        self._link = link
        self._say = say
        self._failed: list[str] = []
        self._console = console()

    def run(self, tests: list[Path], scripts: list[Path], guided: bool) -> list[str]:
        """Run everything. Returns the checks that failed, each in a few words."""
        with self._busy("the files"):
            board, differences = self._check_files()
        if differences:
            return self._failed
        for path in tests:
            with self._busy(path.stem):
                self._run_tests(path)
        if scripts:
            self._run_scripts(scripts)
        if guided:
            self._guide(board)
        return self._failed

    # -- the files -------------------------------------------------------------------------------
    def _check_files(self) -> tuple[Board, list[Difference]]:
        """The board of the board file on the board, and the files that differ from this version.

        Raises UserError when troopkeeper is not on the board.
        """
        built = compare(self._link)
        self._say(f"{self._link.port}: {check_identity(self._link, built.board.chip)}")
        if built.differences:
            shown = ", ".join(f"{each.path} ({each.what})" for each in built.differences[:5])
            self._fail("files", f"{len(built.differences)} files differ from this version: {shown}. Run 'troop flash'.")
        else:
            self._say(f"files: all {built.count} are those of this version")
        return built.board, built.differences

    # -- tests and scripts -----------------------------------------------------------------------
    def _run_tests(self, path: Path) -> None:
        name = path.stem
        start = time.monotonic()
        try:
            board = self._prepare(path)
            said = board.run(
                f"from tests.shared import {name} as module\n"
                "print(' '.join(sorted(each for each in dir(module) if each.startswith('test_'))))",
                PATIENCE,
            )
        except BoardFault as error:
            self._fail(name, _last_lines(error.fault))
            return
        tests = understand(_tests, said)
        failed = [test for test in tests if not self._run_test(board, name, test)]
        seconds = time.monotonic() - start
        if not tests:
            self._fail(name, "it holds no tests")
        elif not failed:
            self._say(f"{name}: {len(tests)} tests passed ({seconds:.1f} s)")

    def _run_test(self, board: OnBoard, module: str, test: str) -> bool:
        try:
            board.run(f"gc.collect()\nmodule.{test}()", PATIENCE)
        except BoardFault as error:
            self._fail(f"{module}.{test}", _last_lines(error.fault))
            return False
        return True

    def _prepare(self, path: Path) -> OnBoard:
        """Empty the board's memory and put a test file, its helpers and the board files that they read into it."""
        board = OnBoard(self._link)
        helpers = sorted(helpers_of(path))
        for file in boards_of([path, *map(_source, helpers)]):
            board.put(f"boards/{file.name}", file.read_bytes())
        for name in helpers:
            board.put_module(name)
        board.put_module(f"tests/shared/{path.name}")
        return board

    def _run_scripts(self, paths: list[Path]) -> None:
        """Replay each script on the board and here. The output, with the digest, must be the same."""
        player = Player(self._link)
        alike = 0
        for path in paths:
            here: list[str] = []
            code = replay_files([str(path)], here.append)
            with self._busy(path.name):
                there = player.play(str(path))
            if there == (code, lines_of("\n".join(here))):
                alike += 1
            else:
                self._fail(path.name, f"the board says {there[1][-1:]}, this machine {lines_of(here[-1])[-1:]}")
        self._say(f"scripts: {alike} of {len(paths)} end on the board as they do here, with the same digest")

    # -- LEDs and buttons ------------------------------------------------------------------------
    def _guide(self, board: Board) -> None:
        settings = self._settings()
        before = text_of(settings)
        self._link.clean()
        side = LinkedSide(self._link, board)
        guide = Guide(board, settings, side, _ask, self._say)
        try:
            guide.run()
        finally:
            side.close()
        for problem in guide.problems:
            self._failed.append(problem.rstrip("."))
        if text_of(settings) != before:
            replace(self._link, f"{DATA}/{SETTINGS_FILE}", text_of(settings).encode())
            self._say(f"The board's settings say now: orders {settings.orders}, buttons {settings.buttons}.")

    def _settings(self) -> Settings:
        """The settings on the board; default settings when it has none that can be read."""
        text = read_folder(self._link, DATA, SETTINGS_FILE).text(SETTINGS_FILE)
        try:
            return read_settings(text) if text is not None else Settings()
        except BoardError as error:
            self._say(f"{error} The default settings are used instead.")
            return Settings()

    def _busy(self, what: str) -> Status:
        """A status line that tells the user what the board does now."""
        return self._console.status(f"The board is at {what}")

    def _fail(self, what: str, why: str) -> None:
        self._failed.append(what)
        self._say(f"FAILED {what}: {why}")


def helpers_of(path: Path) -> set[str]:
    """The modules of tests/ that a test file imports, directly or indirectly, such as "tests/kit/shared/heap.py"."""
    found: set[str] = set()
    todo = [path]
    while todo:
        imports = re.findall(r"^\s*(?:from|import) (tests\.[\w.]+)", todo.pop().read_text("utf-8"), re.MULTILINE)
        new = {name.replace(".", "/") + ".py" for name in imports} - found
        found |= new
        todo += [_source(name) for name in new]
    return found


def _source(name: str) -> Path:
    """The file of a module such as "tests/kit/shared/heap.py"."""
    return SHARED.parents[1] / name


def boards_of(sources: list[Path]) -> list[Path]:
    """The shipped board files that these sources name."""
    text = "".join(path.read_text("utf-8") for path in sources)
    return [path for path in sorted(BOARDS.glob("*.json")) if re.search(rf"\b{path.stem}\b", text)]


def _ask(question: str, letters: str) -> str:
    """Ask the person until they type one of `letters`; returns it."""
    while True:
        answer: str = typer.prompt(question, prompt_suffix=" > ").strip().lower()[:1]
        if answer and answer in letters:
            return answer
        print(f"  Type one of {', '.join(letters)}.", file=sys.stderr)


def _tests(said: str) -> list[str]:
    """The names of tests that the board has printed. ValueError for anything else."""
    names = said.split()
    if not all(name.isascii() and name.isidentifier() for name in names):
        raise ValueError(said)
    return names


def _last_lines(fault: str) -> str:
    """The error of a traceback and the place where it was raised, on one line."""
    lines = [one_line(line.strip()) for line in lines_of(fault.strip())]
    return " <- ".join(reversed(lines[-2:])) if lines else "?"
