"""The modules that the board forgets, and when: each is needed for a moment, and memory is scarce.

They are imported anew when they are needed again. This list itself is forgotten, too. See docs/architecture.md.
"""

_READERS = ("engine_core.json_reading", "engine_core.settings_reading", "engine_core.words")

# Power-up: the strips are lit.
AFTER_LIGHTS = ("firmware.config", "firmware.memory", "engine_core.board_reading") + _READERS

# Power-up: the game is on the table.
AFTER_TABLE = (
    "engine_core.lights.colour_orders",
    "firmware.early",
    "firmware.finding",
    "firmware.memory",
    "firmware.power_up",
    "firmware.rescue",
    "neopixel",
    "rp2",
)

# The set-up of a stored game is read; its moves, which may need much room, are not yet.
AFTER_SET_UP = ("engine_core.city_building", "engine_core.map_reading", "engine_core.setup_reading")

_GAME = (
    "engine_core.settings_writing",
    "engine_core.storage.checkpoint_reading",
    "engine_core.storage.game_reading",
    "engine_core.storage.keeping",
    "engine_core.storage.open_game",
    "engine_core.storage.record_reading",
    "engine_core.storage.table_reading",
    "firmware.early",
    "firmware.memory",
    "firmware.resume",
)
# A game has begun or is back.
AFTER_BEGINNING = AFTER_SET_UP + _GAME + _READERS

# The menu is closed. MENU: what it needs as long as it is open, in the order of loading.
MENU = ("engine_core.menu", "engine_core.lights.menu_picture")
AFTER_MENU = AFTER_BEGINNING + MENU + ("firmware.new_game",)

# The settings are stored.
AFTER_SETTINGS = ("engine_core.settings_writing", "firmware.memory")
