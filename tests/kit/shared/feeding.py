"""One sample for Keys, which take many at once."""

from array import array

from engine_core.keys import Keys

_one = array("H", [0])


def feed(keys: Keys, sample: int, now: int) -> None:
    """Feed a single sample; allocates nothing."""
    _one[0] = sample
    keys.feed(_one, 0, 1, now)
