"""Scripts: a game as text, one move a line, with what must be true in between."""
