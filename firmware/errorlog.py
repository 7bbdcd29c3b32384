"""The error ring: what went wrong on the device, in a small file that `troop doctor` shows."""

from engine_core.compat import CLOCK_PERIOD, const, elapsed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from engine_core.storage.files import Files

NAME = "errors.txt"
BOOTS = "boots.txt"
KEEP = const(2048)  # bytes kept when the file is cut
MOST = const(4096)  # bytes at which it is
LINE = const(300)  # characters of one entry


class ErrorLog:
    """Adds lines to the ring. Raises nothing: a storage that fails must not stop the device.

    now: milliseconds on a clock that wraps at 2^30, of this start here, of the moment below.
    """

    def __init__(self, files: "Files", now: int) -> None:
        self._files = files
        self._boot = 0
        self._uptime = 0  # whole seconds, ...
        self._counted = now  # ... up to then

    @property
    def boot(self) -> int:
        """The number of this start; only looked up when somebody asks: a start has no time for it."""
        if not self._boot:
            self._boot = _number(self._read(BOOTS)) + 1
        return self._boot

    def count_boot(self) -> None:
        """Store the number of this start."""
        try:
            self._files.write(BOOTS, b"%d\n" % self.boot)
        except OSError:
            pass

    def uptime(self, now: int) -> int:
        """Seconds since the start. To be asked at least every six days, or it loses count."""
        seconds = elapsed(now, self._counted) // 1000
        self._uptime += seconds
        self._counted = (self._counted + 1000 * seconds) & (CLOCK_PERIOD - 1)
        return self._uptime

    def add(self, now: int, text: str) -> None:
        """Add an entry: the start, the time since then, one line of text."""
        line = "boot %d, %d s: %s" % (self.boot, self.uptime(now), " | ".join(text.split("\n")))
        entry = line[:LINE].encode() + b"\n"
        try:
            old = self._read(NAME)
            if old and len(old) + len(entry) <= MOST:
                self._files.append(NAME, entry)
            else:
                self._files.write(NAME, _tail(old, KEEP) + entry)
        except (OSError, MemoryError):
            pass

    def last(self) -> str:
        """The newest entry; empty when there is none."""
        lines = self._read(NAME).strip().split(b"\n")
        try:
            return str(lines[-1], "utf-8")
        except ValueError:
            return ""

    def _read(self, name: str) -> bytes:
        try:
            return self._files.read(name)
        except OSError:
            return b""


def _number(data: bytes) -> int:
    digits = data.strip()
    return int(digits) if digits.isdigit() and len(digits) < 10 else 0


def _tail(data: bytes, size: int) -> bytes:
    """The last `size` bytes, from the beginning of a line."""
    cut = data[-size:]
    return cut[cut.find(b"\n") + 1 :]
