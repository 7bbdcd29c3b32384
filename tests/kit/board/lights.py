"""The lights that an emulated board shows from the moment that it has power."""

from tests.kit.board.bench import Bench
from tests.kit.board.rig import image

RED, BLUE, OFF = (0, 40, 0), (0, 0, 40), (0, 0, 0)  # as a GRB strip gets them


def lights(bench: Bench, pin: int) -> list[list[tuple[int, ...]]]:
    """The pictures sent to a strip of three channels, each LED by its bytes."""
    return [
        [tuple(frame.data[at : at + 3]) for at in range(0, len(frame.data), 3)]
        for frame in bench.frames(pin)
        if len(frame.data) % 3 == 0
    ]


def power_on(files: dict[str, bytes], *watch: int) -> Bench:
    """A board with these files at the moment that it gets power; the strips at the pins `watch` are watched."""
    bench = Bench(image(), files=files)
    bench.watch(*watch)
    return bench
