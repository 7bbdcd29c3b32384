"""The modules that the board forgets, and when: each is needed for a moment, and memory is scarce.

They are imported anew when they are needed again. This list itself is forgotten, too. See docs/architecture.md.
"""

_READERS = ("engine_core.json_text", "engine_core.settings_file", "engine_core.words")
AFTER_LIGHTS = ("firmware.config", "firmware.memory", "engine_core.board_file") + _READERS  # power-up: strips are lit

AFTER_TABLE = (  # power-up: the game is on the table
    "firmware.early",
    "firmware.finding",
    "firmware.memory",
    "firmware.power_up",
    "firmware.rescue",
    "neopixel",
    "rp2",
)
AFTER_SET_UP = ("engine_core.city_reading", "engine_core.city_text", "engine_core.setup_text")  # before moves are read

AFTER_BEGINNING = (
    (  # a game has begun or is back
        "engine_core.checkpoint_entries",
        "engine_core.housekeeping",
        "engine_core.loading",
        "engine_core.proving",
        "engine_core.recovery",
        "engine_core.resuming",
        "engine_core.settings_text",
        "firmware.early",
        "firmware.memory",
    )
    + AFTER_SET_UP
    + _READERS
)
MENU = ("engine_core.menu", "engine_core.menu_picture")  # what the open menu needs, in the order of loading
AFTER_MENU = AFTER_BEGINNING + MENU + ("firmware.new_game",)

AFTER_SETTINGS = ("engine_core.settings_text", "firmware.memory")  # the settings are stored
