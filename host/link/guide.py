"""The guided part of `troop selftest`: the board lights LEDs and reads buttons, and a person answers questions.

The result, colour orders and the pins of the buttons, goes into the board's settings.
"""

from collections.abc import Callable
from typing import Protocol

from engine_core.board import Board, Strip
from engine_core.board_reading import chip_pins
from engine_core.lights.palette import COLOURS
from engine_core.lights.wire import FULL, ORDERS, encode
from engine_core.settings import Settings
from host.link.from_board import understand, whole_number, whole_numbers
from host.link.link import Link

PRESS_MS = 30_000  # longest wait for a press
PATIENCE = 4  # times the link's usual timeout: longer than PRESS_MS
LEVEL = 48  # of 255: bright enough to tell colours apart, and not dazzling
CHANNELS = {"r": "R", "g": "G", "b": "B", "w": "W"}
TRIES = 3  # wrong presses after which a button is given up

Ask = Callable[[str, str], str]  # (question, letters that answer it) -> one of the letters


class BoardSide(Protocol):
    """The methods of firmware/guide.py, which runs on the board."""

    def fill(self, strip: int, wire: bytes) -> None: ...
    def only(self, strip: int, led: int, wire: bytes) -> None: ...
    def down(self) -> list[int]: ...
    def press(self) -> int: ...


class LinkedSide:
    """Calls firmware/guide.py on the board at the end of `link`. `close` it at the end. Raises UserError."""

    def __init__(self, link: Link, board: Board) -> None:
        self._link = link
        strips = [(strip.pin, strip.leds) for strip in board.strips]
        used = {strip.pin for strip in board.strips}
        pins = [pin for pin in chip_pins(board.chip) if pin not in used]
        link.run(
            f"import sys; sys.path.append('/lib'); from firmware.guide import Guide; guide = Guide({strips}, {pins})"
        )

    def fill(self, strip: int, wire: bytes) -> None:
        self._link.run(f"guide.fill({strip}, {wire!r})")

    def only(self, strip: int, led: int, wire: bytes) -> None:
        self._link.run(f"guide.only({strip}, {led}, {wire!r})")

    def down(self) -> list[int]:
        return understand(lambda said: whole_numbers(said.split()), self._link.run("print(*guide.down())"))

    def press(self) -> int:
        said = self._link.run(f"print(guide.press({PRESS_MS}))", patience=PATIENCE).strip()
        return -1 if said == "-1" else understand(whole_number, said)

    def close(self) -> None:
        self._link.run("guide.close()")


class Guide:
    """Guides a person through the check of one board. ask: puts a question. say: prints one line.

    problems: faults that the settings cannot correct, each with its remedy.
    """

    def __init__(self, board: Board, settings: Settings, side: BoardSide, ask: Ask, say: Callable[[str], None]) -> None:
        self.problems: list[str] = []
        self._board = board
        self._settings = settings
        self._side = side
        self._ask = ask
        self._say = say
        self._level = _level(board)

    def run(self) -> None:
        """Check every strip, then every button. Then put into the settings what differs from the board file.

        The settings are not changed before the last answer.
        """
        orders = {strip.name: self._check_strip(number, strip) for number, strip in enumerate(self._board.strips)}
        written = {strip.name: strip.order for strip in self._board.strips}
        found = self._check_buttons(orders)
        self._settings.orders = {name: order for name, order in orders.items() if order != written[name]}
        self._settings.buttons = swaps(self._board, found, self._settings.buttons)

    # -- strips ----------------------------------------------------------------------------------
    def _check_strip(self, number: int, strip: Strip) -> str:
        """Check the LEDs of a strip. Returns its colour order; the old one when the answers do not tell it."""
        self._say(f"Strip '{strip.name}', {strip.leds} LEDs on GP{strip.pin}:")
        order = self._find_order(number, strip)
        if not order:
            return self._settings.orders.get(strip.name, strip.order)
        for colour, word in (((1, 0, 0), "red"), ((0, 1, 0), "green"), ((0, 0, 1), "blue")):
            self._side.fill(number, self._wire(order, *colour))
            if self._ask(f"  Are all {strip.leds} LEDs {word}? (y)es (n)o", "yn") == "n":
                self._problem(
                    f"strip '{strip.name}': not every LED is {word}: the first one that is not, or the solder joint"
                    " before it, is at fault"
                )
                break
        self._side.only(number, strip.leds - 1, self._wire(order, 1, 1, 1))
        if self._ask("  Is the last LED lit, and no other? (y)es (n)o", "yn") == "n":
            self._problem(f"strip '{strip.name}': it has not {strip.leds} LEDs: correct 'leds' in the board file")
        self._side.fill(number, bytes(len(order)))
        return order

    def _find_order(self, number: int, strip: Strip) -> str:
        """The colour order, from the colour that each channel shows; "" when no order fits the answers."""
        first = len(strip.order)
        for size in (first, 7 - first):  # three channels, or four
            shown = self._ask_channels(number, size)
            if shown == "n":
                self._problem(
                    f"strip '{strip.name}' is dark: check its 5 V and ground, the data wire from GP{strip.pin} (through"
                    " the level shifter, if there is one) and that its arrow points away from the board"
                )
                return ""
            if shown in ORDERS:
                if shown != strip.order:
                    self._say(f"  Its colour order is {shown}; the board file says {strip.order}.")
                return shown
        self._problem(f"strip '{strip.name}': no known colour order fits these answers: run the check again")
        return ""

    def _ask_channels(self, number: int, size: int) -> str:
        """The colour order by the answers; "n" when the strip is dark, "m" when its LEDs differ."""
        order = ""
        for place in range(size):
            missing = [channel for channel in "RGBW"[:size] if channel not in order]
            if len(missing) == 1:
                return order + missing[0]
            self._side.fill(number, bytes(self._level if i == place else 0 for i in range(size)))
            answer = self._ask(
                "  Which colour do its LEDs have? (r)ed (g)reen (b)lue (w)hite, (m)ixed, (n)one", "rgbwmn"
            )
            if answer in "mn":
                return answer
            order += CHANNELS[answer]
        return order

    def _wire(self, order: str, *colour: int) -> bytes:
        wire = bytearray(len(order))
        encode(bytearray(self._level * channel for channel in colour), wire, order, FULL)
        return bytes(wire)

    # -- buttons ---------------------------------------------------------------------------------
    def _check_buttons(self, orders: dict[str, str]) -> dict[str, int]:
        """Button name -> pin, as the person pressed them; without the buttons that were not found."""
        for pin in self._side.down():
            self._problem(f"GP{pin} is pulled to ground while nothing is pressed: a stuck button, or a short")
        found: dict[str, int] = {}
        for button in self._board.buttons:
            self._light(button.name, orders)
            pin = self._find_button(button.name, button.pin, found)
            if pin >= 0:
                found[button.name] = pin
        self._light("", orders)
        return found

    def _find_button(self, name: str, expected: int, found: dict[str, int]) -> int:
        """The pin of the button that the person presses for `name`; -1 when none can be the right one."""
        pins = [button.pin for button in self._board.buttons]
        for _ in range(TRIES):
            self._say(f"Press {self._called(name)} and let go.")
            pin = self._side.press()
            if pin < 0:
                self._problem(f"{name}: no press was seen: check the wires from it to GP{expected} and to ground")
                return -1
            if pin in found.values():
                other = next(key for key, value in found.items() if value == pin)
                self._say(f"  That is the button that you pressed for {other}.")
            elif pin in pins:
                self._say("  Seen." if pin == expected else f"  Seen, on GP{pin} instead of GP{expected}.")
                return pin
            else:
                self._problem(f"{name} is on GP{pin}: wire it to GP{expected}, or correct the board file")
                return -1
        self._problem(f"{name}: another button was pressed {TRIES} times")
        return -1

    def _called(self, name: str) -> str:
        colour = self._colour(name)
        return f"seat {name[4:]}, the {colour} one" if colour else name.upper()

    def _colour(self, name: str) -> str:
        return self._settings.colours[int(name[4:]) - 1] if name.startswith("seat") else ""

    def _light(self, name: str, orders: dict[str, str]) -> None:
        """Show the colour of the button's seat on every strip; white for the other buttons, dark for ""."""
        colour = COLOURS[self._colour(name)] if self._colour(name) else 0xFFFFFF if name else 0
        for number, strip in enumerate(self._board.strips):
            wire = bytearray(len(orders[strip.name]))
            encode(bytearray(colour.to_bytes(3, "big")), wire, orders[strip.name], self._level)
            self._side.fill(number, bytes(wire))

    def _problem(self, text: str) -> None:
        self.problems.append(text[0].upper() + text[1:] + ".")
        self._say("  " + self.problems[-1])


def swaps(board: Board, found: dict[str, int], before: dict[str, int]) -> dict[str, int]:
    """Button name -> pin for the settings: only the buttons whose pin differs from the board file.

    found: button name -> pin of the buttons that were found. before: the old settings. The buttons that were not found
    get the pins that are left: each its old pin, if that is free.
    """
    pins = dict(found)
    free = [button.pin for button in board.buttons if button.pin not in found.values()]
    missing = [button for button in board.buttons if button.name not in found]
    for button in missing:
        pin = before.get(button.name, button.pin)
        if pin in free:
            pins[button.name] = pin
            free.remove(pin)
    for button in missing:
        if button.name not in pins:
            pins[button.name] = free.pop(0)
    return {button.name: pins[button.name] for button in board.buttons if pins[button.name] != button.pin}


def _level(board: Board) -> int:
    """A brightness at which white on every LED stays within the board's current budget."""
    leds = sum(strip.leds for strip in board.strips)
    room = max(0, board.power.budget_ma - leds * board.power.idle_ma)
    return max(8, min(LEVEL, room * 255 // (3 * leds * board.power.channel_ma)))
