"""The largest city, on both runtimes."""

# As many spaces as there are tiles, in nine regions.
FULL = """\
A A A B B B C C C C
 A A A B B B C C C C
A A D D B E E C F F
 D D D D E E E F F F
D D D E E E E F F F
 G G H H H H E F I I
G G G G H H H I I I
 G G G G H H H I I I
grey A E I
black B F G
white C D H
"""
