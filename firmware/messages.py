"""What the device tells the people at the table."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class Messages:
    """text: what was said since the last press; it may be empty. tell: takes each line, for whoever listens on USB."""

    def __init__(self, tell: "Callable[[str], None]") -> None:
        self.text = ""
        self._tell = tell

    def say(self, message: str) -> None:
        """Say this in the place of what was said before."""
        self.text = message
        self._tell(message)

    def say_too(self, message: str) -> None:
        """Say this as well: storage may have more than one trouble."""
        before = self.text
        self.say(message)
        if before:
            self.text = before + " " + message
