"""The device: runs engine_core on a board. app.py is independent of the hardware; main.py and the drivers are not."""

VERSION = "0.1.0"  # as in pyproject.toml; `troop doctor` shows it
DATA = "/data"  # on the board: the folder for games, settings and errors
BOARD_FILE = "/board.json"
