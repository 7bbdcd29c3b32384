"""Run the tests of one file without pytest: `micropython tests/shared/run.py tests/shared/test_x.py [NAME...]`.

Every function whose name begins with `test_` is a test, and fails when it raises. Exit code 0 when at least
one ran and all passed, else 1. The last line says how many ran and on what.
"""

import gc
import sys


def asserts_work() -> bool:
    """Whether a failing assert raises: with -O it does not, and no test here could fail."""
    wrong = sys.version_info[0] < 3
    try:
        assert wrong
    except AssertionError:
        return True
    return False


def root() -> str:
    """The folder that holds engine_core and tests, from where this file lies."""
    here = __file__.replace("\\", "/")
    parts = (here if here.startswith("/") or ":" in here else "./" + here).split("/")
    return "/".join(parts[:-3])


def load(path: str) -> object:
    """The module of a test file below the root."""
    parts = path.replace("\\", "/").split("/")
    name = parts[-1]
    if name.endswith(".py"):
        name = name[:-3]
    shared: object = __import__("tests.shared." + name).shared
    return getattr(shared, name)


def run(module: object, wanted: "list[str]") -> int:
    """Run the tests of `module` (those named in `wanted`, if any) and say how they went. The exit code."""
    ran = 0
    failed = 0
    for name in sorted(dir(module)):
        if not name.startswith("test_") or (wanted and name not in wanted):
            continue
        ran += 1
        gc.collect()
        try:
            getattr(module, name)()
        except Exception as error:  # noqa: BLE001 - whatever a test raises is its failure
            failed += 1
            print("FAILED " + name)
            tell(error)
    print(f"{ran} tests on {sys.implementation.name}, {failed} failed")
    return 0 if ran and not failed else 1


def tell(error: Exception) -> None:
    """Print the error and where it was raised."""
    if hasattr(sys, "print_exception"):  # MicroPython
        sys.print_exception(error)
        return
    import traceback

    traceback.print_exception(type(error), error, error.__traceback__)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        print("Which file? micropython tests/shared/run.py tests/shared/test_x.py [NAME...]")
        sys.exit(1)
    if not asserts_work():
        print("assert does nothing here (-O): these tests could not fail")
        sys.exit(1)
    sys.path.insert(0, root())
    sys.exit(run(load(sys.argv[1]), sys.argv[2:]))
