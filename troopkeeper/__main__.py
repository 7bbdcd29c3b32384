"""`python -m troopkeeper` is the same as `troop`."""

from troopkeeper import main

main()
