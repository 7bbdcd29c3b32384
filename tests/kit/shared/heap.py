"""Proof that something does not allocate: with the heap locked, MicroPython raises MemoryError at the first byte."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    def heap_lock() -> None:
        """On MicroPython: from here on nothing can be allocated."""

    def heap_unlock() -> None:
        """On MicroPython: from here on it can."""

else:
    try:
        from micropython import heap_lock, heap_unlock
    except ImportError:  # CPython: there is no heap to lock, the call itself is all that is tested

        def heap_lock():
            pass

        def heap_unlock():
            pass


def allocates_nothing(call: "Callable[[], object]") -> None:
    """Call `call` with the heap locked; raises MemoryError on MicroPython when it allocates."""
    heap_lock()
    try:
        call()
    finally:
        heap_unlock()
