"""A board on the other end of a cable: finding it, talking to it, and checking what it says."""
