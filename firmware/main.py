"""What /main.py runs: the device, from power-on until a laptop interrupts it with Ctrl-C.

Everything else of ours is imported inside, so that whatever is missing ends in light and a message.
"""

from time import sleep_ms

import machine
import micropython

from engine_core.compat import nothing

from . import BOARD_FILE, DATA, safety
from .modules import drop, end

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

CTRL_C = 3


def main() -> None:
    """Run the device. Returns when a laptop interrupts it or in safe mode, and leaves it the REPL.

    The watchdog is on from the first line, and off whenever nothing runs: before a laptop has the board.
    """
    dog = safety.Watchdog()
    try:
        dog.start()
        _run(dog)
    except KeyboardInterrupt:
        print("\ntroopkeeper: interrupted. The board is yours; a reset starts it again.")
    finally:
        dog.stop()


def _run(dog: safety.Watchdog) -> None:
    close: "Callable[[], object]" = nothing
    fault = False
    try:
        restarts = safety.count_start()
        if restarts > safety.TOO_MANY:  # so often that even what looks after that (power_up.py) was not reached
            safety.healthy()
            from .rescue import hanging

            raise hanging()
        from .finding import quicken

        quicken()
        from .power_up import PowerUp

        start = PowerUp(DATA, dog, restarts)
        close = start.close
        device = start.bring_up(BOARD_FILE)
        close = device.close
        names = start.to_forget
        del quicken, PowerUp, start  # or their modules could not be forgotten
        drop(*names)
        del names
        device.run()
        fault = True
    except Exception as error:  # noqa: BLE001  (whatever it is: say so, in light too)
        dog.stop()
        from .rescue import report  # only a start that fails needs it

        report(error)
    finally:
        micropython.kbd_intr(-1)  # a second Ctrl-C must not come between
        try:
            sleep_ms(1)  # nor one that came just now
        except KeyboardInterrupt:
            fault = False
        if not fault:
            safety.healthy()
            dog.stop()  # closing may take long, when storage has failed
        try:
            close()
        finally:
            if fault:
                dog.stop()
                machine.reset()
            end()
            micropython.kbd_intr(CTRL_C)
