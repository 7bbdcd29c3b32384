"""What `Controls` say, in words."""

from engine_core.controls import ACTION_NAMES, Controls
from engine_core.moves import NO_SEAT


def collect(controls: Controls) -> list[str]:
    """What `controls` have to say now."""
    words = []
    while controls.take():
        seat = "" if controls.seat == NO_SEAT else f" {controls.seat + 1}"
        words.append(ACTION_NAMES[controls.action] + seat + ("+" if controls.joined else ""))
    return words
