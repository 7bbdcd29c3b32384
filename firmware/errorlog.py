"""The error log: errors of the device in a small file that drops its oldest lines, which `troop doctor` shows; the
number of starts; and copies of files that were good."""

from engine_core.compat import CLOCK_PERIOD, const, elapsed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from engine_core.storage.files import Files

NAME = "errors.txt"
BOOTS = "boots.txt"
KEEP = const(2048)  # bytes kept when old lines are dropped
MOST = const(4096)  # most bytes of the file
LINE = const(300)  # most characters of one entry


def keep_copy(files: "Files", name: str, text: str) -> None:
    """Write `text` to the file `name`, unless that is its content already. Ignores errors of the storage."""
    data = text.encode()
    try:
        if files.read(name) == data:
            return
    except OSError:
        pass  # there is no copy yet
    try:
        files.write(name, data)
    except OSError:
        pass


class ErrorLog:
    """Adds lines to the error log. Raises nothing: storage that fails must not stop the device.

    now: milliseconds on a clock that wraps at 2^30; the constructor takes the time of the start.
    """

    def __init__(self, files: "Files", now: int) -> None:
        self._files = files
        self._boot = 0
        self._uptime = 0  # whole seconds from the start to _counted
        self._counted = now

    @property
    def boot(self) -> int:
        """The number of this start. It is read from storage on first use, because a start must be quick."""
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
        """Seconds since the start. Must be called at least every six days, or the count is wrong."""
        seconds = elapsed(now, self._counted) // 1000
        self._uptime += seconds
        self._counted = (self._counted + 1000 * seconds) & (CLOCK_PERIOD - 1)
        return self._uptime

    def add(self, now: int, text: str) -> None:
        """Add an entry: the number of the start, the time since then, `text` as one line."""
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
        """The newest entry; "" when there is none."""
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
    """The whole lines within the last `size` bytes."""
    cut = data[-size:]
    return cut[cut.find(b"\n") + 1 :]
