"""The programs for the laptop: the command `troop`, the virtual device, flashing and replay. CPython only."""
