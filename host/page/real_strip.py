"""`troop play --strip PIN`: drives strips on the pins of this machine with Adafruit's NeoPixel library.

The library needs the modules board, digitalio and neopixel_write for the machine. Blinka provides them for Raspberry
Pis and for USB adapters. On other machines `RealStrips` raises an error that says what is missing.
"""

import contextlib
import re
from collections.abc import Iterable
from types import TracebackType
from typing import Any

from engine_core.board import Board, Strip
from host.errors import UserError
from host.extras import install

# What Blinka raises on a machine that it does not know, without a driver's package, without root, for a bad pin.
FAULTS = (ImportError, NotImplementedError, RuntimeError, OSError, ValueError, AttributeError)


class RealStrips:
    """The strips of a board that are wired to this machine. Use it in `with`; they are dark before and after.

    wanted: "PIN" for the first strip, "NAME=PIN" for any. Raises UserError, one line, for a strip or pin that does not
    exist and for a machine without such pins.
    """

    def __init__(self, board: Board, wanted: Iterable[str]) -> None:
        self.pins = _assign(board, wanted)  # number of a strip -> name of its pin
        self._board = board
        self._pixels: dict[int, Any] = {}

    def __enter__(self) -> "RealStrips":
        if not self.pins:
            return self
        board, neopixel = _libraries()
        try:
            for number, pin in _find_pins(board, self.pins).items():
                self._pixels[number] = _open(neopixel, self._board.strips[number], pin, self.pins[number])
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def show(self, number: int, wire: "bytes | bytearray") -> None:
        """Send `wire`, in the strip's colour order, to strip `number`. Does nothing if that is not wired here."""
        pixels = self._pixels.get(number)
        if pixels is None:
            return
        size = len(self._board.strips[number].order)
        pixels[:] = [tuple(wire[at : at + size]) for at in range(0, len(wire), size)]
        with _in_one_line(f"Strip {self._board.strips[number].name} cannot be lit"):
            pixels.show()

    def _close(self) -> None:
        for pixels in self._pixels.values():
            with contextlib.suppress(*FAULTS):
                pixels.deinit()
        self._pixels.clear()


def _assign(board: Board, wanted: Iterable[str]) -> dict[int, str]:
    """Number of a strip -> name of its pin, from the options. Raises UserError."""
    names = [strip.name for strip in board.strips]
    pins: dict[int, str] = {}
    for option in wanted:
        strip, equals, pin = option.rpartition("=")
        strip = strip.strip() if equals else names[0]
        if strip not in names:
            raise UserError(f"Board {board.name} has no strip '{strip}': it is one of {', '.join(names)}.")
        if not pin.strip():
            raise UserError(f"--strip {option} names no pin: say for example --strip {strip}=D18.")
        if names.index(strip) in pins:
            raise UserError(f"Two pins are named for strip {strip}: say --strip NAME=PIN, once for each strip.")
        pins[names.index(strip)] = pin.strip()
    return pins


def _open(neopixel: Any, strip: Strip, pin: Any, name: str) -> Any:
    """A dark NeoPixel strip on `pin`, which the user calls `name`. Raises UserError."""
    # The bytes are in the strip's colour order already, so the library must not reorder them.
    order = "RGBW"[: len(strip.order)]
    with _in_one_line(f"Strip {strip.name} cannot be used on {name}"):
        pixels = neopixel.NeoPixel(pin, strip.leds, brightness=1.0, auto_write=False, pixel_order=order)
        pixels.show()
    return pixels


def _libraries() -> tuple[Any, Any]:
    """Blinka's module `board` and Adafruit's `neopixel`. UserError that says what is missing."""
    try:
        import board
        import neopixel
    except ModuleNotFoundError as error:
        if error.name in ("board", "neopixel", "adafruit_pixelbuf"):
            raise UserError(f"Adafruit's NeoPixel library is not installed: run '{install('strip')}'.") from None
        raise UserError(f"The module {error.name} is missing, which drives pins on this machine: install it.") from None
    except NotImplementedError:
        raise UserError(
            "This machine has no pins that Adafruit's library (Blinka) can drive a strip on; a Raspberry Pi has."
            " Without --strip the device plays on the screen."
        ) from None
    except FAULTS as error:
        raise UserError(f"Adafruit's library cannot drive a strip here: {_line(error)}") from None
    return board, neopixel


def _find_pins(board: Any, names: dict[int, str]) -> dict[int, Any]:
    """Number of a strip -> its pin object. Raises UserError."""
    pins: dict[int, Any] = {}
    for number, name in names.items():
        pin = _find_pin(board, name)
        if pin in pins.values():
            raise UserError(f"Pin {name} is named for two strips: each needs one of its own.")
        pins[number] = pin
    return pins


def _find_pin(board: Any, name: str) -> Any:
    """The pin object with this name in the module `board`; 18, GP18 and GPIO18 mean D18. Raises UserError."""
    pins = {each.upper(): each for each in dir(board) if _is_pin(board, each)}
    number = re.fullmatch(r"(?:GP|GPIO)?(\d+)", name.upper())
    found = pins.get(f"D{number[1]}" if number else name.upper()) or pins.get(name.upper())
    if found is None:
        listed = ", ".join(sorted(pins.values(), key=lambda each: (len(each), each)))
        raise UserError(f"This machine has no pin {name}: it is one of {listed or 'none'}.")
    return getattr(board, found)


def _is_pin(board: Any, name: str) -> bool:
    """Whether `name` is a pin in the module `board`: an object of a class called Pin."""
    return type(getattr(board, name)).__name__ == "Pin"


@contextlib.contextmanager
def _in_one_line(what: str) -> Any:
    try:
        yield
    except FAULTS as error:
        raise UserError(f"{what}: {_line(error)}") from None


def _line(error: BaseException) -> str:
    """The message of a library's exception on one line."""
    return " ".join(str(error).split()) or type(error).__name__
