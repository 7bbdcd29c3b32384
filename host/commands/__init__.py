"""The commands of `troop`. Their names and options are in cli.py and tools.py; each command has its own module."""
