"""Says at the end how many tests ran on which runtime.

A test marked `runtime("micropython")`, `runtime("pico")` or `runtime("chromium")` counts there, any other on
CPython. One test that stands for many on the other runtime (a whole file of tests/shared) records their number:
`record_property("micropython", 12)`.
"""

from collections import Counter
from collections.abc import Iterable

import pytest
from hypothesis import settings

# No test may depend on how busy the machine is.
settings.register_profile("troop", deadline=None)
settings.load_profile("troop")

RUNTIMES = {
    "cpython": "CPython",
    "micropython": "MicroPython (unix port)",
    "pico": "emulated Pico W",
    "chromium": "Chromium",
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Note each test's runtime in its report, so that it comes back from xdist's workers too."""
    for item in items:
        marker = item.get_closest_marker("runtime")
        runtime = str(marker.args[0]) if marker else "cpython"
        if runtime not in RUNTIMES:
            raise pytest.UsageError(f"{item.nodeid}: no such runtime: {runtime} (known: {', '.join(RUNTIMES)})")
        item.user_properties.append(("runtime", runtime))


def count_runtimes(reports: Iterable[pytest.TestReport]) -> Counter[str]:
    """The number of tests that passed or failed on each runtime."""
    counted: Counter[str] = Counter()
    for report in reports:
        numbers = {str(name): value for name, value in report.user_properties}
        inside = [name for name in RUNTIMES if name in numbers]
        for name in inside:
            counted[name] += int(str(numbers[name]))
        if not inside:
            counted[str(numbers.get("runtime", "cpython"))] += 1
    return counted


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The table of runtimes, above pytest's own closing line."""
    stats = terminalreporter.stats
    ran = [r for kind in ("passed", "failed", "xfailed", "xpassed") for r in stats.get(kind, [])]
    counted = count_runtimes([report for report in ran if isinstance(report, pytest.TestReport)])
    terminalreporter.section("tests by runtime")
    for name, title in RUNTIMES.items():
        terminalreporter.write_line(f"{counted[name]:6}  {title}")
