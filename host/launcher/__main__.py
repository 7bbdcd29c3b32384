"""Makes `python -m troopkeeper` run `troop`."""

from . import main

main()
