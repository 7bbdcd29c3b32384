"""What /main.py runs: the device, from power-on until a laptop interrupts it with Ctrl-C.

The other modules are imported inside functions, so that a missing file is reported by a light pattern and a message.
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
    """Run the device. Returns when a laptop interrupts it and in safe mode; then the REPL is free for the laptop.

    The watchdog is started first. It is stopped before the REPL is free, because nothing would feed it then.
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
        if restarts > safety.TOO_MANY:  # power_up.py, which handles repeated restarts, was never reached
            safety.healthy()
            from .rescue import hanging

            raise hanging()
        from .fast_imports import fast_imports

        fast_imports()
        from .power_up import PowerUp

        start = PowerUp(DATA, dog, restarts)
        close = start.close
        device = start.bring_up(BOARD_FILE)
        close = device.close
        names = start.to_forget
        del fast_imports, PowerUp, start  # references would keep the memory of their modules
        drop(*names)
        del names
        device.run()
        fault = True
    except Exception as error:  # noqa: BLE001  (any error must be reported, by light too)
        dog.stop()
        from .rescue import report  # only a start that fails needs it

        report(error)
    finally:
        micropython.kbd_intr(-1)  # a second Ctrl-C must not interrupt the steps below
        try:
            sleep_ms(1)  # raises the KeyboardInterrupt of a Ctrl-C that came just before
        except KeyboardInterrupt:
            fault = False
        if not fault:
            safety.healthy()
            dog.stop()  # closing may take long when storage fails
        try:
            close()
        finally:
            if fault:
                dog.stop()
                machine.reset()
            end()
            micropython.kbd_intr(CTRL_C)
