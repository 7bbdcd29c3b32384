# troopkeeper: /main.py of the board. Finishes an update that was cut short, then runs the device.
#
# `troop flash` writes every new file beside the old one as NAME.new. When the hashes of all of them are
# checked, it writes the list of names to /update.txt. From then on the update must be completed: `troop flash`
# itself or this file at power-on does the renames that are left. A rename may be repeated without harm.
#
# Where all new files have no room beside the old ones, `troop flash` writes them into one file, /update.pack, and
# this file at last. Then the pack is the update that must be completed: `unpack` does so, and may be repeated, too.
import os

PACK = "/update.pack"
ENOENT = 2  # this line of the list was done already, before the interruption


def names() -> "list[str]":
    """The lines of /update.txt: `NAME` renames NAME.new to NAME; `-NAME` removes NAME. Empty without an update."""
    try:
        with open("/update.txt") as file:
            text: str = file.read()
    except OSError:
        return []
    return text.split()


def do(name: str) -> None:
    """Do one line of the list. Raises OSError, unless it was done already."""
    try:
        if name.startswith("-"):
            os.remove(name[1:])
        else:
            os.rename(name + ".new", name)
    except OSError as error:
        if error.errno != ENOENT:
            raise


def finish_update() -> None:
    """Do all that is left of an update."""
    listed = names()
    for name in listed:
        do(name)
    if listed:
        os.remove("/update.txt")


def unpack() -> None:
    """Do all that is left of an update in a pack. Its lines: `-NAME` removes NAME; `NAME SIZE` has so many bytes of
    content behind it."""
    try:
        os.stat(PACK)
    except OSError:
        return
    with open(PACK, "rb") as pack:
        line = pack.readline()
        while line:
            name, _, size = line.decode().strip().partition(" ")
            if size:
                with open(name + ".new", "wb") as file:
                    left = int(size)
                    while left:
                        data = pack.read(min(left, 512))
                        file.write(data)
                        left -= len(data)
            do(name)
            line = pack.readline()
    os.remove(PACK)


def light_one() -> None:
    """Light one red LED on each strip of the reference board: the firmware cannot be imported."""
    from machine import Pin
    from neopixel import NeoPixel

    for pin in (2, 3):
        strip = NeoPixel(Pin(pin), 1)
        strip[0] = (40, 0, 0)
        strip.write()


if __name__ == "__main__":
    finish_update()
    unpack()
    try:
        from firmware.main import main

        main()
    except ImportError:  # firmware/rescue.py, which blinks the patterns, may be missing itself
        light_one()
        raise
