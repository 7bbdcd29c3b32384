"""Storage of games in flash: records of moves, game files, checkpoints, and recovery at power-on."""
