"""Scripts: games as text, one move per line, with lines that check the state in between."""
