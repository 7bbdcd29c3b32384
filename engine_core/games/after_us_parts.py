"""After Us: its tracks and the numbers of its rules (AU1-AU7)."""

from ..compat import const

GOAL = const(80)  # AU12, AU2: also the squares of the printed loop
CARDS = const(8)  # AU1
FEWEST_CARDS = const(4)  # AU6
SPEND = const(4)  # AU6: rage for a card
RAGE_CAP = const(12)  # AU5: the printed track
APE_POINTS = const(3)  # AU7

# ADD's `a`. The resources (AU18) follow in the order of RESOURCES.
SCORE = const(0)
RAGE = const(1)
CARD = const(2)
RESOURCE = const(3)

RESOURCES = ("flowers", "fruits", "grains", "energy")
ENERGY = const(3)
KINDS = const(4)  # of resources
