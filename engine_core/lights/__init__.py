"""Makes the colour of every LED from the state of a game: painter, areas, shapes, current budget, wire bytes."""
