"""Settings files that nobody would write: cut, bit-flipped, foreign, of the wrong kind in every place.

`python -m tests.kit.controls.garbage 100000` reads so many of them.
"""

import json
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass

from engine_core.errors import BoardError
from engine_core.settings import Settings
from engine_core.settings_reading import KEYS, read_settings
from engine_core.settings_writing import text_of
from engine_core.setup_reading import read_setup

LONGEST_MESSAGE = 300


@dataclass
class Tally:
    """Cases tried; those that were read, those refused with one clear line, those that ended any other way."""

    cases: int = 0
    accepted: int = 0
    refused: int = 0
    wrong: int = 0


def full_settings() -> Settings:
    """Settings in which nothing is empty."""
    settings = Settings()
    settings.hearts = [0, 1, 3, 17]
    settings.orders = {"score": "RGB"}
    settings.buttons = {"seat1": 7, "seat2": 6}
    settings.last = read_setup("game primates\nseats red blue\nset actions on\n")
    return settings


def value(rng: random.Random, depth: int = 0) -> object:
    """Any JSON value."""
    plain = [
        None,
        True,
        False,
        0,
        4,
        -1,
        17,
        10**12,
        2.5,
        "",
        "red",
        "GRB",
        "seat1",
        "game after_us\nseats a",
        "\ud800é",
    ]
    if depth > 3 or rng.random() < 0.6:
        return rng.choice(plain)
    if rng.random() < 0.5:
        return [value(rng, depth + 1) for _ in range(rng.randrange(8))]
    return {rng.choice([*KEYS, "seat1", "score", "x"]): value(rng, depth + 1) for _ in range(rng.randrange(4))}


def cut(text: str, rng: random.Random) -> str:
    """The beginning of `text`."""
    return text[: rng.randrange(len(text))]


def flip(text: str, rng: random.Random) -> str:
    """A few characters of `text` changed."""
    letters = list(text)
    for _ in range(rng.randrange(1, 6)):
        letters[rng.randrange(len(letters))] = chr(rng.choice([rng.randrange(128), rng.randrange(0xD7FF)]))
    return "".join(letters)


def swap(text: str, rng: random.Random) -> str:
    """One setting of `text` with any value."""
    data = json.loads(text)
    data[rng.choice([*KEYS, "more"])] = value(rng)
    return json.dumps(data)


def foreign(text: str, rng: random.Random) -> str:
    """Something else altogether."""
    return rng.choice([json.dumps(value(rng)), "".join(chr(rng.randrange(1, 256)) for _ in range(300)), text * 40])


DAMAGES: tuple[Callable[[str, random.Random], str], ...] = (cut, flip, swap, foreign)


def read_garbage(cases: int, seed: int = 1) -> Tally:
    """Read `cases` damaged settings and count how that ended."""
    rng = random.Random(seed)
    good = text_of(full_settings())
    tally = Tally()
    for number in range(cases):
        text = DAMAGES[number % len(DAMAGES)](good, rng)
        tally.cases += 1
        try:
            again = text_of(read_settings(text))
            tally.accepted += 1
            tally.wrong += text_of(read_settings(again)) != again
        except BoardError as error:
            tally.refused += 1
            message = str(error)
            tally.wrong += "\n" in message or len(message) > LONGEST_MESSAGE or "settings.json" not in message
        except Exception as error:  # noqa: BLE001 - any other is what this looks for
            print(f"{type(error).__name__}: {error} from {text[:200]!r}")
            tally.wrong += 1
    return tally


if __name__ == "__main__":
    result = read_garbage(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
    print(result)
    sys.exit(1 if result.wrong else 0)
