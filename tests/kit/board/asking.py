"""What an emulated board says of itself."""

import json

from tests.kit.board.bench import Bench


def ask(bench: Bench) -> dict[str, object]:
    """The state that the device gives for a `?` on USB."""
    mark = len(bench.text())
    bench.type(b"?")
    bench.run_until(lambda: "}\r\n" in bench.text()[mark:])
    line = next(line for line in bench.text()[mark:].splitlines() if line.startswith("{"))
    return dict(json.loads(line))
