"""`python -m troopkeeper` is the same as `troop`."""

from . import main

main()
