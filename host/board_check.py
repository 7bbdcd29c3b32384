"""Finds every fault of a board file. The loader stops at the first fault, so each part is loaded separately here."""

import contextlib
import json
import re
from collections import Counter
from typing import Any

from engine_core.board_reading import load_board
from engine_core.errors import BoardError

State = dict[str, Any]
MOST_FAULTS = 50  # a file of garbage has thousands, and each takes time to find

# A board without a fault; the parts of the file are tried in it.
_STAND_IN: State = {
    "version": 1,
    "name": "stand-in",
    "chip": "pico_w",
    "strips": [{"name": "stand-in", "pin": 0, "leds": 1, "order": "GRB"}],
    "buttons": [],
    "zones": {},
    "power": {"budget_ma": 10000, "channel_ma": 1, "idle_ma": 0},
}
_LISTS = ("strips", "buttons")
_NUMBERED = re.compile(r"^(strip|button|zone) \d+\b")


def faults(text: str) -> list[str]:
    """The faults of the board file `text`, a line each, at most MOST_FAULTS; empty when it is good."""
    first = _fault(text)
    if not first:
        return _repeated(text)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return [first]
    if not isinstance(data, dict) or _fault(json.dumps({**_STAND_IN, "version": data.get("version")})):
        return [first]  # not a board file, or of another version: nothing else can be judged
    found = _Search(data).run() + _repeated(text)
    return (found if first in found else [first, *found])[:MOST_FAULTS]


def _fault(text: str) -> str:
    try:
        load_board(text)
    except BoardError as error:
        return str(error)
    return ""


def _repeated(text: str) -> list[str]:
    """A line for each key that is more than once in one object of the JSON `text`. The loader would use the last."""
    found = []

    def note(pairs: list[tuple[str, Any]]) -> State:
        part = dict(pairs)
        names = [f' ("{key}": {json.dumps(part[key])})' for key in ("name", "show") if isinstance(part.get(key), str)]
        for key, count in Counter(key for key, _ in pairs).items():
            if count > 1:
                found.append(
                    f"The key {json.dumps(key)} is there {count} times in one object{''.join(names)}: keep one."
                )
        return part

    with contextlib.suppress(RecursionError):  # nested too deeply; no board file is
        json.loads(text, object_pairs_hook=note)
    return list(dict.fromkeys(found))[:MOST_FAULTS]


class _Enough(Exception):
    """MOST_FAULTS are found: the search ends."""


class _Search:
    """One search. data: the content of the file. good: the faultless board with all good parts of the file so far."""

    def __init__(self, data: State) -> None:
        self.data = data
        self.good: State = {**_STAND_IN, "zones": {}}
        self.found: list[str] = []

    def run(self) -> list[str]:
        with contextlib.suppress(_Enough):
            self.search()
        return list(dict.fromkeys(self.found))

    def search(self) -> None:
        """Try every part of the file. Raises _Enough when MOST_FAULTS are found."""
        for key in (*_STAND_IN, *self.data):
            if key in (*_LISTS, "zones", "power") and key in self.data:
                continue
            trial = {k: v for k, v in self.good.items() if k != key}
            self.try_part(trial | ({key: self.data[key]} if key in self.data else {}))
        dropped = [name for key in _LISTS if key in self.data for name in self.list_part(key)]
        if "power" in self.data:
            self.try_part({**self.good, "power": self.data["power"]})
        if "zones" in self.data and self.good["strips"] != _STAND_IN["strips"]:
            self.zones(dropped)

    def try_part(self, trial: State, number: int = 0) -> bool:
        """Keep the board `trial` if it has no fault. number: of the tried part in its list, for the message."""
        fault = _fault(json.dumps(trial))
        if fault:
            self.found.append(_NUMBERED.sub(rf"\1 {number}", fault) if number else fault)
            if len(self.found) >= MOST_FAULTS:
                raise _Enough
        else:
            self.good = trial
        return not fault

    def list_part(self, key: str) -> list[str]:
        """Try each strip or button together with the good ones before it. Returns the names of those with a fault."""
        entries = self.data[key]
        if not isinstance(entries, list) or not entries:
            self.try_part({**self.good, key: entries})
            return []
        kept: list[Any] = []
        dropped = []
        for number, entry in enumerate(entries, 1):
            if self.try_part({**self.good, key: [*kept, entry]}, number):
                kept.append(entry)
            elif isinstance(entry, dict):
                dropped.append(str(entry.get("name")))
        return dropped

    def zones(self, dropped: list[str]) -> None:
        """Try each zone. Zones on a strip with a fault are skipped."""
        games = self.data["zones"]
        if not isinstance(games, dict):
            self.try_part({**self.good, "zones": games})
            return
        for game, entries in games.items():
            if not isinstance(entries, list) or not self.try_part(self._with(game, [])):
                self.try_part(self._with(game, entries))
                continue
            for number, entry in enumerate(entries, 1):
                if not (isinstance(entry, dict) and entry.get("strip") in dropped):
                    self.try_part(self._with(game, [*self.good["zones"][game], entry]), number)

    def _with(self, game: str, entries: Any) -> State:
        return {**self.good, "zones": {**self.good["zones"], game: entries}}
