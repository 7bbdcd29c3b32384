"""The commands of `troop`: cli.py has their names and options, each command a module of its own."""
