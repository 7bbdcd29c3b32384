"""After Us: the verbs in scripts for the moves that only this game has (AU6-AU15)."""

from ..moves import ATTRACT, COPY, DISC, OBJECT, REMOVE, SHORTAGE
from ..scripts.verbs import NUMBER, SEAT, Field, Verb
from .after_us_cards import OBJECTS, TYPES
from .after_us_parts import ENERGY, RESOURCES

REMOVED = ("ape", "tamarin")

VERBS = (
    Verb("remove", REMOVE, True, Field("CARD", REMOVED), (Field("RESOURCE", RESOURCES, needed=False),)),
    Verb("object", OBJECT, True, Field("OBJECT", OBJECTS), (Field("LEVEL", NUMBER, needed=False, low=1, high=2),)),
    Verb("disc", DISC, True, Field("TYPE", TYPES)),
    Verb("copy", COPY, True, Field("SEAT", SEAT), (Field("RESOURCE", RESOURCES, needed=False),)),
    Verb(
        "attract",
        ATTRACT,
        True,
        Field("TYPE", TYPES),
        (Field("LEVEL", NUMBER, low=1, high=2), Field("FOOD", RESOURCES[:ENERGY], times=16, needed=False)),
    ),
    Verb("shortage", SHORTAGE, False),
)
