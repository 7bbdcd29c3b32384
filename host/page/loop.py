"""The positions of the squares of the score loop, which is drawn around the panel."""


def sides(count: int, ratio: float) -> tuple[int, int]:
    """(width, height) in squares of the smallest loop of at least `count` squares, about `ratio` as wide as high."""
    half = -(-count // 2) + 2
    wide = max(3, round(half * ratio / (1 + ratio)))
    return wide, max(3, half - wide)


def place(square: int, wide: int, high: int) -> tuple[int, int]:
    """(column, row) of a square, from 0: clockwise from the bottom left corner."""
    up, across = high - 1, wide - 1
    if square < up:
        return 0, up - square
    if square < up + across:
        return square - up, 0
    if square < 2 * up + across:
        return across, square - up - across
    return across - (square - 2 * up - across), up
