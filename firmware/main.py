"""What /main.py runs: the device, from power-on until a laptop interrupts it with Ctrl-C.

Everything else of ours is imported inside, so that whatever is missing ends in light and a message.
"""

import sys

import micropython

from .modules import end, quicken
from .rescue import PROGRAM, USUAL_STRIPS, Stop, report

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .device import Device

FOLDER = "/data"  # games, settings, errors
BOARD_FILE = "/board.json"
CTRL_C = 3


def main() -> None:
    """Run the device. Returns when a laptop interrupts it or in safe mode, and leaves it the REPL."""
    try:
        _run()
    except KeyboardInterrupt:
        print("troopkeeper: interrupted. The board is yours; a reset starts it again.")


def _run() -> None:
    device: "Device | None" = None
    try:
        quicken()
        from .device import Device

        device = Device(FOLDER, BOARD_FILE)
        device.start()
        device.run()
    except Stop as stop:
        report(stop)
    except ImportError as error:
        report(Stop(PROGRAM, "a file is missing (%s): flash the board again." % error, USUAL_STRIPS))
    except Exception as error:  # noqa: BLE001  (a fault of ours, before the loop: say so, in light too)
        sys.print_exception(error)
        report(Stop(PROGRAM, "it cannot start (%s: %s)." % (type(error).__name__, error), USUAL_STRIPS))
    finally:
        micropython.kbd_intr(-1)  # a second Ctrl-C must not come between
        if device is not None:
            device.close()
        end()
        micropython.kbd_intr(CTRL_C)
