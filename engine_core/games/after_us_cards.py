"""After Us: the rules of objects, discs and apes (AU8-AU11), moves that no button makes.

A board loads this module only when a game has such a move or its set-up names the objects; few games do.
"""

from ..compat import const
from ..errors import RuleError
from ..moves import ATTRACT, COPY, DISC, OBJECT
from .after_us_parts import ENERGY, KINDS, RESOURCES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..setup import Setup
    from .after_us_parts import AfterUsState

TYPES = ("mandrill", "orangutan", "gorilla", "chimpanzee")  # the food of type i is RESOURCES[i] (AU10)
MANDRILL = const(0)
ORANGUTAN = const(1)
GORILLA = const(2)
CHIMPANZEE = const(3)  # its food is any one of flowers, fruits and grains

# AU8: names; phases (bit p: phase p); energy at level 1 and at level 2. Equal energies: the level does not matter.
OBJECTS = ("phone", "minibar", "boombox", "console", "pinball", "computer", "moped")
PHASES = (0b0010, 0b0110, 0b0010, 0b1000, 0b0010, 0b1110, 0b0100)
COSTS = ((2, 3), (1, 1), (2, 2), (3, 5), (4, 4), (5, 5), (6, 9))
COMPUTER = const(5)
MOPED = const(6)
COMPUTER_POINTS = const(5)

# Bits in `used` of a seat: bit i for OBJECTS[i], and these.
_ATTRACTED = const(128)
_COPIED = const(256)

_OBJECT_SOURCE = const(1)  # index in SOURCES
_DISC_SOURCE = const(2)  # likewise


def read_objects(setup: "Setup") -> "tuple[int, ...]":
    """The numbers of the three objects in the game (AU8); all seven when the option `objects` is not set.

    Raises TextError when its values are not allowed.
    """
    names = setup.option("objects")
    if names is None:
        return tuple(range(len(OBJECTS)))
    for name in names:
        if name not in OBJECTS:
            raise setup.fault("objects", "There is no object '%s': there are %s." % (name, ", ".join(OBJECTS)))
    if len(names) != 3 or len(set(names)) != 3:
        raise setup.fault(
            "objects", "A game has three different objects, such as 'set objects boombox computer moped'."
        )
    return tuple(sorted([OBJECTS.index(name) for name in names]))


def play(game: "AfterUsState", kind: int, seat: int, a: int, b: int) -> None:
    """Play one move: OBJECT, DISC, COPY or ATTRACT. Raises RuleError and changes nothing when it is refused."""
    if kind == OBJECT:
        _use(game, seat, a, b)
    elif kind == DISC:
        _show_disc(game, seat, a)
    elif kind == COPY:
        _copy(game, seat, a, b)
    elif kind == ATTRACT:
        _attract(game, seat, a, b % 16, b // 16 - 1)
    else:
        raise RuleError("unknown", "After Us has no such move.")


def _use(game: "AfterUsState", seat: int, number: int, level: int) -> None:
    """Use an object: once a round, in its phase (AU8). level: 1 or 2, or 0 when none was given."""
    _check_name(number, len(OBJECTS))
    energy = COSTS[number]
    by_level = energy[0] != energy[1]
    if not 0 <= level <= 2 or (level == 0 and by_level and game.with_resources):
        raise RuleError("value", "Say the level, 1 or 2: the %s's energy depends on it." % OBJECTS[number])
    game.check_seat(seat)
    if number not in game.objects:
        names = [OBJECTS[i] for i in game.objects]
        raise RuleError("object", "This game has %s, no %s." % (", ".join(names), OBJECTS[number]))
    if not game.is_phase(PHASES[number]):
        raise RuleError("phase", "The %s cannot be used in this phase." % OBJECTS[number])
    if game.used[seat] >> number & 1:
        raise RuleError("used", "%s has used the %s this round." % (game.names[seat], OBJECTS[number]))
    _pay(game, seat, ENERGY, energy[level - 1 if level else 0])
    game.used[seat] |= 1 << number
    if number == COMPUTER:
        game.book(seat, _OBJECT_SOURCE, COMPUTER_POINTS)
    elif number == MOPED:
        game.cards[seat] += 1


def _show_disc(game: "AfterUsState", seat: int, kind: int) -> None:
    """Show the disc of this round and give its bonus (AU11)."""
    _check_name(kind, len(TYPES))
    game.check_seat(seat)
    if not game.is_phase(0b0100):
        raise RuleError("phase", "Discs are shown in phase 2.")
    if game.discs[seat] >= 0:
        raise RuleError("used", "%s has shown a disc this round." % game.names[seat])
    game.discs[seat] = kind
    _give_bonus(game, seat, kind)


def _copy(game: "AfterUsState", seat: int, other: int, resource: int) -> None:
    """Give the bonus of a direct neighbour's disc, for 2 of one resource, once a round (AU11)."""
    game.check_resource(resource)
    game.check_seat(seat)
    game.check_seat(other)
    if not game.is_phase(0b0100):
        raise RuleError("phase", "Discs are copied in phase 2.")
    if not _are_neighbours(game, seat, other):
        raise RuleError("neighbour", "%s copies only a disc of a direct neighbour." % game.names[seat])
    if game.discs[other] < 0:
        raise RuleError("disc", "%s has not shown a disc this round." % game.names[other])
    if game.used[seat] & _COPIED:
        raise RuleError("used", "%s has copied a disc this round." % game.names[seat])
    _pay(game, seat, resource, 2)
    game.used[seat] |= _COPIED
    _give_bonus(game, seat, game.discs[other])


def _attract(game: "AfterUsState", seat: int, kind: int, level: int, food: int) -> None:
    """Attract an ape of the disc's type: one a round, for 3 or 6 of its food (AU10). food: -1 when none was given."""
    _check_name(kind, len(TYPES))
    if not -1 <= food < ENERGY:
        raise RuleError("unknown", "Apes are attracted by flowers, fruits or grains.")
    if not 1 <= level <= 2:
        raise RuleError("value", "An ape's level is 1 or 2.")
    game.check_seat(seat)
    if not game.is_phase(0b0100):
        raise RuleError("phase", "Apes are attracted in phase 2.")
    if game.discs[seat] >= 0 and game.discs[seat] != kind:
        raise RuleError("disc", "%s's disc shows a %s." % (game.names[seat], TYPES[game.discs[seat]]))
    if game.used[seat] & _ATTRACTED:
        raise RuleError("used", "%s has attracted an ape this round." % game.names[seat])
    if kind != CHIMPANZEE:
        if game.with_resources and food >= 0 and food != kind:
            raise RuleError("cost", "A %s is attracted by %s." % (TYPES[kind], RESOURCES[kind]))
        food = kind
    _pay(game, seat, food, 3 * level)
    game.used[seat] |= _ATTRACTED
    game.cards[seat] += 1


def _give_bonus(game: "AfterUsState", seat: int, kind: int) -> None:
    """Give the bonus of a disc (AU11). For a chimpanzee nothing is given: the players enter what its frame gives."""
    if kind == MANDRILL:
        game.book(seat, _DISC_SOURCE, 2)
    elif kind == ORANGUTAN:
        game.gain(seat, ENERGY, 2)
    elif kind == GORILLA:
        rage = game.rage[seat] + 2
        game.rage[seat] = rage if rage < game.rage_cap else game.rage_cap


def _pay(game: "AfterUsState", seat: int, resource: int, amount: int) -> None:
    """Take `amount` of a resource. Raises RuleError `cost` when there is too little. Free without resources (AU18)."""
    if not game.with_resources:
        return
    if resource < 0:
        raise RuleError("cost", "Say which resource pays for it.")
    held = game.stock[seat * KINDS + resource]
    if held < amount:
        name = RESOURCES[resource]
        raise RuleError("cost", "%s has %d %s; it costs %d." % (game.names[seat], held, name, amount))
    game.stock[seat * KINDS + resource] = held - amount


# -- checks ----------------------------------------------------------------------------------------
def _check_name(number: int, count: int) -> None:
    if not 0 <= number < count:
        raise RuleError("unknown", "There is no such object or type.")


def _are_neighbours(game: "AfterUsState", seat: int, other: int) -> bool:
    apart = (seat - other) % game.seats
    return apart != 0 and (apart == 1 or apart == game.seats - 1)
