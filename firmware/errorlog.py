"""The error ring: what went wrong on the device, in a small file that `troop doctor` shows."""

from engine_core.compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from engine_core.shelf import Files

NAME = "errors.txt"
BOOTS = "boots.txt"
KEEP = const(2048)  # bytes kept when the file is cut
MOST = const(4096)  # bytes at which it is
LINE = const(300)  # characters of one entry


class ErrorLog:
    """Adds lines to the ring. Raises nothing: a storage that fails must not stop the device."""

    def __init__(self, files: "Files") -> None:
        self._files = files
        self._boot = 0

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

    def add(self, uptime_ms: int, text: str) -> None:
        """Add an entry: the start, the time since then, one line of text."""
        line = "boot %d, %d s: %s" % (self.boot, uptime_ms // 1000, " | ".join(text.split("\n")))
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
