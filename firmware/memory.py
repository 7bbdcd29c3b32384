"""Lists the modules that the board forgets, and when: each is needed for a short time, and memory is scarce.

They are imported again when they are needed again. This module itself is forgotten, too. See docs/architecture.md.
"""

_READERS = ("engine_core.json_reading", "engine_core.settings_reading", "engine_core.words")

# At power-on, when the strips are lit.
AFTER_LIGHTS = ("firmware.config", "engine_core.board_reading") + _READERS

# At power-on, when the game is loaded.
AFTER_TABLE = (
    "engine_core.lights.colour_orders",
    "firmware.early",
    "firmware.fast_imports",
    "firmware.memory",
    "firmware.power_up",
    "firmware.rescue",
    "neopixel",
    "rp2",
)

# When the set-up of a stored game has been read, and before its moves, which may need much memory, are read.
AFTER_SET_UP = ("engine_core.city_building", "engine_core.map_reading", "engine_core.setup_reading")

_GAME = (
    "engine_core.settings_writing",
    "engine_core.storage.checkpoint_reading",
    "engine_core.storage.game_reading",
    "engine_core.storage.archive",
    "engine_core.storage.open_game",
    "engine_core.storage.record_reading",
    "engine_core.storage.table_reading",
    "firmware.early",
    "firmware.memory",
    "firmware.resume",
)
# When a game has begun or is loaded.
AFTER_BEGINNING = AFTER_SET_UP + _GAME + _READERS

# When the menu is closed. MENU: the modules it needs while it is open, in the order of loading.
MENU = ("engine_core.menu", "engine_core.lights.menu_picture")
AFTER_MENU = AFTER_BEGINNING + MENU + ("firmware.new_game",)

# When the settings are stored.
AFTER_SETTINGS = ("engine_core.settings_writing", "firmware.memory")
