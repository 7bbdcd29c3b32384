"""What is kept in flash: records of moves, the game's file, checkpoints, and the code that reads them back."""
