"""A board: pins, strips, buttons, the zones the games draw in, power. board_reading.py reads its file."""

# The buttons that a board may have, in the order of their key numbers (keys.py).
BUTTONS = ("seat1", "seat2", "seat3", "seat4", "seat5", "seat6", "undo", "mode", "next")


class Strip:
    """One LED strip: `name`, data `pin` (GP number), `leds` (how many), `order` (one of wire.ORDERS)."""

    def __init__(self, name: str, pin: int, leds: int, order: str) -> None:
        self.name = name
        self.pin = pin
        self.leds = leds
        self.order = order


class Button:
    """One button to ground: `name` (one of BUTTONS) and `pin` (GP number)."""

    def __init__(self, name: str, pin: int) -> None:
        self.name = name
        self.pin = pin


class Zone:
    """A stretch of a strip where a game shows one thing.

    show: one of board_reading.ZONES[game]. strip: index in Board.strips. LEDs `start` to `start + leds - 1`;
    with `reverse` the picture runs the other way.
    """

    def __init__(self, show: str, strip: int, start: int, leds: int, reverse: bool) -> None:
        self.show = show
        self.strip = strip
        self.start = start
        self.leds = leds
        self.reverse = reverse


class Power:
    """What the supply gives and the LEDs take: `budget_ma` for all strips, `channel_ma` for one colour of one
    LED full on, `idle_ma` for one dark LED."""

    def __init__(self, budget_ma: int, channel_ma: int, idle_ma: int) -> None:
        self.budget_ma = budget_ma
        self.channel_ma = channel_ma
        self.idle_ma = idle_ma


class Board:
    """One board, checked.

    zones: by game, in the order of the file; a game without zones has none. shifter: whether a level
    shifter sits between the board and the strips.
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
        """The lowest button pin: the sampler's base. 0 on a board without buttons."""
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
