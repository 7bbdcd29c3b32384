"""A board as data: pins, strips, buttons, the zones the games draw in, power. board_reading.py reads its file."""

# The buttons that a board may have, in the order of their key numbers (keys.py).
BUTTONS = ("seat1", "seat2", "seat3", "seat4", "seat5", "seat6", "undo", "mode", "next")


class Strip:
    """One LED strip: `name`, data `pin` (GP number), `leds` (how many), `order` (one of colour_orders.ORDERS)."""

    def __init__(self, name: str, pin: int, leds: int, order: str) -> None:
        self.name = name
        self.pin = pin
        self.leds = leds
        self.order = order


class Button:
    """One button, wired between `pin` (GP number) and ground. name: one of BUTTONS."""

    def __init__(self, name: str, pin: int) -> None:
        self.name = name
        self.pin = pin


class Zone:
    """A stretch of a strip where a game shows one thing.

    show: one of board_reading.ZONES[game]. strip: index in Board.strips. LEDs `start` to `start + leds - 1`;
    with `reverse` the picture begins at the last LED.
    """

    def __init__(self, show: str, strip: int, start: int, leds: int, reverse: bool) -> None:
        self.show = show
        self.strip = strip
        self.start = start
        self.leds = leds
        self.reverse = reverse


class Power:
    """Currents in mA. budget_ma: what the supply has for all strips. channel_ma: what one colour of one LED takes
    at full brightness. idle_ma: what one dark LED takes."""

    def __init__(self, budget_ma: int, channel_ma: int, idle_ma: int) -> None:
        self.budget_ma = budget_ma
        self.channel_ma = channel_ma
        self.idle_ma = idle_ma


class Board:
    """One board whose file was checked.

    name, chip: as in the file. zones: by game, in the order of the file; a game without zones has no entry.
    shifter: whether there is a level shifter between the board and the strips.
    """

    def __init__(self, name: str, chip: str, strips: "list[Strip]", buttons: "list[Button]", power: Power) -> None:
        self.name = name
        self.chip = chip
        self.strips = strips
        self.buttons = buttons
        self.power = power
        self.shifter = True
        self.zones: "dict[str, list[Zone]]" = {}

    def first_pin(self) -> int:
        """The lowest button pin (GP number), which is bit 0 of a sample; 0 on a board without buttons."""
        return min([button.pin for button in self.buttons] or [0])

    def bits(self) -> "list[int]":
        """The bit of each key in a sample, in the order of BUTTONS; -1 where the board lacks it (see keys.py)."""
        first = self.first_pin()
        bits = [-1] * len(BUTTONS)
        for button in self.buttons:
            bits[BUTTONS.index(button.name)] = button.pin - first
        return bits

    def has_button(self, name: str) -> bool:
        """Whether the board has the button `name`."""
        return name in [button.name for button in self.buttons]

    def game_zones(self, game: str) -> "list[Zone]":
        """The zones of `game`; empty when the board has none for it."""
        return self.zones.get(game, [])
