"""Reads city maps on the laptop: a shipped map by its name, or any file."""

from pathlib import Path

from engine_core.city_building import inspect
from engine_core.map_reading import MAX_TEXT
from host.errors import FaultyFile, UserError
from host.files import NOT_THERE, open_file, why_unreadable
from host.layers import BOARDS

SAMPLE = "sample_city"  # the map of a device for which none was chosen


def map_names() -> list[str]:
    """The names of the maps that are shipped, sorted."""
    return sorted(path.stem for path in BOARDS.glob("*.map"))


def map_text(name: str) -> str:
    """The text of the map `name`: a shipped map's name, or a path. UserError when it cannot be read,
    FaultyFile when it is not UTF-8.

    Of a file that is far too long only the beginning is returned, which is enough for the message about its length.
    """
    path = BOARDS / f"{name}.map" if name in map_names() else Path(name)
    why = why_unreadable(path)
    if why:
        what = f"There is no map {name!r}" if why == NOT_THERE else f"{path} {why}"
        raise UserError(f"{what}: name a file, or a map that is shipped: {', '.join(map_names())}.")
    with open_file(path) as file:
        data = file.read(4 * MAX_TEXT + 4)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        if len(data) > 4 * MAX_TEXT:  # too long; it may be cut within a character
            return data.decode("utf-8", "replace")
        before = data[: error.start].split(b"\n")
        where = f"{name}:{len(before)}:{len(before[-1]) + 1}"
        raise FaultyFile(f"{where}: this is not UTF-8 text: save the map as UTF-8.") from None


def good_map(name: str) -> str:
    """The text of the map `name`, if it is valid. Raises as map_text, and UserError with the first fault of the map."""
    text = map_text(name)
    city, faults, _ = inspect(text)
    if city is None:
        first = faults[0]
        raise UserError(
            f"{name}:{first.line}:{first.column}: {first.message} ('troop map check {name}' lists every fault.)"
        )
    return text
