"""Runs the tests of a project against one mutant: those that run its function, quickly, in processes of their own.

The mutant's code is put in while its module is imported, so no file is changed.
"""

import builtins
import contextlib
import os
import pickle
import resource
import signal
import sys
import time
from collections.abc import Callable, Collection, Generator
from dataclasses import dataclass, field
from functools import partial
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from typing import Any

import hypothesis.stateful  # once here, not in each of a thousand children
import pytest

from tests.soak.mutating import Mutant, Part, mutated, parts_of, touched_by

SPARE_S = 10  # of CPU time, for a file's imports
SPARE_TEST_S = 1  # for one test
SLOWER = 5  # a mutant that takes a test this many times as long as the code is noticed
MEMORY = 4 << 30
REGISTER = "_function_runs"  # a builtin while functions are traced
PASSED, NO_TESTS = 0, 5  # of pytest's exit codes

hypothesis.settings.register_profile(
    "mutants",
    deadline=None,
    derandomize=True,  # a mutant that is noticed today is noticed tomorrow
    database=None,
    phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],  # nobody reads the example, so it need not be small
)


class Finder(MetaPathFinder):
    """Imports modules with other code than their source has. codes: by the path of the source."""

    def __init__(self, codes: dict[str, Any]) -> None:
        self.codes = codes

    def find_spec(self, name: str, path: Any, target: Any = None) -> ModuleSpec | None:
        spec = PathFinder.find_spec(name, path)
        if spec is None or spec.origin not in self.codes:
            return None
        spec.loader = Loader(name, spec.origin)
        spec.loader.code = self.codes[spec.origin]
        return spec


class Loader(SourceFileLoader):
    code: Any

    def get_code(self, fullname: str) -> Any:
        """The code as it is, neither from a .pyc nor into one."""
        return self.code


@dataclass
class Seen:
    """What is known of one test. functions: (path, name) of each that it runs. seconds: of CPU time."""

    functions: set[tuple[str, str]] = field(default_factory=set)
    seconds: float = 0.0


class Watch:
    """A pytest plugin that notes what each test runs, and how long it takes. The test "" is the import of the file."""

    def __init__(self) -> None:
        self.tests: dict[str, Seen] = {"": Seen()}
        self.now = self.tests[""].functions
        setattr(builtins, REGISTER, lambda function: self.now.add(function))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        seen = self.tests[item.nodeid] = Seen()
        self.now = seen.functions
        start = time.process_time()
        try:
            return (yield)
        finally:
            seen.seconds = time.process_time() - start


class Choice:
    """A pytest plugin that runs the chosen tests and those that a mutant has made up, the quickest first. Tests on
    another runtime than CPython are left out: there the code has no fault in it."""

    def __init__(self, known: dict[str, Seen], chosen: Collection[str] | None) -> None:
        self.known = known
        self.chosen = chosen

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        here = [item for item in items if item.get_closest_marker("runtime") is None]
        if self.chosen is not None:
            here = [item for item in here if item.nodeid in self.chosen or item.nodeid not in self.known]
        items[:] = sorted(here, key=lambda item: self.known.get(item.nodeid, Seen()).seconds)

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """A test that takes too long ends the process: nobody handles SIGPROF."""
        if self.chosen is not None:
            limit = SPARE_TEST_S + SLOWER * self.known.get(nodeid, Seen()).seconds
            signal.setitimer(signal.ITIMER_PROF, limit)


def in_child(work: Callable[[], int], seconds: float, output: Path) -> int:
    """Do some work in a process of its own. Its exit code; negative when it was ended, as after `seconds` of CPU time.

    CPU time, since how busy the machine is must not matter. What the child prints goes to `output`.
    """
    child = os.fork()
    if child == 0:
        code = 3
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))
            with contextlib.suppress(ValueError, OSError):  # macOS does not limit memory
                resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            with output.open("wb") as said:
                os.dup2(said.fileno(), 1)
                os.dup2(said.fileno(), 2)
            code = work()
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def run_pytest(file: str, codes: dict[str, Any], *plugins: object) -> int:
    sys.meta_path.insert(0, Finder(codes))
    line = ["-x", "-q", "--tb=short", "-p", "no:cacheprovider", "--hypothesis-profile=mutants", file]
    return int(pytest.main(line, plugins=list(plugins)))


class Suite:
    """The tests in some folders of a project.

    root: its folder, where the work is done. package: the one that has mutants. scratch: a folder for passing files.
    """

    def __init__(self, root: Path, package: str, folders: Collection[str], scratch: Path) -> None:
        self.root = root
        self.scratch = scratch
        self.output = scratch / "output"
        self.files = [str(path) for folder in folders for path in sorted((root / folder).glob("test_*.py"))]
        self.tests: dict[str, dict[str, Seen]] = {}
        self.codes: dict[str, Any] = {}
        self.parts: list[Part] = []
        for path in (root / package).rglob("*.py"):
            parts, self.codes[str(path)] = parts_of(root, path, REGISTER)
            self.parts += parts

    def learn(self, progress: Callable[[str], None]) -> None:
        """Run every file without a fault. Raises RuntimeError when a test fails even so."""
        noted = self.scratch / "noted"

        def work(file: str) -> int:
            watch = Watch()
            code = run_pytest(file, self.codes, watch, Choice({}, None))
            noted.write_bytes(pickle.dumps(watch.tests))
            return code

        for file in self.files:
            if in_child(partial(work, file), 3600, self.output) not in (PASSED, NO_TESTS):
                raise RuntimeError(f"{file} fails without any fault:\n{self.output.read_text(errors='replace')}")
            self.tests[file] = pickle.loads(noted.read_bytes())
            progress(Path(file).stem)

    def notices(self, mutant: Mutant) -> bool:
        """Whether a test fails: first those that run what the mutant touches, then the others of their files, since one
        test may see what another has made."""
        codes = {str(self.root / mutant.path): mutated(self.root, mutant)}
        covering = self.covering(mutant)
        rest = [(file, self.tests[file].keys() - names - {""}) for file, names in covering]
        return any(self.fails(file, codes, names) for file, names in covering + rest if names)

    def covering(self, mutant: Mutant) -> list[tuple[str, set[str]]]:
        """(file, tests) for each file that runs what the mutant touches, the likeliest to notice first.

        All its tests when the file's import runs it; all of every file when nobody knows what the mutant touches.
        """
        touched = touched_by(self.parts, mutant.path, mutant.where)
        found = []
        for file, tests in self.tests.items():
            names = {name for name, seen in tests.items() if not touched or touched & seen.functions}
            if names:
                found.append((file, set(tests) if "" in names else names))
        word = mutant.where.rpartition(".")[2].strip("_") or Path(mutant.path).stem
        unlike = {file: word not in Path(file).read_text(encoding="utf-8") for file, _ in found}
        return sorted(found, key=lambda each: (unlike[each[0]], self.seconds(*each)))

    def seconds(self, file: str, names: Collection[str]) -> float:
        return sum(self.tests[file][name].seconds for name in names)

    def fails(self, file: str, codes: dict[str, Any], names: Collection[str]) -> bool:
        """Whether one of these tests of a file fails or takes far longer than usual, or the file cannot be imported."""
        limit = SPARE_S + SLOWER * self.seconds(file, names)
        choice = Choice(self.tests[file], names)
        return in_child(lambda: run_pytest(file, codes, choice), limit, self.output) not in (PASSED, NO_TESTS)
