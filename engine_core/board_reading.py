"""Reads and checks a board file: JSON that says what is wired to which pin, and where the games draw what.

The keys of the file are a public format. A fault raises BoardError, which names the place and says what to change.
"""

from .board import BUTTONS, Board, Button, Power, Strip, Zone
from .compat import const
from .errors import BoardError
from .json_reading import (
    check_keys,
    check_table,
    choice,
    either,
    fault,
    field,
    flag,
    items,
    number,
    parse,
    shown,
    table,
)
from .lights.colour_orders import ORDERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

VERSION = const(1)  # of the file format
WINDOW = const(16)  # consecutive pins the sampler reads at once
MAX_STRIPS = const(4)  # state machines of PIO 0

_PICO_PINS = tuple(range(23)) + (26, 27, 28)  # the module itself uses the other pins
CHIPS = ("pico", "pico_w", "pico_2", "pico_2_w")

# By game, what a zone's `show` may be. The modules in panels/ draw them.
ZONES = {
    "after_us": ("score", "track", "seats", "phase", "mode", "due"),
    "primates": ("score", "rounds", "seats", "mode", "due"),
    "ape_town": ("score", "regions", "turn", "seats", "mode", "due"),
}

TEXT_LIMIT = const(16000)  # characters; the reference board has about 3000
BRACKETS = const(200)  # most brackets in a file: reading JSON takes memory for each open one
MAX_LEDS = const(600)
NAME_LENGTH = const(24)

_KEYS = ("version", "name", "chip", "shifter", "strips", "buttons", "zones", "power", "note")
_STRIP_KEYS = ("name", "pin", "leds", "order", "note")
_BUTTON_KEYS = ("name", "pin", "note")
_ZONE_KEYS = ("show", "strip", "start", "leds", "reverse", "note")
_POWER_KEYS = ("budget_ma", "channel_ma", "idle_ma", "note")


def chip_pins(chip: str) -> "tuple[int, ...]":
    """The pins (GP numbers) of `chip`, one of CHIPS, that strips and buttons can be wired to."""
    return _PICO_PINS


def load_board(text: str) -> Board:
    """The board that the text of a board file describes. Raises BoardError for the first fault."""
    data = parse(text, "The board file", TEXT_LIMIT, BRACKETS, '{"version": 1, ...}')
    version = number(data, "version", "the board file", 1, 999)
    if version > VERSION:
        raise BoardError(
            "This board file has version %d, this troopkeeper reads version %d: update troopkeeper."
            % (version, VERSION)
        )
    check_keys(data, _KEYS, "the board file")
    name = _word(data, "name", "the board file")
    chip = choice(data, "chip", "the board file", CHIPS)
    pins = _Pins(chip)
    strips = _read_strips(data, pins)
    buttons = _read_buttons(data, pins)
    board = Board(name, chip, strips, buttons, _read_power(data, strips))
    if "shifter" in data:
        board.shifter = flag(data, "shifter", "the board file")
    zones = table(data, "zones", "the board file")
    for game in sorted(zones):
        if game not in ZONES:
            raise BoardError("zones: there is no game %s: write %s." % (shown(game), either(sorted(ZONES))))
        board.zones[game] = _read_zones(zones, game, strips)
    return board


# -- parts -----------------------------------------------------------------------------------------
class _Pins:
    """The pins that are in use, so that no pin is used twice."""

    def __init__(self, chip: str) -> None:
        self._chip = chip
        self._there = chip_pins(chip)
        self._owner: dict[int, str] = {}

    def take(self, data: "dict[str, Any]", who: str) -> int:
        pin = number(data, "pin", who, 0, 999)
        if pin not in self._there:
            raise BoardError("%s: the %s has no pin %d: use 0 to 22, or 26 to 28." % (who, self._chip, pin))
        if pin in self._owner:
            raise BoardError("Pin %d is used twice: by %s and by %s." % (pin, self._owner[pin], who))
        self._owner[pin] = who
        return pin


def _read_strips(data: "dict[str, Any]", pins: _Pins) -> "list[Strip]":
    entries = items(data, "strips", "the board file")
    if not entries:
        raise BoardError("strips: the board needs at least one strip.")
    if len(entries) > MAX_STRIPS:
        raise BoardError("strips: there are %d, but at most %d can be driven." % (len(entries), MAX_STRIPS))
    strips: list[Strip] = []
    for entry in entries:
        where = "strip %d" % (len(strips) + 1)
        check_table(entry, where)
        name = _word(entry, "name", where)
        where = 'strip "%s"' % name
        if name in [strip.name for strip in strips]:
            raise BoardError("%s: there are two of this name." % where)
        check_keys(entry, _STRIP_KEYS, where)
        pin = pins.take(entry, where)
        leds = number(entry, "leds", where, 1, MAX_LEDS)
        strips.append(Strip(name, pin, leds, choice(entry, "order", where, ORDERS)))
    return strips


def _read_buttons(data: "dict[str, Any]", pins: _Pins) -> "list[Button]":
    buttons: list[Button] = []
    for entry in items(data, "buttons", "the board file"):
        where = "button %d" % (len(buttons) + 1)
        check_table(entry, where)
        name = choice(entry, "name", where, BUTTONS)
        where = 'button "%s"' % name
        if name in [button.name for button in buttons]:
            raise BoardError("%s: there are two of this name." % where)
        check_keys(entry, _BUTTON_KEYS, where)
        buttons.append(Button(name, pins.take(entry, where)))
    if buttons:
        numbers = [button.pin for button in buttons]
        if max(numbers) - min(numbers) >= WINDOW:
            raise BoardError(
                "buttons: pins %d to %d are too far apart: all must lie within %d consecutive pins."
                % (min(numbers), max(numbers), WINDOW)
            )
    return buttons


def _read_power(data: "dict[str, Any]", strips: "list[Strip]") -> Power:
    entry = table(data, "power", "the board file")
    check_keys(entry, _POWER_KEYS, "power")
    budget = number(entry, "budget_ma", "power", 50, 10000)
    channel = number(entry, "channel_ma", "power", 1, 60)
    idle = number(entry, "idle_ma", "power", 0, 10)
    leds = sum([strip.leds for strip in strips])
    # All LEDs white at the lowest value, 1 of 255, must fit: with less, not even a token could be shown.
    least = leds * idle + 3 * leds * channel // 255 + channel
    if budget < least:
        raise BoardError(
            "power: budget_ma is %d, but %d LEDs need %d mA at the very least: use a stronger supply or fewer LEDs."
            % (budget, leds, least)
        )
    return Power(budget, channel, idle)


def _read_zones(zones: "dict[str, Any]", game: str, strips: "list[Strip]") -> "list[Zone]":
    found: list[Zone] = []
    for entry in items(zones, game, "zones"):
        where = "zone %d of %s" % (len(found) + 1, game)
        check_table(entry, where)
        show = choice(entry, "show", where, ZONES[game])
        where = 'zone "%s" of %s' % (show, game)
        if show in [zone.show for zone in found]:
            raise BoardError("%s: there are two of them." % where)
        check_keys(entry, _ZONE_KEYS, where)
        strip = choice(entry, "strip", where, [strip.name for strip in strips])
        index = [strip.name for strip in strips].index(strip)
        start = number(entry, "start", where, 0, MAX_LEDS - 1)
        leds = number(entry, "leds", where, 1, MAX_LEDS)
        if start + leds > strips[index].leds:
            raise BoardError(
                '%s: strip "%s" is too short: LEDs %d to %d are wanted, it has 0 to %d.'
                % (where, strip, start, start + leds - 1, strips[index].leds - 1)
            )
        reverse = flag(entry, "reverse", where) if "reverse" in entry else False
        zone = Zone(show, index, start, leds, reverse)
        _check_apart(zone, found, where)
        found.append(zone)
    return found


def _check_apart(zone: Zone, others: "list[Zone]", where: str) -> None:
    for other in others:
        if other.strip == zone.strip and zone.start < other.start + other.leds and other.start < zone.start + zone.leds:
            raise BoardError('%s: it overlaps the zone "%s": move or shorten one of them.' % (where, other.show))


def _word(data: "dict[str, Any]", key: str, where: str) -> str:
    value = field(data, key, where)
    if (
        type(value) is not str
        or not 1 <= len(value) <= NAME_LENGTH
        or value.strip(" ") != value
        or not _is_plain(value)
    ):
        raise fault(
            where, key, value, "a name of 1 to %d plain characters: no emoji, no space at either end" % NAME_LENGTH
        )
    return value


def _is_plain(text: str) -> bool:
    """Whether `text` can be shown in messages, terminals and drawings: no invisible character, none from U+D800 on.

    The surrogates begin at U+D800: MicroPython's JSON reads an escaped emoji as two of them.
    """
    if all(32 <= ord(letter) < 127 for letter in text):
        return True  # the usual case, in which a board need not load words.py at power-on
    from .words import unseen_in

    return not unseen_in(text) and all(ord(letter) < 0xD800 for letter in text)
