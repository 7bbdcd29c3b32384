"""How a board is wired: the wires, the picture, the list of parts, the project for the Wokwi simulator."""
