"""The wiring of a board: the list of wires, the picture, the list of parts, the project for the Wokwi simulator."""
