"""Ape Town: the verbs in scripts for the moves that only this game has (AT3, AT4)."""

from ..city import COLOURS
from ..moves import CLAIM, PLACE
from ..scripts.verbs import NUMBER, PLACE_WORD, Field, Verb
from .ape_town_scoring import TILES

VERBS = (
    Verb("place", PLACE, False, Field("PLACE", PLACE_WORD), (Field("TILE", TILES),)),
    Verb(
        "claim",
        CLAIM,
        False,
        Field("COLOUR", COLOURS),
        (
            Field("PASSED", NUMBER, needed=False, high=255),
            Field("TAKEN", NUMBER, times=256, needed=False, high=127),
        ),
    ),
)
