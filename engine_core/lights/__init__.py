"""From a game's state to the colours of every LED: areas, shapes, the painter, the power limit, wire bytes."""
